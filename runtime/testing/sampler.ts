// Samples values of example schemas: builds a value from the schemas that apply, checks it where needed, and tries again within a budget.
import { setOwn } from '../contract/own.ts';
import { type Choices, conjunctionOf, greatest, smallest, typesOf, valuesOf } from './conjunction.ts';
import type { ExampleKeywords, ExampleSchema, ExampleSchemas } from './example-schema.ts';
import { integerFormats, wideFormats } from './formats.ts';
import { type Heights, heightsOf } from './heights.ts';
import { matches, partsOf } from './matches.ts';
import { sampleNumber } from './number.ts';
import type { Random } from './random.ts';
import { sampleText } from './text.ts';
import { numberKeywords, patternOf, textKeywords } from './value-checks.ts';
import { word } from './words.ts';

export interface SampleOptions {
  readonly random: Random;
  /** The document's examples. `first`: wherever they match; `some`: sometimes, for texts and numbers; `none`: never. */
  readonly examples: 'first' | 'some' | 'none';
  /** Whether values must have the tags of discriminators. */
  readonly tagged: boolean;
}

/** No value was found. `position` is a JSON pointer into the value. */
export class Unsatisfied extends Error {
  override readonly name = 'Unsatisfied';
  readonly position: string;

  constructor(position: string, reason: string) {
    super(reason);
    this.position = position;
  }
}

/** From this level on, optional properties and items are rare; from twice this level on, there are none. */
const SHALLOW = 4;
/** How many values are built for one example, including those that are thrown away. */
const MOST_VALUES = 50_000;
const ATTEMPTS = 60;
/** The most characters or items that are sampled. */
const LONGEST = 10_000;
/** The most levels of a value: more than `Heights` searches. */
const DEEPEST = 100;

const knownHeights = new WeakMap<ExampleSchemas, Heights>();

/** @throws {Unsatisfied} */
export function sampleValue(schemas: ExampleSchemas, schema: ExampleSchema, options: SampleOptions): unknown {
  let known = knownHeights.get(schemas);
  if (known === undefined) {
    known = heightsOf(schemas);
    knownHeights.set(schemas, known);
  }
  return value([schema], { schemas, heights: known, ...options, level: 0, path: '', budget: { left: MOST_VALUES } });
}

interface Position extends SampleOptions {
  readonly schemas: ExampleSchemas;
  readonly heights: Heights;
  readonly level: number;
  readonly path: string;
  readonly budget: { left: number };
}

function inside(position: Position, name: string | number): Position {
  return { ...position, level: position.level + 1, path: `${position.path}/${name}` };
}

/** A value that matches all of the schemas. */
function value(roots: readonly ExampleSchema[], position: Position): unknown {
  const { random, schemas } = position;
  const { heights, tagged, level } = position;
  if (level > DEEPEST) throw new Unsatisfied(position.path, 'it is nested too deeply');
  const choices: Choices = { schemas, heights, random, levels: 2 * SHALLOW - level, tagged, apart: false };
  const holds = (candidate: unknown): boolean => roots.every((root) => matches(schemas, root, candidate));
  let reason: Unsatisfied | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (position.budget.left-- <= 0) throw new Unsatisfied(position.path, 'it would take too many attempts');
    const conjunction = conjunctionOf(roots, attempt < ATTEMPTS / 2 ? choices : { ...choices, apart: true });
    if (conjunction === undefined) continue;
    const { parts, uncertain } = conjunction;
    const example = exampleOf(parts, position, holds);
    if (example !== undefined) return structuredClone(example.value);
    try {
      const candidate = build(parts, position);
      if (!uncertain || holds(candidate)) return candidate;
    } catch (error) {
      if (!(error instanceof Unsatisfied) || position.budget.left <= 0) throw error;
      reason = error;
      // Without a choice on this level, another attempt would fail in the same way.
      if (!uncertain && parts.every((part) => part.anyOf === undefined)) throw error;
    }
  }
  throw reason ?? new Unsatisfied(position.path, 'no value was found that all of its keywords allow');
}

function exampleOf(
  parts: readonly ExampleKeywords[],
  { random, examples: policy }: Position,
  holds: (candidate: unknown) => boolean,
): { readonly value: unknown } | undefined {
  if (policy === 'none') return undefined;
  const examples = parts.flatMap((part) => part.examples ?? []);
  if (examples.length === 0) return undefined;
  if (policy === 'first') {
    const index = examples.findIndex(holds);
    return index === -1 ? undefined : { value: examples[index] };
  }
  if (random.chance(0.5)) return undefined;
  const chosen = random.pick(examples);
  return (typeof chosen === 'string' || typeof chosen === 'number' || typeof chosen === 'bigint') && holds(chosen)
    ? { value: chosen }
    : undefined;
}

function build(parts: readonly ExampleKeywords[], position: Position): unknown {
  const { random, path } = position;
  // Without a media type, it is sent with the declared one.
  if (parts.some((part) => part.file === true)) return new Blob([word(random)]);
  const values = valuesOf(parts);
  if (values !== undefined) {
    if (values.length === 0) throw new Unsatisfied(path, 'its constants exclude each other');
    return structuredClone(random.pick(values));
  }
  const types = typesOf(parts);
  // Other values are better examples than `null`.
  const telling = types.filter((type) => type !== 'null');
  const type = telling.length > 0 && random.chance(0.9) ? random.pick(telling) : random.pick(types);
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return (type === 'integer' ? longInteger(parts, position) : undefined) ?? numberOf(parts, type === 'integer', position);
    case 'string':
      return textOf(parts, position);
    case 'array':
      return arrayOf(parts, position);
    case 'object':
      return objectOf(parts, position);
    default:
      throw new Unsatisfied(path, 'its types exclude each other');
  }
}

/** Sometimes an integer that a double cannot hold, where allowed: a bound of its range, or one of 62 bits. */
function longInteger(parts: readonly ExampleKeywords[], { random, schemas, examples }: Position): bigint | undefined {
  if (examples !== 'some' || !parts.some((part) => part.exact) || !random.chance(0.3)) return undefined;
  const ends = parts.flatMap((part) => wideFormats.get(part.format ?? '') ?? []);
  const long = (BigInt(random.integer(2 ** 22, 2 ** 31 - 1)) << 31n) | BigInt(random.integer(0, 2 ** 31 - 1));
  const candidate = random.pick([...ends, long, -long]);
  if (candidate === undefined || Number.isSafeInteger(Number(candidate))) return undefined;
  return parts.every((part) => matches(schemas, bare(part), candidate)) ? candidate : undefined;
}

function numberOf(parts: readonly ExampleKeywords[], integer: boolean, position: Position): number {
  const ranges = parts.flatMap((part) => integerFormats.get(part.format ?? '') ?? []);
  const whole = integer || ranges.length > 0;
  const ends = parts.flatMap((part) => [integerFormats.get(part.format ?? '')]);
  let least = Math.max(greatest(parts, 'minimum', -Infinity), ...ends.map((end) => end?.[0] ?? -Infinity));
  let most = Math.min(smallest(parts, 'maximum', Infinity), ...ends.map((end) => end?.[1] ?? Infinity));
  const above = greatest(parts, 'exclusiveMinimum', -Infinity);
  const below = smallest(parts, 'exclusiveMaximum', Infinity);
  if (above >= least) least = whole ? Math.floor(above) + 1 : above;
  if (below <= most) most = whole ? Math.ceil(below) - 1 : below;
  if (whole) [least, most] = [Math.ceil(least), Math.floor(most)];
  if (least > most) throw new Unsatisfied(position.path, 'its bounds exclude each other');
  const wishes = { least, most, whole, steps: parts.flatMap((part) => part.multipleOf ?? []) };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const candidate = sampleNumber(position.random, wishes);
    if (parts.every((part) => matches(position.schemas, bare(part), candidate))) return candidate;
  }
  throw new Unsatisfied(position.path, 'no number was found that its bounds and steps allow');
}

function textOf(parts: readonly ExampleKeywords[], position: Position): string {
  const least = greatest(parts, 'minLength', 0);
  const most = smallest(parts, 'maxLength', Infinity);
  if (least > most) throw new Unsatisfied(position.path, 'its lengths exclude each other');
  if (least > LONGEST) throw new Unsatisfied(position.path, `it requires more than ${LONGEST} characters`);
  const formats = parts.flatMap((part) => part.format ?? []);
  const patterns = parts.flatMap((part) => part.pattern ?? []);
  let tooLong = 0;
  for (let attempt = 0; attempt < 4 * ATTEMPTS && tooLong < 10; attempt++) {
    const candidate = sampleText(position.random, { least, most, formats, patterns });
    if (candidate === undefined) tooLong++;
    else if (parts.every((part) => matches(position.schemas, bare(part), candidate))) return candidate;
  }
  throw new Unsatisfied(position.path, 'no text was found that its lengths, formats and patterns allow');
}

/** The keywords of a schema for texts and numbers, without its combinations. */
function bare(schema: ExampleKeywords): ExampleKeywords {
  const keywords = ['format', ...textKeywords, ...numberKeywords] as const;
  return Object.fromEntries(keywords.flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]])));
}

/** The probability of an optional property or item on this level. */
function likelihood(level: number): number {
  return level < SHALLOW ? 0.75 : level < 2 * SHALLOW ? 0.25 : 0;
}

function arrayOf(parts: readonly ExampleKeywords[], position: Position): unknown[] {
  const { random, level } = position;
  const least = greatest(parts, 'minItems', 0);
  const most = smallest(parts, 'maxItems', Infinity);
  if (least > most) throw new Unsatisfied(position.path, 'its lengths exclude each other');
  if (least > LONGEST || parts.some((part) => (part.minContains ?? 0) > LONGEST))
    throw new Unsatisfied(position.path, `it requires more than ${LONGEST} items`);
  const containers = parts.filter((part) => part.contains !== undefined && (part.minContains ?? 1) > 0);
  const contained = containers.flatMap((part) => Array.from({ length: part.minContains ?? 1 }, () => part.contains ?? true));
  const prefix = Math.max(0, ...parts.map((part) => part.prefixItems?.length ?? 0));
  const wanted = Math.max(least, contained.length, random.chance(likelihood(level)) ? Math.max(prefix, random.integer(1, 3)) : 0);
  const unique = parts.some((part) => part.uniqueItems === true);

  const items: unknown[] = [];
  // The items for `contains` come last, after the prefix if there is room.
  const from = Math.max(0, Math.min(most, Math.max(wanted, prefix + contained.length)) - contained.length);
  const length = contained.length > 0 ? from + contained.length : Math.min(most, wanted);
  for (let index = 0; index < length; index++) {
    const extra = index >= from ? contained[index - from] : undefined;
    const schemas = itemSchemas(parts, index, extra);
    if (schemas.includes(false) && index >= least && extra === undefined) break;
    const make = (): unknown => value(schemas, inside(position, index));
    try {
      items.push(unique ? anotherThan(items, make, position) : make());
    } catch (error) {
      if (!(error instanceof Unsatisfied) || index < least || extra !== undefined) throw error;
      break;
    }
  }
  return items;
}

/** The schemas of the item at an index, with `contains` where it applies; `unevaluatedItems` where no other schema applies. */
function itemSchemas(parts: readonly ExampleKeywords[], index: number, contained: ExampleSchema | undefined): ExampleSchema[] {
  const schemas = parts.flatMap((part) => {
    const own = part.prefixItems !== undefined && index < part.prefixItems.length ? part.prefixItems[index] : part.items;
    return own === undefined ? [] : [own];
  });
  if (contained !== undefined) schemas.push(contained);
  return schemas.length > 0 ? schemas : parts.flatMap((part) => part.unevaluatedItems ?? []);
}

function anotherThan(items: readonly unknown[], make: () => unknown, position: Position): unknown {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const item = make();
    if (matches(position.schemas, { uniqueItems: true }, [...items, item])) return item;
  }
  throw new Unsatisfied(position.path, 'not enough different items were found');
}

function objectOf(parts: readonly ExampleKeywords[], position: Position): object {
  const { random } = position;
  const least = greatest(parts, 'minProperties', 0);
  const most = smallest(parts, 'maxProperties', Infinity);
  const required = withDependents(parts, new Set(parts.flatMap((part) => part.required ?? [])));
  if (required.size > most) throw new Unsatisfied(position.path, 'it requires more properties than it allows');
  const result = {};
  let count = 0;
  const add = (name: string): boolean => {
    if (Object.hasOwn(result, name)) return true;
    setOwn(result, name, value(memberSchemas(parts, name), inside(position, name)));
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
    if (low && random.chance(likelihood(position.level))) tryAdd(name);
  }
  for (const name of optional) if (count < least) tryAdd(name);

  // Maps get a few members, other objects only those that they require.
  const map = parts.some((part) => typeof part.additionalProperties === 'object' || part.patternProperties !== undefined);
  const wanted = Math.max(least, map && optional.length + required.size === 0 ? random.integer(0, 2) : 0);
  for (let attempt = 0; attempt < ATTEMPTS && count < wanted; attempt++) tryAdd(newName(parts, attempt, position));
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
    const text = sampleText(random, { least: 0, most: Infinity, formats: [], patterns: [pattern] });
    if (text !== undefined && patternOf(pattern).test(text)) return text;
  }
  const names = parts.flatMap((part) => (typeof part.propertyNames === 'object' ? [part.propertyNames] : []));
  if (names.length > 0) {
    const name = value([{ type: ['string'] }, ...names], { ...position, examples: 'none' });
    if (typeof name === 'string') return name;
  }
  return attempt < 10 ? word(random) : `${word(random)}${random.integer(2, 999)}`;
}
