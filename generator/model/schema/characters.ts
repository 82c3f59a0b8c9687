// Finds out whether the text of a value that a schema allows can hold a character, such as the comma that separates the items of a list.
import { FORMATS, type PatternNode, parsePattern } from '@octavo/runtime/facts';
import { patternFlags } from '../patterns/engine.ts';
import { conjuncts, directBranches } from './conjuncts.ts';
import type { Schema } from './schema.ts';

/** The types whose texts hold neither `,` nor `%`, but for other words of booleans (`x-boolean-words`), which stand in the shape. */
const PLAIN_TYPES: ReadonlySet<string> = new Set(['integer', 'number', 'boolean', 'null']);

export type Character = ',' | '%';

/** Chains of branches longer than this are not followed. */
const MAX_DEPTH = 20;

/** Whether no value of the schema is a text with one of the characters. `false` where that is not certain. */
export function neverHolds(schema: Schema, characters: readonly Character[]): boolean {
  return isCertain(schema, (part) => characters.every((character) => excludes(part, character)));
}

/** Whether `test` holds for a schema that always applies with this one, or for all branches of one of its unions. */
export function isCertain(schema: Schema, test: (part: Schema) => boolean, depth = 0, known = new Map<Schema, boolean>()): boolean {
  if (depth > MAX_DEPTH) return false;
  const before = known.get(schema);
  if (before !== undefined) return before;
  const isAll = (branches: readonly Schema[]): boolean => branches.every((branch) => isCertain(branch, test, depth + 1, known));
  const found = conjuncts([schema]).some(
    (part) => test(part) || directBranches(part).some((branches) => branches.length > 0 && isAll(branches)),
  );
  known.set(schema, found);
  return found;
}

function excludes({ boolean: truth, type, const: constant, enum: values, format, pattern }: Schema, character: Character): boolean {
  if (truth === false || type?.every((name) => PLAIN_TYPES.has(name)) === true) return true;
  const listed = constant === undefined ? values : [constant.value];
  if (listed?.every((value) => (typeof value !== 'object' || value === null) && !String(value).includes(character)) === true) return true;
  return formatExcludes(format, character) || (pattern !== undefined && patternExcludes(pattern, character));
}

/** Whether no text in the format holds the character. */
export function formatExcludes(format: string | undefined, character: string): boolean {
  return FORMATS.get(format ?? '')?.characters?.test(character) === false;
}

/**
 * Whether a text that matches the pattern cannot hold the character: the pattern is anchored at both ends, and none of its parts matches the
 * character. `false` where that is not certain.
 */
export function patternExcludes(pattern: string, character: string): boolean {
  const flags = patternFlags(pattern);
  const tree = flags === undefined ? undefined : parsePattern(pattern, flags);
  // At the top level, each alternative would need both anchors.
  const parts = tree?.kind === 'choice' && tree.branches.length === 1 ? (tree.branches[0] ?? []) : [];
  if (!isAnchor(parts[0], '^') || !isAnchor(parts.at(-1), '$')) return false;
  return !parts.some((part) => mayMatch(part, flags ?? '', character));
}

function isAnchor(node: PatternNode | undefined, source: '^' | '$'): boolean {
  return node?.kind === 'assertion' && node.source === source;
}

/** The pattern as JavaScript runs it, for short texts; `undefined` where it is invalid. */
export function patternTest(pattern: string): RegExp | undefined {
  const flags = patternFlags(pattern);
  return flags === undefined ? undefined : new RegExp(pattern, flags);
}

/** A reference matches nothing that its group does not match; assertions match no characters. */
function mayMatch(node: PatternNode, flags: string, character: string): boolean {
  switch (node.kind) {
    case 'atom':
      return isMatch(node.source, flags, character);
    case 'choice':
      return node.branches.some((parts) => parts.some((part) => mayMatch(part, flags, character)));
    case 'repeat':
      return mayMatch(node.node, flags, character);
    case 'assertion':
    case 'look':
    case 'reference':
      return false;
  }
}

function isMatch(source: string, flags: string, character: string): boolean {
  try {
    return new RegExp(`^(?:${source})$`, flags).test(character);
  } catch {
    return true;
  }
}
