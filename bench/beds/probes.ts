// What the probes of all beds share: what a probe is, how it reads an answer, and what several of them ask.
import { isDeepStrictEqual } from 'node:util';
import type { Got, Send } from './client.ts';

/** Whether a service does what its document says. */
export type Probe<Callers> = (callers: Callers) => Promise<boolean>;
export type Probes<Callers> = Readonly<Record<string, Probe<Callers>>>;

export const ANY = { 'if-match': '*' };

export const times = <V>(count: number, make: (index: number) => V): V[] => Array.from({ length: count }, (_, index) => make(index));

export type Item = Readonly<Record<string, unknown>>;

/** The body of an answer as an object, and the items of a page. */
export const of = ({ json }: Got): Item => (json ?? {}) as Item;
export const itemsOf = (got: Got): readonly Item[] => (of(got).items ?? []) as readonly Item[];
export const joined = (items: readonly Item[], name: string): string => items.map((item) => String(item[name])).join();
export const same = isDeepStrictEqual;
export const header = ({ headers }: Got, name: string): string | null => headers.get(name);
export const etag = (got: Got): string => header(got, 'etag') ?? '';
export const location = (got: Got): string => header(got, 'location') ?? '';

/** Whether a new thing has this member both in the answer and when it is read again. */
export async function isKept(send: Send, method: string, path: string, body: object, name: string, value: unknown): Promise<boolean> {
  const made = await send(method, path, { body });
  const read = await send('GET', location(made));
  return made.status === 201 && same(of(made)[name], value) && same(of(read)[name], value);
}

/** The statuses that a request twice at once gives, from the lowest on. */
export async function statusesOfTwo(send: Send, method: string, path: string, body: object): Promise<string> {
  const got = await Promise.all([0, 1].map(() => send(method, path, { body })));
  const statuses = got.map(({ status }) => status).toSorted((a, b) => a - b);
  return statuses.join();
}

/** The items of all pages by token, as they come. The path has a query. */
export async function itemsOfPages(send: Send, path: string): Promise<Item[]> {
  const found: Item[] = [];
  let token = '';
  for (let page = 0; page < 9; page++) {
    const got = await send('GET', `${path}${token === '' ? '' : `&pageToken=${token}`}`);
    found.push(...itemsOf(got));
    const { nextPageToken } = of(got);
    if (nextPageToken === undefined) break;
    token = encodeURIComponent(String(nextPageToken));
  }
  return found;
}
