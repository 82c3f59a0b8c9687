// Keeps which moves were refused for the same reason on each thing that was made for them: no more things are made for these.
import { hasWord } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import type { Answered } from '../../contract/exchange.ts';
import { reasonOf } from '../../contract/reason.ts';
import type { Things } from '../things.ts';
import type { StateMember } from './members.ts';
import type { Move } from './moves.ts';

/** So many arrivals in a row, each with several things, are in vain for the same reason. */
const MOST_VAIN = 2;

interface Vain {
  readonly reason: string;
  readonly times: number;
}

const known = new WeakMap<Things, Map<string, Vain>>();

interface Moved {
  readonly things: Things;
  readonly resource: Resource;
  readonly member: StateMember;
}

/** The refusals of moves while things are brought along one route. */
export class Arrival {
  readonly #vain: Map<string, Vain>;
  readonly #keys: readonly string[];
  readonly #ends: readonly string[];
  readonly #states: readonly string[];
  readonly #refusals = new Set<string>();
  #last: number | undefined;
  #isOfState = true;

  constructor({ things, resource: { create }, member }: Moved, route: readonly Move[], below?: Resource) {
    this.#vain = known.get(things) ?? new Map();
    known.set(things, this.#vain);
    const keyOf = (move: string, index: number): string =>
      [create.id, below?.create.id, ...route.slice(0, index).map(({ says }) => says), move].join('\n');
    const endsOf = ({ operation }: Move): string => `${operation.id} at its ends`;
    this.#states = member.states;
    this.#ends = route.map((move, index) => keyOf(endsOf(move), index));
    this.#keys = route.map((move, index) =>
      move.isWay === true ? keyOf(endsOf(move), index) : keyOf(`${move.says} ${JSON.stringify(move.input?.body)}`, index),
    );
  }

  /** Whether one of the moves is known to be refused. */
  get isVain(): boolean {
    return this.#keys.some((key) => (this.#vain.get(key)?.times ?? 0) >= MOST_VAIN);
  }

  /** Notes that a move of the route was refused. */
  refused(index: number, exchange: Answered): void {
    this.#last = index;
    this.#isOfState &&= this.#isAboutState(exchange);
    this.#refusals.add(`${index} ${reasonOf(exchange.response)}`);
  }

  /** Notes how it has ended. */
  ended(isThere: boolean): void {
    if (isThere) for (const key of this.#keys) this.#vain.delete(key);
    const key = this.#keys[this.#last ?? -1];
    const [reason, ...others] = this.#refusals;
    if (isThere || key === undefined || reason === undefined) return;
    // Whether a number of an action is large or small makes no difference where the state of the thing has it refused.
    const ends = this.#isOfState ? this.#ends[this.#last ?? -1] : undefined;
    for (const one of new Set([key, ends ?? key])) {
      const before = this.#vain.get(one);
      if (others.length > 0) this.#vain.delete(one);
      else this.#vain.set(one, { reason, times: before?.reason === reason ? before.times + 1 : 1 });
    }
  }

  /** Whether a refusal speaks of a state. */
  #isAboutState({ response }: Answered): boolean {
    const text = new TextDecoder().decode(response.body);
    return this.#states.some((state) => hasWord(text, state));
  }

  /** Whether all things were refused for the state that they are in, which others come into too. */
  get isSettled(): boolean {
    return this.#last !== undefined && this.#isOfState && this.#refusals.size === 1;
  }
}
