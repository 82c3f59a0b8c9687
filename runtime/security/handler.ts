// Security handlers of servers: what they get and return, and the server's half of a security scheme, which calls them.

import type { Clock } from '../contract/clock.ts';
import type { Operation } from '../contract/operation.ts';
import type { SecurityScheme } from '../contract/security.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import type { Pairs } from '../wire/pairs.ts';

export interface SecurityContext {
  readonly operation: Operation;
  /** The scopes that the operation requires (OAuth 2 and OpenID Connect), or the roles (other schemes). */
  readonly scopes: readonly string[];
  readonly request: ServerRequest;
  /** Path parameters, decoded, not validated yet. */
  readonly path: Readonly<Record<string, unknown>>;
}

/**
 * A function that gets the credential of a request. It returns who the caller is, or `null`, `undefined` or `false` for a credential that is not
 * valid; `forbidden()` for a known caller who may not.
 */
export type CredentialHandler<Given, Principal> = (
  credential: Given,
  context: SecurityContext,
) => HandlerResult<Principal> | Promise<HandlerResult<Principal>>;
type HandlerResult<Principal> = Principal | ForbiddenError | null | undefined | false;

export type SecurityHandler = (credential: never, context: SecurityContext) => unknown;

/** A valid credential of a caller who may not call the operation. */
export class ForbiddenError extends Error {
  override readonly name = 'ForbiddenError';
}

/** A security handler returns or throws this for a 403. The caller sees the detail. */
export function forbidden(detail = 'This credential does not permit the operation.'): ForbiddenError {
  return new ForbiddenError(detail);
}

/** The parts of a request that schemes read. */
export interface Incoming {
  readonly request: ServerRequest;
  readonly query: Pairs;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** From the option `tolerance`. */
  readonly lenient: boolean;
  /** Absent: the platform's clock. */
  readonly now?: Clock | undefined;
}

export interface Authenticated {
  readonly principal: unknown;
}

/** The outcome of a credential: `undefined` where there is none, `null` where it is refused. */
type Verdict = Authenticated | null | undefined;

/** The server's half of a kind of security scheme. */
export interface ServerHalf<Scheme extends SecurityScheme> {
  /** Reads the credential of a request, and passes it to `ask`, which calls the user's handler. */
  authenticate(scheme: Scheme, incoming: Incoming, ask: (credential: unknown) => Promise<Authenticated | null>): Verdict | Promise<Verdict>;
  /** The scheme's entry in `WWW-Authenticate` (RFC 9110 section 11.6.1). `realm` is quoted; `refused`: the request had a credential. */
  challenge(scheme: Scheme, realm: string, refused: boolean): string;
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replace(/[^\x20-\x7e]/g, '')}"`;
}
