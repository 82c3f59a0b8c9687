// Selects values of a document by a JSONPath query (RFC 9535), within limits of time and number.
import { createContext, Script } from 'node:vm';
import { JSONPathEnvironment, JSONPathError, type JSONValue } from 'json-p3';
import type { Json } from '../description.ts';
import { joinPointer } from '../pointer.ts';

export interface Match {
  /** The names and indexes that lead to the value. */
  readonly tokens: readonly string[];
  readonly value: Json;
}

type Selection =
  | { readonly kind: 'matches'; readonly matches: readonly Match[] }
  /** The query is not valid; `message` says why. */
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'slow' }
  | { readonly kind: 'many' };

export interface SelectLimits {
  readonly milliseconds: number;
  readonly matches: number;
  /** Levels of nesting in the document. */
  readonly depth: number;
}

/** Finds the values that a query selects, each once, in the order of the query. */
export type Select = (query: string, root: Json, limits: SelectLimits) => Selection;

/** A selector for many queries, since what it needs takes longer to make than most queries take. */
export function createSelect(): Select {
  // The script is one call. Its time limit ends the query wherever it is, also inside a regular expression.
  const script = new Script('evaluate()');
  const scope = createContext({});
  return (query, root, limits) => {
    const environment = new JSONPathEnvironment({ maxRecursionDepth: limits.depth + 2 });
    scope.evaluate = () => evaluate(environment, query, root, limits);
    try {
      return script.runInContext(scope, { timeout: limits.milliseconds }) as Selection;
    } catch (error) {
      if (error instanceof JSONPathError) return { kind: 'invalid', message: error.message.replace(/ \('.*':\d+\)$/s, '') };
      if (error instanceof RangeError) return { kind: 'invalid', message: 'the query is nested too deep' };
      if (isTimeout(error)) return { kind: 'slow' };
      throw error;
    }
  };
}

function evaluate(environment: JSONPathEnvironment, query: string, root: Json, limits: SelectLimits): Selection {
  const found = new Map<string, Match>();
  let seen = 0;
  // The library's type of values has no bigint, which it passes on like any other value.
  for (const { location, value } of environment.compile(query).lazyQuery(root as unknown as JSONValue)) {
    if (++seen > limits.matches) return { kind: 'many' };
    const tokens = location.map(String);
    const pointer = joinPointer('', ...tokens);
    if (!found.has(pointer)) found.set(pointer, { tokens, value: value as unknown as Json });
  }
  return { kind: 'matches', matches: [...found.values()] };
}

/**
 * A name with a hyphen that is written without quotes, as in `$.info.x-a`: RFC 9535 has no such names (section 2.5.1.1), and the library takes them.
 * `undefined` for a query that has none.
 */
export function unquotedName(query: string): string | undefined {
  const unquoted = query.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, '""');
  return /\.([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*-[\w\u0080-\uffff-]*)/.exec(unquoted)?.[1];
}

/** The error comes from the other context, so it is not an instance of this one's `Error`. */
function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
