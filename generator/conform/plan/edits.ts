// All edits of an input: walks the schemas beside a valid value, and asks each kind of value for its edits.
import { matches, pointerToken } from '@octavo/runtime/conformance';
import type { Random } from '@octavo/runtime/testing';
import { jsonText } from '../../base/exact.ts';
import { REMOVED } from '../../inference/pointers.ts';
import { directConjuncts } from '../../model/schema/conjuncts.ts';
import type { JsonType, Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import { type Judge, within } from '../judge/index.ts';
import { listedIn } from './constraints.ts';
import { type Edit, named, type Place } from './edit.ts';
import { choiceEdits } from './edit-choice.ts';
import { arrayEdits, objectEdits } from './edit-collection.ts';
import { numberEdits } from './edit-number.ts';
import { anotherItem, branchEdits, eachType, limitedTexts, sampledBeside, type Walk } from './edit-sampled.ts';
import { textEdits } from './edit-text.ts';
import type { Input } from './input.ts';

/** The edits of an input, place by place. Some give what the intent does not say, since several statements apply: a validator decides. */
export function* editsOf(judge: Judge, operation: Operation, input: Input, random: Random): Generator<Edit> {
  const walk: Walk = { judge, random };
  for (const parameter of operation.parameters) {
    const { in: where, name, required, schema } = parameter;
    const section = input[where];
    const at = where === 'querystring' ? '/querystring' : `/${where}/${pointerToken(name)}`;
    const value = where === 'querystring' ? section : (section as Readonly<Record<string, unknown>> | undefined)?.[name];
    if (value === undefined) continue;
    if (required && where !== 'path') {
      const says = `without the parameter ${name}, which is required`;
      yield {
        at,
        intent: { invalid: 'required' },
        keyword: 'required',
        says,
        value: REMOVED,
        location: within(parameter.location, 'required'),
      };
    }
    yield* visit(walk, schema, { at, value, isText: parameter.contentType === undefined }, new Set());
  }
  if (operation.choices !== undefined && input.query !== undefined) {
    const names = new Set(operation.choices.flat());
    const kept = Object.entries(input.query as object).filter(([name]) => !names.has(name));
    const says = `without ${operation.choices.map((one) => one.join(' and ')).join(', or ')}`;
    const location = within(operation.location, 'x-any-of-parameters');
    const value = kept.length === 0 ? REMOVED : Object.fromEntries(kept);
    yield { at: '/query', intent: { invalid: 'combination' }, keyword: 'x-any-of-parameters', says, value, location };
  }
  const { body } = operation;
  if (body === undefined || input.body === undefined) return;
  const content = body.contents.find(({ contentType }) => contentType === input.contentType) ?? body.contents[0];
  if (body.required && content !== undefined) {
    const says = 'without a body, which is required';
    yield { at: '/body', intent: { invalid: 'required' }, keyword: 'required', says, value: REMOVED, location: content.location };
  }
  if (content?.schema === undefined || content.kind === 'bytes') return;
  const isText = content.kind === 'form' || content.kind === 'multipart' || content.kind === 'text';
  if (content.stream === undefined) yield* visit(walk, content.schema, { at: '/body', value: input.body, isText }, new Set());
  else if (Array.isArray(input.body)) {
    for (const [index, item] of input.body.slice(0, 1).entries())
      yield* visit(walk, content.schema, { at: `/body/${index}`, value: item, isText }, new Set());
  }
}

function* visit(walk: Walk, schema: Schema, place: Place, above: ReadonlySet<Schema>): Generator<Edit> {
  if (above.has(schema) || schema.boolean !== undefined || place.value instanceof Blob) return;
  const inside = new Set(above).add(schema);
  yield* typeEdits(schema, place);
  yield* eachType(walk, schema, place);
  yield* choiceEdits(walk.judge.service, schema, place);
  yield* textEdits(schema, place);
  yield* limitedTexts(walk, schema, place);
  yield* numberEdits(schema, place);
  yield* arrayEdits(schema, place, (items) => anotherItem(walk, schema, items));
  yield* singleItems(schema, place);
  yield* combinationEdits(schema, place);
  yield* objectEdits(schema, place);
  yield* branchEdits(walk, schema, place);
  yield* children(walk, schema, place);
  for (const other of directConjuncts(schema)) yield* visit(walk, other, place, inside);
  for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    if (matches(walk.judge.schemas.named, walk.judge.schemas.of(branch), place.value)) yield* visit(walk, branch, place, inside);
    else if (place.isInBranch !== true) yield* otherBranch(walk, branch, place);
  }
}

/** The edits of a value of a branch that the input does not have. */
function* otherBranch(walk: Walk, branch: Schema, place: Place): Generator<Edit> {
  const value = sampledBeside(walk, branch, place.value);
  if (value === undefined) return;
  const under = { at: place.at, value };
  for (const edit of visit(walk, branch, { ...place, value, isInBranch: true }, new Set())) yield { ...edit, under };
}

function* children(walk: Walk, schema: Schema, { at, value, ...rest }: Place): Generator<Edit> {
  // A value inside another is a new value: the same schema may apply to it again.
  const above = new Set<Schema>();
  if (Array.isArray(value)) {
    const [first] = value;
    const item = schema.prefixItems?.[0] ?? schema.items;
    if (first !== undefined && item !== undefined) yield* visit(walk, item, { ...rest, at: `${at}/0`, value: first }, above);
  } else if (typeof value === 'object' && value !== null) {
    let isMapSeen = false;
    for (const [name, member] of Object.entries(value)) {
      const own = schema.properties?.get(name);
      // The members of a map are alike.
      const property = own ?? (isMapSeen ? undefined : schema.additionalProperties);
      isMapSeen ||= own === undefined;
      if (property !== undefined) yield* visit(walk, property, { ...rest, at: `${at}/${pointerToken(name)}`, value: member }, above);
    }
  }
}

const OF_EACH_TYPE: readonly (readonly [JsonType, unknown])[] = [
  ['string', 'text'],
  ['number', 12.5],
  ['boolean', true],
  ['null', null],
  ['array', []],
  ['object', {}],
];

function* typeEdits(schema: Schema, { at, value, isText }: Place): Generator<Edit> {
  const { type: types } = schema;
  if (types === undefined) return;
  const edit = (says: string, other: unknown): Edit => ({
    at,
    intent: { invalid: 'type' },
    keyword: 'type',
    says,
    value: other,
    location: within(schema.location, 'type'),
  });
  const near = (says: string, other: unknown): Edit => ({ ...edit(says, other), isNear: true });
  const wanted = `where ${types.join(' or ')} is declared`;
  if (isText) {
    if (!types.some((type) => type === 'string' || type === 'array' || type === 'object')) {
      yield edit(`a text, ${wanted}`, 'text');
      if (typeof value === 'number') {
        yield edit(`a number with letters after it, ${wanted}`, `${value}abc`);
        yield edit(`a hexadecimal number, ${wanted}`, `0x${value.toString(16)}`);
      }
    }
  } else {
    if (typeof value === 'number' && !types.includes('string')) yield near(`a number as a text, ${wanted}`, String(value));
    if (typeof value === 'boolean' && !types.includes('string')) yield near(`a truth value as a text, ${wanted}`, String(value));
    for (const [type, other] of OF_EACH_TYPE) {
      const says = `${named(type)}, ${wanted}`;
      if (types.includes(type) || (type === 'number' && types.includes('integer'))) continue;
      yield type === 'null' ? near(says, other) : edit(says, other);
    }
  }
  if (types.includes('integer') && !types.includes('number')) yield near(`a fraction, ${wanted}`, 12.5);
}

/** A list of each value alone, where a parameter is a list of some: a filter for one of them. */
function* singleItems({ items, minItems = 0, location }: Schema, { at, value, isText }: Place): Generator<Edit> {
  if (!isText || !Array.isArray(value) || items === undefined || minItems > 1) return;
  for (const one of listedIn(items))
    yield {
      at,
      intent: { valid: 'enum' },
      keyword: 'items',
      says: `the value ${jsonText(one)} alone`,
      value: [one],
      location: within(location, 'items'),
    };
}

/** Values of which one is likely to match no branch. */
const ODD: readonly unknown[] = [null, 'octavo-none-of-these', 0.5, true, [], {}];

/** A value that no branch of a union allows, or that `not` refuses. Other keywords must not say its types: then a type would be broken too. */
function* combinationEdits(schema: Schema, { at }: Place): Generator<Edit> {
  if (schema.type !== undefined || schema.enum !== undefined || schema.const !== undefined) return;
  for (const keyword of ['oneOf', 'anyOf', 'not', 'if'] as const) {
    if (schema[keyword] === undefined) continue;
    const says = keyword === 'not' || keyword === 'if' ? `a value that ${keyword} refuses` : `a value of no branch of ${keyword}`;
    const location = within(schema.location, keyword);
    for (const value of ODD) yield { at, intent: { invalid: 'combination' }, keyword, says, value, location };
  }
}
