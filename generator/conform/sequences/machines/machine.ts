// One resource with states, and things that are brought into a state.
import { isDeepStrictEqual } from 'node:util';
import { singular, wordsOf } from '../../../inference/prose/index.ts';
import type { Reader, Resource } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { Exhausted, type Lab, Stopped, unlessStopped } from '../lab.ts';
import { readThing, type Seen } from '../rules/seen.ts';
import { isSuccess, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';
import type { StateMember } from './members.ts';
import type { Move } from './moves.ts';

export interface Machine {
  readonly things: Things;
  readonly resource: Resource;
  readonly read: Reader;
  readonly member: StateMember;
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
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  return [...new Set([words.join(' '), [...words.slice(0, -1), singular(last)].join(' '), ...words, ...words.map(singular)])];
}

/**
 * A thing in the state that a route leads to: made of the example as it is, whose values may exist on the service, or of values that were made for
 * it.
 */
export async function arrive(machine: Machine, route: readonly Move[], kind?: Kind, below?: Resource): Promise<Arrived | undefined> {
  for (const one of kind === undefined ? KINDS : [kind]) {
    const found = await arriveBy(machine, route, one, below);
    if (found !== undefined) return found;
  }
  if (route.length === 0) return undefined;
  // What it names may have another thing in the state already, and take no more.
  machine.things.forgetSources(machine.resource);
  return arriveBy(machine, route, 'bound', below);
}

export const KINDS = ['given', 'bound'] as const;
export type Kind = (typeof KINDS)[number];

async function arriveBy(machine: Machine, route: readonly Move[], kind: Kind, below?: Resource): Promise<Arrived | undefined> {
  const { things, resource } = machine;
  const lab = things.lab();
  try {
    const birth = route.find(({ isBirth }) => isBirth === true);
    const thing = await (birth?.input === undefined
      ? things.make(lab, resource, 0, { isGiven: kind === 'given' })
      : things.makeFrom(lab, resource, birth.input));
    if (thing === undefined) return undefined;
    const given = below && kind === 'given' ? await unlessStopped(things.make(lab, below, 0, { parent: thing, isGiven: true })) : undefined;
    const child = given ?? (below && (await things.make(lab, below, 0, { parent: thing })));
    for (const { operation, says, input } of route.filter((one) => one !== birth))
      if (!isSuccess(await things.call(lab, operation, thing, { says, input, isNeeded: true }))) return undefined;
    const seen = await look(machine, lab, thing);
    return seen && { lab, thing, seen, ...(child === undefined ? {} : { child }) };
  } catch (error) {
    if (error instanceof Stopped && !(error instanceof Exhausted)) return undefined;
    throw error;
  }
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
