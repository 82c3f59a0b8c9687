// The security schemes of OpenAPI (3.1 section 4.8.27) at the client: each puts a credential on a request. The server's half is `authenticate.ts`.

import { InvalidCredentialError } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import type { Outgoing } from '../contract/outgoing.ts';
import type { BasicLogin, SecurityScheme } from '../contract/security.ts';
import { isFieldValue, percentEncode } from '../wire/text.ts';
import { followSafely } from './redirect.ts';

/** What a credential is asked for. */
export interface CredentialContext {
  readonly operation: Operation;
  /** Of OAuth 2 and OpenID Connect. */
  readonly scopes: readonly string[];
  /** The request that the credential is for. */
  readonly outgoing: Outgoing;
}

/** A value, or a function that gives it anew for each request. `undefined`: none today. */
export type Credential<T> = T | ((context: CredentialContext) => T | undefined | Promise<T | undefined>);
export type ApiKeyCredential = Credential<string>;
export type BearerCredential = Credential<string>;
export type BasicCredential = Credential<BasicLogin>;
export type SignatureCredential = Credential<SigningKey>;

export interface SigningKey {
  readonly key: string;
  readonly secret: string;
}

export function apiKeyScheme(
  name: string,
  facts: { readonly in: 'query' | 'header' | 'cookie'; readonly parameter: string },
): SecurityScheme {
  const { in: where, parameter } = facts;
  return {
    name,
    kind: 'apiKey',
    ...facts,
    apply(credential, outgoing) {
      if (where !== 'query') outgoing.guard = followSafely;
      if (where === 'header') {
        outgoing.headers[parameter.toLowerCase()] = textOf(name, credential, outgoing);
        return;
      }
      const key = textOf(name, credential, outgoing, true);
      const encoded = percentEncode(key);
      if (encoded === undefined) throw new InvalidCredentialError(name, 'has a lone surrogate', outgoing.operation.id);
      outgoing.secrets.push(encoded, encodeURIComponent(key), new URLSearchParams({ s: key }).toString().slice(2));
      outgoing[where === 'query' ? 'query' : 'cookies'].push(`${percentEncode(parameter)}=${encoded}`);
    },
  };
}

/** RFC 7617, in UTF-8. */
export function basicScheme(name: string): SecurityScheme {
  return {
    name,
    kind: 'basic',
    apply(credential, outgoing) {
      const { username, password } = credential as BasicLogin;
      if (typeof username !== 'string' || typeof password !== 'string' || username.includes(':'))
        throw new InvalidCredentialError(name, 'must have username, without a colon, and password', outgoing.operation.id);
      const token = btoa(Array.from(new TextEncoder().encode(`${username}:${password}`), (byte) => String.fromCharCode(byte)).join(''));
      outgoing.secrets.push(password, token);
      outgoing.headers.authorization = `Basic ${token}`;
    },
  };
}

/** RFC 6750. */
export function bearerScheme(name: string): SecurityScheme {
  return { name, kind: 'bearer', word: 'Bearer', apply: (credential, outgoing) => authorize('Bearer', name, credential, outgoing) };
}

/** An OAuth 2 flow of the document. URLs as written: a relative one is relative to the base URL. */
export interface OAuth2Flow {
  readonly authorizationUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  readonly scopes: readonly string[];
}

export type OAuth2Flows = Readonly<
  Partial<Record<'implicit' | 'password' | 'clientCredentials' | 'authorizationCode' | 'deviceAuthorization', OAuth2Flow>>
>;

export type OAuth2Scheme = SecurityScheme & { readonly flows: OAuth2Flows };
export type OpenIdConnectScheme = SecurityScheme & { readonly openIdConnectUrl: string };

/** The access token of an OAuth 2 flow: a bearer token. The flows are for `@octavo/runtime/oauth`. */
export function oauth2Scheme(name: string, flows: OAuth2Flows): OAuth2Scheme {
  return { ...bearerScheme(name), flows };
}

/** The access token of an OpenID provider: a bearer token. The URL is for `@octavo/runtime/oauth`. */
export function openIdConnectScheme(name: string, facts: { readonly openIdConnectUrl: string }): OpenIdConnectScheme {
  return { ...bearerScheme(name), ...facts };
}

/** `Authorization: <word> <credential>`. */
export function httpScheme(name: string, facts: { readonly scheme: string }): SecurityScheme {
  const { scheme: word } = facts;
  return { name, kind: 'http', word, apply: (credential, outgoing) => authorize(word, name, credential, outgoing) };
}

/** Client certificates are the platform's: nothing to send, and the handler is asked with the whole request. */
export function mutualTlsScheme(name: string): SecurityScheme {
  return { name, kind: 'mutualTLS' };
}

function authorize(word: string, name: string, credential: unknown, outgoing: Outgoing): void {
  outgoing.headers.authorization = `${word} ${textOf(name, credential, outgoing)}`;
}

/** `any`: it need not stand in a header as it is. */
function textOf(name: string, credential: unknown, outgoing: Outgoing, any = false): string {
  if (typeof credential !== 'string' || credential === '' || !(any || isFieldValue(credential)))
    throw new InvalidCredentialError(name, 'must be text that is not empty and fits a header', outgoing.operation.id);
  outgoing.secrets.push(credential);
  return credential;
}
