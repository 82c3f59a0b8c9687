// Keywords whose demand cannot be put into code: named, so that the pipeline can leave out what they touch. Nothing that constrains is ignored in silence.
import type { Schema } from '../../model/schema.ts';
import type { Location } from '../../problem.ts';
import { subschemas } from './graph.ts';

export interface UnsupportedKeyword {
  readonly keyword: string;
  /** One sentence. */
  readonly message: string;
  readonly fix: string;
  readonly location: Location;
}

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

/** What of this one schema, not of its parts, cannot be checked. */
function unsupportedHere(schema: Schema): UnsupportedKeyword[] {
  const found: UnsupportedKeyword[] = [];
  const patterns: [string, string][] = [...(schema.patternProperties?.keys() ?? [])].map((pattern) => ['patternProperties', pattern]);
  if (schema.pattern !== undefined) patterns.push(['pattern', schema.pattern]);
  for (const [keyword, pattern] of patterns) {
    if (patternFlags(pattern) !== undefined) continue;
    found.push({
      keyword,
      message: `${JSON.stringify(pattern)} is not a regular expression of ECMA-262, so no validator can check it.`,
      fix: 'Write it without what other languages add, such as (?i) or \\A.',
      location: { ...schema.location, pointer: `${schema.location.pointer}/${keyword}` },
    });
  }
  return found;
}

/** What of a schema and everything that it leads to cannot be checked. `visited` may be shared between calls: what was seen is not told twice. */
export function unsupportedKeywords(schema: Schema, visited = new Set<Schema>()): UnsupportedKeyword[] {
  const found: UnsupportedKeyword[] = [];
  const todo = [schema];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (visited.has(next)) continue;
    visited.add(next);
    found.push(...unsupportedHere(next));
    todo.push(...subschemas(next));
  }
  return found;
}
