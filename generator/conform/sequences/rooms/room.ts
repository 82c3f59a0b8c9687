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
import { shortExample } from '../making/own.ts';
import { type Taking, taking } from '../making/taking.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf, type Thing } from '../thing.ts';

/** Things of a resource that a new thing of another one has room for. */
export interface Room {
  readonly source: Resource;
  /** What has made the thing with the room; absent: anything. */
  readonly input: Input | undefined;
  /** What the thing with the room is made of, where that has as little of it as may be: the boat of a tour. */
  readonly of?: Scarce;
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

/** Another thing of which there is as little as the document allows. */
interface Scarce {
  readonly resource: Resource;
  readonly input: Input;
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
      const plain = [undefined, ...scarce(setting, source)].map((input): Little => ({ input }));
      for (const little of [...plain, ...scarceOf(setting, source)]) {
        const room = await roomIn(setting, source, little, { probe, isProven });
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

type Little = Pick<Room, 'input' | 'of'>;

/** Words of a create that is refused for want of room. */
const OF_ROOM = /\b(?:places?|room|seats?|capacity|full|enough|spaces?|spots?|free|left)\b/i;

/** What the thing with the room may be made of, with as little as may be of a number of which the texts of the create speak. */
function scarceOf(setting: Setting, source: Resource): readonly Little[] {
  const { things, resource } = setting;
  const texts = [resource.create.description ?? '', ...resource.create.responses.map((one) => one.description)].join(' ');
  if (!OF_ROOM.test(texts)) return [];
  const known = things.takenBy(resource);
  return things
    .takenBy(source)
    .filter((one) => one !== resource && one !== source && !known.includes(one) && one.create.method === 'POST')
    .flatMap((one) => scarce(setting, one).map((input): Little => ({ input: undefined, of: { resource: one, input } })))
    .slice(0, MOST_OF);
}

/** The most kinds of things that a thing with room is made of with as little as may be. */
const MOST_OF = 2;

/** `enough`: one more was made, and there is room for others. */
async function roomIn(
  setting: Setting,
  source: Resource,
  { input, of }: Little,
  { probe, isProven }: { readonly probe: string; readonly isProven: boolean },
): Promise<Room | 'enough' | undefined> {
  const { things, resource } = setting;
  const lab = things.lab();
  // What earlier sequences have made may be used up.
  things.forgetSources(resource);
  const little = { input, ...(of === undefined ? {} : { of }) };
  const given = await made(setting, lab, { source, ...little, stock: undefined });
  const taken = given && ((await smallest(setting, lab, given, of)) ?? (await taking(setting, lab, given, resource)));
  if (given === undefined || taken === undefined) return undefined;
  const { thing: user, stock } = taken;
  const most = of === undefined ? (input === undefined ? 1 : leastOf(source, input)) : leastOf(of.resource, of.input);
  for (const isApart of [true, false])
    for (let count = 1; count <= most; count++) {
      const next = await request(setting, lab, { user, given, isApart, probe });
      const exchange = next && (await unlessStopped(next()));
      if (exchange === undefined) break;
      if (exchange.response.status === spentStatus(resource.create))
        return withStock(setting, { source, ...little, stock, count, user, isApart, isProven, refused: exchange }, probe);
      if (!isSuccess(exchange) && count === 1) break;
      // There is enough for more, or something else was refused.
      if (!isSuccess(exchange)) return undefined;
      if (count === most) return 'enough';
    }
  return undefined;
}

/** What takes the least of a thing that has little: the example with one item in each list. */
async function smallest({ things, resource }: Setting, lab: Lab, given: Thing, of: Scarce | undefined): Promise<Taken | undefined> {
  const short = of === undefined ? undefined : shortExample(things, resource);
  const thing = short && (await unlessStopped(things.makeFrom(lab, resource, things.ready(resource.create, short), { parent: given })));
  return thing !== undefined && sourcesOf(thing).includes(given) ? { thing } : undefined;
}

type Taken = Pick<Taking, 'thing' | 'stock'>;

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
  { source, input, of, stock }: Pick<Room, 'source' | 'input' | 'of' | 'stock'>,
): Promise<Thing | undefined> {
  const parent = of && (await unlessStopped(things.makeFrom(lab, of.resource, things.ready(of.resource.create, of.input))));
  if (of !== undefined && parent === undefined) return undefined;
  const options = parent === undefined ? {} : { parent };
  const thing = await unlessStopped(
    input === undefined
      ? things.make(lab, source, 0, { isOwn: true, ...options })
      : things.makeFrom(lab, source, things.ready(source.create, input)),
  );
  if (thing !== undefined && parent !== undefined && !sourcesOf(thing).includes(parent)) return undefined;
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
