// Helpers of the fuzz targets: splitting the input, assertions, and checks of time and of JavaScript's built-in objects.
import { isDeepStrictEqual } from 'node:util';

export type Bytes = Uint8Array<ArrayBuffer>;

/** One target: throws when a property does not hold for the input. */
export type Fuzz = (input: Input) => void | Promise<void>;

/** The bytes of one run. The first select the case and the rest is its text, so that small changes of an input are small changes of the run. */
export class Input {
  readonly #bytes: Bytes;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Uint8Array.from(bytes);
  }

  /** The next byte, or 0 at the end. */
  byte(): number {
    return this.#bytes[this.#offset++] ?? 0;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.byte() % choices.length] as T;
  }

  /** The remaining bytes. */
  bytes(): Bytes {
    const rest = this.#bytes.slice(this.#offset);
    this.#offset = this.#bytes.length;
    return rest;
  }

  /** The remaining bytes decoded as UTF-8, with U+FFFD for invalid ones. */
  text(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.bytes());
  }

  /** The remaining bytes as Latin-1, as platforms decode header fields. */
  latin1(): string {
    return latin1Of(this.bytes());
  }
}

export function latin1Of(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** A header value as platforms deliver it: without line ends, NUL and surrounding blanks. */
export function fieldValue(text: string): string {
  // A loop, since `trim` removes more characters and a regular expression is slow for many blanks in the middle.
  const kept = text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
  const isBlank = (index: number) => kept[index] === ' ' || kept[index] === '\t';
  let start = 0;
  while (isBlank(start)) start++;
  let end = kept.length;
  while (end > start && isBlank(end - 1)) end--;
  return kept.slice(start, end);
}

/** A part of a request target as platforms deliver it: without blanks, control characters and fragment. */
export function targetPart(text: string): string {
  return text.replace(/[\0-\x20\x7f#]/g, '');
}

/** Thrown by a target when a property does not hold. */
export class Finding extends Error {
  override readonly name = 'Finding';
}

export function claim(holds: boolean, words: string, ...shown: readonly unknown[]): asserts holds {
  if (!holds) throw new Finding([words, ...shown.map(show)].join(' | '));
}

export function claimEqual(found: unknown, want: unknown, words: string): void {
  claim(isDeepStrictEqual(found, want), words, found, want);
}

/** Normalizes a value for comparison: sorted names, 0 for -0, and integers below 1e21 as `bigint`. */
function asWritten(value: unknown): unknown {
  if (typeof value === 'number' && Number.isInteger(value)) return Math.abs(value) < 1e21 ? BigInt(String(value)) : value;
  if (Array.isArray(value)) return value.map(asWritten);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => [name, asWritten(member)]);
}

/** Checks that a value is the same after writing and reading it again. */
export function claimReread(found: unknown, want: unknown, words: string): void {
  claimEqual(asWritten(found), asWritten(want), words);
}

/** Number of characters and values in a parsed value: a measure of its memory. */
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

/** Returns the error that `attempt` throws if it has the class; rethrows any other. */
export function refusal<E extends Error>(attempt: () => void, expected: abstract new (...parts: never[]) => E): E | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (error instanceof expected) return error;
    throw error;
  }
}

/**
 * Limit of CPU time per input, in milliseconds: several times what the slowest takes on a busy machine, and a fraction of what quadratic time would
 * be.
 */
const LIMIT = 300;

/** Number of retries for an input over the limit, since garbage of other inputs may have been collected. */
const TRIES = 4;

/** Wraps a target for the fuzzer: exceeding the time limit and polluting built-in prototypes are findings too. */
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
    claim(Reflect.ownKeys(prototype).length === before[index], 'a built-in prototype was changed');
}

function show(value: unknown): string {
  try {
    return (JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part)) ?? String(value)).slice(0, 500);
  } catch {
    return String(value);
  }
}
