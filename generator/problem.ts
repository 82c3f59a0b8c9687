// A problem is a fault in a description: what is wrong, where, and what would be right. Problems are collected, never thrown one by one.

/** One text that was read: the entry document or a file it refers to. */
export interface Source {
  /** Absolute path after realpath, or the URL of an allowed remote document. */
  readonly path: string;
  /** The path or URL as messages show it; see `displayPath`. */
  readonly display: string;
  readonly text: string;
  readonly format: 'json' | 'yaml';
}

/**
 * A place in a description: a source and an RFC 6901 JSON pointer (`''` is the root) into it.
 * Line and column are worked out from it only when a message is printed.
 */
export interface Location {
  readonly source: Source;
  readonly pointer: string;
  /** `key` points at the mapping key that the pointer ends in, `value` (the default) at its value. */
  readonly at?: 'key' | 'value';
  /** An exact offset into the text, where a parser knows better than the pointer does. UTF-16 code units. */
  readonly offset?: number;
}

/**
 * - `error`: the document is unsafe or invalid; nothing is written, exit 1.
 * - `unsupported`: what it touches is left out and named, the rest is generated (`--strict` makes it an error).
 * - `warning`, `note`: reported, nothing else.
 */
export type Severity = 'error' | 'unsupported' | 'warning' | 'note';

export interface Problem {
  /** Stable kebab-case word, such as `ref-outside-project`. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence: what is wrong. */
  readonly message: string;
  /** One sentence: what would be right. */
  readonly fix?: string;
  readonly location: Location;
  /** Other places that belong to it. The message says how, as in `first used here` or `caused by`, and is printed with a colon, unless it is a sentence. */
  readonly related?: readonly { readonly message: string; readonly location: Location }[];
}

/** Collects problems on the way through the stages. */
export class Problems {
  readonly list: Problem[] = [];

  add(problem: Problem): void {
    this.list.push(problem);
  }

  get failed(): boolean {
    return this.list.some((problem) => problem.severity === 'error');
  }
}
