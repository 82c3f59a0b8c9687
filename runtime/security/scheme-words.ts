// `x-scheme-words` (docs/extensions.md). Rows of schemes with other words name it, so that other bundles do not carry it.
import type { SecurityScheme } from '../contract/security.ts';

/** A scheme whose credential a server also accepts after other words. A client sends the scheme's own word. */
/* @__NO_SIDE_EFFECTS__ */
export function withWords<S extends SecurityScheme>(scheme: S, words: readonly string[]): S {
  return { ...scheme, words };
}
