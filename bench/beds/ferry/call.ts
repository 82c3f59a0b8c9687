// A request as the handlers get it.
import type { Reply } from '../http.ts';
import type { Check } from './fields.ts';
import type { Input } from './inputs.ts';
import type { Line, Store } from './store.ts';

export type Value = string | number | boolean | readonly string[];

export interface Call {
  readonly store: Store;
  /** The line of the caller. */
  readonly line: Line;
  readonly isStaff: boolean;
  /** The id in the path. */
  readonly id: string;
  readonly pathname: string;
  /** The parameters that the operation knows. */
  readonly query: Readonly<Record<string, Value>>;
  readonly header: (name: string) => string | undefined;
  /** The body after its check. */
  readonly body: <Body>(input: Input) => Promise<Body>;
  readonly has: (fault: string) => boolean;
}

/** A query parameter: how its text is read, what is checked, and what holds if it is left out. */
export interface Parameter {
  readonly check: Check;
  readonly read?: (text: string) => Value;
  readonly usual?: Value;
}

export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** The path, with a mark where it has the id. */
  readonly path: string;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly headers?: (has: Call['has']) => Readonly<Record<string, Check>>;
  readonly media?: string;
  /** Whether quay staff may do it. */
  readonly isOfStaff?: boolean;
  readonly run: (call: Call) => Reply | Promise<Reply>;
}

export const JSON_TYPE = 'application/json';
export const PATCH_TYPE = 'application/merge-patch+json';
