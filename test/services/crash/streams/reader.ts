// A client of a stream that connects again when its connection breaks, and asks for what it may have missed.

import { setTimeout } from 'node:timers/promises';

/** A post that was acknowledged, or one that a stream delivered. */
export interface Post {
  readonly id: string;
  readonly text: string;
}

interface ReaderOptions {
  readonly name: string;
  /** The path of the stream, with its parameters. */
  readonly path: string;
  readonly token: string;
  /** The address of the process to connect to, at the moment. */
  base(): string;
  /** Whether the stream has a post. */
  wants(post: Post): boolean;
}

/** What one connection brought. */
interface Connection {
  readonly base: string;
  /** The identifiers of posts, in the order in which they came. */
  readonly ids: string[];
}

const MINUTE = 60_000;
/** The most that the service gives. */
const MOST_MINUTES = 5;
const BETWEEN_ATTEMPTS = 50;

export class Reader {
  readonly name: string;
  readonly connections: Connection[] = [];
  /** The posts of all connections. */
  readonly seen = new Set<string>();
  /** What happened besides: refusals, and last lines of the service. */
  readonly incidents: string[] = [];
  readonly #options: ReaderOptions;
  readonly #leaving = new AbortController();
  /** Acknowledged posts that have not come yet. */
  readonly #pending = new Set<string>();
  readonly #left: Promise<void>;
  #heard = Date.now();

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.name = options.name;
    this.#left = this.#follow();
  }

  /** Expects a post that was acknowledged, if the stream has it. */
  expect(post: Post): void {
    if (this.#options.wants(post) && !this.seen.has(post.id)) this.#pending.add(post.id);
  }

  /** Acknowledged posts that have not come yet. */
  pending(): readonly string[] {
    return [...this.#pending];
  }

  /** Whether the present connection leads to a process. */
  isAt(base: string): boolean {
    return this.connections.at(-1)?.base === base;
  }

  async leave(): Promise<void> {
    this.#leaving.abort();
    await this.#left;
  }

  async #follow(): Promise<void> {
    while (!this.#leaving.signal.aborted) {
      const base = this.#options.base();
      const body = await this.#connect(base);
      if (body === undefined) await setTimeout(BETWEEN_ATTEMPTS);
      else await this.#read(base, body);
    }
  }

  async #connect(base: string): Promise<ReadableStream<Uint8Array> | undefined> {
    const url = new URL(this.#options.path, base);
    const silent = Math.floor((Date.now() - this.#heard) / MINUTE);
    url.searchParams.set('backfill_minutes', String(Math.min(1 + silent, MOST_MINUTES)));
    const headers = { authorization: `Bearer ${this.#options.token}` };
    // The process may be dead.
    const answer = await fetch(url, { headers, signal: this.#leaving.signal }).catch(() => undefined);
    if (answer?.status === 200) return answer.body ?? undefined;
    if (answer !== undefined) this.incidents.push(`${answer.status} ${await answer.text().catch(() => '')}`);
    return undefined;
  }

  /** Reads until the connection breaks. A last line that is cut is no line. */
  async #read(base: string, body: ReadableStream<Uint8Array>): Promise<void> {
    const connection: Connection = { base, ids: [] };
    this.connections.push(connection);
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of body) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\r\n');
        rest = lines.pop() ?? '';
        for (const line of lines) this.#take(line, connection);
        this.#heard = Date.now();
      }
    } catch {
      // The process was killed, or the reader leaves.
    }
  }

  #take(line: string, { ids }: Connection): void {
    if (line === '') return;
    const { data } = JSON.parse(line) as { readonly data?: Post };
    if (data === undefined) {
      this.incidents.push(line);
      return;
    }
    if (!this.#options.wants(data)) this.incidents.push(`The stream does not have ${line}`);
    ids.push(data.id);
    this.seen.add(data.id);
    this.#pending.delete(data.id);
  }
}
