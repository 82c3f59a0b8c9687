// The messages between the mock and the process that runs Prism.
import type { JsonObject } from '../load/description.ts';
import type { ErrorTemplates } from './error-templates.ts';
import type { StreamFormats } from './streams/formats.ts';

export interface MockRequest {
  readonly document: string;
  readonly method: string;
  /** Path below the base path of the server, percent-encoded as received. */
  readonly path: string;
  /** Percent-encoded, without `?`. */
  readonly query: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Absent if there is no body. */
  readonly body?: string;
}

export interface MockAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Lines of `Set-Cookie`, which cannot be joined. */
  readonly cookies?: readonly string[];
  /** The operation from which Prism answered: `GET /pets/{id}`. */
  readonly operation?: string;
  /** Why the request was refused; absent for a response of the document. */
  readonly refused?: string;
  /** Why Prism has no response, where the request is not the reason. */
  readonly failed?: string;
  /** Whether it is an answer of the mock and not of the document: the request asked for a response that the document does not have. */
  readonly isOurs?: true;
  /** What was redacted in a recorded response: places of its body, as JSON pointers, and names of headers. */
  readonly redacted?: { readonly body: readonly string[]; readonly headers: readonly string[] };
}

export interface PrismOptions {
  /** Generate bodies from the schemas instead of using the examples. */
  readonly dynamic: boolean;
  /** Answer 500 if a response does not match the document. */
  readonly errors: boolean;
}

export type ToChild =
  | {
      readonly kind: 'load';
      readonly seq: number;
      readonly id: string;
      readonly document: JsonObject;
      readonly errors: ErrorTemplates;
      readonly streams: StreamFormats;
    }
  | { readonly kind: 'unload'; readonly id: string }
  | { readonly kind: 'request'; readonly seq: number; readonly request: MockRequest };

export type FromChild =
  | { readonly kind: 'ready' }
  /** Prism itself could not be loaded. */
  | { readonly kind: 'unusable'; readonly message: string }
  | { readonly kind: 'loaded'; readonly seq: number }
  | { readonly kind: 'refused'; readonly seq: number; readonly message: string }
  | { readonly kind: 'answer'; readonly seq: number; readonly answer: MockAnswer }
  /** Prism threw instead of responding. */
  | { readonly kind: 'fault'; readonly seq: number; readonly message: string };

/** Replaces the key `$ref` in example data, which Prism would take for a reference. The process puts the key back. */
export const refKeyStandIn = '\u200boctavo:ref';
