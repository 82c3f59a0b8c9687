// HTTP Basic authentication (RFC 7617), in UTF-8.
import { InvalidCredentialError } from '../contract/errors.ts';
import type { SecurityScheme } from '../contract/security.ts';
import { ONE_TOKEN, readAuthorization } from './authorization.ts';
import type { BasicLogin, Credential } from './credential.ts';
import type { CredentialHandler, ServerHalf } from './handler.ts';

export type BasicCredential = Credential<BasicLogin>;
export type BasicHandler<Principal = unknown> = CredentialHandler<BasicLogin, Principal>;

export function basicScheme(name: string): SecurityScheme {
  return {
    name,
    kind: 'basic',
    apply(credential, request) {
      const { username, password } = credential as BasicLogin;
      if (typeof username !== 'string' || typeof password !== 'string' || username.includes(':'))
        throw new InvalidCredentialError(name, 'must have a username, without a colon, and a password', request.operation.id);
      const token = btoa(Array.from(new TextEncoder().encode(`${username}:${password}`), (byte) => String.fromCharCode(byte)).join(''));
      return {
        ...request,
        headers: { ...request.headers, authorization: `Basic ${token}` },
        secrets: [...request.secrets, password, token],
      };
    },
  };
}

export const basicServer: ServerHalf<SecurityScheme> = {
  authenticate(scheme, incoming, ask) {
    const token = readAuthorization(incoming, scheme, 'basic', ONE_TOKEN);
    if (token === undefined) return undefined;
    const login = token === null ? undefined : readLogin(token);
    return login === undefined ? null : ask(login);
  },
  challenge: (_, realm) => `Basic realm=${realm}, charset="UTF-8"`,
};

function readLogin(token: string): BasicLogin | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(token), (character) => character.charCodeAt(0)));
    const colon = text.indexOf(':');
    return colon === -1 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return undefined;
  }
}
