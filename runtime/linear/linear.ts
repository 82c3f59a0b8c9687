// The entry `@octavo/runtime/linear`: patterns whose matching takes time in proportion to the text, without any package.
import { isWord, type Machine, machineOf } from './machine.ts';

/** A pattern of a generated validator, in place of a `RegExp`. */
export interface LinearPattern {
  /** Whether any part of the text matches. */
  test(text: string): boolean;
}

/** A set of states that a text has led to, and the set that follows it for each character met so far. `true`: the pattern has matched. */
interface Met {
  readonly states: Int32Array;
  readonly next: Map<number, Met | true>;
}

/** How many transitions are remembered for one pattern, large sets of states count for more. */
const MOST_REMEMBERED = 400_000;
/** After so many times of forgetting, sets of states do not come back often enough to be remembered. */
const MOST_FORGOTTEN = 8;

const END = -1;

/**
 * A regular expression as the generator writes it (groups without captures, no look-around, no references), which accepts the same texts as
 * `new RegExp(source, flags).test`. It is compiled when it is first used, and follows all ways through the pattern at once, so no text makes it try
 * twice.
 */
export function linear(source: string, flags: 'u' | ''): LinearPattern {
  let matcher: Matcher | undefined;
  return {
    test(text) {
      matcher ??= new Matcher(machineOf(source, flags), flags === 'u');
      return matcher.test(text);
    },
  };
}

class Matcher {
  private known = new Map<string, Met>();
  private remembered = 0;
  private forgotten = 0;
  private readonly machine: Machine;
  private readonly readsPairs: boolean;

  constructor(machine: Machine, readsPairs: boolean) {
    this.machine = machine;
    this.readsPairs = readsPairs;
  }

  test(text: string): boolean {
    let at: Met = this.met(this.machine.first, '^');
    let before = END;
    for (let index = 0; index < text.length; index++) {
      const code = this.readsPairs ? (text.codePointAt(index) ?? 0) : text.charCodeAt(index);
      if (code > 0xffff) index++;
      const next = at.next.get(code) ?? this.follow(at, before, code);
      if (next === true) return true;
      // No way is left, and the search for another beginning is over.
      if (next.states.length === 0) return false;
      at = next;
      before = code;
    }
    return (at.next.get(END) ?? this.follow(at, before, END)) === true;
  }

  private follow(at: Met, before: number, code: number): Met | true {
    const states = this.machine.step(at.states, before, code);
    if (this.forgotten >= MOST_FORGOTTEN) return states === true ? true : { states, next: new Map() };
    this.remembered += 4 + (states === true ? 0 : states.length ** 2 / 8);
    if (this.remembered >= MOST_REMEMBERED) {
      this.known = new Map();
      this.remembered = 0;
      this.forgotten++;
    }
    // The character before decides about `^` and `\b`, so sets after different kinds stay apart.
    const next = states === true || this.met(states, this.machine.hasWords && isWord(code) ? 'w' : '-');
    at.next.set(code, next);
    return next;
  }

  /** `kind`, one letter: what stands before. */
  private met(states: Int32Array, kind: '^' | 'w' | '-'): Met {
    // Numbers of states are below 65,536.
    const key = kind + String.fromCharCode(...states);
    let met = this.known.get(key);
    if (met === undefined) {
      met = { states, next: new Map() };
      this.known.set(key, met);
    }
    return met;
  }
}
