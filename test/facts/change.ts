// Changes one thing in a document: a limit by one, a name, a status, a scope, a type, an item of a list. The document itself stays as it is.
import type { Json, JsonObject } from '../../generator/load/description.ts';
import { isObject, joinPointer, pointerTokens, valueAt } from '../../generator/load/pointer.ts';
import { holdsNames, isAnnotation, type Place } from './facts.ts';
import { isSentence, withOtherFacts } from './prose-facts.ts';

export interface Change {
  /** What is changed, for messages: `/paths/~1account/get/responses/401 is renamed to 402`. */
  readonly says: string;
  /** A copy of the document with the change. It shares all parts that the change does not touch. */
  apply(document: JsonObject): JsonObject;
}

/** Every change of the key or value at a place. */
export function changesAt(document: JsonObject, { pointer, part }: Place): Change[] {
  if (part === 'key') return [...renamings(document, pointer), removal(pointer)];
  const value = valueAt(document, pointer);
  if (value === undefined) throw new Error(`${pointer} is not in the document`);
  const others = otherValues(document, pointer, value).map((other) => replacement(pointer, other));
  // Without it, the document says the same.
  const saysNothing =
    (value === false && pointer.endsWith('/required')) ||
    (pointer !== '/security' && pointer.endsWith('/security') && show(value) === show(document.security ?? null));
  return saysNothing ? others : [...others, removal(pointer)];
}

/** Every change of what the document says, found without the help of the rows: keys, values and items everywhere, and what could be added. */
export function allChanges(document: JsonObject): Change[] {
  const changes: Change[] = [];
  visit(document, '', false);
  return changes;

  function visit(value: Json, pointer: string, named: boolean): void {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, joinPointer(pointer, index), false);
      return;
    }
    if (!isObject(value)) return;
    changes.push(...additions(value, pointer, named));
    for (const [key, item] of Object.entries(value)) {
      const at = joinPointer(pointer, key);
      if (item === undefined) continue;
      // Only what a sentence states is a fact, such as its numbers.
      if (!named && isSentence(key) && typeof item === 'string')
        changes.push(...withOtherFacts(item).map((other) => replacement(at, other)));
      if (!named && ignored(key, at)) continue;
      if (named) changes.push(...changesAt(document, { pointer: at, part: 'key' }));
      // A scope is its key; the value is a sentence.
      changes.push(...(isObject(item) || /\/scopes\/[^/]+$/.test(at) ? [] : changesAt(document, { pointer: at, part: 'value' })));
      visit(item, at, holdsNames(key, named, at));
    }
  }
}

/** What says nothing of the wire. The `x-basis` of an operation is part of its row, that of a schema or parameter is not. */
function ignored(key: string, pointer: string): boolean {
  if (/^\/(?:openapi|info\/(?:title|version|license|summary)|components\/examples)$/.test(pointer)) return true;
  if (pointer.startsWith('/x-errors/')) return false;
  if (key === 'x-basis') return !/^\/(?:paths|webhooks)\/[^/]+\/[a-z]+\/x-basis$/.test(pointer);
  return isAnnotation(key);
}

/** What somebody could write into an object that changes what it says. */
function additions(value: JsonObject, pointer: string, named: boolean): Change[] {
  const add = (key: string, item: Json): Change => ({
    says: `${pointer} has ${key}: ${show(item)} as well`,
    apply: (document) => changed(document, pointer, (object) => (isObject(object) ? { ...object, [key]: item } : object)),
  });
  const { type, properties, required, responses } = value;
  if (named) return [];
  return [
    ...(type === 'string' && value.maxLength === undefined ? [add('maxLength', 7)] : []),
    ...(type === 'integer' && value.maximum === undefined ? [add('maximum', 7)] : []),
    ...(type === 'array' && value.maxItems === undefined ? [add('maxItems', 7)] : []),
    ...(typeof value.in === 'string' && value.name !== undefined && required === undefined ? [add('required', true)] : []),
    ...(isObject(value.content) && pointer.endsWith('/requestBody') && required === undefined ? [add('required', true)] : []),
    ...(isObject(properties)
      ? Object.keys(properties).flatMap((name) => {
          const list = Array.isArray(required) ? required : [];
          return list.includes(name) ? [] : [add('required', [...list, name])];
        })
      : []),
    ...(isObject(properties) ? [add('properties', { ...properties, addedField: { type: 'string' } })] : []),
    ...(isObject(responses) && typeof value.operationId === 'string'
      ? [
          add('responses', { ...responses, '418': { description: 'Added.' } }),
          add('parameters', [
            ...(Array.isArray(value.parameters) ? value.parameters : []),
            { name: 'added', in: 'query', schema: { type: 'string' } },
          ]),
        ]
      : []),
  ];
}

function replacement(pointer: string, value: Json): Change {
  const shown = show(value);
  return {
    says: `${pointer} is ${shown.length > 200 ? 'another text' : shown}`,
    apply: (document) => changed(document, pointer, () => value),
  };
}

function removal(pointer: string): Change {
  return { says: `${pointer} is gone`, apply: (document) => changed(document, pointer, () => undefined) };
}

function renamings(document: JsonObject, pointer: string): Change[] {
  const tokens = pointerTokens(pointer);
  const key = tokens.at(-1) ?? '';
  const holder = valueAt(document, parentOf(pointer));
  const taken = isObject(holder) ? holder : {};
  const name = otherNames(key).find((other) => !Object.hasOwn(taken, other)) ?? `${key}x`;
  const renamed = (object: Json): Json =>
    isObject(object) ? Object.fromEntries(Object.entries(object).map(([old, item]) => [old === key ? name : old, item ?? null])) : object;
  return [{ says: `${pointer} is named ${name}`, apply: (whole) => changed(whole, parentOf(pointer), renamed) }];
}

function otherNames(key: string): string[] {
  if (['get', 'put', 'post', 'delete', 'patch'].includes(key)) return ['put', 'patch', 'post', 'delete', 'get'];
  if (/^[1-5]\d\d$/.test(key)) return [String(Number(key) + 1), String(Number(key) + 2), '299'];
  return key.startsWith('/') ? [`${key}/other`] : [`${key}x`];
}

const TYPES: readonly string[] = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'];

function otherValues(document: JsonObject, pointer: string, value: Json): Json[] {
  if (typeof value === 'bigint') return [value + 1n, value - 1n];
  // Beside a number of 1e38, the next integers are the same double.
  if (typeof value === 'number') return Math.abs(value) < 1e15 ? [value + 1, value - 1] : [value / 2, value * 2];
  if (typeof value === 'boolean') return [!value];
  if (value === null) return ['other'];
  if (typeof value === 'string')
    return isSentence(pointerTokens(pointer).at(-1) ?? '') ? withOtherFacts(value) : otherTexts(document, pointer, value);
  if (Array.isArray(value)) {
    const last: Json = value.at(-1) ?? null;
    return [...value.map((_item, index) => value.toSpliced(index, 1)), [...value, isObject(last) ? last : 'other']];
  }
  // The scopes of a security requirement.
  if (!Object.values(value).every(Array.isArray)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    Array.isArray(item) ? otherValues(document, pointer, item).map((other) => ({ ...value, [key]: other })) : [],
  );
}

function otherTexts(document: JsonObject, pointer: string, value: string): Json[] {
  const ref = /^(#\/components\/\w+)\/([^/]+)$/.exec(value);
  if (ref !== null) {
    const [, folder = '', name = ''] = ref;
    const components = valueAt(document, folder.slice(1));
    const other = Object.keys(isObject(components) ? components : {}).find((candidate) => candidate !== name);
    return [`${folder}/${other ?? `${name}x`}`];
  }
  if (TYPES.includes(value) && /\/type(?:\/\d+)?$/.test(pointer)) return TYPES.filter((type) => type !== value).slice(0, 2);
  return [pointer.endsWith('/pattern') ? `${value}|x` : `${value}x`];
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

/** Copies the objects and lists on the way to the pointer. What `change` returns takes the value's place; `undefined` removes it. */
export function changed(document: JsonObject, pointer: string, change: (value: Json) => Json | undefined): JsonObject {
  const result = step(document, pointerTokens(pointer));
  return isObject(result) ? result : {};

  function step(value: Json, [token, ...rest]: readonly string[]): Json | undefined {
    if (token === undefined) return change(value);
    if (Array.isArray(value)) {
      const index = Number(token);
      const item = step(value[index] as Json, rest);
      return item === undefined ? value.toSpliced(index, 1) : value.with(index, item);
    }
    if (!isObject(value)) throw new Error(`${pointer} is not in the document`);
    const item = step(value[token] ?? null, rest);
    if (item !== undefined) return { ...value, [token]: item };
    return Object.fromEntries(Object.entries(value).filter(([key]) => key !== token));
  }
}

function show(value: Json): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? String(item) : item));
}
