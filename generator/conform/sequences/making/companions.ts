// Finds what comes with a thing and has a path below it, such as the results of an order, so that operations can be done to each of them.
import { type Companion, companionsOf } from '../../../inference/companions.ts';
import { isObject, isTextOrNumber, valueAt } from '../../../inference/pointers.ts';
import type { Resource } from '../../../inference/resources.ts';
import { lastPlaceOf } from '../../../inference/templates.ts';
import { asTaken, type Lab, unlessStopped } from '../lab.ts';
import type { Setting } from '../script.ts';
import { isSuccess, resultOf, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';

/** The most of them that one thing is looked through for. */
const MOST = 6;

/** The most ways in which the members of an item may fill a path. */
const MOST_WAYS = 6;

type Way = readonly (readonly [to: string, member: string])[];

/** Which member of an item fills which place, where a read has shown it. */
const known = new WeakMap<Things, Map<string, Way>>();

/** What comes with the things of a resource. */
export function companionsWith({ context, resource, things }: Pick<Setting, 'context' | 'resource' | 'things'>): readonly Companion[] {
  return companionsOf(context.service, things.allEdges()).filter(({ maker }) => maker === resource.create);
}

/** Companions as if their create were that of what they come with. */
export function asResource({ edge, create }: Resource, companion: Companion, { operations }: Setting['context']['service']): Resource {
  const { name, read, places } = companion;
  const to = lastPlaceOf(read.path) ?? edge.to;
  const changes = operations.filter((one) => one.path === read.path && (one.method === 'PUT' || one.method === 'PATCH'));
  return {
    name,
    create,
    edge: { ...edge, consumer: read, to },
    path: read.path,
    read: { operation: read, id: `/body/${places[0]?.members[0] ?? ''}` },
    changes,
  };
}

/** All that come with a thing now, each with the values of its path. */
export async function companionsIn(
  lab: Lab,
  things: Things,
  owner: Thing,
  resource: Resource,
  companion: Companion,
): Promise<readonly Thing[]> {
  const exchange = await unlessStopped(things.call(lab, companion.list, owner, { says: `list ${companion.name}` }));
  const items = exchange === undefined || !isSuccess(exchange) ? undefined : valueAt(resultOf(exchange), companion.items);
  const objects = Array.isArray(items) ? items.filter((one) => isObject(one)) : [];
  const [first] = objects;
  const way = first && (await wayTo(lab, things, owner, companion, first));
  if (way === undefined) return [];
  return objects.slice(0, MOST).map((item): Thing => ({ ...owner, resource, places: placesBy(companion, way, item) }));
}

async function wayTo(lab: Lab, things: Things, owner: Thing, companion: Companion, item: Members): Promise<Way | undefined> {
  const ways = known.get(things) ?? new Map<string, Way>();
  known.set(things, ways);
  const before = ways.get(companion.read.id);
  if (before !== undefined) return before;
  for (const way of waysOf(companion).slice(0, MOST_WAYS)) {
    const one: Thing = { ...owner, places: placesBy(companion, way, item) };
    const read = await unlessStopped(things.call(lab, companion.read, one, { says: 'read' }));
    if (read === undefined || !isSuccess(read)) {
      if (read !== undefined) lab.forget(read);
      continue;
    }
    const shown = resultOf(read).body;
    if (!isObject(shown) || way.some(([, member]) => shown[member] !== item[member])) continue;
    ways.set(companion.read.id, way);
    return way;
  }
  return undefined;
}

type Members = Readonly<Record<string, unknown>>;

function waysOf({ places }: Companion): readonly Way[] {
  return places.reduce<readonly Way[]>(
    (ways, { to, members }) => ways.flatMap((way) => members.map((member): Way => [...way, [to, member]])),
    [[]],
  );
}

function placesBy({ read }: Companion, way: Way, item: Members): Members {
  return Object.fromEntries(
    way.flatMap(([to, member]) => (isTextOrNumber(item[member]) ? [[to, asTaken(read, to, item[member])] as const] : [])),
  );
}
