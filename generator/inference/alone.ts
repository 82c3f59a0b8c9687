// Finds the things that no path names: those that a create alone makes, such as the memberships of a member, and those that a PUT makes and nothing
// else reads or removes. Sentences speak of them as of all others, and other bodies name them.
import type { Operation, Service } from '../model/service.ts';
import type { Edge } from './edge.ts';
import { collectionOf, isNamedByCaller } from './makers.ts';
import { pointerTo, tokensOf } from './pointers.ts';
import { listerOf, nameOf, type Resource } from './resources.ts';
import { identifierIn, isThingItself, placesNamed, successSchemaOf } from './shapes.ts';
import { timesOf } from './spans.ts';
import { isSameTemplate, lastPlaceOf, parameterIn, pathPlacesOf, segmentsOf } from './templates.ts';

/** `known`: the resources whose things have paths of their own. */
export function aloneIn(service: Service, edges: readonly Edge[], known: readonly Resource[]): readonly Resource[] {
  const creates = new Set(known.map(({ create }) => create));
  const named = new Set(edges.filter(({ to }) => to.startsWith('/path/')).map(({ producer }) => producer));
  return service.operations
    .filter((one) => !creates.has(one) && !named.has(one))
    .flatMap((create) => (create.method === 'PUT' ? putIn(service, create) : postedIn(service, create, edges)) ?? []);
}

/** What `PUT /subjects/{code}` makes. */
function putIn(service: Service, create: Operation): Resource | undefined {
  const to = lastPlaceOf(create.path);
  const collection = isNamedByCaller(create) ? collectionOf(service, create) : undefined;
  const name = nameOf(create);
  const from = to === undefined || collection === undefined ? undefined : identifierIn(create, tokensOf(to)[1] ?? '', name);
  if (to === undefined || from === undefined) return undefined;
  return withList(service, { name, create, edge: edgeOf(create, from, to), path: create.path, changes: [create] });
}

/** What `POST /members/{id}/passes` makes: an answer with an identifier of its own, which is not what the path names. */
function postedIn(service: Service, create: Operation, edges: readonly Edge[]): Resource | undefined {
  const name = nameOf(create);
  const isMaker = create.method === 'POST' && create.body !== undefined && parameterIn(name) === undefined;
  if (!isMaker || !create.responses.some(({ status }) => status === '201')) return undefined;
  // What bodies name by another member, such as the `code` of a type, is known by that.
  const [naming] = edges.filter(({ producer, to }) => producer === create && to.startsWith('/body/'));
  const from = identifierIn(create, 'id', name) ?? naming?.from ?? startIn(create);
  if (from === undefined || from.includes('/-') || isShownElsewhere(service, create)) return undefined;
  const to = pointerTo('path', 'id');
  return withList(service, { name, create, edge: edgeOf(create, from, to), path: `${create.path}/{id}`, changes: [] });
}

/** What has no identifier is told from others by when it starts, where it lasts: the passes of a member. */
function startIn(create: Operation): string | undefined {
  const start = timesOf(create)?.start;
  return start === undefined ? undefined : placesNamed(create, start).find((one) => !one.includes('/-'));
}

/** Whether another operation answers with the same schema about what its path names: then the create does something to that thing. */
function isShownElsewhere({ operations }: Service, create: Operation): boolean {
  const schema = successSchemaOf(create);
  return operations.some(
    (one) => one !== create && schema !== undefined && successSchemaOf(one) === schema && pathPlacesOf(one.path).length > 0,
  );
}

function edgeOf(create: Operation, from: string, to: string): Edge {
  return { producer: create, from, consumer: create, to, by: 'name', location: create.location };
}

/** A resource with the list beside its own path, or the one of all such things: `POST /people/{id}/notes` and `GET /notes`. */
export function withList({ operations }: Service, resource: Resource): Resource {
  if (resource.list !== undefined) return resource;
  const collection = segmentsOf(resource.path).slice(0, -1);
  const lists = operations.filter(({ method }) => method === 'GET');
  const listing =
    lists.find(({ path }) => isSameTemplate(segmentsOf(path), collection)) ??
    lists.find(({ path }) => segmentsOf(path).join('/') === resource.name);
  const list = listing && listerOf(listing, tokensOf(resource.edge.to)[1] ?? '', resource.name);
  return list === undefined || isThingItself(list.operation, resource.read?.operation) ? resource : { ...resource, list };
}
