// Finds out whether the text of a value that a schema allows can hold a character, such as the comma that separates the items of a list.
import { patternFlags } from '../patterns/engine.ts';
import { conjuncts, directBranches } from './conjuncts.ts';
import type { Schema } from './schema.ts';

/** Formats whose texts never hold a comma; validators check all of them. `test/testing/formats.test.ts` tries it. */
export const FORMATS_WITHOUT_COMMA: ReadonlySet<string> = new Set([
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'idn-email',
  'hostname',
  'idn-hostname',
  'ipv4',
  'ipv6',
  'uuid',
  'byte',
]);

/** Those of them that may hold `%`. */
const FORMATS_WITH_PERCENT: ReadonlySet<string> = new Set(['email', 'idn-email']);

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
  if (format !== undefined && FORMATS_WITHOUT_COMMA.has(format) && !(character === '%' && FORMATS_WITH_PERCENT.has(format))) return true;
  return pattern !== undefined && patternExcludes(pattern, character);
}

/** Escapes and classes of a regular expression, beginnings of groups, counts, and single characters. */
const TOKEN =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|k<[^>]*>|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|:|<[^>]*>))?|\{\d+(?:,\d*)?\}|./gsu;

/** Quantifiers, anchors and references to groups: they match nothing that the other parts of the pattern do not match. */
const SYNTAX = /^(?:[*+?^$]|\{\d.*|\\[bB1-9]|\\k<.*)$/;

/**
 * Whether a text that matches the pattern cannot hold the character: the pattern is anchored at both ends, and none of its parts matches the
 * character. `false` where that is not certain.
 */
export function patternExcludes(pattern: string, character: string): boolean {
  const flags = patternFlags(pattern);
  if (flags === undefined || !pattern.startsWith('^') || !pattern.endsWith('$') || pattern.endsWith('\\$')) return false;
  // Without the flag `u`, these escapes may stand for other characters than they seem to.
  if (flags === '' && /\\[pPkcux\d]/.test(pattern)) return false;
  let depth = 0;
  for (const [token] of pattern.slice(1, -1).matchAll(TOKEN)) {
    if (token.startsWith('(')) depth++;
    else if (token === ')') depth--;
    // Outside of groups, each alternative would need both anchors.
    else if (token === '|' && depth === 0) return false;
    else if (token !== '|' && !SYNTAX.test(token) && mayMatch(token, flags, character)) return false;
  }
  return true;
}

/** The pattern as JavaScript runs it, for short texts; `undefined` where it is invalid. */
export function patternTest(pattern: string): RegExp | undefined {
  const flags = patternFlags(pattern);
  return flags === undefined ? undefined : new RegExp(pattern, flags);
}

function mayMatch(token: string, flags: string, character: string): boolean {
  try {
    return new RegExp(`^(?:${token})$`, flags).test(character);
  } catch {
    return true;
  }
}
