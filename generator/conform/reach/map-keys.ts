// Finds the names that the members of a map must have: the keys of the criteria of a programme, the ids of the lines of an order.
import type { Edge } from '../../inference/edge.ts';
import { identifiersIn, plain } from '../../inference/names.ts';
import { holderOf, isObject, isTextOrNumber, lastNameOf, pointerTo, valueAt } from '../../inference/pointers.ts';
import { singular } from '../../inference/prose/index.ts';
import { collectionIn } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import { type Input, schemasOf } from '../plan/index.ts';
import type { Made } from './existing.ts';

/** Where the names are: the members `name` of the items of a list, or one value of a thing. */
export interface KeySource {
  readonly kind: 'keys';
  readonly producer: Operation;
  readonly from: string;
  readonly name?: string;
}

/** Lists deeper inside a thing are not looked for. */
const MOST_DEPTH = 3;

/** The place of a map that a place is, or is a member of; otherwise the place itself. */
export function mapAround(operation: Operation, at: string): string {
  return [at, holderOf(at)].find((one) => isMap(operation, one)) ?? at;
}

/** The maps in the body of an input. */
export function mapsIn(operation: Operation, input: Input): readonly string[] {
  const names = isObject(input.body) ? Object.keys(input.body) : [];
  return names.map((name) => pointerTo('body', name)).filter((at) => isObject(valueAt(input, at)) && isMap(operation, at));
}

/** Whether the members of an object have one schema and no declared names. */
export function isMap(operation: Operation, at: string): boolean {
  if (!at.startsWith('/body')) return false;
  const schemas = schemasOf(operation, at);
  const hasNames = schemas.some(({ properties = new Map() }) => properties.size > 0);
  return !hasNames && schemas.some(({ additionalProperties: one }) => one !== undefined && one.boolean !== false);
}

/** Where the names of a map may come from, the likeliest first: what the texts speak of, in the things that the request names. */
export function keySources(
  { operation, at, refusal }: { readonly operation: Operation; readonly at: string; readonly refusal: string },
  things: readonly Made[],
  edges: readonly Edge[],
): readonly KeySource[] {
  const schemas = schemasOf(operation, at);
  const texts = plain([lastNameOf(at), refusal, ...schemas.flatMap(({ description }) => description ?? [])].join(' '));
  const isSaid = (name: string): boolean => name !== '' && texts.includes(plain(singular(name)));
  const listed = things.flatMap((thing) =>
    [...listsIn(thing.result.body, '/body', MOST_DEPTH)].flatMap(({ at: from, names }) =>
      names.map((name) => ({ source: { kind: 'keys', producer: thing.producer, from, name } as const, isSaid: isSaid(lastNameOf(from)) })),
    ),
  );
  const single = edges
    .filter(({ producer, to }) => to.startsWith('/path/') && isSaid(collectionIn(producer)))
    .map(({ producer, from }) => ({ source: { kind: 'keys', producer, from } as const, isSaid: true }));
  const all = [...listed.filter((one) => one.isSaid), ...single, ...listed.filter((one) => !one.isSaid)].map(({ source }) => source);
  return [...new Map(all.map((one) => [JSON.stringify([one.producer.id, one.from, 'name' in one ? one.name : '']), one])).values()];
}

interface ListOfKeys {
  readonly at: string;
  /** The members by which each item may be named, the likeliest first. */
  readonly names: readonly string[];
}

/** The lists of objects in a thing. An answer that is a list itself has the thing as its first item. */
function* listsIn(value: unknown, at: string, depth: number): Generator<ListOfKeys> {
  if (depth === 0) return;
  if (Array.isArray(value)) {
    const names = namesOf(value);
    if (names.length > 0) yield { at, names };
    yield* listsIn(value[0], `${at}/0`, depth);
  } else if (isObject(value)) for (const [name, member] of Object.entries(value)) yield* listsIn(member, at + pointerTo(name), depth - 1);
}

function namesOf(items: readonly unknown[]): readonly string[] {
  const [first] = items;
  if (!isObject(first)) return [];
  return identifiersIn(Object.keys(first)).filter((name) => {
    const values = items.map((item) => (isObject(item) ? item[name] : undefined));
    return values.every(isTextOrNumber) && new Set(values).size === values.length;
  });
}

/** The map with other names, and with its values in turn; `undefined` where there are none. */
export function mapWith(map: unknown, found: unknown, { name }: Pick<KeySource, 'name'>): Readonly<Record<string, unknown>> | undefined {
  const values = isObject(map) ? Object.values(map) : [];
  const keys = name === undefined ? [found] : Array.isArray(found) ? found.map((item) => valueAt(item, pointerTo(name))) : [];
  if (values.length === 0 || keys.length === 0 || !keys.every(isTextOrNumber)) return undefined;
  return Object.fromEntries(keys.map((key, index) => [String(key), values[index % values.length]]));
}
