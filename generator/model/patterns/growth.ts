// Finds out how the time that a backtracking engine takes for a pattern grows with the text, as a screen that gives the same answer everywhere.

import { parsePattern } from '@octavo/runtime/facts';
import { type Automaton, automatonOf, type Loop, type Position } from './automaton.ts';

/**
 * `linear`: in proportion to the text. `polynomial`: as a power of its length. `exponential`: it may double with each character; also where the
 * screen does not know. The screen errs on the side of growth.
 */
export interface Growth {
  readonly kind: 'linear' | 'polynomial' | 'exponential';
  /** The longest text, in UTF-16 units, that is matched in about a million steps; `Infinity` for `linear`. */
  readonly longest: number;
}

/** The steps of a match that takes a few milliseconds. */
const STEPS = 1_000_000;
/** A text of that many characters costs little even if each one doubles the time. */
const SHORT = 16;
/** How many times slower than a plain search a pattern may be and still count as linear. */
const MOST_FACTOR = 1000;
/** The most positions in one loop, and the most steps of one analysis. */
const MANY = 300;
const MOST_STEPS = 300_000;

const LINEAR: Growth = { kind: 'linear', longest: Infinity };
const EXPONENTIAL: Growth = { kind: 'exponential', longest: SHORT };

const known = new Map<string, Growth>();

/** How the time of `new RegExp(source, flags).test(text)` grows with the text. */
export function growthOf(source: string, flags: 'u' | ''): Growth {
  const key = `${flags} ${source}`;
  const found = known.get(key) ?? measure(source, flags);
  known.set(key, found);
  return found;
}

function measure(source: string, flags: 'u' | ''): Growth {
  const tree = parsePattern(source, flags);
  const automaton = tree === undefined ? undefined : automatonOf(tree, flags, true);
  const cost = automaton === undefined ? undefined : costOf(automaton, flags);
  if (cost === undefined) return EXPONENTIAL;
  const { power, factor, most } = cost;
  if (factor > STEPS) return EXPONENTIAL;
  if (power <= 1 && (factor <= MOST_FACTOR || factor * most <= STEPS)) return LINEAR;
  return { kind: 'polynomial', longest: Math.max(SHORT, roundDown((STEPS / factor) ** (1 / power))) };
}

/** To one digit, since messages name the number. */
function roundDown(count: number): number {
  const digit = 10 ** Math.floor(Math.log10(Math.max(1, count)));
  return Math.floor(count / digit) * digit;
}

/** For a text of n characters, at most about `factor` × n to the `power` steps; `most`: the longest text that is read. */
interface Cost {
  readonly power: number;
  readonly factor: number;
  readonly most: number;
}

/** `undefined`: exponential, or too much to analyse. */
function costOf(automaton: Automaton, flags: 'u' | ''): Cost | undefined {
  const walk = new Walk(automaton.positions);
  let factor = waysOutsideLoops(automaton);
  for (const loop of automaton.loops) {
    if (!walk.isAmbiguous(loop)) continue;
    if (walk.isSpent || loop.most > SHORT) return undefined;
    factor *= 2 ** loop.most;
  }
  const chain = longestChain(automaton, walk);
  if (walk.isSpent) return undefined;
  let cost: Cost = { power: 1 + chain.power, factor: factor * chain.factor, most: automaton.most };
  for (const { body, behind, isRepeated } of automaton.looks) {
    const inner = automatonOf(body, flags, false);
    // The body of a look-behind runs backwards: what ends the search there is its beginning.
    const own = inner === undefined ? undefined : costOf(behind ? withoutEnds(inner) : inner, flags);
    if (inner === undefined || own === undefined) return undefined;
    if (!isRepeated) cost = { ...cost, power: Math.max(cost.power, own.power), factor: cost.factor + own.factor };
    else if (inner.most <= MOST_FACTOR) cost = { ...cost, factor: cost.factor * own.factor * Math.max(1, inner.most) };
    else cost = { ...cost, power: cost.power + own.power, factor: cost.factor * own.factor };
  }
  return cost;
}

function withoutEnds(automaton: Automaton): Automaton {
  return { ...automaton, positions: automaton.positions.map((position) => ({ ...position, isEnd: false })) };
}

/** The number of ways in which a text can be read by the positions outside of loops: a bound for what alternatives with a common beginning cost. */
function waysOutsideLoops({ positions, first }: Automaton): number {
  const best: number[] = positions.map(() => 1);
  let most = choices(first, positions);
  for (const [index, { loop, next }] of positions.entries()) {
    if (loop !== undefined) continue;
    const ways = (best[index] ?? 1) * choices(next, positions);
    most = Math.max(most, ways);
    // Positions are numbered in the order in which they are passed.
    for (const to of next.keys()) if (to > index) best[to] = Math.max(best[to] ?? 1, ways);
  }
  return most;
}

/** The most ways on which one character leads. */
function choices(next: ReadonlyMap<number, 1 | 2>, positions: readonly Position[]): number {
  if (next.size <= 1) return Math.max(1, ...next.values());
  const entries = [...next].map(([index, ways]) => ({ set: positions[index]?.set ?? 0n, ways }));
  let most = 1;
  for (let rest = entries.reduce((sum, { set }) => sum | set, 0n), bit = 1n; rest > 0n; rest >>= 1n, bit <<= 1n) {
    if ((rest & 1n) === 0n) continue;
    most = Math.max(
      most,
      entries.reduce((sum, { set, ways }) => ((set & bit) === 0n ? sum : sum + ways), 0),
    );
  }
  return most;
}

/**
 * The loops that multiply each other's costs: a text that the first repeats, the second repeats, and a way leads from one to the other, can be
 * divided between them at each of its places (infinite degree of ambiguity; Weber and Seidl, "On the degree of ambiguity of finite automata", 1991).
 */
function longestChain({ loops }: Automaton, walk: Walk): { readonly power: number; readonly factor: number } {
  const chains = loops.map(() => ({ power: 0, factor: 1 }));
  let longest = { power: 0, factor: 1 };
  for (const [index, to] of loops.entries()) {
    for (const [before, from] of loops.slice(0, index).entries()) {
      const chain = chains[before];
      if (chain === undefined || !walk.leads(from, to)) continue;
      const lengths = Math.min(from.lengths, to.lengths);
      const pays = lengths > 1 && walk.shares(from, to);
      const joined = {
        power: chain.power + (pays && lengths > MOST_FACTOR ? 1 : 0),
        factor: chain.factor * (pays && lengths <= MOST_FACTOR ? lengths : 1),
      };
      if (isLonger(joined, chains[index])) chains[index] = joined;
    }
    const own = chains[index];
    if (own !== undefined && isLonger(own, longest)) longest = own;
  }
  return longest;
}

type Chain = ReturnType<typeof longestChain>;

function isLonger(one: Chain, other: Chain | undefined): boolean {
  return other === undefined || one.power > other.power || (one.power === other.power && one.factor > other.factor);
}

/** Walks of several readers over the same text. */
class Walk {
  private steps = 0;
  private readonly positions: readonly Position[];
  private readonly reachable = new Map<number, ReadonlySet<number>>();

  constructor(positions: readonly Position[]) {
    this.positions = positions;
  }

  get isSpent(): boolean {
    return this.steps > MOST_STEPS;
  }

  /** Whether a loop can read one text in several ways, and return to where it was: then each repetition multiplies the ways. */
  isAmbiguous(loop: Loop): boolean {
    const inside = new Set(loop.positions.filter((index) => this.positions[index]?.isEnd === false));
    if (inside.size > MANY) {
      this.steps = Infinity;
      return true;
    }
    for (const index of inside) for (const [to, ways] of this.next(index)) if (ways === 2 && inside.has(to)) return true;
    const pairs = new Set<string>();
    const before = new Map<string, string[]>();
    const waiting: [number, number][] = [...inside].map((index) => [index, index]);
    for (const [one, other] of waiting) pairs.add(`${one} ${other}`);
    for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
      for (const one of this.next(pair[0]).keys()) {
        for (const other of this.next(pair[1]).keys()) {
          if (this.steps++ > MOST_STEPS) return true;
          if (!inside.has(one) || !inside.has(other) || !this.meet(one, other)) continue;
          const key = `${one} ${other}`;
          before.set(key, [...(before.get(key) ?? []), `${pair[0]} ${pair[1]}`]);
          if (pairs.has(key)) continue;
          pairs.add(key);
          waiting.push([one, other]);
        }
      }
    }
    // Backwards from pairs of one position: a pair of two positions on the way is a second way to read the same text.
    const back = [...inside].map((index) => `${index} ${index}`);
    const seen = new Set(back);
    for (let key = back.pop(); key !== undefined; key = back.pop()) {
      for (const other of before.get(key) ?? []) {
        if (seen.has(other)) continue;
        const [left, right] = other.split(' ');
        if (left !== right) return true;
        seen.add(other);
        back.push(other);
      }
    }
    return false;
  }

  /** Whether a way leads from one loop to the other. */
  leads(from: Loop, to: Loop): boolean {
    const [start = 0] = from.positions;
    return to.positions.some((index) => this.reachedFrom(start).has(index));
  }

  /** Whether some text leads from a position of the first loop back to it, from there to a position of the second, and from that back to it. */
  shares(from: Loop, to: Loop): boolean {
    const isIn = (loop: Loop, index: number): boolean => this.positions[index]?.loop === loop && this.positions[index]?.isEnd === false;
    for (const start of from.positions) {
      for (const end of to.positions) {
        if (!isIn(from, start) || !isIn(to, end)) continue;
        const seen = new Set([`${start} ${start} ${end}`]);
        const waiting: [number, number, number][] = [[start, start, end]];
        for (let triple = waiting.pop(); triple !== undefined; triple = waiting.pop()) {
          for (const one of this.next(triple[0]).keys()) {
            if (!isIn(from, one)) continue;
            for (const last of this.next(triple[2]).keys()) {
              if (this.steps++ > MOST_STEPS) return true;
              if (!isIn(to, last) || !this.meet(one, last)) continue;
              for (const middle of this.next(triple[1]).keys()) {
                if (this.steps++ > MOST_STEPS) return true;
                if (!this.meet(one, last, middle) || !this.isBetween(middle, from, to)) continue;
                if (one === start && middle === end && last === end) return true;
                const key = `${one} ${middle} ${last}`;
                if (seen.has(key)) continue;
                seen.add(key);
                waiting.push([one, middle, last]);
              }
            }
          }
        }
      }
    }
    return false;
  }

  private isBetween(index: number, from: Loop, to: Loop): boolean {
    const own = this.positions[index]?.loop;
    if (own === from || own === to) return this.positions[index]?.isEnd === false;
    return to.positions.some((end) => this.reachedFrom(index).has(end));
  }

  private next(index: number): ReadonlyMap<number, 1 | 2> {
    return this.positions[index]?.next ?? NONE;
  }

  private meet(...indices: readonly number[]): boolean {
    return indices.reduce((set, index) => set & (this.positions[index]?.set ?? 0n), ALL) !== 0n;
  }

  private reachedFrom(index: number): ReadonlySet<number> {
    const before = this.reachable.get(index);
    if (before !== undefined) return before;
    const found = new Set<number>();
    const waiting = [index];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (const to of this.next(at).keys()) {
        if (this.steps++ > MOST_STEPS || found.has(to)) continue;
        found.add(to);
        waiting.push(to);
      }
    }
    this.reachable.set(index, found);
    return found;
  }
}

const NONE: ReadonlyMap<number, 1 | 2> = new Map();
const ALL = -1n;
