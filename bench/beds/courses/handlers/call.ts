// What handlers get of a request, and how they find things and answer.
import { createHash } from 'node:crypto';
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import type { School } from '../store.ts';
import type { Thing } from '../things.ts';
import { notFound, refuse } from '../wire.ts';

export type Faults = ReadonlySet<string>;

export interface Call {
  readonly school: School;
  readonly pathname: string;
  readonly search: URLSearchParams;
  readonly id: (name: string) => string;
  readonly query: <T>(name: string) => T | undefined;
  readonly header: (name: string) => string | undefined;
  /** The attributes of the body. */
  readonly input: <T>() => T;
  /** The `data` of the body. */
  readonly data: <T>() => T;
}

export type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;

/** The thing of an id in the path, or a refusal. */
export function found<T>(map: ReadonlyMap<string, T>, id: string): T {
  const thing = map.get(id);
  if (thing === undefined) throw notFound();
  return thing;
}

/** A thing as answers show it. */
export interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly meta: { readonly createdAt: string; readonly updatedAt: string };
}

export const resource = (type: string, { id, createdAt, updatedAt }: Thing, attributes: Resource['attributes']): Resource => ({
  type,
  id,
  attributes,
  meta: { createdAt, updatedAt },
});

/** The answer that shows one thing. */
export const reply = (data: Resource, status = 200, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  body: { data },
  headers,
});

/** How things with a tag are answered. */
export class Tags {
  readonly #faults: Faults;

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  of({ type, id, attributes, meta }: Resource): string {
    const { enrolled, freeSeats, waiting, ...own } = attributes;
    const shown = this.#faults.has('tag-without-seats') ? own : attributes;
    const seed = this.#faults.has('tag-of-creation') ? [type, id] : [type, id, shown, meta];
    return `"${createHash('sha256').update(JSON.stringify(seed)).digest('hex').slice(0, 16)}"`;
  }

  reply(data: Resource, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
    return reply(data, status, { ...headers, etag: this.of(data) });
  }

  /** The answer to a GET. */
  read(call: Call, data: Resource): Reply {
    const etag = this.of(data);
    const given = call.header('if-none-match');
    const isKnown = given !== undefined && !this.#faults.has('never-304') && matchesWeak(given, etag);
    if (!isKnown) return this.reply(data);
    return { status: 304, headers: this.#faults.has('304-without-tag') ? {} : { etag } };
  }

  /** Refuses a change of a thing that has another tag. */
  check(call: Call, data: Resource): void {
    const given = call.header('if-match');
    if (given === undefined || matchesStrong(given, this.of(data))) return;
    throw refuse(412, 'The thing has another tag.');
  }
}
