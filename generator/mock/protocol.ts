// The messages between the mock and the process that runs Prism.
import type { JsonObject } from '../load/description.ts';

export interface MockRequest {
  readonly document: string;
  readonly method: string;
  /** Path below the server's base path, as it came: percent-encoded. */
  readonly path: string;
  /** Without `?`. */
  readonly query: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or `undefined` where there is none. */
  readonly body?: string;
}

export interface MockAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface PrismOptions {
  /** Bodies are made up from the schemas instead of taken from the examples. */
  readonly dynamic: boolean;
  /** An answer that breaks the document is an error. */
  readonly errors: boolean;
}

export type ToChild =
  | { readonly kind: 'load'; readonly seq: number; readonly id: string; readonly document: JsonObject }
  | { readonly kind: 'unload'; readonly id: string }
  | { readonly kind: 'request'; readonly seq: number; readonly request: MockRequest };

export type FromChild =
  | { readonly kind: 'ready' }
  /** Prism itself could not be loaded. */
  | { readonly kind: 'unusable'; readonly message: string }
  | { readonly kind: 'loaded'; readonly seq: number }
  | { readonly kind: 'refused'; readonly seq: number; readonly message: string }
  | { readonly kind: 'answer'; readonly seq: number; readonly answer: MockAnswer }
  /** Prism threw where it should have answered. */
  | { readonly kind: 'fault'; readonly seq: number; readonly message: string };

/** Replaces the key `$ref` in example data, which Prism would take for a reference. The process puts the key back. */
export const refKeyStandIn = '\u200boctavo:ref';
