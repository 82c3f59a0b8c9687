// Edits of arrays and objects: how many items and members, repeated items, missing and unknown members, tags of unions.

import { pointerToken } from '@octavo/runtime/conformance';
import { count } from '../../base/words.ts';
import { REMOVED } from '../../inference/pointers.ts';
import { conjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { within } from '../judge/index.ts';
import type { Edit, Place } from './edit.ts';
import { nearTexts } from './edit-pattern.ts';
import { continued } from './longer-lists.ts';

/** More items or members are not built. */
const MOST = 500;

/** `another` gives a further item that these allow beside them; `undefined` where none is found. */
export function* arrayEdits(schema: Schema, { at, value }: Place, another: (items: readonly unknown[]) => unknown): Generator<Edit> {
  if (!Array.isArray(value)) return;
  const { minItems, maxItems, uniqueItems } = schema;
  const place = (keyword: string) => ({ at, keyword, location: within(schema.location, keyword) });
  const sized = (length: number): unknown[] | undefined => {
    const items: unknown[] = value.slice(0, length);
    while (items.length < length) {
      const item = another(items);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  };
  for (const [keyword, bound, beyond] of [
    ['minItems', minItems, -1],
    ['maxItems', maxItems, 1],
  ] as const) {
    if (bound === undefined || bound + beyond < 0 || bound > MOST) continue;
    const says = (length: number): string => `${count(length, 'item')}, where ${keyword} is ${bound}`;
    // The first one that is valid but for the length is the one that goes on as the given items do.
    for (const [length, intent] of [
      [bound, { valid: 'boundary' }],
      [bound + beyond, { invalid: 'length' }],
    ] as const) {
      const items = continued(value, length);
      if (items !== undefined) yield { ...place(keyword), intent, says: says(length), value: items };
    }
    const [inside, outside] = [sized(bound), sized(bound + beyond)];
    if (inside !== undefined) yield { ...place(keyword), intent: { valid: 'boundary' }, says: says(bound), value: inside };
    if (outside !== undefined) yield { ...place(keyword), intent: { invalid: 'length' }, says: says(bound + beyond), value: outside };
  }
  for (const length of [0, 1, 2]) {
    if (length < (minItems ?? 0) || length > (maxItems ?? MOST) || length === minItems || length === maxItems) continue;
    const items = sized(length);
    const says = length === 0 ? 'an empty list' : length === 1 ? 'a list of one item' : 'a list of two items';
    if (items !== undefined) yield { ...place('items'), intent: { valid: 'boundary' }, says, value: items };
  }
  const [first] = value;
  if (uniqueItems === true && first !== undefined) {
    const says = 'an item twice, where uniqueItems is true';
    const room = maxItems === undefined || value.length < maxItems;
    const repeated = room ? [...value, first] : [...value.slice(0, -1), first];
    yield { ...place('uniqueItems'), intent: { invalid: 'uniqueness' }, says, value: repeated };
  }
  if (schema.contains !== undefined && schema.minContains !== 0) {
    const says = 'no item that contains asks for';
    yield { ...place('contains'), intent: { invalid: 'length' }, says, value: [] };
  }
}

export function* objectEdits(schema: Schema, { at, value }: Place): Generator<Edit> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Blob) return;
  const place = (keyword: string) => ({ keyword, location: within(schema.location, keyword) });
  const names = Object.keys(value);
  const properties = propertiesOf([schema]);
  for (const name of schema.required ?? []) {
    // Who declares a default means that responses always have the member, and that requests may leave it out.
    const hasDefault = conjuncts(properties.get(name) ?? []).some((one) => one.default !== undefined);
    if (!names.includes(name) || hasDefault) continue;
    const says = `without ${name}, which is required`;
    yield { at: `${at}/${pointerToken(name)}`, ...place('required'), intent: { invalid: 'required' }, says, value: REMOVED };
  }
  for (const name of names) {
    if (schema.required?.includes(name) === true || schema.properties?.has(name) !== true) continue;
    const says = `without ${name}, which is optional`;
    const location = schema.properties.get(name)?.location ?? schema.location;
    yield { at: `${at}/${pointerToken(name)}`, keyword: 'optional', location, intent: { valid: 'required' }, says, value: REMOVED };
  }
  for (const [name, others] of schema.dependentRequired ?? []) {
    if (!names.includes(name)) continue;
    for (const other of others) {
      const says = `${name} without ${other}, which it requires`;
      const member = { at: `${at}/${pointerToken(other)}`, ...place('dependentRequired') };
      yield { ...member, intent: { invalid: 'required' }, says, value: REMOVED };
    }
  }
  const isClosed = [schema.additionalProperties, schema.unevaluatedProperties].some((one) => one?.boolean === false);
  if (isClosed) {
    const keyword = schema.additionalProperties?.boolean === false ? 'additionalProperties' : 'unevaluatedProperties';
    const says = 'with a property that is not declared';
    yield { at: `${at}/octavoUndeclared`, ...place(keyword), intent: { invalid: 'additional-property' }, says, value: 'unexpected' };
  }
  if (schema.propertyNames !== undefined) {
    const says = 'with a property whose name propertyNames does not allow';
    yield {
      at: `${at}/ ~0 `,
      ...place('propertyNames'),
      intent: { invalid: 'pattern' },
      says,
      value: Object.values(value)[0] ?? 'unexpected',
    };
    for (const [, name] of nearTexts(names[0] ?? '')) {
      if (names.includes(name)) continue;
      const other = { at: `${at}/${pointerToken(name)}`, ...place('propertyNames'), value: Object.values(value)[0] };
      const named = `with the property ${JSON.stringify(name)}, whose name propertyNames does not allow`;
      yield { ...other, intent: { invalid: 'pattern' }, says: named };
    }
  }
  const { minProperties, maxProperties } = schema;
  if (minProperties !== undefined && minProperties > 0 && minProperties <= names.length) {
    const kept = Object.fromEntries(Object.entries(value).slice(0, minProperties - 1));
    const says = `${count(minProperties - 1, 'property')}, where minProperties is ${minProperties}`;
    yield { at, ...place('minProperties'), intent: { invalid: 'length' }, says, value: kept };
    const least = Object.fromEntries(Object.entries(value).slice(0, minProperties));
    const atLimit = `${count(minProperties, 'property')}, where minProperties is ${minProperties}`;
    yield { at, ...place('minProperties'), intent: { valid: 'boundary' }, says: atLimit, value: least };
  }
  if (maxProperties !== undefined && maxProperties < MOST) {
    const filled = (length: number): object => {
      const extra = Array.from({ length: Math.max(0, length - names.length) }, (_, index) => [
        `octavo${index}`,
        Object.values(value)[0] ?? 'x',
      ]);
      return { ...value, ...Object.fromEntries(extra) };
    };
    const says = (length: number): string => `${count(length, 'property')}, where maxProperties is ${maxProperties}`;
    for (const [length, intent] of [
      [maxProperties, { valid: 'boundary' }],
      [maxProperties + 1, { invalid: 'length' }],
    ] as const)
      yield { at, ...place('maxProperties'), intent, says: says(length), value: filled(length) };
  }
  const tag = schema.discriminator?.propertyName;
  if (tag !== undefined && names.includes(tag)) {
    const says = `${tag} names no branch`;
    const member = { at: `${at}/${pointerToken(tag)}`, ...place('discriminator') };
    yield { ...member, intent: { invalid: 'discriminator' }, says, value: 'octavo-none-of-these' };
  }
}
