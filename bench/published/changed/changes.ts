// Changes single constraints of a document: a service that is made of the changed one has a mistake where the original is its contract.
import { isObject, type Json, type Place, placesIn, valueAt } from './places.ts';

/** One change of a document. */
export interface Change {
  /** `maxLength lenient`: what the service of the changed document does wrong. */
  readonly kind: string;
  readonly place: Place;
  /** JSON pointer of the constraint in the original. */
  readonly at: string;
  /** The place with the change. */
  readonly changed: Json;
}

type Row = readonly [kind: string, keyword: string, changed: Json];

const FORMATS = new Set(['date', 'date-time', 'email', 'uuid', 'uri', 'ipv4', 'ipv6']);

/** Limits with how far they move: to a service that takes too much, or too little. */
const LIMITS: readonly (readonly [keyword: string, by: number, kind: string])[] = [
  ['maxLength', 1, 'lenient'],
  ['maximum', 1, 'lenient'],
  ['maxItems', 1, 'lenient'],
  ['minLength', -1, 'lenient'],
  ['minimum', -1, 'lenient'],
  ['minItems', -1, 'lenient'],
  ['maxLength', -1, 'strict'],
  ['maximum', -1, 'strict'],
  ['minimum', 1, 'strict'],
  ['minLength', 1, 'strict'],
];

/** Limits above this are not changed. */
const MOST = 5000;

export function changesIn(document: Json): readonly Change[] {
  return placesIn(document).flatMap((place) => {
    const value = valueAt(document, place.at);
    if (!isObject(value)) return [];
    return [...rowsFor(place, value)].map(([kind, keyword, changed]): Change => {
      const at = keyword === '' ? place.at : `${place.at}/${keyword}`;
      return { kind, place, at, changed };
    });
  });
}

/** A copy of a document with changes, no two of which are in one another. */
export function withChanges(document: Json, changes: readonly Change[]): Json {
  const copy = structuredClone(document);
  for (const { place, changed } of changes) {
    const value = valueAt(copy, place.at) as Record<string, unknown>;
    for (const name of Object.keys(value)) delete value[name];
    Object.assign(value, structuredClone(changed));
  }
  return copy;
}

function without(value: Json, ...names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function* rowsFor({ kind, isSent, depth }: Place, value: Json): Generator<Row> {
  if (kind !== 'schema' && kind !== 'in-parameter') {
    if (value.required === true && kind !== 'path') yield ['parameter not required', 'required', without(value, 'required')];
  } else if (!isSent) yield* ofAnswers(value);
  else if (value.readOnly !== true) {
    yield* ofLimits(value);
    yield* ofTexts(value);
    yield* ofObjects(value);
    if (kind === 'schema') yield* ofTypes(value, depth);
  }
}

function* ofAnswers(schema: Json): Generator<Row> {
  const { properties, required } = schema;
  if (!isObject(properties) || !Array.isArray(required)) return;
  const name = required.find((one: unknown) => typeof one === 'string' && one in properties && !/^id$/i.test(one));
  if (typeof name !== 'string') return;
  yield [
    'answer lacks a member',
    '',
    { ...schema, properties: without(properties, name), required: required.filter((one) => one !== name) },
  ];
}

function* ofLimits(schema: Json): Generator<Row> {
  for (const [keyword, by, kind] of LIMITS) {
    const limit = schema[keyword];
    if (typeof limit !== 'number' || Math.abs(limit) > MOST || schema.enum !== undefined) continue;
    // A pattern or a format has lengths of its own.
    if (keyword.endsWith('Length') && (schema.pattern !== undefined || schema.format !== undefined)) continue;
    if (keyword !== 'minimum' && limit + by < 0) continue;
    if (keyword === 'minLength' && typeof schema.maxLength === 'number' && limit + by > schema.maxLength) continue;
    yield [`${keyword} ${kind}`, keyword, { ...schema, [keyword]: limit + by }];
  }
  if (typeof schema.multipleOf === 'number') yield ['multipleOf dropped', 'multipleOf', without(schema, 'multipleOf')];
  if (schema.uniqueItems === true) yield ['unique dropped', 'uniqueItems', without(schema, 'uniqueItems')];
}

function* ofTexts(schema: Json): Generator<Row> {
  const { pattern, format, enum: listed } = schema;
  if (typeof pattern === 'string') yield ['pattern dropped', 'pattern', without(schema, 'pattern')];
  const isPlain = pattern === undefined && listed === undefined;
  if (isPlain && typeof format === 'string' && FORMATS.has(format)) yield ['format dropped', 'format', without(schema, 'format')];
  if (!Array.isArray(listed) || listed.length < 2) return;
  yield ['enum dropped', 'enum', without(schema, 'enum')];
  if (listed.length > 2 && !listed.includes(null)) yield ['enum value refused', 'enum', { ...schema, enum: listed.slice(0, -1) }];
}

function* ofObjects(schema: Json): Generator<Row> {
  const { required, properties, additionalProperties } = schema;
  if (additionalProperties === false) yield ['additional taken', 'additionalProperties', without(schema, 'additionalProperties')];
  if (!Array.isArray(required) || !isObject(properties)) return;
  const name: unknown = required.at(-1);
  const member = typeof name === 'string' ? properties[name] : undefined;
  if (!isObject(member) || member.readOnly === true) return;
  const others = required.filter((one) => one !== name);
  yield ['member not required', 'required', others.length === 0 ? without(schema, 'required') : { ...schema, required: others }];
}

function* ofTypes(schema: Json, depth: number): Generator<Row> {
  const { type, nullable, enum: listed } = schema;
  if (listed !== undefined) return;
  if (type === 'integer') yield ['integer becomes number', 'type', { ...without(schema, 'format'), type: 'number' }];
  if (nullable === true) yield ['null refused', 'nullable', without(schema, 'nullable')];
  else if (typeof type === 'string' && depth > 0) yield ['null taken', 'type', { ...schema, nullable: true }];
}

/** At most so many changes, of as many kinds as there are, in few of the operations twice. `random`: from 0 to 1. */
export function chosenFrom(changes: readonly Change[], most: number, random: () => number): readonly Change[] {
  const kinds = [...Map.groupBy(changes, ({ kind }) => kind).values()].map((group) => ({ group, rank: random() }));
  const chosen: Change[] = [];
  const used = new Map<string, number>();
  const isFree = ({ place: { at, operations } }: Change): boolean =>
    operations.size <= 12 &&
    [...operations].every((one) => (used.get(one) ?? 0) < 2) &&
    !chosen.some(({ place }) => place.at.startsWith(at) || at.startsWith(place.at));
  for (let round = 0; round < 3; round++)
    for (const { group } of kinds.toSorted((a, b) => a.rank - b.rank)) {
      const free = chosen.length < most ? group.filter(isFree) : [];
      const change = free[Math.floor(random() * free.length)];
      if (change === undefined) continue;
      for (const one of change.place.operations) used.set(one, (used.get(one) ?? 0) + 1);
      chosen.push(change);
    }
  return chosen;
}
