// What fuzz targets share: input taken apart piece by piece, claims about what comes out, and a watch on time and on the language's own objects.
import { isDeepStrictEqual } from 'node:util';

export type Bytes = Uint8Array<ArrayBuffer>;

/** One target: throws when something does not hold that should, whatever the input. */
export type Fuzz = (input: Input) => void | Promise<void>;

/** The bytes of one run. The first choose what is tried, the rest is what is read: so that small changes of an input are small changes of the run. */
export class Input {
  readonly #bytes: Bytes;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Uint8Array.from(bytes);
  }

  /** 0 where nothing is left. */
  byte(): number {
    return this.#bytes[this.#offset++] ?? 0;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.byte() % choices.length] as T;
  }

  /** The rest. */
  bytes(): Bytes {
    const rest = this.#bytes.slice(this.#offset);
    this.#offset = this.#bytes.length;
    return rest;
  }

  /** The rest as UTF-8; what is none becomes U+FFFD. */
  text(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.bytes());
  }

  /** The rest, a character for a byte, as platforms give header fields. */
  latin1(): string {
    return latin1Of(this.bytes());
  }
}

export function latin1Of(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** A header field's value as it comes from a platform: no line ends, no NUL, no blanks around it. */
export function fieldValue(text: string): string {
  // By hand: `trim` takes more for a blank, and a pattern would take long for many in the middle.
  const kept = text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
  const isBlank = (index: number) => kept[index] === ' ' || kept[index] === '\t';
  let start = 0;
  while (isBlank(start)) start++;
  let end = kept.length;
  while (end > start && isBlank(end - 1)) end--;
  return kept.slice(start, end);
}

/** A part of a request target as it comes from a platform: no blanks, no control characters, no fragment. */
export function targetPart(text: string): string {
  return text.replace(/[\0-\x20\x7f#]/g, '');
}

/** What a target found. */
export class Finding extends Error {
  override readonly name = 'Finding';
}

export function claim(holds: boolean, words: string, ...shown: readonly unknown[]): asserts holds {
  if (!holds) throw new Finding([words, ...shown.map(show)].join(' | '));
}

export function claimEqual(found: unknown, want: unknown, words: string): void {
  claim(isDeepStrictEqual(found, want), words, found, want);
}

/** Names in order. Nobody writes -0, and `1e20` is written as an integer, which is read as a `bigint`. */
function asWritten(value: unknown): unknown {
  if (typeof value === 'number' && Number.isInteger(value)) return Math.abs(value) < 1e21 ? BigInt(String(value)) : value;
  if (Array.isArray(value)) return value.map(asWritten);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => [name, asWritten(member)]);
}

/** That a value which was read, written and read again is what it was. */
export function claimReread(found: unknown, want: unknown, words: string): void {
  claimEqual(asWritten(found), asWritten(want), words);
}

/** Characters and values of something that was made of text: what an input may take up in memory. */
export function sizeOf(value: unknown): number {
  let size = 0;
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    size++;
    if (typeof next === 'string') size += next.length;
    else if (next instanceof Blob) size += next.size + next.type.length;
    else if (typeof next === 'object' && next !== null) {
      for (const [name, member] of Object.entries(next)) {
        size += Array.isArray(next) ? 0 : name.length;
        rest.push(member);
      }
    }
  }
  return size;
}

/** What `attempt` throws, if it is of the class; anything else is thrown on. */
export function refusal<E extends Error>(attempt: () => void, expected: abstract new (...parts: never[]) => E): E | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (error instanceof expected) return error;
    throw error;
  }
}

/** Milliseconds of work that one input may take; waiting for other programs of the machine is not counted. */
const LIMIT = 100;

/** How often an input is tried again that took longer: garbage of others may have been collected. */
const TRIES = 4;

/** The target as a fuzzer calls it: what takes too long is a finding, and so is what changes the objects that all others inherit from. */
export function guarded(fuzz: Fuzz): (bytes: Uint8Array) => void | Promise<void> {
  const timed = (bytes: Uint8Array, triesLeft: number): void | Promise<void> => {
    const start = process.cpuUsage();
    const finish = (): void | Promise<void> => {
      claimUntouched();
      const { user, system } = process.cpuUsage(start);
      const milliseconds = (user + system) / 1000;
      if (milliseconds <= LIMIT) return;
      claim(triesLeft > 0, `took ${Math.round(milliseconds)} ms`);
      return timed(bytes, triesLeft - 1);
    };
    const running = fuzz(new Input(bytes));
    return running === undefined ? finish() : running.then(finish);
  };
  return (bytes) => timed(bytes, TRIES);
}

const COMMON = [Object.prototype, Array.prototype, Function.prototype, Map.prototype, String.prototype];
const before = COMMON.map((prototype) => Reflect.ownKeys(prototype).length);

function claimUntouched(): void {
  for (const [index, prototype] of COMMON.entries())
    claim(Reflect.ownKeys(prototype).length === before[index], 'an object that others inherit from was changed');
}

function show(value: unknown): string {
  try {
    return (JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part)) ?? String(value)).slice(0, 500);
  } catch {
    return String(value);
  }
}
