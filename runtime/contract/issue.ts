// An issue is a fault in a value: what a validator found, where, and what was expected.

/** One fault in a value. Plain data; `formatIssue` makes the sentence. */
export interface Issue {
  /** RFC 6901 JSON pointer to the faulty value, `''` for the whole. A caller prefixes what its callee pushed. */
  path: string;
  /** The JSON Schema keyword that failed: `type`, `minLength`, `required`, … */
  readonly keyword: string;
  /** What the keyword asks for: `'integer'`, `100`, the missing property's name, the allowed values. */
  readonly expected: unknown;
  /** The value that was found; for `required`, `undefined`. May hold user data: never log it whole. */
  readonly found: unknown;
}

/** What generated validators are: true and nothing pushed, or false and at least one issue pushed. */
export type Validator<T = unknown> = (value: unknown, issues: Issue[]) => value is T;
