// A problem is a fault in a description: what is wrong, where, and what to write instead. Problems are collected, not thrown.

/** A text that was read: the entry document, or a file that it refers to. */
export interface Source {
  /** Absolute path after realpath, or the URL of an allowed remote document. */
  readonly path: string;
  /** The path or URL as messages show it; see `displayPath`. */
  readonly display: string;
  readonly text: string;
  readonly format: 'json' | 'yaml';
}

/**
 * A position in a description: a source and a JSON pointer (RFC 6901; `''` is the root).
 * Line and column are worked out only when a message is printed.
 */
export interface Location {
  readonly source: Source;
  readonly pointer: string;
  /** Whether the key at the end of the pointer is meant, or its value. Default `value`. */
  readonly at?: 'key' | 'value';
  /** The exact offset in the text, in UTF-16 code units, where a parser knows it. */
  readonly offset?: number;
}

/**
 * - `error`: the document is unsafe or invalid; nothing is written, exit 1.
 * - `unsupported`: what the message names is left out, the rest is generated (under `strict`, an error).
 * - `warning`: what was read in another way than it is written, or left out without a loss for callers (the latter is an error under `strict`).
 * - `note`: reported, without other consequences.
 */
export type Severity = 'error' | 'unsupported' | 'warning' | 'note';

export interface Problem {
  /** Stable kebab-case word, such as `ref-outside-project`. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence: what is wrong. */
  readonly message: string;
  /** One sentence: what to write instead. */
  readonly fix?: string;
  readonly location: Location;
  /** The parts that are left out, each as a noun: `operation`, `parameter`, `media type`. */
  readonly leftOut?: readonly string[];
  /** Why it is left out, in words that do not name the part; a summary counts the parts by it. Default: `message`. */
  readonly reason?: string;
  /**
   * Other places that belong to it. The message says how, as in `first used here` or `caused by`, and is printed with a colon, unless it is a
   * sentence.
   */
  readonly related?: readonly { readonly message: string; readonly location: Location }[];
}

/** Whether something that the document declares is not generated because of this problem. `strict` refuses documents with such problems. */
export function leavesOut({ severity, leftOut = [] }: Problem): boolean {
  return severity === 'unsupported' || leftOut.length > 0;
}

/** Collects the problems of all stages. */
export class Problems {
  readonly list: Problem[] = [];

  add(problem: Problem): void {
    this.list.push(problem);
  }

  get failed(): boolean {
    return this.list.some((problem) => problem.severity === 'error');
  }
}
