// Finds how many things another one has room for: they are made of a new one, until the next is refused as one too many.

import { membersIn } from '../../../inference/bodies.ts';
import type { Resource } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { CheckContext } from '../../contract/check.ts';
import type { Answered } from '../../contract/exchange.ts';
import { reasonOf } from '../../contract/reason.ts';
import type { Input } from '../../plan/index.ts';
import { Kept } from '../kept.ts';
import type { Lab } from '../lab.ts';
import { scarce } from '../making/crowding.ts';
import { taking } from '../making/taking.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf, type Thing } from '../thing.ts';

/** Things of a resource that a new thing of another one has room for. */
export interface Room {
  readonly source: Resource;
  /** What has made the thing with the room; absent: anything. */
  readonly input: Input | undefined;
  /** What is made of that first, so that it has room. */
  readonly stock: Resource | undefined;
  /** So many can be made: the next one is refused. */
  readonly count: number;
  /** One that was made. */
  readonly user: Thing;
  /** Whether what the requests name beside it is another thing each time. */
  readonly isApart: boolean;
  readonly refused: Answered;
  /** Whether the same request has succeeded with a thing that has more room: then it is refused for nothing else. */
  readonly isProven?: boolean;
}

export type Request = () => Promise<Answered>;

/** The most kinds of things that creates are tried to use up, and the most things that one of them is tried to have room for. */
const MOST_SOURCES = 4;
const MOST_FIRST = 3;

/** The status with which a create says that there is no more of something; `undefined` where it declares none. */
function spentStatus({ responses }: Operation): number | undefined {
  return [409, 422, 400].find((status) => responses.some((one) => one.status === String(status)));
}

const found = new WeakMap<CheckContext, Kept<readonly Room[]>>();

/** The rooms that things of a resource take, which are looked for once in a run. `probe`: the check that the requests are for. */
export async function roomsOf(setting: Setting, probe: string): Promise<readonly Room[]> {
  const { context, resource, things } = setting;
  const { create } = resource;
  if (create.method !== 'POST' || spentStatus(create) === undefined) return [];
  const kept = found.get(context) ?? new Kept<readonly Room[]>();
  found.set(context, kept);
  const look = async (): Promise<readonly Room[]> => {
    const rooms: Room[] = [];
    const sources = things.takenBy(resource).filter((one) => one !== resource && one.create.method === 'POST');
    for (const source of sources.slice(0, MOST_SOURCES)) {
      let isProven = false;
      for (const input of [undefined, ...scarce(setting, source)]) {
        const room = await roomIn(setting, source, input, { probe, isProven });
        if (room === 'enough') isProven = true;
        if (room === 'enough' || room === undefined) continue;
        rooms.push(room);
        break;
      }
    }
    return rooms;
  };
  return (await kept.of(create.id, look)) ?? [];
}

/** `enough`: one more was made, and there is room for others. */
async function roomIn(
  setting: Setting,
  source: Resource,
  input: Input | undefined,
  { probe, isProven }: { readonly probe: string; readonly isProven: boolean },
): Promise<Room | 'enough' | undefined> {
  const { things, resource } = setting;
  const lab = things.lab();
  // What earlier sequences have made may be used up.
  things.forgetSources(resource);
  const given = await made(setting, lab, { source, input, stock: undefined });
  const taken = given && (await taking(setting, lab, given, resource));
  if (given === undefined || taken === undefined) return undefined;
  const { thing: user, stock } = taken;
  const most = input === undefined ? 1 : leastOf(source, input);
  for (const isApart of [true, false])
    for (let count = 1; count <= most; count++) {
      const next = await request(setting, lab, { user, given, isApart, probe });
      const exchange = next && (await unlessStopped(next()));
      if (exchange === undefined) break;
      if (exchange.response.status === spentStatus(resource.create))
        return withStock(setting, { source, input, stock, count, user, isApart, isProven, refused: exchange }, probe);
      if (!isSuccess(exchange) && count === 1) break;
      // There is enough for more, or something else was refused.
      if (!isSuccess(exchange)) return undefined;
      if (count === most) return 'enough';
    }
  return undefined;
}

/** The most kinds of things that are made of a new one so that it has room. */
const MOST_STOCK = 2;

/** The room, with what a new thing needs first: that may have been made for the first one without a word. `undefined` where nothing helps. */
async function withStock(setting: Setting, room: Room, probe: string): Promise<Room | undefined> {
  const others = setting.things.referringTo(room.source).filter((one) => one !== setting.resource && one !== room.source);
  for (const stock of room.stock === undefined ? [undefined, ...others.slice(0, MOST_STOCK)] : [room.stock]) {
    const one = { ...room, stock };
    if ((await filled(setting, setting.things.lab(), one, 1, probe)) !== undefined) return one;
  }
  return undefined;
}

/** How many things a new one may have room for: as many as the greatest of its numbers that are as small as they may be. */
function leastOf({ create }: Resource, input: Input): number {
  const numbers = Object.values(membersIn(create, input) ?? {}).filter((one) => typeof one === 'number' && one <= MOST_FIRST);
  return Math.max(1, ...numbers.map(Number));
}

/** A new thing with such room. */
async function made(
  { things }: Setting,
  lab: Lab,
  { source, input, stock }: Pick<Room, 'source' | 'input' | 'stock'>,
): Promise<Thing | undefined> {
  const thing = await unlessStopped(
    input === undefined ? things.make(lab, source, 0, { isOwn: true }) : things.makeFrom(lab, source, things.ready(source.create, input)),
  );
  if (thing === undefined || stock === undefined) return thing;
  return (await unlessStopped(things.make(lab, stock, 0, { parent: thing, isOwn: true }))) && thing;
}

interface Wanted extends Pick<Room, 'user' | 'isApart'> {
  readonly given: Thing;
  readonly probe: string;
  /** The input, where it is another one than that of the first thing. */
  readonly like?: Input;
}

/** One more create that names the thing, with values of its own. Beside it, it names what the first one did, or other things. */
export async function request(
  { things, resource }: Setting,
  lab: Lab,
  { user, given, isApart, probe, like }: Wanted,
): Promise<Request | undefined> {
  const { create } = resource;
  const input = things.ready(create, like ?? (user.created.case.input as Input));
  const kept = [given, ...sourcesOf(given)];
  const all = sourcesOf(user);
  // A second thing of the same kind is another one, such as the account to which money goes.
  const others = all.filter((one, index) => {
    const first = all.findIndex(({ resource: same }) => same === one.resource);
    return !kept.some((same) => same.resource === one.resource) || (one.resource === given.resource && index > first);
  });
  if (isApart) things.forgetSources(resource, true);
  const named: Thing[] = [...kept];
  for (const [index, one] of others.entries()) {
    const number = others.slice(0, index).filter((before) => before.resource === one.resource).length;
    const next = isApart ? await unlessStopped(things.source(one.resource, number)) : one;
    if (next === undefined) return undefined;
    named.push(next);
  }
  return () => things.callBeside(lab, create, user, { says: 'create that uses up the same', input, sources: named, probe });
}

/** A new thing with such room, of which so many things were made; `undefined` where one of them was refused. */
export async function filled(
  setting: Setting,
  lab: Lab,
  room: Omit<Room, 'count' | 'refused'>,
  count: number,
  probe: string,
): Promise<{ readonly given: Thing; readonly users: readonly Thing[] } | undefined> {
  const { things, resource } = setting;
  const given = await made(setting, lab, room);
  const users: Thing[] = [];
  for (let number = 0; given !== undefined && number < count; number++) {
    const next = await request(setting, lab, { ...room, given, probe });
    const created = next && (await unlessStopped(next()));
    const id = created && isSuccess(created) ? things.idOf(resource, created) : undefined;
    if (created !== undefined && id !== undefined) users.push({ resource, created, id, sources: [given, ...sourcesOf(given)] });
    // What the first one needs may have to be done first, such as to open what the thing stands below.
    const first = id === undefined && number === 0 && room.isProven === true ? await takenAnew(setting, lab, given, created) : undefined;
    if (first !== undefined) users.push(first);
    if (users.length <= number) return undefined;
  }
  return given && { given, users };
}

async function takenAnew(setting: Setting, lab: Lab, given: Thing, refused: Answered | undefined): Promise<Thing | undefined> {
  if (refused !== undefined) lab.forget(refused);
  const taken = await taking(setting, lab, given, setting.resource);
  return taken !== undefined && sourcesOf(taken.thing).includes(given) ? taken.thing : undefined;
}

/** Whether two answers refuse in the same words, but for numbers and what is told apart by them. */
export function isSameRefusal({ response: one }: Answered, { response: other }: Answered): boolean {
  return reasonOf(one) === reasonOf(other);
}
