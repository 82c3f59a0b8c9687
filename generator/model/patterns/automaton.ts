// Builds the automaton of a pattern: its positions, which positions follow which, and which of them belong to a loop.

import type { PatternNode } from '@octavo/runtime/facts';
import { type CharacterSet, characterSets } from './alphabet.ts';

/** A place in the pattern that matches one character. */
export interface Position {
  readonly set: CharacterSet;
  /** The loop that contains it, and that no other loop contains. */
  readonly loop: Loop | undefined;
  /** The positions that may match the next character, each with the number of ways to it: 1, or 2 for several. */
  readonly next: ReadonlyMap<number, 1 | 2>;
  /** Whether the whole pattern has matched after it, whatever follows: the search ends there. */
  readonly isEnd: boolean;
}

export interface Loop {
  readonly positions: readonly number[];
  /** The longest text that the loop matches, in characters. */
  readonly most: number;
  /** The longest less the shortest, plus one: how many lengths are possible. */
  readonly lengths: number;
}

export interface Automaton {
  readonly positions: readonly Position[];
  /** The loops in the order in which they can be passed. */
  readonly loops: readonly Loop[];
  /** The positions that match the first character. */
  readonly first: ReadonlyMap<number, 1 | 2>;
  /** The longest text that the pattern reads, in characters. */
  readonly most: number;
  /** Bodies of look-around assertions; `isRepeated`: evaluated at more than one place of the text. */
  readonly looks: readonly { readonly body: PatternNode; readonly behind: boolean; readonly isRepeated: boolean }[];
}

/** With more positions than this, repetitions are no longer written out. */
const MANY = 300;
/** The most positions that an automaton may have. */
const MOST = 3000;
/** Repetitions of groups that are written out, so that the positions of each stay apart. */
const FEW = 4;

type EdgeKind = 'free' | 'start' | 'end' | 'test';

interface Edge {
  readonly to: number;
  readonly kind: EdgeKind;
}

/** `searches`: the text is searched for the pattern, as `RegExp.prototype.test` does. `undefined` where the pattern is too long. */
export function automatonOf(tree: PatternNode, flags: 'u' | '', searches: boolean): Automaton | undefined {
  const builder = new Builder();
  const start = builder.state();
  const accept = builder.build(tree, start, undefined);
  return accept === undefined ? undefined : builder.finish(start, accept, flags, searches, lengthsOf(tree).most);
}

interface LoopInMaking {
  readonly positions: number[];
  readonly most: number;
  readonly lengths: number;
}

interface PositionInMaking {
  readonly atom: string;
  readonly from: number;
  readonly to: number;
  readonly loop: LoopInMaking | undefined;
}

/** The character class that matches any character. */
const ANY = '[\\s\\S]';

class Builder {
  private readonly edges: Edge[][] = [];
  private readonly positions: PositionInMaking[] = [];
  private readonly loops: LoopInMaking[] = [];
  private readonly looks: { body: PatternNode; behind: boolean; loop: LoopInMaking | undefined }[] = [];

  state(): number {
    return this.edges.push([]) - 1;
  }

  /** Adds the states of a node after the state `from`, and returns the state after it; `undefined` where there are too many. */
  build(node: PatternNode, from: number, loop: LoopInMaking | undefined): number | undefined {
    switch (node.kind) {
      case 'atom':
        return this.position(node.source, from, loop);
      case 'assertion':
        return this.edge(from, this.state(), node.source === '^' ? 'start' : node.source === '$' ? 'end' : 'test');
      case 'look':
        this.looks.push({ body: node.body, behind: node.behind, loop });
        return this.edge(from, this.state(), 'test');
      case 'reference':
        return this.build({ kind: 'repeat', node: { kind: 'atom', source: ANY }, least: 0, most: Infinity }, from, loop);
      case 'choice': {
        const to = this.state();
        for (const branch of node.branches) {
          let at: number | undefined = this.edge(from, this.state(), 'free');
          for (const part of branch) if (at !== undefined) at = this.build(part, at, loop);
          if (at === undefined) return undefined;
          this.edge(at, to, 'free');
        }
        return to;
      }
      case 'repeat':
        return this.repeat(node, from, loop);
    }
  }

  private repeat(node: PatternNode & { kind: 'repeat' }, from: number, loop: LoopInMaking | undefined): number | undefined {
    const { least, most } = node;
    const isAtom = unwrapped(node.node).kind === 'atom';
    // A count of single characters needs to be exact inside a loop only: `(?:[0-9a-f]{2})*` is not ambiguous, `(?:[0-9a-f]+)*` is.
    const isWritten = most <= (isAtom && loop !== undefined ? 64 : isAtom ? 1 : FEW) && this.positions.length < MANY;
    if (!isWritten && most > 1) return this.loop(node, from, loop);
    let at = from;
    const exits: number[] = [];
    for (let count = 0; count < most; count++) {
      if (count >= least) exits.push(at);
      const next = this.build(node.node, this.edge(at, this.state(), 'free'), loop);
      if (next === undefined) return undefined;
      at = next;
    }
    const to = this.edge(at, this.state(), 'free');
    for (const exit of exits) this.edge(exit, to, 'free');
    return to;
  }

  private loop(node: PatternNode & { kind: 'repeat' }, from: number, outer: LoopInMaking | undefined): number | undefined {
    const { least, most } = lengthsOf(node);
    const loop = outer ?? { positions: [], most, lengths: most - least + 1 };
    if (outer === undefined) this.loops.push(loop);
    const head = this.edge(from, this.state(), 'free');
    const tail = this.build(node.node, head, loop);
    if (tail === undefined) return undefined;
    this.edge(tail, head, 'free');
    const to = this.edge(tail, this.state(), 'free');
    if (node.least === 0) this.edge(from, to, 'free');
    return to;
  }

  private position(atom: string, from: number, loop: LoopInMaking | undefined): number | undefined {
    if (this.positions.length >= MOST) return undefined;
    const to = this.state();
    loop?.positions.push(this.positions.length);
    this.positions.push({ atom, from, to, loop });
    return to;
  }

  private edge(from: number, to: number, kind: EdgeKind): number {
    this.edges[from]?.push({ to, kind });
    return to;
  }

  finish(start: number, accept: number, flags: 'u' | '', searches: boolean, most: number): Automaton {
    const first = this.reached(start, true);
    if (searches) {
      // The search: any characters, then the pattern, which can no longer begin with `^`.
      const next = this.reached(start, false);
      if (next.size > 0) {
        const loop: LoopInMaking = { positions: [], most: Infinity, lengths: Infinity };
        const search = this.state();
        const index = this.positions.length;
        this.positions.push({ atom: ANY, from: search, to: search, loop });
        loop.positions.push(index);
        this.loops.unshift(loop);
        this.edge(search, start, 'free');
        return this.automaton(accept, flags, first.set(index, 1), Infinity, search);
      }
    }
    return this.automaton(accept, flags, first, most, undefined);
  }

  private automaton(accept: number, flags: 'u' | '', first: Map<number, 1 | 2>, most: number, search: number | undefined): Automaton {
    const sets = characterSets(
      this.positions.map(({ atom }) => atom),
      flags,
    );
    const byState = new Map<number, Pick<Position, 'next' | 'isEnd'>>();
    const after = (state: number): Pick<Position, 'next' | 'isEnd'> => {
      const known = byState.get(state);
      if (known !== undefined) return known;
      const next = this.reached(state, false);
      const made = { next, isEnd: this.isFreeTo(state, accept) };
      byState.set(state, made);
      return made;
    };
    const searchIndex = search === undefined ? undefined : this.positions.length - 1;
    const positions = this.positions.map(({ atom, to, loop }, index): Position => {
      const { next, isEnd } = after(to);
      return { set: sets.get(atom) ?? 0n, loop, next: index === searchIndex ? new Map([...next, [index, 1 as const]]) : next, isEnd };
    });
    const looks = this.looks.map(({ body, behind, loop }) => ({ body, behind, isRepeated: loop !== undefined || search !== undefined }));
    return { positions, loops: this.loops, first, most, looks };
  }

  /** The positions that match the next character after a state, with the number of ways. `^` holds at the beginning of the text only. */
  private reached(state: number, isStart: boolean): Map<number, 1 | 2> {
    const at = this.positionsByState();
    const ways = new Map<number, 1 | 2>();
    const found = new Map<number, 1 | 2>();
    const waiting = [state];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const before = ways.get(next);
      if (before === 2) continue;
      ways.set(next, before === undefined ? 1 : 2);
      for (const position of at.get(next) ?? []) found.set(position, before === undefined ? 1 : 2);
      for (const { to, kind } of this.edges[next] ?? []) {
        // After `$`, no character can follow.
        if (kind === 'end' || (kind === 'start' && !isStart)) continue;
        waiting.push(to);
      }
    }
    return found;
  }

  private isFreeTo(state: number, accept: number): boolean {
    const seen = new Set([state]);
    const waiting = [state];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === accept) return true;
      for (const { to, kind } of this.edges[next] ?? []) {
        if (kind !== 'free' || seen.has(to)) continue;
        seen.add(to);
        waiting.push(to);
      }
    }
    return false;
  }

  private byState: Map<number, number[]> | undefined;

  private positionsByState(): ReadonlyMap<number, readonly number[]> {
    if (this.byState === undefined) {
      this.byState = new Map();
      for (const [index, { from }] of this.positions.entries()) this.byState.set(from, [...(this.byState.get(from) ?? []), index]);
    }
    return this.byState;
  }
}

/** The node inside groups that hold nothing else. */
function unwrapped(node: PatternNode): PatternNode {
  const only = node.kind === 'choice' && node.branches.length === 1 && node.branches[0]?.length === 1 ? node.branches[0][0] : undefined;
  return only === undefined ? node : unwrapped(only);
}

/** The lengths of the texts that a node matches. */
function lengthsOf(node: PatternNode): { readonly least: number; readonly most: number } {
  switch (node.kind) {
    case 'atom':
      return { least: 1, most: 1 };
    case 'assertion':
    case 'look':
      return { least: 0, most: 0 };
    case 'reference':
      return { least: 0, most: Infinity };
    case 'repeat': {
      const { least, most } = lengthsOf(node.node);
      return { least: least * node.least, most: most === 0 || node.most === 0 ? 0 : most * node.most };
    }
    case 'choice': {
      const branches = node.branches.map((parts) => {
        const lengths = parts.map(lengthsOf);
        return { least: lengths.reduce((sum, { least }) => sum + least, 0), most: lengths.reduce((sum, { most }) => sum + most, 0) };
      });
      return { least: Math.min(...branches.map(({ least }) => least)), most: Math.max(...branches.map(({ most }) => most)) };
    }
  }
}
