// Makes the requests that look at what was made: the read of it, and the list that has it; and says what a read shows of another account's request.
import { isTextOrNumber, pointerTo, tokensOf, valueAt } from '../../inference/pointers.ts';
import type { Lister, Resource } from '../../inference/resources.ts';
import { listOf } from '../../inference/shapes.ts';
import { beginsWith, isSameTemplate, parameterIn, pathPlacesOf, segmentsOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Answered } from '../contract/exchange.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { asTaken, isAbsent, resultOf, sizedInput } from '../sequences/index.ts';
import { another, type Desk, isAnswered, placedCase, succeeded, withInput } from './desk.ts';
import { isSameAnswer } from './same.ts';

/** Something that an account has made. */
export interface Made {
  readonly resource: Resource;
  readonly created: Answered;
  readonly id: unknown;
}

/** The read of what was made. */
export async function readOf(desk: Desk, { resource, created, id }: Made): Promise<Case | undefined> {
  const { read, edge } = resource;
  const placed = read && (await placedCase(desk, read.operation, created.case));
  const parameter = read && parameterIn(segmentsOf(read.operation.path).at(-1));
  if (placed?.input === undefined || parameter === undefined) return undefined;
  const at = pointerTo('path', parameter);
  const value = tokensOf(edge.to)[0] === 'path' && typeof valueAt(placed.input, at) === 'string' ? String(id) : id;
  return withInput(desk, placed, changedAt(placed.input, at, value) as Input);
}

/** A request with nothing but what is required, and long pages. */
export async function leastCase(desk: Desk, operation: Operation): Promise<Case | undefined> {
  const one = desk.caseOf(operation);
  const kept = operation.parameters.filter(({ required }) => required);
  const least = Object.fromEntries(
    ['path', 'query', 'header', 'cookie'].flatMap((part) => {
      const own = kept.filter((parameter) => parameter.in === part).map(({ name }) => [name, valueAt(one?.input, pointerTo(part, name))]);
      return own.length === 0 ? [] : [[part, Object.fromEntries(own)]];
    }),
  );
  const sized = sizedInput(operation, least) ?? least;
  return one && ((await withInput(desk, one, sized)) ?? (await withInput(desk, one, least)) ?? one);
}

/** The list that has what was created, or what else is read at its path, without filters. */
export async function listBeside(desk: Desk, operation: Operation, created: Answered): Promise<Case | undefined> {
  const least = await leastCase(desk, operation);
  const placed = await placedCase(desk, operation, created.case);
  const path = valueAt(placed?.input, '/path');
  return least && (path === undefined ? least : withInput(desk, least, { ...least.input, path }));
}

/** The item of a list that has an identifier. */
export function itemWith(list: Lister, exchange: Answered, id: unknown): unknown {
  const items = valueAt(resultOf(exchange), list.items);
  return Array.isArray(items) ? items.find((item) => String(valueAt(item, list.id)) === String(id)) : undefined;
}

/** What the second account has done to a thing, as its read shows: `before` is what the first account has read just before. */
export async function effectOn(desk: Desk, look: Case, before: Answered): Promise<'deletes' | 'changes' | undefined> {
  const after = await desk.send(another(desk, look, 'after the second account'));
  const again = await desk.send(another(desk, look, 'once more'));
  if (isAnswered(after) && isAbsent(after)) return 'deletes';
  return succeeded(after) && succeeded(again) && !isSameAnswer(after, again, before) ? 'changes' : undefined;
}

/** The reads of the things that the path of a case names, the nearest last; `own`: also that of the very path. */
export function readsAround(desk: Desk, { operation }: Case, own: boolean): readonly Operation[] {
  const path = segmentsOf(operation.path);
  return desk.service.operations
    .filter((one) => {
      const segments = segmentsOf(one.path);
      const isAbove = segments.length < path.length || (own && segments.length === path.length && one !== operation);
      if (one.method !== 'GET' || !isAbove || parameterIn(segments.at(-1)) === undefined || desk.caseOf(one) === undefined) return false;
      return beginsWith(path, segments);
    })
    .sort((a, b) => a.path.split('/').length - b.path.split('/').length);
}

/** The request that shows what a change does: the read of the thing, of the list that the path is, or of what it stands below. */
export async function lookFor(desk: Desk, one: Case): Promise<Case | undefined> {
  const same = desk.service.operations.find(
    ({ method, path }) => method === 'GET' && isSameTemplate(segmentsOf(path), segmentsOf(one.operation.path)),
  );
  for (const operation of [same, ...readsAround(desk, one, false).toReversed()]) {
    const placed = operation && (await placedCase(desk, operation, one));
    if (placed !== undefined) return placed;
  }
  return undefined;
}

/** How deep things are made below new ones. */
const MOST_ABOVE = 3;

/** What a create makes below new things: others may take no more. */
async function newlyMade(desk: Desk, create: Operation, above: readonly Operation[]): Promise<Answered | undefined> {
  const maker = desk.caseOf(create);
  if (maker === undefined || above.includes(create) || above.length >= MOST_ABOVE) return undefined;
  const first = await desk.fresh(another(desk, maker, 'for the second account'));
  if (succeeded(first)) return first;
  const own = desk.edges.filter(({ consumer, producer }) => consumer === create && producer !== create && producer.method !== 'GET');
  const at = pathPlacesOf(create.path).at(-1);
  const edge = own.find(({ to }) => (at === undefined ? to.startsWith('/body/') : to === at));
  const parent = edge && (await newlyMade(desk, edge.producer, [...above, create]));
  const id = parent && edge && valueAt(resultOf(parent), edge.from);
  if (edge === undefined || !isTextOrNumber(id)) return undefined;
  const ready = await desk.ready(another(desk, maker, 'below something new'));
  const placed = await withInput(desk, ready, changedAt(ready.input, edge.to, asTaken(create, edge.to, id)) as Input);
  const second = placed && (await desk.send(placed));
  return succeeded(second) ? second : undefined;
}

/** A new thing that has no path of its own, an action on it, and the list that shows it; `undefined` where it cannot be made. */
export async function newlyActed(
  desk: Desk,
  first: Case,
  resource: Resource,
): Promise<{ readonly one: Case; readonly look: Case } | undefined> {
  const placed = resource.list && (await newlyPlaced(desk, first, resource));
  const look = placed && resource.list && (await listBeside(desk, resource.list.operation, placed.created));
  return placed && look && { one: placed.one, look };
}

/** A case about a thing that the first account has just made, and how it was made. */
export async function newlyPlaced(
  desk: Desk,
  first: Case,
  { create, edge }: Resource,
): Promise<{ readonly one: Case; readonly created: Answered } | undefined> {
  const created = await newlyMade(desk, create, []);
  const at = pathPlacesOf(first.operation.path).at(-1);
  const id = created && valueAt(resultOf(created), edge.from);
  if (created === undefined || at === undefined || !isTextOrNumber(id)) return undefined;
  const ready = await desk.ready(another(desk, first, 'for the second account'));
  const one = await withInput(desk, ready, changedAt(ready.input, at, asTaken(first.operation, at, id)) as Input);
  return one && { one, created };
}

export function isEmptyList(operation: Operation, exchange: Answered): boolean {
  const items = valueAt(resultOf(exchange), listOf(operation)?.at ?? '/');
  return Array.isArray(items) && items.length === 0;
}
