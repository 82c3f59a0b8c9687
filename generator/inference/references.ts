// Finds the parameters and members of bodies that refer to something that another operation creates, also inside of lists and objects of a body.

import type { Location } from '../base/problem.ts';
import { itemsOf, possibleConjuncts, propertiesOf } from '../model/schema/conjuncts.ts';
import type { Schema } from '../model/schema/schema.ts';
import { targetOf } from '../model/schema/walk.ts';
import type { Operation, Service } from '../model/service.ts';
import { bodyPlaceOf, memberSchemasOf } from './bodies.ts';
import type { Edge } from './edge.ts';
import { collectionOf } from './makers.ts';
import { isTelling, plain, referringNames, tailsOf } from './names.ts';
import { pointerTo, tokensOf } from './pointers.ts';
import { singular } from './prose/index.ts';
import { identifierIn } from './shapes.ts';
import { parameterIn, segmentsOf } from './templates.ts';

/**
 * Names of members whose last words are a reference: `authorId`, `lead_author`, where there is `POST /authors`; `sku`, where there is
 * `/products/{sku}`. A text such as `sort_order` is told from a reference by its value, once there is one. Where no name tells, the pattern of the
 * identifiers of one kind of thing does: `^cus_[0-9a-z]{10}$`.
 */
export function* referenceEdges(service: Service, paths: readonly Edge[]): Generator<Edge> {
  const { operations } = service;
  const places = new Map(
    operations.map((consumer) => [consumer, [...placesOf(consumer)].map((one) => ({ ...one, tails: tailsOf(one.name) }))]),
  );
  const byProducer = Map.groupBy(paths, ({ producer }) => producer);
  const named = new Set<string>();
  for (const producer of operations) {
    const collection = collectionOf(service, producer)?.at(-1);
    if (collection === undefined || parameterIn(collection) !== undefined) continue;
    const telling = new Map((byProducer.get(producer) ?? []).flatMap(tellingName));
    const referring = referringNames(collection);
    for (const [consumer, all] of places) {
      if (consumer === producer) continue;
      for (const { tails, to, location, schemas } of all) {
        const tail = tails.find((one) => referring.has(one));
        const from =
          (tail && (alikeIn(byProducer.get(producer), schemas) ?? identifierIn(producer, tail, collection))) ?? telling.get(tails[0] ?? '');
        if (from === undefined) continue;
        named.add(keyOf(consumer, to));
        yield { producer, from, consumer, to, by: 'name', location };
      }
    }
  }
  const patterns = patternsOf(paths);
  for (const [consumer, all] of places)
    for (const { to, location, schemas } of all.filter((place) => !named.has(keyOf(consumer, place.to)))) {
      const edge = patternsIn(schemas).flatMap((pattern) => patterns.get(pattern) ?? [])[0];
      if (edge !== undefined && edge.producer !== consumer)
        yield { producer: edge.producer, from: edge.from, consumer, to, by: 'name', location };
    }
}

function keyOf(consumer: Operation, to: string): string {
  return JSON.stringify([consumer.id, to]);
}

/** Patterns with letters of their own at the beginning, by which the identifiers of one kind of thing are known. */
function patternsOf(paths: readonly Edge[]): ReadonlyMap<string, Edge> {
  const found = new Map<string, Edge>();
  const shared = new Set<string>();
  for (const edge of paths) {
    const { consumer, producer, to } = edge;
    const [, name = ''] = tokensOf(to);
    const parameter = consumer.parameters.find((one) => one.in === 'path' && one.name === name);
    if (parameter === undefined || segmentsOf(producer.path).length + 1 !== segmentsOf(consumer.path).length) continue;
    for (const pattern of patternsIn([parameter.schema])) {
      const known = found.get(pattern);
      if (known !== undefined && (known.producer !== producer || known.from !== edge.from)) shared.add(pattern);
      found.set(pattern, edge);
    }
  }
  return new Map([...found].filter(([pattern]) => !shared.has(pattern)));
}

function patternsIn(schemas: readonly Schema[]): readonly string[] {
  return possibleConjuncts(schemas).flatMap(({ pattern }) =>
    pattern !== undefined && /^\^[A-Za-z]{2,}[_-]/.test(pattern) ? [pattern] : [],
  );
}

/** Where an answer has what the path of the thing names, if the place has the very component of the parameter: a `slug` beside an `id`. */
function alikeIn(paths: readonly Edge[] = [], schemas: readonly Schema[]): string | undefined {
  const own = schemas.map(targetOf).filter(({ name }) => name !== undefined);
  return paths.find(({ consumer, to }) => {
    const parameter = consumer.parameters.find((one) => pointerTo(one.in, one.name) === to);
    return parameter !== undefined && own.includes(targetOf(parameter.schema));
  })?.from;
}

function tellingName({ from, to, consumer }: Edge): readonly (readonly [string, string])[] {
  const [, name = ''] = tokensOf(to);
  // Deeper below, the path has parameters of other things too.
  return isTelling(name) && segmentsOf(consumer.path).at(-1) === `{${name}}` ? [[plain(name), from]] : [];
}

export interface Place {
  readonly name: string;
  /** JSON pointer into the input; `0` stands for each item of a list. */
  readonly to: string;
  readonly location: Location;
  readonly schemas: readonly Schema[];
}

/** The parameters and members of bodies that may refer to something. */
export function* placesOf(operation: Operation): Generator<Place> {
  for (const { in: where, name, location, schema } of operation.parameters)
    if (where !== 'querystring') yield { name, to: pointerTo(where, name), location, schemas: [schema] };
  yield* placesIn(memberSchemasOf(operation), bodyPlaceOf(operation), 'top');
}

/** The members of an object, those of the objects in its lists and in its members, and the items of its lists. */
function* placesIn(schemas: readonly Schema[], at: string, where: 'top' | 'item' | 'member', before = ''): Generator<Place> {
  for (const [name, own] of propertiesOf(schemas)) {
    const [first] = own;
    const to = at + pointerTo(name);
    // `customer: { id }` is what `customer_id` is.
    if (first !== undefined) yield { name: before === '' ? name : `${before}_${name}`, to, location: first.location, schemas: own };
    const items = itemsOf(own);
    const [item] = items;
    if (where !== 'member' && item !== undefined && propertiesOf(items).size === 0)
      yield { name: singular(name), to: `${to}/0`, location: item.location, schemas: items };
    if (where !== 'top') continue;
    yield* placesIn(items, `${to}/0`, 'item');
    yield* placesIn(own, to, 'member', name);
  }
}
