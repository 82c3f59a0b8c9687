// Finds the parameters and members of bodies that refer to something that another operation creates, also inside of lists and objects of a body.

import { itemsOf, possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { targetOf } from '../../model/schema/walk.ts';
import type { Operation, Service } from '../../model/service.ts';
import { bodyPlaceOf, memberSchemasOf, ownIdentifierPlace } from '../bodies.ts';
import type { Edge } from '../edge.ts';
import { collectionOf, isNamedByCaller } from '../makers.ts';
import { isTelling, plain, referringNames, tailsOf } from '../names.ts';
import { pointerTo, tokensOf } from '../pointers.ts';
import { singular, wordsOf } from '../prose/index.ts';
import { identifierIn, placesNamed } from '../shapes.ts';
import { collectionIn, lastPlaceOf, parameterIn, segmentsOf } from '../templates.ts';
import { linkagePlaces } from './linkages.ts';
import type { Place } from './place.ts';

/**
 * Names of members whose last words are a reference: `authorId`, `lead_author`, where there is `POST /authors`; `sku`, where there is
 * `/products/{sku}`. A text such as `sort_order` is told from a reference by its value, once there is one. Where no name tells, the pattern or
 * the component of the identifiers of one kind of thing does, `^cus_[0-9a-z]{10}$` or `LocationCode`; or else the text of the member. `below`:
 * from creates below another thing to paths that begin with their collection.
 */
export function* referenceEdges(service: Service, paths: readonly Edge[], below: readonly Edge[]): Generator<Edge> {
  const { operations } = service;
  const places = new Map(
    operations.map((consumer) => [
      consumer,
      [...placesOf(consumer)].map((one) => ({ ...one, tails: [...referringTails(one.name), ...saidOf(consumer, one)] })),
    ]),
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
          (tail &&
            (alikeIn(byProducer.get(producer), schemas) ??
              identifierIn(producer, tail, collection) ??
              chosenIn(producer, schemas) ??
              addressIn(byProducer.get(producer), schemas))) ??
          telling.get(tails[0] ?? '');
        if (from === undefined) continue;
        named.add(keyOf(consumer, to));
        yield { producer, from, consumer, to, by: 'name', location };
      }
    }
  }
  const forms = formsOf([...paths, ...below]);
  for (const [consumer, all] of places)
    for (const { to, location, schemas } of all.filter((place) => !named.has(keyOf(consumer, place.to)))) {
      const edge = formsIn(schemas).flatMap((form) => forms.get(form) ?? [])[0] ?? toldEdge(paths, schemas);
      if (edge !== undefined && edge.producer !== consumer)
        yield { producer: edge.producer, from: edge.from, consumer, to, by: 'name', location };
    }
}

/** What is in, on or at a thing does not name the thing: `PathInContainer`, `position_on_page`. */
const PLACED =
  /^(?:path|file|folder|directory|position|place|index|rank|order|row|column|line|offset|port|address|role|name|number|count|size)_(?:in|on|at|inside|within)_/;

function referringTails(name: string): readonly string[] {
  const tails = tailsOf(name);
  return PLACED.test(wordsOf(name).join('_')) ? tails.slice(0, 1) : tails;
}

/** `choices` are identifiers of options: what such a text says of the members of a request, or of one member. */
const OF_THINGS =
  /(?:`(\w+)`\s+(?:is|are|holds?|lists?|names?|contains?|takes?|has|have)\s+)?(?:the\s+)?(?:ids?|identifiers?|uuids?)\s+of\s+(?:the\s+|an?\s+|some\s+)?(\p{L}+)/giu;

/** `scorers` names a player once for each goal: of a list whose items are said to name things. */
const NAMING_THINGS = /`(\w+)`\s+(?:names?|lists?)\s+(?:an?|each|every|the|all|some)\s+(\p{L}+)/giu;

/** The kind of thing whose identifiers a member has, by the text of the operation or by its own, where its name does not say so. */
function saidOf(
  { description = '' }: Operation,
  { name, schemas, list = [] }: Pick<Place, 'name' | 'schemas' | 'list'>,
): readonly string[] {
  // Each item of a list is one of them.
  if (itemsOf(schemas).length > 0) return [];
  const own = possibleConjuncts([...schemas, ...list]).map((one) => one.description ?? '');
  const said = [...description.matchAll(OF_THINGS)].filter(([, member = '']) => singular(member) === singular(name));
  if (list.length > 0)
    said.push(...[...description.matchAll(NAMING_THINGS)].filter(([, member = '']) => singular(member) === singular(name)));
  const told = own.flatMap((text) => [...text.matchAll(OF_THINGS)].filter(({ index, 1: member }) => index === 0 && member === undefined));
  return [...new Set([...said, ...told].map(([, , thing = '']) => plain(singular(thing))))];
}

function keyOf(consumer: Operation, to: string): string {
  return JSON.stringify([consumer.id, to]);
}

/** The forms by which the identifiers of one kind of thing are known. */
function formsOf(paths: readonly Edge[]): ReadonlyMap<string, Edge> {
  const found = new Map<string, Edge>();
  const shared = new Set<string>();
  for (const edge of paths) {
    const { consumer, producer, to } = edge;
    const [, name = ''] = tokensOf(to);
    const parameter = consumer.parameters.find((one) => one.in === 'path' && one.name === name);
    if (parameter === undefined || !isOfThing(producer, consumer)) continue;
    // What stands below another thing, as the `{locale}` of a translation, is known by values that mean the same elsewhere.
    const isPart = segmentsOf(consumer.path)
      .slice(0, -1)
      .some((segment) => parameterIn(segment) !== undefined);
    for (const form of formsIn([parameter.schema]).filter((one) => !isPart || !one.startsWith(COMPONENT))) {
      const known = found.get(form);
      if (known !== undefined && (known.producer !== producer || known.from !== edge.from)) shared.add(form);
      found.set(form, edge);
    }
  }
  return new Map([...found].filter(([form]) => !shared.has(form)));
}

/** Whether a path is that of the things that an operation makes. */
function isOfThing(producer: Operation, consumer: Operation): boolean {
  const [own, path] = [segmentsOf(producer.path), segmentsOf(consumer.path)];
  // A PUT that makes a thing has its path; what is made below another thing may have a path of its own: `/boards/{id}/cards`, `/cards/{number}`.
  return producer.path === consumer.path || own.length + 1 === path.length || own.at(-1) === path.at(-2);
}

/** `The handle of the person who works on it`, `Code of the airport`. */
const TOLD = /^(?:the\s+|an?\s+)?`?(\p{L}+)`?\s+of\s+(?:the|an?|its|their|another|one)\s+(?:\p{L}+\s+)?\p{L}+/iu;

/**
 * The edge to the path parameter that a text names, where one kind of thing alone has a parameter of that name, with the same pattern. Words such as
 * `id` and `name` are those of everything.
 */
function toldEdge(paths: readonly Edge[], schemas: readonly Schema[]): Edge | undefined {
  const own = patternsIn(schemas);
  const word = possibleConjuncts(schemas).flatMap(({ description = '' }) => TOLD.exec(description)?.[1]?.toLowerCase() ?? [])[0];
  if (word === undefined || own.length === 0 || /^(?:id|identifier|uuid|name|number)$/.test(word)) return undefined;
  const found = paths.filter(({ consumer, to }) => {
    const parameter = consumer.parameters.find((one) => pointerTo(one.in, one.name) === to);
    const patterns = parameter === undefined || plain(parameter.name) !== word ? [] : patternsIn([parameter.schema]);
    return patterns.length > 0 && patterns.every((one) => own.includes(one));
  });
  return new Set(found.map(({ producer }) => producer)).size === 1 ? found[0] : undefined;
}

const COMPONENT = 'component ';
/** Components with such names may be of anything. */
const GENERAL = /^(?:id|uuid|guid|identifier|slug|handle|name|code|key|text|string|number|reference|date|time)s?$/i;

/** Patterns with letters of their own at the beginning, and components that have a pattern: `LocationCode`. */
export function formsIn(schemas: readonly Schema[]): readonly string[] {
  return possibleConjuncts(schemas).flatMap(({ pattern, name }) => [
    ...(pattern !== undefined && /^\^[A-Za-z]{2,}[_-]/.test(pattern) ? [pattern] : []),
    ...(pattern !== undefined && name !== undefined && !GENERAL.test(name) ? [COMPONENT + name] : []),
  ]);
}

/** Where an answer has what the path of the thing names, if the place has the very component of the parameter: a `slug` beside an `id`. */
function alikeIn(paths: readonly Edge[] = [], schemas: readonly Schema[]): string | undefined {
  const own = schemas.map(targetOf).filter(({ name }) => name !== undefined);
  return paths.find(({ consumer, to }) => {
    const parameter = consumer.parameters.find((one) => pointerTo(one.in, one.name) === to);
    return parameter !== undefined && own.includes(targetOf(parameter.schema));
  })?.from;
}

/** Where an answer has the name that a caller has chosen, whatever it is called, if the place takes the same form: `/drivers/{badge}`, `driver`. */
function chosenIn(producer: Operation, schemas: readonly Schema[]): string | undefined {
  const name = isNamedByCaller(producer) ? tokensOf(lastPlaceOf(producer.path) ?? '')[1] : undefined;
  const parameter = producer.parameters.find((one) => one.in === 'path' && one.name === name);
  if (name === undefined || parameter === undefined) return undefined;
  const [own, others] = [patternsIn([parameter.schema]), patternsIn(schemas)];
  const isAlike = own.length === 0 ? others.length === 0 : own.every((pattern) => others.includes(pattern));
  return isAlike ? placesNamed(producer, name)[0] : undefined;
}

/** The address of what a create has made, where nothing else in its answer tells it apart, if the place takes what the path of the thing does. */
function addressIn(paths: readonly Edge[] = [], schemas: readonly Schema[]): string | undefined {
  const types = typesIn(schemas);
  return paths.find(({ by, consumer, to }) => {
    const parameter = consumer.parameters.find((one) => pointerTo(one.in, one.name) === to);
    return by === 'location-header' && parameter !== undefined && typesIn([parameter.schema]).some((one) => types.includes(one));
  })?.from;
}

function typesIn(schemas: readonly Schema[]): readonly string[] {
  return possibleConjuncts(schemas).flatMap(({ type = [] }) => type);
}

function patternsIn(schemas: readonly Schema[]): readonly string[] {
  return possibleConjuncts(schemas).flatMap(({ pattern }) => pattern ?? []);
}

function tellingName({ from, to, consumer }: Edge): readonly (readonly [string, string])[] {
  const [, name = ''] = tokensOf(to);
  // Deeper below, the path has parameters of other things too.
  return isTelling(name) && segmentsOf(consumer.path).at(-1) === `{${name}}` ? [[plain(name), from]] : [];
}

/** The parameters and members of bodies that may refer to something. */
export function* placesOf(operation: Operation): Generator<Place> {
  for (const { in: where, name, location, schema } of operation.parameters)
    if (where !== 'querystring') yield { name, to: pointerTo(where, name), location, schemas: [schema] };
  yield* placesIn(memberSchemasOf(operation), bodyPlaceOf(operation), 'top');
  yield* linkagePlaces(operation);
  yield* ownPlace(operation);
}

/** The identifier of what an operation changes, where its body has that too. */
function* ownPlace(operation: Operation): Generator<Place> {
  const to = ownIdentifierPlace(operation);
  const collection = collectionIn(operation);
  if (to !== undefined) yield { name: `${singular(collection)}_id`, to, location: operation.location, schemas: [] };
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
      yield { name: singular(name), to: `${to}/0`, location: item.location, schemas: items, list: own };
    if (where !== 'top') continue;
    yield* placesIn(items, `${to}/0`, 'item');
    yield* placesIn(own, to, 'member', name);
  }
}

/** A member in the marks of code, which some answer gives. */
const GIVEN =
  /`(\w+)`[^.;`]{0,40}\b(?:answers?|answered|responses?|returned|given)\b|\b(?:answers?|answered|responses?|returned|given)\b[^.;`]{0,40}`(\w+)`/i;

/** What a path takes by the text of its parameter: `The id from the answer to the import`. `isPlaced`: whether another edge leads there. */
export function* describedEdges({ operations }: Service, isPlaced: (consumer: Operation, to: string) => boolean): Generator<Edge> {
  for (const consumer of operations)
    for (const { in: where, name, description = '', location } of consumer.parameters) {
      const to = pointerTo(where, name);
      const [, before, behind] = where === 'path' && !isPlaced(consumer, to) ? (GIVEN.exec(description) ?? []) : [];
      const member = before ?? behind;
      if (member === undefined) continue;
      for (const producer of operations.filter((one) => one.method === 'POST' && one !== consumer)) {
        const [from] = placesNamed(producer, member);
        if (from !== undefined) yield { producer, from, consumer, to, by: 'name', location };
      }
    }
}
