// The entry `@octavo/runtime/linear`: patterns whose matching takes time in proportion to the text, on the optional peer `re2js`.
import { RE2JS } from 're2js';

/** A pattern of a generated validator, in place of a `RegExp`. */
export interface LinearPattern {
  /** Whether any part of the text matches. */
  test(text: string): boolean;
}

const SURROGATES = /[\ud800-\udfff]/g;

/**
 * A pattern in the syntax of RE2, which the generator has written from a regular expression. `flags` are those of that expression: without `u`, it
 * counts the two halves of a surrogate pair as two characters. The pattern is compiled when it is first used.
 */
export function linear(source: string, flags: 'u' | ''): LinearPattern {
  let compiled: RE2JS | undefined;
  return {
    test(text) {
      compiled ??= RE2JS.compile(source);
      // RE2 reads pairs as one character, but two low halves as two; such patterns do not tell one half from another.
      return compiled.test(flags === 'u' ? text : text.replace(SURROGATES, '\udc00'));
    },
  };
}
