// Facts of a schema: one row for itself, and one for each field, item and part that says more than one word.
import type { Json, JsonObject } from '../../generator/load/description.ts';
import { isObject, joinPointer } from '../../generator/load/pointer.ts';
import { type Fact, leaves, listAt, objectAt, type Place, type Row, statements, target, word } from './facts.ts';

/** Text of a keyword's value; other keywords are written as they are. */
const SAYS: Readonly<Record<string, (value: Json) => string>> = {
  $ref: target,
  type: (value) => (Array.isArray(value) ? value.join(' or ') : String(value)),
  format: word,
  enum: (value) => `values ${(Array.isArray(value) ? value : [value]).map(word).join(' | ')}`,
  const: (value) => `only ${word(value)}`,
  default: (value) => `default ${word(value)}`,
  minimum: (value) => `min ${word(value)}`,
  maximum: (value) => `max ${word(value)}`,
  exclusiveMinimum: (value) => `above ${word(value)}`,
  exclusiveMaximum: (value) => `below ${word(value)}`,
  multipleOf: (value) => `multiple of ${word(value)}`,
  minLength: (value) => `min length ${word(value)}`,
  maxLength: (value) => `max length ${word(value)}`,
  minItems: (value) => `min items ${word(value)}`,
  maxItems: (value) => `max items ${word(value)}`,
  minProperties: (value) => `min fields ${word(value)}`,
  maxProperties: (value) => `max fields ${word(value)}`,
  pattern: (value) => `matches ${word(value)}`,
  uniqueItems: flag('unique items'),
  readOnly: flag('read only'),
  writeOnly: flag('write only'),
  deprecated: flag('deprecated'),
};

/** Keywords that hold one schema: the word before its only fact, and the ending of its row's key where it has more. */
const HELD: Readonly<Record<string, readonly [word: string, ending: string]>> = {
  items: ['of', '[]'],
  additionalProperties: ['others', '.*'],
  contains: ['contains', ' (contains)'],
  contentSchema: ['content', ' (content)'],
  propertyNames: ['names', ' (names)'],
  not: ['not', ' (not)'],
  if: ['if', ' (if)'],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: ['then', ' (then)'],
  else: ['else', ' (else)'],
};

const LISTS: Readonly<Record<string, readonly [word: string, ending: (index: number) => string]>> = {
  allOf: ['all of', (index) => ` (all ${index + 1})`],
  anyOf: ['any of', (index) => ` (any ${index + 1})`],
  oneOf: ['either', (index) => ` (either ${index + 1})`],
  prefixItems: ['first', (index) => `[${index}]`],
};

const MAPS: Readonly<Record<string, (name: string) => string>> = {
  properties: (name) => `.${name}`,
  patternProperties: (name) => `.(${name})`,
  dependentSchemas: (name) => ` (with ${name})`,
};

/** The row of a schema comes first. `first` are facts of its holder, such as `required`. */
export function schemaRows(key: string, schema: Json | undefined, pointer: string, place: Place, first: readonly Fact[] = []): Row[] {
  if (!isObject(schema))
    return [{ key, place, facts: [...first, { text: schema === false ? 'never' : 'anything', pointer, part: 'value' }] }];
  const says = statements(schema);
  if (says.length === 1 && Array.isArray(schema.required))
    return [{ key, place, facts: [...first, fieldsNeeded(schema.required, pointer)] }];
  const facts: Fact[] = [...first];
  const rows: Row[] = [];
  for (const [keyword, value] of says) {
    const at = joinPointer(pointer, keyword);
    const sentence = SAYS[keyword];
    if (sentence !== undefined) facts.push({ text: sentence(value), pointer: at, part: 'value' });
    else if (Object.hasOwn(HELD, keyword)) hold(keyword, value, at);
    else if (Object.hasOwn(LISTS, keyword)) listAt(schema, keyword).forEach((item, index) => void member(keyword, item, index, at));
    else if (Object.hasOwn(MAPS, keyword)) rows.push(...fields(key, schema, keyword, pointer));
    else if (keyword === 'discriminator' && isObject(value)) facts.push(...choice(value, at));
    else if (keyword === 'required') rows.push(...undescribed(key, schema, at));
    else facts.push(...leaves(keyword, value, at));
  }
  // A part that only lists required fields has nothing to say itself.
  return facts.length === 0 && rows.length > 0 ? rows : [{ key, place, facts }, ...rows];

  function hold(keyword: string, value: Json, at: string): void {
    const [before, ending] = HELD[keyword] ?? ['', ''];
    if (keyword === 'additionalProperties' && typeof value === 'boolean')
      facts.push({ text: value ? 'open' : 'closed', pointer: at, part: 'value' });
    else fold(before, below(key, ending), value, at);
  }

  function member(keyword: string, value: Json, index: number, at: string): void {
    const [before, ending] = LISTS[keyword] ?? ['', String];
    fold(before, below(key, ending(index)), value, joinPointer(at, index));
  }

  /** A schema with one fact becomes a fact of this row. */
  function fold(before: string, itsKey: string, value: Json, at: string): void {
    const [own, ...more] = schemaRows(itsKey, value, at, { pointer: at, part: 'value' });
    const [only, ...others] = own?.facts ?? [];
    if (own === undefined) return;
    if (own.key === itsKey && only !== undefined && others.length === 0 && more.length === 0)
      facts.push({ ...only, text: `${before} ${only.text}` });
    else rows.push(own, ...more);
  }
}

function fields(key: string, schema: JsonObject, keyword: string, pointer: string): Row[] {
  const required = listAt(schema, 'required');
  return Object.entries(objectAt(schema, keyword)).flatMap(([name, value]) => {
    const at = joinPointer(pointer, keyword, name);
    const index = keyword === 'properties' ? required.indexOf(name) : -1;
    const first: Fact[] = index < 0 ? [] : [{ text: 'required', pointer: joinPointer(pointer, 'required', index), part: 'value' }];
    return schemaRows(below(key, MAPS[keyword]?.(name) ?? name), value, at, { pointer: at, part: 'key' }, first);
  });
}

/** The field that tells alternatives apart, and which of its values stands for which. */
function choice(discriminator: JsonObject, pointer: string): Fact[] {
  const mapping = Object.entries(objectAt(discriminator, 'mapping'));
  return [
    { text: `by ${word(discriminator.propertyName ?? null)}`, pointer: joinPointer(pointer, 'propertyName'), part: 'value' },
    ...mapping.map(
      ([value, ref]): Fact => ({
        text: `${word(value)} is ${target(ref)}`,
        pointer: joinPointer(pointer, 'mapping', value),
        part: 'value',
      }),
    ),
  ];
}

/** Required fields that the schema does not describe. */
function undescribed(key: string, schema: JsonObject, pointer: string): Row[] {
  const described = objectAt(schema, 'properties');
  return listAt(schema, 'required').flatMap((name, index) => {
    if (Object.hasOwn(described, String(name))) return [];
    const fact = { text: 'required', pointer: joinPointer(pointer, index), part: 'value' } as const;
    return [{ key: below(key, `.${String(name)}`), place: fact, facts: [fact] }];
  });
}

/** The row of a component's own schema is `is`; its fields have no prefix. */
function below(key: string, ending: string): string {
  return key === 'is' ? ending.replace(/^[. ]/, '') : `${key}${ending}`;
}

/** A schema that only lists fields that must be there, as alternatives of a form do. */
function fieldsNeeded(required: readonly Json[], pointer: string): Fact {
  return { text: `with ${required.map(word).join(' + ')}`, pointer: joinPointer(pointer, 'required'), part: 'value' };
}

function flag(text: string): (value: Json) => string {
  return (value) => (value === true ? text : `not ${text}`);
}
