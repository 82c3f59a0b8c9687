// Edits with a value that is sampled from the schemas of its place, where no change of the given value leads to one.

import { type ExampleSchema, matches, sampleValue, Unsatisfied } from '@octavo/runtime/conformance';
import type { Random } from '@octavo/runtime/testing';
import { count } from '../../base/words.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { type Judge, within } from '../judge/index.ts';
import { type Edit, named, type Place } from './edit.ts';

/** What the edits of one input have in common. */
export interface Walk {
  readonly judge: Judge;
  readonly random: Random;
}

/** Texts of the least and the greatest length, where a pattern or a format keeps the given one from being made shorter or longer. */
export function* limitedTexts(walk: Walk, schema: Schema, { at, value }: Place): Generator<Edit> {
  if (typeof value !== 'string' || (schema.pattern === undefined && schema.format === undefined)) return;
  for (const keyword of ['minLength', 'maxLength'] as const) {
    const bound = schema[keyword];
    if (bound === undefined || bound === 0 || bound > (schema.pattern === undefined ? MOST_SAMPLED : MOST_OF_PATTERN)) continue;
    const text = textOfLength(walk, schema, bound);
    const says = `${count(bound, 'character')}, where ${keyword} is ${bound}`;
    if (text !== undefined && text !== value)
      yield { at, intent: { valid: 'boundary' }, keyword, says, value: text, location: within(schema.location, keyword) };
  }
}

/** Longer texts are not sampled: hardly one of hundreds has the length. */
const MOST_SAMPLED = 300;
const MOST_OF_PATTERN = 100;

/** Sampled texts by schema and length. A schema is looked at for each request that has it, and a text that is not found takes the most time. */
const sampledTexts = new WeakMap<Schema, Map<number, unknown>>();

function textOfLength(walk: Walk, schema: Schema, length: number): unknown {
  const known = sampledTexts.get(schema) ?? new Map<number, unknown>();
  sampledTexts.set(schema, known);
  if (!known.has(length))
    known.set(length, sampledFrom(walk, { allOf: [walk.judge.schemas.of(schema), { minLength: length, maxLength: length }] }));
  return known.get(length);
}

/** A value of each type, where several are allowed. */
export function* eachType(walk: Walk, schema: Schema, { at, isText }: Place): Generator<Edit> {
  const { type: types = [] } = schema;
  if (types.length < 2) return;
  for (const type of types) {
    if (isText && type === 'null') continue;
    const value = sampledFrom(walk, { allOf: [walk.judge.schemas.of(schema), { type: [type] }] });
    if (value === undefined) continue;
    yield {
      at,
      intent: { valid: 'branch' },
      keyword: 'type',
      says: `${named(type)}, which type allows`,
      value,
      location: within(schema.location, 'type'),
    };
  }
}

/** A value of each branch of a union. */
export function* branchEdits(walk: Walk, schema: Schema, { at, value: before }: Place): Generator<Edit> {
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    for (const [index, branch] of (schema[keyword] ?? []).entries()) {
      const value = sampledBeside(walk, branch, before);
      if (value === undefined) continue;
      const says = `a value of branch ${index} of ${keyword}`;
      yield { at, intent: { valid: 'branch' }, keyword, says, value, location: within(schema.location, keyword, String(index)) };
    }
  }
}

/** An item beside others: the first one again, or another one than they are where items must be unique. */
export function anotherItem(walk: Walk, schema: Schema, items: readonly unknown[]): unknown {
  if (schema.uniqueItems !== true) return items[0] ?? sampled(walk, schema.items);
  for (let attempt = 0; attempt < 20; attempt++) {
    const item = sampled(walk, schema.items);
    if (item === undefined || matches({}, { uniqueItems: true }, [...items, item])) return item;
  }
  return undefined;
}

function sampled(walk: Walk, schema: Schema | undefined): unknown {
  return schema === undefined ? undefined : sampledFrom(walk, walk.judge.schemas.of(schema));
}

/** A value of a branch with the members of the value that stands there, as far as the branch allows them: they may name things that exist. */
export function sampledBeside(walk: Walk, branch: Schema, before: unknown): unknown {
  const { schemas } = walk.judge;
  const value = sampled(walk, branch);
  if (!isPlainObject(value) || !isPlainObject(before)) return value;
  let whole: Readonly<Record<string, unknown>> = value;
  for (const [name, member] of Object.entries(before)) {
    const changed = Object.hasOwn(whole, name) ? { ...whole, [name]: member } : whole;
    if (matches(schemas.named, schemas.of(branch), changed)) whole = changed;
  }
  return whole;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob);
}

function sampledFrom({ judge, random }: Walk, schema: ExampleSchema): unknown {
  try {
    return sampleValue(judge.schemas.named, schema, { random, examples: 'some', tagged: true });
  } catch (error) {
    if (error instanceof Unsatisfied) return undefined;
    throw error;
  }
}
