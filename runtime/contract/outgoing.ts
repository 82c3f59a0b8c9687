// A request on its way, as security schemes see it: what they may add to it, and what sends it.
import type { EncodedBody } from './body.ts';

/** What `fetch` is, and what goes around it. */
export type Send = (request: Request) => Promise<Response>;

/** What schemes add to a request before it is built. */
export interface Outgoing {
  /** What schemes need of the operation; rows of operations name schemes, so that this cannot be the row's type. */
  readonly operation: { readonly id: string; readonly responses: Readonly<Record<string, unknown>> };
  /** Encoded `name=value` pairs. */
  readonly query: string[];
  /** Names in lower case. */
  readonly headers: Record<string, string>;
  /** Encoded `name=value` pairs. */
  readonly cookies: string[];
  /** What must not show in an error, in every form in which it is sent. */
  readonly secrets: string[];
  readonly body: NonNullable<EncodedBody['body']> | undefined;
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  /** Goes around each `fetch`, for a credential that is to be renewed when the service refuses it. */
  renew?: (send: Send) => Send;
  /** Goes around `fetch`, for a credential that the platform itself would carry along on a redirect to another origin. */
  guard?: (send: Send, outgoing: Outgoing) => Send;
  /** Sees the request whole, last. */
  sign?: (request: Request, signal: AbortSignal) => Promise<Request>;
}
