// Turns an issue into a sentence for people.
import type { Issue } from './issue.ts';

/** The message for each keyword; `#` stands for the keyword's value. Where `#` is a number of things, the last word is a plural noun. */
export const PHRASES: Readonly<Record<string, string>> = {
  required: 'is missing',
  dependentRequired: 'is missing',
  type: 'must be #',
  const: 'must be #',
  enum: 'must be one of: #',
  discriminator: 'must be one of: #',
  format: 'must be a valid #',
  pattern: 'must match the pattern #',
  minLength: 'must have at least # characters',
  maxLength: 'must have at most # characters',
  minItems: 'must have at least # items',
  maxItems: 'must have at most # items',
  uniqueItems: 'must not contain an item twice',
  minContains: 'must contain at least # matching items',
  maxContains: 'must contain at most # matching items',
  contains: 'must contain at least # matching items',
  minProperties: 'must have at least # properties',
  maxProperties: 'must have at most # properties',
  minimum: 'must be at least #',
  maximum: 'must be at most #',
  exclusiveMinimum: 'must be greater than #',
  exclusiveMaximum: 'must be less than #',
  multipleOf: 'must be a multiple of #',
  properties: 'is not a known property',
  additionalProperties: 'is not a known property',
  unevaluatedProperties: 'is not a known property',
  items: 'is one item too many',
  prefixItems: 'is one item too many',
  unevaluatedItems: 'is one item too many',
  anyOf: 'must match at least one of: #',
  oneOf: 'must match exactly one of: #',
  not: 'must not match #',
  depth: 'is nested too deeply',
  // Faults that the decoders of parameters find.
  syntax: 'must be #',
  encoding: 'must be #',
  alias: 'must have the same value under each of its names: #',
  maxDepth: 'must not be nested more than # levels deep',
};

/** The parts of an issue that its sentence needs. */
type IssueFacts = Pick<Issue, 'path' | 'keyword' | 'expected'> & { readonly found?: unknown };

/** `/limit must be at most 100.` Names the kind of value that was found, never the value itself, so that the sentence may be logged. */
export function formatIssue(issue: IssueFacts): string {
  return `${issue.path || 'The value'} ${phraseOf(issue)}.`;
}

/** The same sentence without the place and the full stop: `must be at most 100`. */
export function phraseOf(issue: Omit<IssueFacts, 'path'>): string {
  const { keyword, expected } = issue;
  const all: readonly unknown[] = Array.isArray(expected) ? expected : [expected];
  let phrase = PHRASES[keyword] ?? `is not allowed (${keyword})`;
  let wanted: string;
  if (keyword === 'type') wanted = all.map(withArticle).join(' or ');
  else if (keyword === 'const') wanted = literal(expected);
  else if (keyword === 'enum' || keyword === 'discriminator') wanted = shortList(all.map(literal));
  else wanted = shortList(all.map(String));
  if (keyword === 'anyOf' && all.every((one) => String(one).startsWith('with '))) {
    // Alternatives that only require properties.
    phrase = 'must come #';
    wanted = all.join(' or ');
  }
  // If the number is one, the noun at the end is in the singular.
  if (expected === 1) phrase = phrase.replace(/ies$/, 'y').replace(/s$/, '');
  const found = keyword === 'type' && 'found' in issue ? `, but is ${kindOf(issue.found)}` : '';
  return `${phrase.replace('#', () => wanted)}${found}`;
}

/** The demand of a keyword, without the verb: `at most 100 characters`. */
export function limitText(keyword: string, limit: unknown): string {
  return phraseOf({ keyword, expected: limit }).replace(/^must (?:(?:be|have|match the) )?/, '');
}

function shortList(texts: readonly string[]): string {
  const shown = texts.slice(0, 10).join(', ');
  return texts.length > 10 ? `${shown} and ${texts.length - 10} more` : shown;
}

/** A word as it is, every other value as JSON: `novel`, `"a b"`, `"1"`, `1`. */
function literal(value: unknown): string {
  if (typeof value === 'bigint' || (typeof value === 'string' && /^(?!true$|false$|null$)[a-z_][\w.:/-]*$/i.test(value)))
    return String(value);
  return JSON.stringify(value) ?? 'undefined';
}

function withArticle(word: unknown): string {
  if (word === 'null') return word;
  return /^(?:[aeio]|unk)/.test(String(word)) ? `an ${word}` : `a ${word}`;
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number')
    return Number.isInteger(value) ? 'an integer' : Number.isFinite(value) ? 'a number' : 'not a finite number';
  return typeof value === 'bigint' ? 'an integer' : withArticle(typeof value);
}
