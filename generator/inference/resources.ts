// Finds the resources of a service from the edges: what an operation creates, and the operations that read, change, list and delete it.
import type { Operation, Service } from '../model/service.ts';
import type { Edge } from './edge.ts';
import { identifierAmong } from './identifiers.ts';
import { collectionOf, isNamedByCaller } from './makers.ts';
import { plain } from './names.ts';
import { pointerTo, tokensOf } from './pointers.ts';
import { asWritten, between, restful } from './restful.ts';
import { isThingItself, listOf, shapesOf, successSchemaOf } from './shapes.ts';
import { beginsWith, isSameTemplate, parameterIn, segmentsOf } from './templates.ts';

/** An operation that shows a thing, and where its answer has the identifier of the thing. */
export interface Reader {
  readonly operation: Operation;
  /** JSON pointer into the result, or into an item of the list; absent where the answer has none. */
  readonly id?: string;
  /** Where the operation lists things: JSON pointer of the list in the result. */
  readonly items?: string;
}

export interface Lister {
  readonly operation: Operation;
  /** JSON pointers: of the list in the result, and of the identifier in an item. */
  readonly items: string;
  readonly id: string;
}

export interface Resource {
  /** The collection's name: `books`. */
  readonly name: string;
  readonly create: Operation;
  /** Where the answer of `create` has the identifier, and the name of the parameter that takes it. */
  readonly edge: Edge;
  /** The path of one thing: `/books/{id}`. */
  readonly path: string;
  /** Whether an action on a thing of another kind makes it, as the checkout of a cart makes an order. */
  readonly isMadeOfOther?: true;
  readonly read?: Reader;
  readonly changes: readonly Operation[];
  readonly remove?: Operation;
  readonly list?: Lister;
  /** Where nothing else shows its things: the list of another thing that has them, such as the `holds` of a borrower. */
  readonly inside?: Reader;
}

/** What shows a thing: the operation that reads it, or else the list that it stands in, also that of another thing. */
export function shownBy({ read, list, inside }: Pick<Resource, 'read' | 'list' | 'inside'>): Reader | undefined {
  return read ?? list ?? inside;
}

/** The resources of a service, in the order of the document. What a POST changes by its verb is no change: it need not be one of a PATCH. */
export function resourcesOf(written: Service, edges: readonly Edge[]): readonly Resource[] {
  const service = restful(written);
  const back = asWritten(written, service);
  const meant = new Map(service.operations.map((one) => [back(one), one]));
  const moved = edges.map((edge) => between(edge, (one) => meant.get(one) ?? one));
  return service.operations
    .flatMap((create) => resourceOf(service, create, moved) ?? [])
    .map(({ create, edge, read, changes, remove, list, ...rest }) => ({
      ...rest,
      create: back(create),
      edge: between(edge, back),
      ...(read === undefined ? {} : { read: { ...read, operation: back(read.operation) } }),
      changes: changes.map(back).filter(({ method }) => method !== 'POST'),
      ...(remove === undefined ? {} : { remove: back(remove) }),
      ...(list === undefined ? {} : { list: { ...list, operation: back(list.operation) } }),
    }));
}

/**
 * The resources, and what else other operations need to be created: `POST /users` alone, for `/users/{userId}/keys`. What is done to a thing of a
 * resource, such as its cancellation, makes none.
 */
export function creatorsOf(
  resources: readonly Resource[],
  edges: readonly Edge[],
  mayCall: (operation: Operation) => boolean,
): readonly Resource[] {
  const found = new Map(resources.map((one) => [one.create, one]));
  const paths = resources.map(({ path }) => path);
  for (const edge of edges.filter(({ to }) => to.startsWith('/path/'))) {
    const { producer: create } = edge;
    const isMaker = create.method === 'POST' || isNamedByCaller(create);
    const path = pathTo(edge);
    const isAction = paths.includes(path) && beginsWith(segmentsOf(create.path), segmentsOf(path));
    if (!found.has(create) && isMaker && !isAction && mayCall(create))
      found.set(create, { name: nameOf(create), create, edge, path, changes: [] });
  }
  return [...found.values()];
}

/** The last segment that names a collection: `books` of `/books`, and of `/books/{isbn}` for a PUT. */
export function nameOf({ method, path }: Operation): string {
  return segmentsOf(path).at(method === 'PUT' ? -2 : -1) ?? '';
}

function resourceOf(service: Service, create: Operation, edges: readonly Edge[]): Resource | undefined {
  const collection = collectionOf(service, create);
  if (collection === undefined) return undefined;
  const name = nameOf(create);
  const own = edges.filter((edge) => edge.producer === create && isOfThing(edge));
  const consumer = (...methods: readonly string[]): readonly Edge[] => {
    const found = own.filter((edge) => methods.includes(edge.consumer.method));
    // The path below that of the collection is that of the thing; another one only where there is none.
    const near = found.filter((edge) => isSameTemplate(segmentsOf(edge.consumer.path).slice(0, -1), collection));
    return near.length > 0
      ? near
      : found.filter((edge) => edge.by !== 'name' || segmentsOf(edge.consumer.path).at(-2) === name).slice(0, 1);
  };
  const [readEdge] = consumer('GET');
  const changing = consumer('PUT', 'PATCH');
  const [removeEdge] = consumer('DELETE');
  const edge = readEdge ?? removeEdge ?? changing[0];
  if (edge === undefined) return undefined;
  const parameter = tokensOf(edge.to)[1] ?? '';
  const listing = service.operations.find(({ method, path }) => method === 'GET' && isSameTemplate(segmentsOf(path), collection));
  const list = listing && !isThingItself(listing, readEdge?.consumer) ? listerOf(listing, parameter, name) : undefined;
  return {
    name,
    create,
    edge,
    path: pathTo(edge),
    // What a PUT has made, it replaces.
    changes: [...(create.method === 'PUT' ? [create] : []), ...changing.map((one) => one.consumer)],
    ...(readEdge === undefined ? {} : { read: readerOf(readEdge.consumer, parameter, name) }),
    ...(removeEdge === undefined ? {} : { remove: removeEdge.consumer }),
    ...(list === undefined ? {} : { list }),
  };
}

/**
 * Whether an identifier was found by a word that others use for a name or a number of people: neither the document nor the parameter says that it is
 * one.
 */
export function isGuess({ by, from, to }: Edge): boolean {
  const [field = '', parameter = ''] = [from, to].map((pointer) => plain(tokensOf(pointer).at(-1) ?? ''));
  return by === 'name' && field !== parameter && !/(?:id|uuid|guid|sid)$/.test(field) && !parameter.endsWith(field);
}

/** Whether the path of the consumer ends with the parameter: it is about the thing itself, and not about something below it. */
function isOfThing({ consumer, to }: Edge): boolean {
  const last = parameterIn(segmentsOf(consumer.path).at(-1));
  return last !== undefined && to === pointerTo('path', last);
}

/** The path of the consumer up to the parameter that an edge leads to. */
export function pathTo({ consumer, to }: Edge): string {
  const segments = segmentsOf(consumer.path);
  const end = segments.findIndex((segment) => pointerTo('path', parameterIn(segment) ?? '') === to);
  return `/${segments.slice(0, end + 1).join('/')}`;
}

function readerOf(operation: Operation, parameter: string, collection: string): Reader {
  for (const { at, properties } of shapesOf(operation)) {
    const found = identifierAmong(parameter, collection, properties);
    if (found !== undefined) return { operation, id: at + pointerTo(found) };
  }
  return { operation };
}

/** A list that needs a value of a query may leave things out, and says nothing of them. */
export function listerOf(operation: Operation, parameter: string, collection: string): Lister | undefined {
  if (operation.parameters.some((one) => one.required && one.in.startsWith('query')) || operation.body !== undefined) return undefined;
  const list = listOf(operation);
  const found = list && identifierAmong(parameter, collection, list.properties);
  return list === undefined || found === undefined ? undefined : { operation, items: list.at, id: pointerTo(found) };
}

/**
 * The resources, with those that are made of other things elsewhere, and those that have a list and actions, and no path of their own:
 * `POST /orders/{id}/cancel` without `/orders/{id}`.
 */
export function allResourcesOf(service: Service, edges: readonly Edge[]): readonly Resource[] {
  const found = resourcesOf(service, edges);
  const all = [...found, ...madeElsewhereIn(service, edges, found)];
  return [...all, ...actedOnIn(service, edges, all)];
}

/** What an operation on another thing makes: `POST /carts/{id}/checkout` answers with what `GET /orders/{orderId}` reads. */
function madeElsewhereIn(service: Service, edges: readonly Edge[], known: readonly Resource[]): readonly Resource[] {
  const paths = new Set(known.map(({ path }) => path));
  const creates = new Set(known.map(({ create }) => create));
  return service.operations.flatMap((create): readonly Resource[] => {
    const isMaker = create.method === 'POST' && !creates.has(create) && create.responses.some(({ status }) => status === '201');
    const edge = isMaker ? edges.find((one) => one.producer === create && isShownBy(one)) : undefined;
    const path = edge === undefined ? '' : pathTo(edge);
    if (edge === undefined || paths.has(path)) return [];
    paths.add(path);
    const name = segmentsOf(edge.consumer.path).at(-2) ?? '';
    const parameter = tokensOf(edge.to)[1] ?? '';
    const own = edges.filter((one) => one.producer === create && isOfThing(one) && pathTo(one) === path).map(({ consumer }) => consumer);
    const remove = own.find(({ method }) => method === 'DELETE');
    const listing = service.operations.find(
      (one) => one.method === 'GET' && isSameTemplate(segmentsOf(one.path), segmentsOf(path).slice(0, -1)),
    );
    const list = listing && listerOf(listing, parameter, name);
    const changes = own.filter(({ method }) => method === 'PUT' || method === 'PATCH');
    const read = readerOf(edge.consumer, parameter, name);
    return [
      {
        ...{ name, create, edge, path, isMadeOfOther: true, changes, read },
        ...(remove === undefined ? {} : { remove }),
        ...(list === undefined ? {} : { list }),
      },
    ];
  });
}

/** Whether the consumer reads what the producer has made by the same schema, and the producer is no action on that thing. */
function isShownBy(edge: Edge): boolean {
  const { producer, consumer } = edge;
  const isRead = consumer.method === 'GET' && isOfThing(edge) && !beginsWith(segmentsOf(producer.path), segmentsOf(consumer.path));
  return isRead && successSchemaOf(producer) !== undefined && successSchemaOf(producer) === successSchemaOf(consumer);
}

/** The resources without a path of their own; `known` are the others. */
export function actedOnIn(service: Service, edges: readonly Edge[], known: readonly Resource[]): readonly Resource[] {
  const creates = new Set(known.map(({ create }) => create));
  return service.operations
    .filter((one) => one.method === 'POST' && !creates.has(one))
    .flatMap((create) => actedOnBy(service, create, edges) ?? []);
}

function actedOnBy({ operations }: Service, create: Operation, edges: readonly Edge[]): Resource | undefined {
  const edge = edges.find((one) => one.producer === create && isAction(one));
  const own = segmentsOf(create.path);
  const listing =
    operations.find(({ method, path }) => method === 'GET' && isSameTemplate(segmentsOf(path), own)) ??
    // What is made below something may be listed for all of them: `POST /people/{id}/absences` and `GET /absences`.
    operations.find(({ method, path }) => method === 'GET' && path !== create.path && segmentsOf(path).join('/') === own.at(-1));
  if (edge === undefined || listing === undefined) return undefined;
  const path = pathTo(edge);
  const name = nameOf(create);
  const list = listerOf(listing, parameterIn(segmentsOf(path).at(-1)) ?? '', name);
  return list && { name, create, edge, path, changes: [], list };
}

/** Whether the path of a consumer ends with what is done to the thing. */
export function isAction({ consumer: { method, path }, to }: Edge): boolean {
  const parameter = parameterIn(segmentsOf(path).at(-2));
  return method !== 'GET' && parameter !== undefined && to === pointerTo('path', parameter);
}
