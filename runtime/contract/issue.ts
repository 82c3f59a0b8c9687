// An issue is a fault in a value: where it is, which keyword failed, what was expected and what was found.

/** One fault in a value, as plain data; `formatIssue` makes a sentence of it. */
export interface Issue {
  /** RFC 6901 JSON pointer to the faulty value, `''` for the whole. A validator prefixes the paths of the issues that its callees push. */
  path: string;
  /** The JSON Schema keyword that failed: `type`, `minLength`, `required`, … */
  readonly keyword: string;
  /** The keyword's value: `'integer'`, `100`, the missing property's name, the allowed values. */
  readonly expected: unknown;
  /** The faulty value; `undefined` for `required`. May be user data: do not log it. */
  readonly found: unknown;
}

/** The type of generated validators: returns true and pushes nothing, or returns false and pushes at least one issue. */
export type Validator<T = unknown> = (value: unknown, issues: Issue[]) => value is T;
