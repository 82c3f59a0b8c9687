// The states of a regular expression, and all states that it can be in after one more character.

export interface Machine {
  /** The states at the beginning of a text. */
  readonly first: Int32Array;
  /** Whether the pattern asks where words begin and end. */
  readonly hasWords: boolean;
  /**
   * The states after the character `code`, in order, where `before` is the character in front of it; -1 stands for the beginning and the end of the
   * text. `true`: the pattern has matched before that character.
   */
  step(states: Int32Array, before: number, code: number): Int32Array | true;
}

/** A state. Without `test`, it passes on to `to` without reading a character, where `needs` holds. */
interface State {
  readonly to: number[];
  /** The place of a class of characters in `classes`: the state reads one character. */
  readonly reads?: number;
  readonly needs?: string;
}

type Make = (from: number) => number;

/** ECMA-262 section 22.2.2.9.3, `WordCharacters`. */
export function isWord(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || (code >= 0x61 && code <= 0x7a);
}

const START = 0;

export function machineOf(source: string, flags: 'u' | ''): Machine {
  const builder = new Builder(source, flags);
  const accept = builder.choice(START);
  const { states, classes } = builder;
  const hasWords = states.some(({ needs }) => needs === '\\b' || needs === '\\B');
  const searches = isSearched(states, accept);
  // Flat tables: one step may visit thousands of states.
  const starts = new Int32Array(states.length + 1);
  for (const [at, { to }] of states.entries()) starts[at + 1] = (starts[at] as number) + to.length;
  const targets = Int32Array.from(states.flatMap(({ to }) => to));
  const reading = Int32Array.from(states, ({ reads }) => reads ?? -1);
  const seen = new Uint32Array(states.length);
  const passes = new Uint8Array(classes.length);
  const waiting = new Int32Array(targets.length + states.length + 1);
  let clock = 0;
  return {
    first: Int32Array.of(START),
    hasWords,
    step(from, before, code) {
      clock++;
      const text = code < 0 ? '' : String.fromCodePoint(code);
      for (let index = 0; index < classes.length; index++) passes[index] = code >= 0 && (classes[index] as RegExp).test(text) ? 1 : 0;
      const next: number[] = searches && code >= 0 ? [START] : [];
      waiting.set(from);
      for (let length = from.length; length > 0; ) {
        const at = waiting[--length] as number;
        if (seen[at] === clock) continue;
        seen[at] = clock;
        if (at === accept) return true;
        const start = starts[at] as number;
        const end = starts[at + 1] as number;
        const reads = reading[at] as number;
        if (reads >= 0) {
          // Each of these states has a state of its own after it.
          if (passes[reads] === 1) next.push(targets[start] as number);
          continue;
        }
        const { needs } = states[at] as State;
        if (needs === undefined || holds(needs, before, code))
          for (let index = start; index < end; index++) waiting[length++] = targets[index] as number;
      }
      return Int32Array.from(next).sort();
    },
  };
}

function holds(needs: string, before: number, code: number): boolean {
  if (needs === '^') return before < 0;
  if (needs === '$') return code < 0;
  return (isWord(before) !== isWord(code)) === (needs === '\\b');
}

/** Whether a match can begin after the first character. */
function isSearched(states: readonly State[], accept: number): boolean {
  const seen = new Set([START]);
  for (const at of seen) {
    const { reads, needs, to } = states[at] as State;
    if (at === accept || reads !== undefined) return true;
    if (needs !== '^') for (const one of to) seen.add(one);
  }
  return false;
}

/** Classes, escapes of one character, brackets, and what else stands for itself; counts are read where they can be. */
const TOKEN = '\\[(?:\\\\[^]|[^\\]\\\\])*\\]|\\\\[^]|\\(\\?:|[^]';
const COUNT = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;

/** Reads a regular expression from its beginning to its end, and writes states as it goes. */
class Builder {
  readonly states: State[] = [{ to: [] }];
  readonly classes: RegExp[] = [];
  private readonly places = new Map<string, number>();
  private readonly token: RegExp;
  private readonly source: string;
  private readonly flags: 'u' | '';

  constructor(source: string, flags: 'u' | '') {
    this.source = source;
    this.flags = flags;
    this.token = new RegExp(TOKEN, `${flags}y`);
  }

  /** Alternatives, up to the bracket that closes them: the state after them. */
  choice(from: number): number {
    return this.alternatives()(from);
  }

  private alternatives(): Make {
    let branch: Make[] = [];
    const branches = [branch];
    for (let token = this.next(); token !== undefined && token !== ')'; token = this.next()) {
      if (token === '|') {
        branch = [];
        branches.push(branch);
      } else branch.push(this.counted(token === '(?:' ? this.alternatives() : this.single(token)));
    }
    return (from) => {
      const to = this.state({ to: [] });
      for (const parts of branches)
        this.pass(
          parts.reduce((at, make) => make(at), this.after(from)),
          to,
        );
      return to;
    };
  }

  private single(token: string): Make {
    if (/^(?:\^|\$|\\[bB])$/.test(token)) {
      return (from) => {
        const to = this.state({ to: [] });
        this.pass(from, this.state({ to: [to], needs: token }));
        return to;
      };
    }
    let place = this.places.get(token);
    if (place === undefined) {
      place = this.classes.push(new RegExp(`^${token}$`, this.flags)) - 1;
      this.places.set(token, place);
    }
    const reads = place;
    return (from) => {
      const to = this.state({ to: [] });
      this.pass(from, this.state({ to: [to], reads }));
      return to;
    };
  }

  private counted(make: Make): Make {
    COUNT.lastIndex = this.token.lastIndex;
    const found = COUNT.exec(this.source);
    if (found === null) return make;
    this.token.lastIndex = COUNT.lastIndex;
    const [, sign, first, comma, last] = found;
    const least = sign === undefined ? Number(first) : sign === '+' ? 1 : 0;
    const most = sign === undefined ? (last !== '' ? Number(last) : comma === '' ? least : Infinity) : sign === '?' ? 1 : Infinity;
    return (from) => {
      let at = from;
      for (let count = 0; count < least; count++) at = make(at);
      const to = this.state({ to: [] });
      if (most === Infinity) {
        const head = this.after(at);
        this.pass(make(head), head);
        this.pass(head, to);
        return to;
      }
      for (let count = least; count < most; count++) {
        this.pass(at, to);
        at = make(this.after(at));
      }
      this.pass(at, to);
      return to;
    };
  }

  private next(): string | undefined {
    return this.token.exec(this.source)?.[0];
  }

  private state(state: State): number {
    return this.states.push(state) - 1;
  }

  private after(from: number): number {
    const to = this.state({ to: [] });
    this.pass(from, to);
    return to;
  }

  private pass(from: number, to: number): void {
    this.states[from]?.to.push(to);
  }
}
