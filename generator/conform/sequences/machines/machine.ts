// One resource with states, and things that are brought into a state.
import { isDeepStrictEqual } from 'node:util';
import type { Companion } from '../../../inference/companions.ts';
import { nounsFor } from '../../../inference/prose/index.ts';
import type { Reader, Resource } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { Exhausted, type Lab, Stopped, unlessStopped } from '../lab.ts';
import { companionsIn } from '../making/companions.ts';
import { shortExample } from '../making/own.ts';
import { readThing, type Seen } from '../rules/seen.ts';
import type { Thing } from '../thing.ts';
import type { Things } from '../things.ts';
import { Arrival } from './in-vain.ts';
import type { StateMember } from './members.ts';
import { isMoved } from './moved.ts';
import type { Move } from './moves.ts';

export interface Machine {
  readonly things: Things;
  readonly resource: Resource;
  readonly read: Reader;
  readonly member: StateMember;
  /** Where its things come with others, and are not made alone. */
  readonly companion?: Companion;
}

export interface SeenState extends Seen {
  readonly state: string;
}

export interface Arrived {
  readonly lab: Lab;
  readonly thing: Thing;
  /** A thing that was made below it first. */
  readonly child?: Thing;
  readonly seen: SeenState;
}

/** The words by which texts call the things of a resource. */
export function nounsOf({ name }: Resource): readonly string[] {
  return nounsFor(name);
}

/**
 * A thing in the state that a route leads to: made of the example as it is, whose values may exist on the service, or of values that were made for
 * it.
 */
export async function arrive(machine: Machine, route: readonly Move[], kind?: Kind, below?: Resource): Promise<Arrived | undefined> {
  const isWithOthers = machine.companion !== undefined || route.some(({ companion }) => companion !== undefined);
  const small = isWithOthers && !route.some(({ isBirth }) => isBirth === true) ? await smallest(machine) : undefined;
  if (small !== undefined) return stopped(() => moved(machine, small.lab, small.thing, route, { kind: 'given', below }));
  const arrival = new Arrival(machine, route, below);
  if (arrival.isVain) return undefined;
  const found = await arriveAnyhow(machine, route, { kind, below, arrival });
  arrival.ended(found !== undefined);
  return found;
}

interface Way {
  readonly kind?: Kind | undefined;
  readonly below: Resource | undefined;
  readonly arrival: Arrival;
}

async function arriveAnyhow(machine: Machine, route: readonly Move[], way: Way): Promise<Arrived | undefined> {
  for (const kind of way.kind === undefined ? KINDS : [way.kind]) {
    const found = await arriveBy(machine, route, { ...way, kind });
    if (found !== undefined) return found;
  }
  if (route.length === 0 || (way.kind === undefined && way.arrival.isSettled)) return undefined;
  // What it names may have another thing in the state already, and take no more.
  machine.things.forgetSources(machine.resource);
  return arriveBy(machine, route, { ...way, kind: 'bound' });
}

export const KINDS = ['given', 'bound'] as const;
export type Kind = (typeof KINDS)[number];

function arriveBy(machine: Machine, route: readonly Move[], way: Way): Promise<Arrived | undefined> {
  const { things, resource } = machine;
  const { kind } = way;
  return stopped(async () => {
    const lab = things.lab();
    const birth = route.find(({ isBirth }) => isBirth === true);
    const thing = await (birth?.input === undefined
      ? things.make(lab, resource, 0, { isGiven: kind === 'given' })
      : things.makeFrom(lab, resource, birth.input, { isGiven: kind === 'given' }));
    return thing && moved(machine, lab, thing, route, way);
  });
}

/** What a sequence gives; `undefined` where it cannot go on, but requests may still be sent. */
async function stopped<T>(run: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Stopped && !(error instanceof Exhausted)) return undefined;
    throw error;
  }
}

/** The thing after all moves of a route. */
async function moved(
  machine: Machine,
  lab: Lab,
  thing: Thing,
  route: readonly Move[],
  { kind, below, arrival }: Pick<Way, 'kind' | 'below'> & Partial<Pick<Way, 'arrival'>>,
): Promise<Arrived | undefined> {
  const { things, resource, companion } = machine;
  const given = below && kind === 'given' ? await unlessStopped(things.make(lab, below, 0, { parent: thing, isGiven: true })) : undefined;
  const child = given ?? (below && (await things.make(lab, below, 0, { parent: thing })));
  for (const [index, move] of route.entries())
    if (move.isBirth !== true && !(await isMoved(things, lab, thing, move, (exchange) => arrival?.refused(index, exchange))))
      return undefined;
  const [one] = companion === undefined ? [thing] : await companionsIn(lab, things, thing, resource, companion);
  const seen = one && (await look(machine, lab, one));
  return one && seen && { lab, thing: one, seen, ...(child === undefined ? {} : { child }) };
}

/** A thing of the example with as little as can be in its lists: each of those that come with it may need something of its own. */
async function smallest({ things, resource }: Machine): Promise<Pick<Arrived, 'lab' | 'thing'> | undefined> {
  const lab = things.lab();
  const short = shortExample(things, resource);
  const thing = short && (await unlessStopped(things.makeFrom(lab, resource, short, { isGiven: true })));
  return thing && { lab, thing };
}

export async function look({ things, read, member }: Machine, lab: Lab, thing: Thing): Promise<SeenState | undefined> {
  const seen = await readThing(lab, things, read, thing);
  const state = seen && member.of(seen.resource);
  return seen === undefined || state === undefined ? undefined : { ...seen, state };
}

/** The first member that differs between two reads, and that does not differ by itself from one read to the next. */
export async function changedMember(machine: Machine, { lab, thing, seen }: Arrived, after: SeenState): Promise<string | undefined> {
  const differing = differingMembers(seen, after);
  if (differing.length === 0) return undefined;
  const again = await look(machine, lab, thing);
  if (again === undefined) return undefined;
  const moving = new Set(differingMembers(after, again));
  return differing.find((name) => !moving.has(name));
}

function differingMembers(one: Seen, other: Seen): readonly string[] {
  const names = new Set([...Object.keys(one.resource), ...Object.keys(other.resource)]);
  return [...names].filter((name) => !isDeepStrictEqual(one.resource[name], other.resource[name]));
}

/** Statuses that may speak of the state of a thing, the likeliest first. */
const OF_STATES = ['409', '422', '423', '412', '400', '403'];

/** The status with which the document refuses an operation, and the sentence that says so. */
export function refusalOf({ responses }: Operation, quotes: readonly string[]): string {
  const [quote] = quotes;
  const named = quote === undefined ? undefined : /\b4\d\d\b/.exec(quote)?.[0];
  const isSaidOf = ({ status, description = '' }: Operation['responses'][number]): boolean =>
    /^4/.test(status) && quote !== undefined && description.includes(quote);
  const declared = OF_STATES.find((one) => responses.some(({ status }) => status === one));
  const status = named ?? responses.find(isSaidOf)?.status ?? declared;
  const text = status === undefined ? 'a status from 400 to 499' : `the status ${status}`;
  return quote === undefined ? text : `${text}, as the document says: “${quote}”`;
}

export function isJudged({ response }: Answered): boolean {
  return response.status !== 202 && response.status < 500;
}
