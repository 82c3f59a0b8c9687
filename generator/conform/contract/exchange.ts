// An exchange: one request that was sent, what came back, and how the document reads that. Types only.

import type { Location } from '../../base/problem.ts';
import type { Response as DeclaredResponse, MediaContent } from '../../model/service.ts';
import type { Case } from './case.ts';

/** A request as it was sent, with credentials. Nothing prints it: `shown` is the form for people. */
export interface SentRequest {
  readonly method: string;
  /** Base path, path and query. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Texts of credentials, which no output may contain. */
  readonly secrets: readonly string[];
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Milliseconds until the head came, and from then to the end of the body. */
  readonly timing: { readonly wait: number; readonly receive: number };
  /** Whether the body was longer than the bound, or had not ended within the time limit; `body` is its beginning. */
  readonly cut?: 'size' | 'time';
  /** Values that the service did not send so: JSON pointers into the body, and names of headers. Absent: there are none. */
  readonly redacted?: { readonly body: readonly string[]; readonly headers: readonly string[] };
}

/** A response without how long it took: what the judge reads. */
export type UntimedResponse = Omit<WireResponse, 'timing'>;

/** Why there is no response. `unreachable`: no connection; `reset`: the connection ended early; `timeout`: none within the time limit. */
export interface Failure {
  readonly kind: 'unreachable' | 'reset' | 'timeout' | 'malformed' | 'thrown';
  /** The reason, as one sentence. */
  readonly message: string;
}

/** The outcome of a request: a response or a failure, never both. */
export type Answer =
  | { readonly response: WireResponse; readonly failure?: never }
  | { readonly failure: Failure; readonly response?: never };

/** How a response departs from what the document declares. */
export interface ReadingFault {
  readonly about: 'status' | 'media-type' | 'header' | 'body';
  /** The fault as a sentence: `/items/0/price must be a number.` */
  readonly message: string;
  /** The right outcome, as a noun phrase: `one of the statuses 200, 404`. */
  readonly expected: string;
  /** The statement of the document that it departs from. */
  readonly location: Location;
  /** JSON pointer into the body, to the faulty value. Absent: the fault is about another part, or the body as a whole. */
  readonly at?: string;
}

/** A response as the document reads it. */
export interface Reading {
  /** The declaration for the status; absent where there is none. */
  readonly declared?: DeclaredResponse;
  /** The declared media type that the response has; absent without a body. */
  readonly content?: MediaContent;
  /** Values of declared headers, by declared name. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** The decoded body; for a stream, the array of its items. Absent where it cannot be decoded, or there is none. */
  readonly body?: unknown;
  /** Whether the document says by `x-refusals` that the response may also answer a request that it allows. */
  readonly isRefusal?: true;
  readonly faults: readonly ReadingFault[];
}

/** A value of an earlier answer that the input of an exchange takes. */
export interface Bound {
  /** JSON pointer into the input: `/path/id`. */
  readonly to: string;
  readonly of: Exchange;
  /** JSON pointer into the result: `/body/id`, `/headers/Location`. */
  readonly from: string;
  /** The value as the input has it, before it is written as text. */
  readonly value: unknown;
}

export type Exchange = {
  readonly case: Case;
  readonly sent: SentRequest;
  /** When it began: milliseconds since 1970. */
  readonly began: number;
  /** From then to the last byte read; with what the run waited to keep its rate, or since the service asked for it by `Retry-After`. */
  readonly milliseconds: number;
  /** The exchange that this one follows: a repetition, a `HEAD` after a `GET`, an earlier step of a sequence. */
  readonly after?: Exchange;
  /** In a sequence: the values of earlier answers that the input takes. */
  readonly bound?: readonly Bound[];
} & (
  | { readonly response: WireResponse; readonly reading: Reading; readonly failure?: never }
  | { readonly failure: Failure; readonly response?: never; readonly reading?: never }
);

/** An exchange that has a response. */
export type Answered = Extract<Exchange, { readonly response: WireResponse }>;

/** The success of a create, with those of what it stands below and names. */
export interface Reached {
  readonly exchange: Exchange;
  readonly sources: readonly Reached[];
}
