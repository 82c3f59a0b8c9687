// Finds which values of answers other operations take: by overrides of the user, by `links`, by names and paths, and by `Location`.
import { itemsOf, possibleConjuncts, propertiesOf } from '../model/schema/conjuncts.ts';
import type { Expression, Link, Operation, Parameter, Service } from '../model/service.ts';
import { memberSchemasOf } from './bodies.ts';
import type { Edge, OverrideLink } from './edge.ts';
import { itemEdges, listedEdges } from './listed.ts';
import { collectionOf } from './makers.ts';
import { isTelling, plain, refersTo } from './names.ts';
import { pointerTo, tokensOf } from './pointers.ts';
import { singular } from './prose/index.ts';
import { calledEdges } from './references/called.ts';
import { describedEdges, referenceEdges } from './references/named.ts';
import { asWritten, between, restful } from './restful.ts';
import { identifierIn, placesNamed, successOf, successSchemaOf } from './shapes.ts';
import { beginsWith, lastPlaceOf, parameterIn, type Segments, segmentsOf } from './templates.ts';

/** At most one edge for each producer and place of a consumer: the user's first, then links, then names, then `Location`. */
export function edgesOf(written: Service, overrides: { readonly links?: readonly OverrideLink[] } = {}): readonly Edge[] {
  const service = restful(written);
  const back = asWritten(written, service);
  const found = new Map<string, Edge>();
  const paths = [...pathEdges(service)];
  const known = [...overrideEdges(service, overrides.links ?? []), ...service.links.flatMap(linkEdges), ...paths];
  // What makes the things that a parameter speaks of comes before answers that only refer to one: `POST /shows/{id}/episodes` before `episodeIds`.
  const elsewhere = [...elsewhereEdges(service, known)];
  const below = elsewhere.filter(isSpoken);
  const spoken = [...known, ...below];
  const byName = new Set(namedEdges(service, spoken));
  const named = [...spoken, ...byName];
  const alike = [...named, ...alikeEdges(service, named)];
  const others = [...elsewhereEdges(service, alike)];
  const referring = [...alike, ...others, ...referenceEdges(service, paths, [...elsewhere, ...others])];
  const made = [...referring, ...calledEdges(service, referring)];
  // What a name alone tells need not be there, as the `model` that a completion was asked of: the list of models says what is.
  const placed = new Set(made.filter((edge) => !byName.has(edge)).map(({ consumer, to }) => keyOf(consumer, to)));
  const makers = new Set(made.map(({ producer }) => producer));
  const listed = [...listedEdges(service, makers)].filter(({ consumer, to }) => !placed.has(keyOf(consumer, to)));
  const reached = new Set([...made, ...listed].map(({ consumer, to }) => keyOf(consumer, to)));
  const described = describedEdges(service, (consumer, to) => reached.has(keyOf(consumer, to)));
  for (const edge of [...made, ...listed, ...described].filter((one) => !isMadeAlong(one))) {
    const key = JSON.stringify([edge.producer.id, edge.consumer.id, edge.to]);
    if (!found.has(key)) found.set(key, edge);
  }
  return [...found.values()].map((edge) => between(edge, back));
}

/**
 * Whether the place is that of something that comes with a new thing: the `sku` of the `variants` in `POST /products` names none of those that
 * `POST /products/{id}/variants` has made, since these stand below another product.
 */
function isMadeAlong({ producer, consumer, to }: Edge): boolean {
  const [own, below] = [segmentsOf(consumer.path), segmentsOf(producer.path)];
  const [name = ''] = below.slice(own.length + 1);
  const isBelow = consumer.method === 'POST' && beginsWith(below, own) && parameterIn(below[own.length]) !== undefined;
  const place = tokensOf(to);
  const at = place.findIndex((token) => plain(singular(token)) === plain(singular(name)));
  const isListed = isBelow && name !== '' && at > 0 && /^(?:-|\d+)$/.test(place[at + 1] ?? '');
  return isListed && (at + 2 < place.length || (at + 2 === place.length && areWords(consumer, place[at] ?? '')));
}

const OF_IDENTIFIERS = /\b(?:ids?|identif\w+|uuids?|keys?|codes?|slugs?|handles?|references?)\b/i;

/** Whether the items of a list in a body are texts of any form, which are no identifiers: the labels of the `options` of a new poll. */
function areWords(operation: Operation, name: string): boolean {
  const items = possibleConjuncts(itemsOf(propertiesOf(memberSchemasOf(operation)).get(name) ?? []));
  const areTexts = items.some(({ type }) => type?.includes('string') === true);
  return (
    areTexts &&
    items.every(({ format, pattern, description = '' }) => (format ?? pattern) === undefined && !OF_IDENTIFIERS.test(description))
  );
}

/** From lists of what no operation makes to all operations on one of their items, where the service has no such edge. */
export function itemEdgesOf(written: Service, known: readonly Edge[]): readonly Edge[] {
  const service = restful(written);
  const back = asWritten(written, service);
  const producers = new Set(known.map(({ producer }) => producer));
  const makers = new Set(service.operations.filter((one) => producers.has(back(one))));
  const found = new Set(known.map(({ producer, consumer, to }) => `${producer.id} ${keyOf(consumer, to)}`));
  const edges = [...itemEdges(service, makers)].map((edge) => between(edge, back));
  return edges.filter(({ producer, consumer, to }) => !found.has(`${producer.id} ${keyOf(consumer, to)}`));
}

function* overrideEdges({ operations }: Service, links: readonly OverrideLink[]): Generator<Edge> {
  for (const { from, value, to, as } of links) {
    const producer = operations.find(({ id }) => id === from);
    const consumer = operations.find(({ id }) => id === to);
    if (producer === undefined || consumer === undefined) continue;
    const parameter = consumer.parameters.find((one) => as === pointerTo(one.in, one.name));
    yield { producer, from: value, consumer, to: as, by: 'override', location: parameter?.location ?? consumer.location };
  }
}

/** The parameters of a link that are one value of the response. */
function linkEdges({ from, to, status, parameters }: Link): readonly Edge[] {
  if (!/^2|^default$/.test(status)) return [];
  return parameters.flatMap(({ in: where, name, value }): readonly Edge[] => {
    const [part, ...others] = 'template' in value ? value.template : [];
    const pointer = part === undefined || typeof part === 'string' || others.length > 0 ? undefined : resultPointer(part);
    const parameter = to.parameters.find((one) => one.in === where && one.name === name);
    if (pointer === undefined || parameter === undefined) return [];
    return [{ producer: from, from: pointer, consumer: to, to: pointerTo(where, name), by: 'link', location: parameter.location }];
  });
}

function resultPointer(expression: Expression): string | undefined {
  if (expression.from !== 'response') return undefined;
  if (expression.part === 'body') return pointerTo('body', ...expression.pointer);
  return expression.part === 'header' ? pointerTo('headers', expression.name) : undefined;
}

/** The answer of `POST /books`, or of `PUT /books/{…}` where that makes books, has the parameter of each path that begins with `/books/{…}`. */
function* pathEdges(service: Service): Generator<Edge> {
  const { operations } = service;
  for (const producer of operations) {
    const collection = collectionOf(service, producer);
    if (collection === undefined) continue;
    for (const consumer of operations) {
      if (consumer === producer) continue;
      const path = segmentsOf(consumer.path);
      const name = parameterIn(path[collection.length]);
      if (name === undefined || parameterIn(collection.at(-1)) !== undefined || !beginsWith(path, collection)) continue;
      const parameter = pathParameter(consumer, name);
      if (parameter === undefined) continue;
      const common = { producer, consumer, to: pointerTo('path', name), location: parameter.location };
      const from = identifierIn(producer, name, collection.at(-1) ?? '');
      if (from !== undefined) yield { ...common, from, by: 'name' };
      else if (successOf(producer)?.headers.some((header) => header.name.toLowerCase() === 'location') === true)
        yield { ...common, from: '/headers/Location', by: 'location-header' };
    }
  }
}

/** The most producers of one parameter that are found by its name alone. */
const MOST_NAMED = 3;

/** Where no path tells what makes a thing, an answer with the very name of the parameter does: `operationId` of `POST /festivals/{id}:export`. */
function* namedEdges(service: Service, known: readonly Edge[]): Generator<Edge> {
  const { operations } = service;
  const producers = operations.filter(({ method }) => method === 'POST' || method === 'PUT');
  const placed = new Set(known.map(({ consumer, to }) => keyOf(consumer, to)));
  // Large documents use few names in many paths.
  const sources = new Map<string, readonly Source[]>();
  const sourcesOf = (name: string): readonly Source[] => {
    const all = sources.get(name) ?? producers.flatMap((producer) => sourceIn(producer, name));
    sources.set(name, all);
    return all;
  };
  for (const consumer of operations)
    for (const { in: where, name, location } of consumer.parameters) {
      const to = pointerTo(where, name);
      // What a PUT makes has the name that its caller chooses.
      if (to === lastPlaceOf(consumer.path) && consumer.method === 'PUT' && collectionOf(service, consumer) !== undefined) continue;
      if (where !== 'path' || !isTelling(name) || placed.has(keyOf(consumer, to))) continue;
      const isPut = to === lastPlaceOf(consumer.path) && operations.some((one) => one.method === 'PUT' && one.path === consumer.path);
      // What a caller puts at the path itself is made by no answer that only names it: a room, and a lamp in it.
      const found = sourcesOf(name).filter((one) => one.producer !== consumer && (!isPut || isOwnName(one, name)));
      yield* found.slice(0, MOST_NAMED).map((one): Edge => ({ ...one, consumer, to, by: 'name', location }));
    }
}

/**
 * Else, an answer does that is declared with the same schema as what is read there: `POST /shipments/{id}/buy` gives what `GET /labels/{label}`
 * reads.
 */
function* alikeEdges({ operations }: Service, known: readonly Edge[]): Generator<Edge> {
  const placed = new Set(known.map(({ consumer, to }) => keyOf(consumer, to)));
  for (const read of operations) {
    const path = segmentsOf(read.path);
    const name = parameterIn(path.at(-1));
    const schema = successSchemaOf(read);
    if (read.method !== 'GET' || name === undefined || schema === undefined) continue;
    if (placed.has(keyOf(read, pointerTo('path', name)))) continue;
    const producers = operations.filter((one) => one.method === 'POST' && successSchemaOf(one) === schema);
    for (const producer of producers.slice(0, MOST_NAMED)) {
      const from = identifierIn(producer, name, path.at(-2) ?? '');
      if (from !== undefined) yield* edgesBelow(operations, path, { producer, from });
    }
  }
}

/**
 * Else, a path that ends with the name of the collection does, wherever it stands: `POST /customers/{id}/orders` makes what `/orders/{order}` reads.
 * A thing whose own path names others is not taken to be the same.
 */
function* elsewhereEdges({ operations }: Service, known: readonly Edge[]): Generator<Edge> {
  const placed = new Set(known.map(({ consumer, to }) => keyOf(consumer, to)));
  const posted = Map.groupBy(
    operations.filter(({ method, path }) => method === 'POST' && parameterIn(segmentsOf(path).at(-1)) === undefined),
    ({ path }) => plain(singular(segmentsOf(path).at(-1) ?? '')),
  );
  for (const consumer of operations) {
    const path = segmentsOf(consumer.path);
    const index = path.findIndex((segment) => parameterIn(segment) !== undefined);
    const [collection = '', name] = [path[index - 1], parameterIn(path[index])];
    const parameter = name === undefined ? undefined : pathParameter(consumer, name);
    if (parameter === undefined || placed.has(keyOf(consumer, pointerTo('path', parameter.name)))) continue;
    const producers = (posted.get(plain(singular(collection))) ?? []).filter((one) => one !== consumer);
    const sources = producers.flatMap((producer) => {
      const from = identifierIn(producer, parameter.name, collection);
      return from === undefined ? [] : [{ producer, from }];
    });
    for (const source of sources.slice(0, MOST_NAMED))
      yield { ...source, consumer, to: pointerTo('path', parameter.name), by: 'name', location: parameter.location };
  }
}

/** Whether the parameter says by its name that it is of what the collection holds: `episodeId` of `/episodes/{episodeId}`, but not `requestId`. */
function isSpoken({ consumer, to }: Edge): boolean {
  const path = segmentsOf(consumer.path);
  const [, name = ''] = tokensOf(to);
  return refersTo(name, path[path.indexOf(`{${name}}`) - 1] ?? '');
}

/** To the operations whose paths begin with that of a thing. */
function* edgesBelow(operations: readonly Operation[], path: Segments, source: Source): Generator<Edge> {
  for (const consumer of operations) {
    const own = segmentsOf(consumer.path);
    const parameter = beginsWith(own, path) ? pathParameter(consumer, parameterIn(own[path.length - 1]) ?? '') : undefined;
    if (consumer === source.producer || parameter === undefined) continue;
    yield { ...source, consumer, to: pointerTo('path', parameter.name), by: 'name', location: parameter.location };
  }
}

type Source = Pick<Edge, 'producer' | 'from'>;

/** Where the answer of an operation has the very name of a parameter that is not its own. */
function sourceIn(producer: Operation, name: string): readonly Source[] {
  const [from] = pathParameter(producer, name) === undefined ? placesNamed(producer, name) : [];
  return from === undefined ? [] : [{ producer, from }];
}

/** Whether an answer to a POST has a name of what it has made: one that its request has not given, and that is of no item of a list. */
function isOwnName({ producer, from }: Source, name: string): boolean {
  const given = [...propertiesOf(memberSchemasOf(producer)).keys()];
  return producer.method === 'POST' && !tokensOf(from).includes('-') && !given.some((one) => plain(one) === plain(name));
}

function keyOf({ id }: Operation, to: string): string {
  return JSON.stringify([id, to]);
}

function pathParameter({ parameters }: Operation, name: string): Parameter | undefined {
  return parameters.find((one) => one.in === 'path' && one.name === name);
}
