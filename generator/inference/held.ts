// Finds the things of a service for a mock that keeps them: those that an operation creates, and those that are only read, listed, changed or
// deleted.
import type { Schema } from '../model/schema/schema.ts';
import type { Operation, Service } from '../model/service.ts';
import type { Edge } from './edge.ts';
import { identifierAmong } from './identifiers.ts';
import { collectionOf } from './makers.ts';
import { identifiersIn, plain } from './names.ts';
import { pointerTo, tokensOf } from './pointers.ts';
import { singular } from './prose/index.ts';
import type { Lister, Reader, Resource } from './resources.ts';
import { isThingItself, isValueAlone, type ListShape, listOf, type Shape, shapesOf, successSchemaOf } from './shapes.ts';
import { partsOf } from './single/parts.ts';
import { beginsWith, isNameAt, isSameTemplate, parameterIn, type Segments, segmentsOf } from './templates.ts';
import { isUri, uriIn } from './uris.ts';

/** A resource that may have no operation that creates it. */
export interface Held extends Omit<Resource, 'create' | 'edge' | 'path'> {
  readonly create?: Operation;
  /** Where the answer of `create` has the identifier; absent where names of members alone say what it is. */
  readonly edge?: Edge;
  /** The path of the collection; one thing has a segment more. */
  readonly collection: Segments;
  /** The member that identifies a thing; `undefined` where only the path has it. */
  readonly id: string | undefined;
  /** Whether there is one thing at the path of the collection itself, such as the settings of a user. */
  readonly isSingle?: true;
  /** The operation that makes what there is once: it is not there before. */
  readonly maker?: Operation;
  /** Whether the identifier in a path is the last part of a URI in the member. */
  readonly isUri: boolean;
  /** The parameter of the path that takes the identifier; `undefined` where no path does. */
  readonly parameter?: string;
  /** Other members that could identify a thing, and are less likely to. */
  readonly rivals: readonly string[];
}

/**
 * All things, those with the shortest path first, so that what others stand below comes before them. `identifiers`: members that are known to
 * identify things, by the path of the collection.
 */
export function heldOf(
  service: Service,
  resources: readonly Resource[],
  identifiers: ReadonlyMap<string, string> = new Map(),
): readonly Held[] {
  const withList = (one: Held): Held => (one.list === undefined ? { ...one, ...listBeside(service, one) } : one);
  const made = resources.flatMap(madeThing).map(withList);
  const taken = new Set(made.flatMap(operationsOf));
  const read = onlyReadOf(service, made, taken, identifiers).map(withList);
  const known = [...made, ...read];
  const listed = onlyListedOf(service, known);
  return [...known, ...listed].sort((a, b) => a.collection.length - b.collection.length);
}

export function operationsOf({ create, read, changes, remove, list }: Held): readonly Operation[] {
  return [create, read?.operation, ...changes, remove, list?.operation].filter((operation) => operation !== undefined);
}

function madeThing(resource: Resource): readonly Held[] {
  const { edge, create, path, read, list } = resource;
  const collection = segmentsOf(path).slice(0, -1);
  const [, parameter = ''] = tokensOf(edge.to);
  const pointer = read?.id ?? (edge.from.startsWith('/body/') ? edge.from : list?.id);
  const id = pointer === undefined ? undefined : tokensOf(pointer).at(-1);
  const members = new Map(shapesOf(read?.operation ?? create).flatMap(({ properties }) => [...properties]));
  // A header alone says where the new thing is: its URI may be in a member too.
  const uri = id === undefined ? uriIn(members) : undefined;
  const isNamed = id !== undefined && edge.by === 'name' && isUriByName(members.get(id), edge.consumer, parameter);
  const found = { id: id ?? uri, isUri: uri !== undefined || isNamed, rivals: rivalsOf(id, parameter, members.keys()) };
  return [{ ...resource, ...found, collection, parameter }];
}

/** Whether a member has a URI, and the parameter that is named as it is a text: that takes its last part, as no path has a URI in it. */
function isUriByName(schemas: readonly Schema[] = [], { parameters }: Operation, name: string): boolean {
  const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
  return isUri(schemas) && parameter !== undefined && !isUri([parameter.schema]);
}

/**
 * The list at the path of one thing without its last segment, where such things are made elsewhere and nothing else says that it has them; else
 * that of the plural name: `GET /contacts` beside `GET /contact/{id}`.
 */
function listBeside({ operations }: Service, { collection, id, read }: Held): Pick<Held, 'list'> {
  const name = collection.at(-1) ?? '';
  const isPlural = (path: Segments): boolean =>
    path.at(-1) !== name && singular(path.at(-1) ?? '') === name && isSameTemplate([...path.slice(0, -1), name], collection);
  const lists = operations.filter(({ method }) => method === 'GET');
  const operation =
    lists.find(({ path }) => isSameTemplate(segmentsOf(path), collection)) ?? lists.find(({ path }) => isPlural(segmentsOf(path)));
  const list = operation && listOf(operation);
  if (operation === undefined || list === undefined || id === undefined || !list.properties.has(id)) return {};
  if (isThingItself(operation, read?.operation)) return {};
  return { list: { operation, items: list.at, id: pointerTo(id) } };
}

function rivalsOf(id: string | undefined, parameter: string, members: Iterable<string>): readonly string[] {
  if (id === undefined || plain(id) === plain(parameter)) return [];
  return identifiersIn(members).filter((name) => name !== id);
}

/** Things with a path of their own that no operation creates, or whose new ones are known by a URI. */
function onlyReadOf(
  service: Service,
  made: readonly Held[],
  taken: ReadonlySet<Operation>,
  identifiers: ReadonlyMap<string, string>,
): readonly Held[] {
  const found: Held[] = [];
  for (const operation of service.operations) {
    const path = segmentsOf(operation.path);
    const parameter = parameterIn(path.at(-1));
    const collection = path.slice(0, -1);
    if (parameter === undefined || taken.has(operation) || parameterIn(collection.at(-1)) !== undefined) continue;
    if ([...made, ...found].some((one) => isSameTemplate(one.collection, collection))) continue;
    found.push(...readThing(service, collection, parameter, identifiers.get(`/${collection.join('/')}`)));
  }
  return found;
}

function readThing(service: Service, collection: Segments, parameter: string, known: string | undefined): readonly Held[] {
  const name = collection.at(-1) ?? '';
  const at = (method: string, template: Segments): Operation | undefined =>
    service.operations.find((one) => one.method === method && isSameTemplate(segmentsOf(one.path), template));
  const one = [...collection, `{${parameter}}`];
  const [reading, remove, listing] = [at('GET', one), at('DELETE', one), at('GET', collection)];
  const changes = ['PUT', 'PATCH'].flatMap((method) => at(method, one) ?? []);
  const list = listing && !isThingItself(listing, reading) ? listOf(listing) : undefined;
  const shapes = [reading, ...changes].flatMap((operation) => (operation === undefined ? [] : shapesOf(operation)));
  const seen = [...shapes.map(({ properties }) => properties), ...(list === undefined ? [] : [list.properties])];
  const identified =
    known !== undefined && seen.some((members) => members.has(known))
      ? { id: known, isUri: false }
      : seen.map((members) => identifierOf(members, reading ?? remove ?? changes[0], parameter, name)).find((found) => found !== undefined);
  if (identified === undefined || (reading === undefined && list === undefined)) return [];
  const { id, isUri } = identified;
  const shape = reading && (shapesOf(reading).find(({ properties }) => properties.has(id)) ?? withoutName(reading, list));
  if (reading !== undefined && shape === undefined) return [];
  const posting = at('POST', collection);
  const isMaker =
    posting !== undefined &&
    collectionOf(service, posting) !== undefined &&
    (isValueAlone(posting) || shapesOf(posting).some((made) => made.properties.has(id)));
  const reader: Reader | undefined = reading && shape && { operation: reading, id: shape.at + pointerTo(id) };
  const lister: Lister | undefined =
    listing && list?.properties.has(id) === true ? { operation: listing, items: list.at, id: pointerTo(id) } : undefined;
  return [
    {
      name,
      collection,
      parameter,
      id,
      isUri,
      rivals: rivalsOf(id, parameter, shape?.properties.keys() ?? []),
      changes,
      ...(isMaker ? { create: posting } : {}),
      ...(reader === undefined ? {} : { read: reader }),
      ...(remove === undefined ? {} : { remove }),
      ...(lister === undefined ? {} : { list: lister }),
    },
  ];
}

/** An answer that leaves out what its path names: `{value}` of `/gauges/{name}`, where the list of gauges has both. */
function withoutName(reading: Operation, list: ListShape | undefined): Shape | undefined {
  const [whole] = shapesOf(reading);
  const names = [...(whole?.properties.keys() ?? [])];
  return names.length > 0 && names.every((name) => list?.properties.has(name) === true) ? whole : undefined;
}

type Members = ReadonlyMap<string, readonly Schema[]>;

function identifierOf(
  members: Members,
  taking: Operation | undefined,
  parameter: string,
  collection: string,
): { readonly id: string; readonly isUri: boolean } | undefined {
  const named = identifierAmong(parameter, collection, members);
  if (named !== undefined) return { id: named, isUri: taking !== undefined && isUriByName(members.get(named), taking, parameter) };
  const uri = uriIn(members);
  return uri === undefined ? undefined : { id: uri, isUri: true };
}

/**
 * Things that a list alone shows. Where another collection has things of the same schema, the list may be one of those, chosen in a way that is not
 * known.
 */
function onlyListedOf(service: Service, known: readonly Held[]): readonly Held[] {
  const listed = new Set(known.flatMap(({ list }) => list?.operation ?? []));
  const schemas = new Set(
    known.flatMap(({ read, create }) => [read?.operation, create].flatMap((one) => (one && successSchemaOf(one)) ?? [])),
  );
  const shown = known.flatMap(({ read, create }) => [read?.operation, create].flatMap((one) => (one === undefined ? [] : shapesOf(one))));
  const isKnown = (members: Members): boolean => shown.some(({ properties }) => isSameMembers(properties, members));
  return service.operations.flatMap((operation): readonly Held[] => {
    const collection = segmentsOf(operation.path);
    if (operation.method !== 'GET' || listed.has(operation) || parameterIn(collection.at(-1)) !== undefined) return [];
    if (known.some((one) => isSameTemplate(one.collection, collection))) return [];
    const list = listOf(operation);
    const schema = successSchemaOf(operation);
    const named = list && namedBelow(service, collection, list.properties);
    // What a list without parameters shows need not be all that there is: a client may know others, and have things below them.
    const isPaged = operation.parameters.some((one) => one.in === 'query');
    if (list === undefined || list.properties.size < 2 || (schema !== undefined && schemas.has(schema)) || isKnown(list.properties))
      return [];
    const id = named?.id ?? identifiersIn(list.properties.keys()).find((name) => /^(?:id|uuid|guid|sid)$/.test(plain(name)));
    const create = id === undefined ? undefined : makerOf(service, collection, list.properties, id);
    const isViewed = (): boolean => partsOf(service, { collection, id, members: list.properties }).length > 1;
    if (!isPaged && create === undefined && !isViewed()) return [];
    const made = create === undefined ? {} : { create };
    const lister = { operation, items: list.at, id: pointerTo(id ?? '') };
    return [{ name: collection.at(-1) ?? '', collection, id, isUri: false, rivals: [], changes: [], list: lister, ...made, ...named }];
  });
}

/** The POST of a collection that answers with a thing as the list shows it. */
function makerOf({ operations }: Service, collection: Segments, members: Members, id: string): Operation | undefined {
  return operations.find(
    (one) =>
      one.method === 'POST' &&
      isSameTemplate(segmentsOf(one.path), collection) &&
      shapesOf(one).some(({ properties }) => properties.has(id) && isSameMembers(properties, members)),
  );
}

/** The member of listed things that paths below the list take, and their parameter: `label` for `/labels/{label}/transactions`. */
function namedBelow(
  { operations }: Service,
  collection: Segments,
  members: Members,
): { readonly id: string; readonly parameter: string } | undefined {
  for (const { path } of operations) {
    const below = segmentsOf(path);
    const parameter =
      beginsWith(below, collection) && isNameAt(below, collection.length) ? parameterIn(below[collection.length]) : undefined;
    const id = parameter === undefined ? undefined : identifierAmong(parameter, collection.at(-1) ?? '', members);
    if (parameter !== undefined && id !== undefined) return { id, parameter };
  }
  return undefined;
}

function isSameMembers(one: Members, other: Members): boolean {
  return one.size === other.size && [...one.keys()].every((name) => other.has(name));
}
