// Samples objects: required properties with those that they require, some of the optional ones, and new names where a map allows them.
import { setOwn } from '../contract/own.ts';
import { greatest, smallest } from './conjunction.ts';
import type { ExampleKeywords, ExampleSchema } from './example-schema.ts';
import { matches, partsOf } from './matches.ts';
import { ATTEMPTS, again, inside, likelihood, type Position, SHALLOW, Unsatisfied } from './position.ts';
import { sampleText } from './text.ts';
import { patternOf } from './value-checks.ts';
import { word } from './words.ts';

export function objectOf(parts: readonly ExampleKeywords[], position: Position): object {
  const { random } = position;
  const least = greatest(parts, 'minProperties', 0);
  const most = smallest(parts, 'maxProperties', Infinity);
  const required = withDependents(parts, new Set(parts.flatMap((part) => part.required ?? [])));
  if (required.size > most) throw new Unsatisfied(position.path, 'it requires more properties than it allows');
  const result = {};
  let count = 0;
  const add = (name: string): boolean => {
    if (Object.hasOwn(result, name)) return true;
    setOwn(result, name, position.sample(memberSchemas(parts, name), inside(position, name)));
    count++;
    return true;
  };
  /** Leaves the property out if no value is found, if it would require too much, or if its name is not allowed. */
  const tryAdd = (name: string): void => {
    const with_ = [...withDependents(parts, new Set([name]))].filter((each) => !Object.hasOwn(result, each));
    if (count + with_.length > most || !with_.every((each) => isOpen(parts, each, position))) return;
    try {
      with_.every(add);
    } catch (error) {
      if (!(error instanceof Unsatisfied) || position.budget.left <= 0) throw error;
    }
  };

  for (const name of required) add(name);
  const optional = [...new Set(parts.flatMap((part) => Object.keys(part.properties ?? {})))].filter((name) => !required.has(name));
  for (const name of optional) {
    const low = memberSchemas(parts, name).every((part) => position.heights.of(part) < 2 * SHALLOW - position.level);
    if (low && random.chance(likelihood(position))) tryAdd(name);
  }
  for (const name of optional) if (count < least) tryAdd(name);

  // Maps get a few members, other objects only those that they require.
  const map = parts.some((part) => typeof part.additionalProperties === 'object' || part.patternProperties !== undefined);
  const wanted = Math.max(least, map && position.plain === undefined && optional.length + required.size === 0 ? random.integer(0, 2) : 0);
  for (let attempt = 0; attempt < ATTEMPTS && count < wanted; attempt++)
    tryAdd(newName(parts, attempt, attempt === 0 ? position : again(position)));
  if (count < least) throw new Unsatisfied(position.path, 'not enough properties were found that it allows');
  return result;
}

function memberSchemas(parts: readonly ExampleKeywords[], name: string): ExampleSchema[] {
  const schemas = parts.flatMap((part) => partsOf(part, name));
  return schemas.length > 0 ? schemas : parts.flatMap((part) => part.unevaluatedProperties ?? []);
}

function isOpen(parts: readonly ExampleKeywords[], name: string, { schemas }: Position): boolean {
  return (
    !memberSchemas(parts, name).includes(false) &&
    parts.every((part) => part.propertyNames === undefined || matches(schemas, part.propertyNames, name))
  );
}

function withDependents(parts: readonly ExampleKeywords[], names: Set<string>): Set<string> {
  for (const name of names)
    for (const { dependentRequired } of parts)
      if (dependentRequired !== undefined && Object.hasOwn(dependentRequired, name))
        for (const other of dependentRequired[name] ?? []) names.add(other);
  return names;
}

/** A name for another property: a sample of a pattern or of `propertyNames`, or a word. */
function newName(parts: readonly ExampleKeywords[], attempt: number, position: Position): string {
  const { random } = position;
  const pattern = random.pick(parts.flatMap((part) => Object.keys(part.patternProperties ?? {})));
  if (pattern !== undefined && attempt % 3 !== 2) {
    const most = Math.min(...parts.map((part) => part.longestName ?? Infinity));
    const text = sampleText(random, { least: 0, most, formats: [], patterns: [pattern] });
    if (text !== undefined && text.length <= most && patternOf(pattern).test(text)) return text;
  }
  const names = parts.flatMap((part) => (typeof part.propertyNames === 'object' ? [part.propertyNames] : []));
  if (names.length > 0) {
    const name = position.sample([{ type: ['string'] }, ...names], { ...position, examples: 'none' });
    if (typeof name === 'string') return name;
  }
  return attempt < 10 ? word(random) : `${word(random)}${random.integer(2, 999)}`;
}
