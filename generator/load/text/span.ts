// A stretch of text, and the index that finds the one of a key or value.

/** Offsets in UTF-16 code units; `end` is the offset after the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the values and keys of one text stand. */
export interface TextIndex {
  /** The span of the value that the pointer's tokens lead to, or of its key. Where a token does not exist, the span of the last value that does. */
  span(tokens: readonly string[], at: 'key' | 'value'): Span;
}
