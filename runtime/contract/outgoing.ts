// A request as it is passed to `fetch`, and as security schemes see it before that: what they may add to it, and how they may change its sending.
import type { EncodedBody } from './body.ts';
import type { Clock } from './clock.ts';

/** The init that `fetch` gets. */
export interface SendInit extends RequestInit {
  readonly method: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** `fetch` requires it for a stream, whose response comes only after the whole request was sent. */
  readonly duplex?: 'half';
}

/** Sends a request: the platform's `fetch`, or a function that is called as it is. `byRequest` makes one of a function that takes a `Request`. */
export type Send = (url: string, init: SendInit) => Promise<Response>;

/** A function that can be called in every way in which the platform's `fetch` can. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Wraps the sending of a request: follows redirects in place of the platform. */
export type Guard = (send: Send, outgoing: Outgoing) => Send;

/** A request before it is sent; security schemes add to it. */
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
  /** The caller's signal, or the one that a middleware has set in its place. */
  signal: AbortSignal | undefined;
  /** Absent: the platform's clock. */
  readonly now?: Clock | undefined;
  /** Wraps each `fetch`: renews a credential that the service refuses. */
  renew?: (send: Send) => Send;
  /** Keeps a credential or a body from another origin, to which the platform would send it on a redirect. */
  guard?: Guard;
  /** Signs the complete request, as the last step. */
  sign?: (url: string, init: SendInit) => Promise<readonly [url: string, init: SendInit]>;
}
