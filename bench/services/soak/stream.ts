// A reader of a stream of posts, who connects again where the connection is cut, and asks for what came meanwhile.

import { setTimeout } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import { lookupHere } from './calls.ts';

interface StreamOptions {
  readonly url: string;
  readonly token: string;
  /** Whether the stream has posts with a text. */
  has(text: string): boolean;
}

interface Line {
  readonly data?: { readonly id: string; readonly text: string };
}

const MINUTE = 60_000;
/** The most that the service gives again. */
const MOST_MINUTES = 5;
const BETWEEN_ATTEMPTS = 200;
const PATIENCE = 30_000;

export class StreamReader {
  /** What came although the stream does not have it, in sentences. */
  readonly faults: string[] = [];
  readonly #options: StreamOptions;
  readonly #agent = new Agent({ connect: { lookup: lookupHere as never }, bodyTimeout: 0 });
  readonly #leaving = new AbortController();
  readonly #seen = new Set<string>();
  readonly #expected = new Set<string>();
  readonly #following: Promise<void>;
  #open: () => void = () => {};
  readonly #opened = new Promise<void>((resolve) => {
    this.#open = resolve;
  });
  #heard = Date.now();

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#following = this.#follow();
  }

  /** Resolves when it reads for the first time. @throws {Error} after half a minute */
  async opened(): Promise<void> {
    const late = setTimeout(PATIENCE, true, { ref: false });
    if ((await Promise.race([this.#opened.then(() => false), late])) === true)
      throw new Error(`The stream could not be opened within ${PATIENCE / 1000} s.`);
  }

  /** A post that was acknowledged. */
  expect(id: string): void {
    if (!this.#seen.has(id)) this.#expected.add(id);
  }

  /** Acknowledged posts that have not come. */
  missing(): readonly string[] {
    return [...this.#expected];
  }

  async leave(): Promise<void> {
    this.#leaving.abort();
    await this.#following;
    await this.#agent.destroy();
  }

  async #follow(): Promise<void> {
    while (!this.#leaving.signal.aborted) {
      // The process may be dead, and the connection is cut when it is killed.
      await this.#read().catch(() => {});
      await setTimeout(BETWEEN_ATTEMPTS);
    }
  }

  async #read(): Promise<void> {
    const url = new URL(this.#options.url);
    const silent = Math.floor((Date.now() - this.#heard) / MINUTE);
    url.searchParams.set('backfill_minutes', String(Math.min(1 + silent, MOST_MINUTES)));
    const headers = { authorization: `Bearer ${this.#options.token}` };
    const { status, body } = await fetch(url, { headers, signal: this.#leaving.signal, dispatcher: this.#agent });
    if (status !== 200 || body === null) return;
    this.#open();
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of body) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') this.#take(JSON.parse(line) as Line);
      this.#heard = Date.now();
    }
  }

  #take({ data }: Line): void {
    if (data === undefined) return;
    if (!this.#options.has(data.text)) this.faults.push(`The stream has the post ${data.id}, which its rule does not match.`);
    this.#seen.add(data.id);
    this.#expected.delete(data.id);
  }
}
