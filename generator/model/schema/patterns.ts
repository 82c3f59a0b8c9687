// Regular expressions of schemas → the flags that they run under, or what is wrong with them.
import type { Location } from '../../problem.ts';
import type { Cause } from '../document-node.ts';
import type { Schema } from './schema.ts';

const flagsOf = new Map<string, 'u' | '' | undefined>();

/**
 * The flags under which a pattern is a regular expression. Unicode mode is what the standard asks for (Core section 6.4); patterns that
 * only the older mode takes, such as `[\w-.]`, keep the meaning that their authors saw. Undefined: no regular expression at all.
 */
export function patternFlags(pattern: string): 'u' | '' | undefined {
  if (flagsOf.has(pattern)) return flagsOf.get(pattern);
  const flags = (['u', ''] as const).find((candidate) => {
    try {
      new RegExp(pattern, candidate);
      return true;
    } catch {
      return false;
    }
  });
  flagsOf.set(pattern, flags);
  return flags;
}

/** Why no validator can check the patterns of this one schema, if so: nothing that constrains is ignored in silence. */
export function patternFault(schema: Schema, location: Location): Cause | undefined {
  const patterns: [keyword: string, pattern: string][] = [...(schema.patternProperties?.keys() ?? [])].map((pattern) => [
    'patternProperties',
    pattern,
  ]);
  if (schema.pattern !== undefined) patterns.push(['pattern', schema.pattern]);
  for (const [keyword, pattern] of patterns) {
    if (patternFlags(pattern) !== undefined) continue;
    return {
      message: `its ${keyword} ${JSON.stringify(pattern)} is no regular expression of ECMA-262; write it without what other languages add, such as (?i) or \\A.`,
      location: { ...location, pointer: `${location.pointer}/${keyword}` },
    };
  }
  return undefined;
}
