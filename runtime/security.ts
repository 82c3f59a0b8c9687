// The security schemes of OpenAPI (3.1 section 4.8.27): each puts a credential on a request at the client, and reads it and asks its handler at the server.
import { cookiePairs, type Pairs } from './decode.ts';
import { InvalidCredentialError } from './errors.ts';
import type { Operation } from './operation.ts';
import type { ServerRequest } from './request.ts';
import { isFieldValue, percentDecode, percentEncode, queryDecode } from './text.ts';

export interface SecurityScheme {
  /** Key under `components.securitySchemes`: the credential's and the handler's name. */
  readonly name: string;
  readonly kind: 'apiKey' | 'basic' | 'bearer' | 'http' | 'mutualTLS' | 'signature';
  /** The query parameters that are the scheme's own. */
  readonly query?: readonly string[];
  /** Client: puts the credential on the request. */
  apply(credential: unknown, outgoing: Outgoing): void;
  /** Server: `undefined` without a credential, `null` when it is refused. The handler is the user's. */
  authenticate(incoming: Incoming, handler: SecurityHandler, context: SecurityContext): Promise<Authenticated | null | undefined>;
  /** Server: its part of `WWW-Authenticate` (RFC 9110 section 11.6.1). `refused`: there was a credential. */
  challenge(realm: string, refused: boolean): string;
}

/** What schemes add to a request before it is built, and `sign`, which sees it whole, last. */
export interface Outgoing {
  readonly operation: string;
  /** Encoded `name=value` pairs. */
  readonly query: string[];
  readonly headers: Record<string, string>;
  readonly cookies: string[];
  /** What must not show in an error. */
  readonly secrets: string[];
  sign?: (request: Request) => Promise<Request>;
}

/** What schemes read at the server. */
export interface Incoming {
  readonly request: ServerRequest;
  readonly query: Pairs;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

export interface SecurityContext {
  readonly operation: Operation;
  /** What the operation asks for; of OAuth 2 and OpenID Connect. */
  readonly scopes: readonly string[];
  readonly request: ServerRequest;
  /** Path parameters, decoded, not validated yet. */
  readonly path: Readonly<Record<string, unknown>>;
}

export interface Authenticated {
  readonly principal: unknown;
}

/** What a security handler says: who it is, or nothing for a credential that is not good. `forbidden()`: known, but may not. */
type Answer<T> = T | ForbiddenError | null | undefined | false;
type Awaitable<T> = T | Promise<T>;

export type ApiKeyHandler<Principal = unknown> = (key: string, context: SecurityContext) => Awaitable<Answer<Principal>>;
export type BearerHandler<Principal = unknown> = (token: string, context: SecurityContext) => Awaitable<Answer<Principal>>;
export type BasicHandler<Principal = unknown> = (login: BasicLogin, context: SecurityContext) => Awaitable<Answer<Principal>>;
/** Finds the secret of a key. The runtime does the rest. */
export type SignatureHandler<Principal = unknown> = (
  key: string,
  context: SecurityContext,
) => Awaitable<Answer<{ readonly secret: string; readonly principal: Principal }>>;
export type MutualTlsHandler<Principal = unknown> = (request: ServerRequest, context: SecurityContext) => Awaitable<Answer<Principal>>;
export type SecurityHandler = (credential: never, context: SecurityContext) => unknown;

/** A value, or a function that gives it anew for each request. `undefined`: none today. */
export type Credential<T> = T | (() => T | undefined | Promise<T | undefined>);
export type ApiKeyCredential = Credential<string>;
export type BearerCredential = Credential<string>;
export type BasicCredential = Credential<BasicLogin>;
export type SignatureCredential = Credential<SigningKey>;

export interface BasicLogin {
  readonly username: string;
  readonly password: string;
}

export interface SigningKey {
  readonly key: string;
  readonly secret: string;
}

/** A credential that is good, for somebody who may not. */
export class ForbiddenError extends Error {
  override readonly name = 'ForbiddenError';
}

/** What a security handler returns or throws for a 403. The detail is shown to the caller. */
export function forbidden(detail = 'This credential does not permit the operation.'): ForbiddenError {
  return new ForbiddenError(detail);
}

export function apiKeyScheme(
  name: string,
  facts: { readonly in: 'query' | 'header' | 'cookie'; readonly parameter: string },
): SecurityScheme {
  const { in: where, parameter } = facts;
  return {
    name,
    kind: 'apiKey',
    query: where === 'query' ? [parameter] : [],
    apply(credential, outgoing) {
      const key = textOf(name, credential, outgoing);
      if (where === 'header') outgoing.headers[parameter] = fieldOf(name, key, outgoing);
      else
        (where === 'query' ? outgoing.query : outgoing.cookies).push(
          `${encoded(name, parameter, outgoing)}=${encoded(name, key, outgoing)}`,
        );
    },
    async authenticate({ request, query }, handler, context) {
      const key =
        where === 'header'
          ? request.header(parameter.toLowerCase())
          : single(where, parameter, where === 'query' ? query : cookiePairs(request.header('cookie')));
      if (key === undefined) return undefined;
      return key === '' ? null : ask(handler, key, context);
    },
    challenge: (realm) => `ApiKey realm=${quote(realm)}, in=${quote(where)}, name=${quote(parameter)}`,
  };
}

/** RFC 7617, in UTF-8. */
export function basicScheme(name: string): SecurityScheme {
  return {
    name,
    kind: 'basic',
    apply(credential, outgoing) {
      const { username, password } = credential as BasicLogin;
      if (typeof username !== 'string' || typeof password !== 'string')
        throw new InvalidCredentialError(name, 'must have username and password', outgoing.operation);
      if (username.includes(':')) throw new InvalidCredentialError(name, 'has a colon in its username', outgoing.operation);
      const token = toBase64(new TextEncoder().encode(`${username}:${password}`));
      outgoing.secrets.push(password, token);
      outgoing.headers.authorization = `Basic ${token}`;
    },
    async authenticate({ request }, handler, context) {
      const token = authorization(request, 'basic');
      if (token === undefined) return undefined;
      const login = token === null ? undefined : readLogin(token);
      return login === undefined ? null : ask(handler, login, context);
    },
    challenge: (realm) => `Basic realm=${quote(realm)}, charset="UTF-8"`,
  };
}

function readLogin(token: string): BasicLogin | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(token), (character) => character.charCodeAt(0)));
    const colon = text.indexOf(':');
    return colon === -1 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return undefined;
  }
}

/** RFC 6750. */
export function bearerScheme(name: string): SecurityScheme {
  return tokenScheme(name, 'bearer', 'Bearer');
}

/** The access token of an OAuth 2 flow: a bearer token. */
export function oauth2Scheme(name: string): SecurityScheme {
  return bearerScheme(name);
}

/** The access token of an OpenID provider: a bearer token. */
export function openIdConnectScheme(name: string): SecurityScheme {
  return bearerScheme(name);
}

/** `Authorization: <word> <credential>`. */
export function httpScheme(name: string, facts: { readonly scheme: string }): SecurityScheme {
  return tokenScheme(name, 'http', facts.scheme);
}

function tokenScheme(name: string, kind: 'bearer' | 'http', word: string): SecurityScheme {
  return {
    name,
    kind,
    apply(credential, outgoing) {
      outgoing.headers.authorization = `${word} ${fieldOf(name, textOf(name, credential, outgoing), outgoing)}`;
    },
    async authenticate({ request }, handler, context) {
      const token = authorization(request, word.toLowerCase());
      return token == null ? token : ask(handler, token, context);
    },
    challenge: (realm, refused) => `${word} realm=${quote(realm)}${refused && kind === 'bearer' ? ', error="invalid_token"' : ''}`,
  };
}

/** Client certificates are the platform's: nothing to send, and the handler is asked with the whole request. */
export function mutualTlsScheme(name: string): SecurityScheme {
  return {
    name,
    kind: 'mutualTLS',
    apply() {},
    authenticate: ({ request }, handler, context) => ask(handler, request, context),
    challenge: (realm) => `MutualTLS realm=${quote(realm)}`,
  };
}

/** Asks the user's handler. */
export async function ask(handler: SecurityHandler, credential: unknown, context: SecurityContext): Promise<Authenticated | null> {
  const principal = await handler(credential as never, context);
  if (principal instanceof ForbiddenError) throw principal;
  return principal === null || principal === undefined || principal === false ? null : { principal };
}

/** The credential of an Authorization header; `undefined` if it is of another scheme, `null` if it is none. Two headers are joined by a comma, and refused. */
function authorization(request: ServerRequest, word: string): string | null | undefined {
  const header = request.header('authorization');
  if (header === undefined) return undefined;
  const space = header.indexOf(' ');
  if ((space === -1 ? header : header.slice(0, space)).toLowerCase() !== word) return undefined;
  const token = space === -1 ? '' : header.slice(space + 1).trim();
  return /^[^\s,]+$/.test(token) ? token : null;
}

/** One value, decoded. Twice the same name is no credential that can be trusted: `''`. */
function single(where: 'query' | 'cookie', name: string, pairs: Pairs): string | undefined {
  const values = pairs.get(name);
  const [value] = values ?? [];
  if (value === undefined) return undefined;
  return values?.length === 1 ? ((where === 'query' ? queryDecode(value) : percentDecode(value)) ?? '') : '';
}

function textOf(name: string, credential: unknown, outgoing: Outgoing): string {
  if (typeof credential !== 'string' || credential === '')
    throw new InvalidCredentialError(name, 'must be text that is not empty', outgoing.operation);
  outgoing.secrets.push(credential);
  return credential;
}

function fieldOf(name: string, value: string, outgoing: Outgoing): string {
  if (isFieldValue(value)) return value;
  throw new InvalidCredentialError(name, 'has a character that a header cannot hold', outgoing.operation);
}

function encoded(name: string, value: string, outgoing: Outgoing): string {
  const text = percentEncode(value);
  if (text === undefined) throw new InvalidCredentialError(name, 'has a lone surrogate', outgoing.operation);
  return text;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replace(/[^\x20-\x7e]/g, '')}"`;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
