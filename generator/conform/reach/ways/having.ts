// Gives the inputs of creates and of steps what a way needs: what the thing is made with, the state that a step sets, and how long something lasts.
import { isObject, pointerTo, valueAt } from '../../../inference/pointers.ts';
import { wordsOf } from '../../../inference/prose/index.ts';
import type { Pair } from '../../../inference/spans.ts';
import { isTimeText, timeLike } from '../../../inference/steps.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import type { Having, Step } from './way.ts';

/** The input of a create with what the thing must have from the start, for what another request says of it. */
export function withHad(input: Input, having: Having, request: unknown): Input {
  if ('pair' in having) return aroundNow(input, having.pair, having.days);
  if ('set' in having) return changedAt(input, having.set.place, having.set.value) as Input;
  const { place, name, values } = having.alike;
  return changedAt(input, place, valueNamed(request, name, values) ?? values[0]) as Input;
}

/** What a request says of the thing in a place: what stands beside it, or all of its body where the path names the thing. */
export function besidePlace(input: Input, place: string): unknown {
  return place.startsWith('/body/') ? valueAt(input, place.slice(0, place.lastIndexOf('/'))) : input.body;
}

/** The first one of some values that a member of a name has. */
function valueNamed(value: unknown, name: string, values: readonly string[]): string | undefined {
  if (!isObject(value) && !Array.isArray(value)) return undefined;
  const own = isObject(value) ? values.find((one) => one === value[name]) : undefined;
  return own ?? Object.values(value).flatMap((one) => valueNamed(one, name, values) ?? [])[0];
}

const DAY = 86_400_000;

/** Names of times at which something ends: a permit that is given must last until it is used. */
const ENDING = /^(?:until|till|expires?|expiry|expiration|ends?|through)$/;

/** A value that a step has to have in a place. */
interface Goal {
  readonly at: string;
  readonly value: unknown;
}

/** The state that a step sets. */
export function goalOf(set: Step['set'], body: unknown): Goal | undefined {
  if (set !== undefined) return { at: set.place, value: set.value };
  const [member, another] = isObject(body) ? Object.entries(body) : [];
  return member === undefined || another !== undefined ? undefined : { at: pointerTo('body', member[0]), value: member[1] };
}

export function withGoal(input: Input, goal: Goal | undefined): Input {
  return goal === undefined || isReached(input, goal) ? input : (changedAt(input, goal.at, goal.value) as Input);
}

export function isReached(input: Input | undefined, goal: Goal | undefined): boolean {
  return goal === undefined || valueAt(input, goal.at) === goal.value;
}

/** The latest time in a body; `NaN` where it has none. */
export function latestIn({ body }: Input): number {
  const times = Object.values(isObject(body) ? body : {}).flatMap((value) => (isTimeText(value) ? [Date.parse(value)] : []));
  return times.length === 0 ? Number.NaN : Math.max(...times);
}

/** The input with what ends before a time in its body ending a day after it. */
export function lastingUntil(input: Input, time: number): Input {
  const members = Object.entries(isObject(input.body) ? input.body : {});
  return members.reduce<Input>((whole, [name, value]) => {
    const isEarly = wordsOf(name).some((word) => ENDING.test(word)) && isTimeText(value) && Date.parse(value) <= time;
    return isEarly ? (changedAt(whole, pointerTo('body', name), timeLike(value, time + DAY)) as Input) : whole;
  }, input);
}

/** An input whose body has a time that began and ends so many days from now. */
function aroundNow(input: Input, { at, start, end }: Pair, [first, last]: readonly [number, number]): Input {
  const ends: readonly (readonly [name: string, days: number])[] = [
    [start, first],
    [end, last],
  ];
  return ends.reduce((whole, [name, days]) => {
    const place = at + pointerTo(name);
    const given = valueAt(whole, place);
    return typeof given === 'string' ? (changedAt(whole, place, timeLike(given, Date.now() + days * DAY)) as Input) : whole;
  }, input);
}
