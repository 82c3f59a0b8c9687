// A request before it is built, as security schemes see it: what they may add to it and how they may change its sending.
import type { EncodedBody } from './body.ts';

/** Sends a request: `fetch`, and what wraps it. */
export type Send = (request: Request) => Promise<Response>;

/** A request before it is built; security schemes add to it. */
export interface Outgoing {
  /** The facts about the operation that schemes need. The type `Operation` would refer back to schemes. */
  readonly operation: { readonly id: string; readonly responses: Readonly<Record<string, unknown>> };
  /** Encoded `name=value` pairs. */
  readonly query: string[];
  /** Names in lower case. */
  readonly headers: Record<string, string>;
  /** Encoded `name=value` pairs. */
  readonly cookies: string[];
  /** Texts that no error may show: the secrets of credentials, in every form in which they are sent. */
  readonly secrets: string[];
  readonly body: NonNullable<EncodedBody['body']> | undefined;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /** Wraps each `fetch`: renews a credential that the service refuses. */
  renew?: (send: Send) => Send;
  /** Wraps `fetch`: keeps a credential from another origin, to which the platform would send it on a redirect. */
  guard?: (send: Send, outgoing: Outgoing) => Send;
  /** Signs the complete request, as the last step. */
  sign?: (request: Request, signal: AbortSignal) => Promise<Request>;
}
