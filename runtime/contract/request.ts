// A request as an operation encodes it, as security schemes make another of it, and as `fetch` gets it. No step changes what it was given.
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

/** An input, encoded: all of a request but base URL and credentials. */
export interface EncodedRequest {
  readonly method: string;
  readonly path: string;
  /** Replaces base URL and path, for a link that was followed. */
  readonly url?: string;
  /** Encoded pairs, without `?`. */
  readonly query: readonly string[];
  /** Header parameters, and `accept` and `content-type`, under lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Encoded `name=value` pairs. */
  readonly cookies: readonly string[];
  readonly body?: NonNullable<EncodedBody['body']> | undefined;
  /** Set where the body is a stream. */
  readonly ofStream?: Pick<SendInit, 'redirect' | 'duplex'> | undefined;
  /** Set where a body or a credential must not leave for another origin. */
  readonly guard?: Guard | undefined;
}

/** A request to which credentials are added: each security scheme makes a new one of the one before. */
export interface SecuredRequest extends EncodedRequest {
  /** The facts about the operation that schemes need. The type `Operation` would refer back to schemes. */
  readonly operation: { readonly id: string; readonly responses: Readonly<Record<string, unknown>> };
  /** The headers of credentials alone. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Texts that no error may show: the secrets of credentials, in every form in which they are sent. */
  readonly secrets: readonly string[];
  /** Absent: the platform's clock. */
  readonly now?: Clock | undefined;
  readonly renew?: Renew;
  /** Signs the complete request, as the last step. */
  readonly sign?: (url: string, init: SendInit) => Promise<readonly [url: string, init: SendInit]>;
}

/** Wraps each `fetch`: sends again with a new credential where the service refuses the old one. `hide` masks the new one in errors. */
export type Renew = (send: Send, hide: (secret: string) => void) => Send;

/** Wraps the sending of a request: follows redirects in place of the platform, which would send a credential or a body to another origin. */
export type Guard = (send: Send, request: Pick<SecuredRequest, 'operation' | 'headers' | 'sign'>) => Send;
