// Varies an input that has succeeded, for one more success: with keys and references of its own, and other amounts.

import type { Edge } from '../../../inference/edge.ts';
import { isObject, pointerTo } from '../../../inference/pointers.ts';
import { wordsOf } from '../../../inference/prose/index.ts';
import { isTimeText, moved } from '../../../inference/steps.ts';
import type { Operation } from '../../../model/service.ts';
import type { Judge } from '../../judge/index.ts';
import { changedAt, type Input, schemasOf } from '../../plan/index.ts';
import { withFreshKey } from '../making/keys.ts';
import { newValues } from '../making/new-values.ts';

/** A number of a body, or an amount that is written as a text. */
export interface Amount {
  /** JSON pointer into the input. */
  readonly at: string;
  readonly name: string;
  readonly value: number;
  /** The decimals of a text; absent for a number. */
  readonly decimals?: number;
}

interface Leaf {
  readonly at: string;
  readonly name: string;
  readonly value: unknown;
}

/** How an input is varied: with smaller amounts, with those that it has, with larger ones and later days, on earlier days, or not at all. */
export type Way = 'less' | 'same' | 'more' | 'next' | 'earlier' | 'plain';
export const WAYS: readonly Way[] = ['less', 'same', 'more', 'next', 'earlier', 'plain'];

/** By how many days the days of an input move each time. */
const DAYS: Readonly<Record<Way, number>> = { less: 0, same: 0, more: 35, next: 1, earlier: -35, plain: 0 };

const KEYS = new Set(
  'id ids key ref reference references number no code sha hash digest checksum serial token uuid guid name title label email sku slug'.split(
    ' ',
  ),
);
const DEPTH = 3;

/** The plain values of a body, in objects and lists too. */
function* leavesOf(value: unknown, at: string, depth: number): Generator<Leaf> {
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((one, index) => [String(index), one] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  for (const [name, member] of entries) {
    const here = at + pointerTo(name);
    if ((isObject(member) || Array.isArray(member)) && depth < DEPTH) yield* leavesOf(member, here, depth + 1);
    else yield { at: here, name, value: member };
  }
}

export class Varying {
  readonly #judge: Judge;
  readonly #operation: Operation;
  readonly #references: ReadonlySet<string>;

  constructor(judge: Judge, operation: Operation, edges: readonly Edge[]) {
    this.#judge = judge;
    this.#operation = operation;
    this.#references = new Set(
      edges.flatMap(({ consumer, to }) => (consumer === operation ? [to.replaceAll(/\/\d+(?=\/|$)/g, '/0')] : [])),
    );
  }

  /** The input once more. `count`: how many there were. */
  varied(input: Input, way: Way, count: number): Input {
    let next = withFreshKey(this.#operation, input);
    if (way === 'plain') return next;
    for (const leaf of this.#leaves(input)) {
      const candidates = this.#candidatesFor(leaf, way, count);
      next = candidates.map((value) => changedAt(next, leaf.at, value) as Input).find((one) => this.#isValid(one)) ?? next;
    }
    return next;
  }

  /** The input with the least amounts. */
  least(input: Input): Input {
    return this.amountsIn(input).reduce<Input>((whole, one) => this.withAmount(whole, one, this.#small(one, 0)), input);
  }

  /** The numbers of the body that name nothing. */
  amountsIn(input: Input): readonly Amount[] {
    return this.#leaves(input).flatMap(({ at, name, value }) => {
      if (typeof value === 'number') return [{ at, name, value }];
      const decimals = typeof value === 'string' ? /^\d+\.(\d+)$/.exec(value)?.[1] : undefined;
      return decimals === undefined ? [] : [{ at, name, value: Number(value), decimals: decimals.length }];
    });
  }

  /** The input with another amount, unless it is invalid then. */
  withAmount(input: Input, { at, decimals }: Amount, value: number): Input {
    const written = decimals === undefined ? Number(value.toFixed(6)) : value.toFixed(decimals);
    const next = changedAt(input, at, written) as Input;
    return this.#isValid(next) ? next : input;
  }

  /** The smallest difference between two amounts. */
  stepOf({ at, decimals, value }: Amount): number {
    const [step] = schemasOf(this.#operation, at).flatMap(({ multipleOf }) => (multipleOf === undefined ? [] : [Number(multipleOf)]));
    return step ?? (decimals === undefined ? (Number.isInteger(value) ? 1 : 0.01) : 10 ** -decimals);
  }

  #leaves({ body }: Input): readonly Leaf[] {
    return [...leavesOf(body, '/body', 0)].filter(({ at }) => !this.#references.has(at.replaceAll(/\/\d+(?=\/|$)/g, '/0')));
  }

  #candidatesFor(leaf: Leaf, way: Exclude<Way, 'plain'>, count: number): readonly unknown[] {
    const { at, name, value } = leaf;
    const schemas = schemasOf(this.#operation, at);
    if (schemas.some((one) => one.enum !== undefined || one.const !== undefined)) return [];
    const amount = this.amountsIn({ body: { [name]: value } })[0];
    if (amount !== undefined) {
      const own = { ...amount, at };
      if (way === 'same' || way === 'earlier') return [];
      const wanted = way === 'less' ? this.#small(own, count) : own.value * (count + 1) + this.stepOf(own);
      return [own.decimals === undefined ? Number(wanted.toFixed(6)) : wanted.toFixed(own.decimals)];
    }
    if (isTimeText(value)) return DAYS[way] === 0 ? [] : [moved(value, schemas, DAYS[way] * (value.length === 10 ? 1 : 24) * count)];
    const last = wordsOf(name).at(-1) ?? '';
    const isKey =
      typeof value === 'string' && (KEYS.has(last) || KEYS.has(last.replace(/\d+$/, '')) || /^[\da-f]{8}-[\da-f-]{27}$/i.test(value));
    return isKey ? newValues(value) : [];
  }

  /** A small amount that is another one each time. */
  #small(amount: Amount, count: number): number {
    const step = Math.max(1, this.stepOf(amount));
    const [least = 0] = schemasOf(this.#operation, amount.at).flatMap(({ minimum }) => (minimum === undefined ? [] : [Number(minimum)]));
    return Math.max(step, Math.ceil(least / step) * step) + step * count;
  }

  #isValid(input: Input): boolean {
    return this.#judge.input(this.#operation, input).length === 0;
  }
}

/** The amounts that a request sends, by name: a name that several places have counts as none. */
export function amountValues(amounts: readonly Amount[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const twice = new Set<string>();
  for (const { name, value } of amounts) {
    if (found.has(name)) twice.add(name);
    found.set(name, value);
  }
  for (const name of twice) found.delete(name);
  return found;
}
