// HTTP authentication schemes other than Basic and Bearer: `Authorization: <word> <credential>`, with the credential as the caller gives it.
import type { SecurityScheme } from '../contract/security.ts';
import { readAuthorization, TOKEN_OR_PARAMETERS } from './authorization.ts';
import { withHeader } from './credential.ts';
import type { ServerHalf } from './handler.ts';

export interface HttpScheme extends SecurityScheme {
  readonly word: string;
}

export function httpScheme(name: string, facts: { readonly scheme: string }): HttpScheme {
  const { scheme: word } = facts;
  return {
    name,
    kind: 'http',
    word,
    apply: (credential, request) => withHeader(name, credential, request, 'authorization', `${word} `),
  };
}

export const httpServer: ServerHalf<HttpScheme> = {
  authenticate(scheme, incoming, ask) {
    const credential = readAuthorization(incoming, scheme, scheme.word.toLowerCase(), TOKEN_OR_PARAMETERS);
    return credential == null ? credential : ask(credential);
  },
  challenge: ({ word }, realm) => `${word} realm=${realm}`,
};
