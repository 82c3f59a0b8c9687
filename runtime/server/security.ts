// What security handlers are asked with and say.

import type { Operation } from '../contract/operation.ts';
import type { BasicLogin } from '../contract/security.ts';
import type { Pairs } from '../wire/decode.ts';
import type { ServerRequest } from './request.ts';

export interface SecurityContext {
  readonly operation: Operation;
  /** What the operation asks for; of OAuth 2 and OpenID Connect. */
  readonly scopes: readonly string[];
  readonly request: ServerRequest;
  /** Path parameters, decoded, not validated yet. */
  readonly path: Readonly<Record<string, unknown>>;
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

/** What schemes read of a request. */
export interface Incoming {
  readonly request: ServerRequest;
  readonly query: Pairs;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

export interface Authenticated {
  readonly principal: unknown;
}

/** A credential that is good, for somebody who may not. */
export class ForbiddenError extends Error {
  override readonly name = 'ForbiddenError';
}

/** What a security handler returns or throws for a 403. The detail is shown to the caller. */
export function forbidden(detail = 'This credential does not permit the operation.'): ForbiddenError {
  return new ForbiddenError(detail);
}
