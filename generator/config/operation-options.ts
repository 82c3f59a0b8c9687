// Reads what a configuration adds to single operations: extensions that a document which is not edited lacks, in the form that docs/extensions.md
// gives them.
import type { StreamFormat } from '../base/stream-formats.ts';
import { ownExtensions } from '../load/check/own-extensions.ts';

/** `x-stream` of an operation: the format of its responses of success, or options of their streams. */
export type StreamOption =
  | StreamFormat
  | 'bytes'
  | {
      readonly format?: StreamFormat | 'bytes';
      readonly keepAliveSeconds?: number;
      readonly maxItemBytes?: number;
      readonly lineEnd?: 'lf' | 'crlf';
      readonly end?: string;
    };

/** `x-pagination` of an operation; the fields depend on the style. */
export interface PaginationOption {
  readonly style: 'cursor' | 'offset' | 'page' | 'link';
  readonly [field: string]: string | number | boolean;
}

/** An entry of `x-errors`: the body of the server's own errors, for all with the status or for some. */
export interface ErrorOption {
  readonly when?: {
    readonly kind?: string | readonly string[];
    readonly credential?: 'missing' | 'invalid';
    readonly at?: string | readonly string[];
    readonly keyword?: string | readonly string[];
    readonly code?: string | number | readonly (string | number)[];
  };
  readonly code?: string | number;
  readonly title?: string;
  readonly detail?: string;
  readonly contentType?: string;
  readonly body?: unknown;
}

/** Extensions of one operation, with the meaning that they have in a document (docs/extensions.md). They replace those of the document. */
export interface OperationOptions {
  readonly 'x-stream'?: StreamOption;
  readonly 'x-pagination'?: PaginationOption;
  readonly 'x-any-of-parameters'?: readonly (readonly string[])[];
  readonly 'x-lenient-type'?: boolean;
  readonly 'x-limits'?: readonly {
    readonly per: 'user' | 'app' | 'account' | 'token' | 'address';
    readonly limit: number;
    readonly seconds: number;
    readonly level?: string;
    readonly shared?: string;
  }[];
  readonly 'x-order'?: {
    readonly direction:
      | 'newest-first'
      | 'oldest-first'
      | 'highest-first'
      | 'lowest-first'
      | 'nearest-first'
      | 'best-first'
      | 'alphabetical';
    readonly by?: string;
    readonly at?: string;
  };
  readonly 'x-aliases'?: readonly {
    readonly method?: string;
    readonly path: string;
    readonly parameters?: Readonly<Record<string, string>>;
  }[];
  /** By status: `401`, `4XX` or `default`. In a list, the first entry whose `when` holds is used. */
  readonly 'x-errors'?: Readonly<Record<string, ErrorOption | readonly ErrorOption[]>>;
}

/** By `operationId`, or by method and path: `GET /pets/{id}`. */
export type OperationsOptions = Readonly<Record<string, OperationOptions>>;

/** The names of the options. */
export const operationOptions: readonly string[] = Object.entries(ownExtensions).flatMap(([name, { isOption }]) =>
  isOption ? [name] : [],
);
