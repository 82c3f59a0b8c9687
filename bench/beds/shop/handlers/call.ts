// A request as handlers see it, and what several of them do.
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import type { Shop, Store } from '../store.ts';
import type { Faults, Shown } from '../things.ts';
import type { Role } from '../views.ts';
import { badRequest, notFound, Refusal, tagOf } from '../wire.ts';

export interface Call {
  readonly shop: Shop;
  readonly role: Role;
  /** The decoded text of a parameter of the path. */
  readonly path: (name: string) => string;
  /** The query and the headers. */
  readonly parameters: <T>() => T;
  /** The body with defaults. */
  readonly input: <T>() => T;
}

type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;
export type Part = (store: Store, faults: Faults) => Handlers;

/** A thing of a map, or a refusal. */
export function found<T>(things: ReadonlyMap<string, T>, key: string): T {
  const thing = things.get(key);
  if (thing === undefined) throw notFound();
  return thing;
}

interface Conditions {
  readonly 'if-match'?: string;
  readonly 'if-none-match'?: string;
}

/** Refuses a change of a thing that is not what the caller knows. */
export function requireMatch(call: Call, shown: Shown, tag = tagOf(shown)): void {
  const given = call.parameters<Conditions>()['if-match'];
  if (given !== undefined && !matchesStrong(given, tag)) throw new Refusal(412, 'It is not what you know any more.');
}

function knows(given: string, tag: string, faults: Faults): boolean {
  if (faults.has('star-known-by-nobody') && given.trim() === '*') return false;
  return matchesWeak(faults.has('first-known-tag-alone') ? (given.split(',')[0] ?? '') : given, tag);
}

/** Answers a GET of a thing with its tag, or that the caller knows it. */
export function answerRead(call: Call, shown: Shown, faults: Faults, tag = tagOf(shown)): Reply {
  const given = call.parameters<Conditions>()['if-none-match'];
  if (given === undefined || !knows(given, tag, faults)) return { status: 200, body: shown, headers: { etag: tag } };
  return { status: 304, headers: faults.has('unchanged-without-tag') ? {} : { etag: tag } };
}

/** Answers with a thing and its tag, and with its path if it is new. */
export const answerWith = (shown: Shown, location?: string, tag = tagOf(shown)): Reply =>
  location === undefined
    ? { status: 200, body: shown, headers: { etag: tag } }
    : { status: 201, body: shown, headers: { etag: tag, location } };

interface Paged {
  readonly first: number;
  readonly after?: string;
}

interface Thing {
  readonly id: string;
}

const cursorOf = ({ id }: Thing): string => Buffer.from(`after ${id}`).toString('base64url');

/** Where a page starts. */
function startOf(things: readonly Thing[], after: string | undefined, faults: Faults): number {
  if (after === undefined) return 0;
  const index = things.findIndex((one) => cursorOf(one) === after);
  if (index === -1 && !faults.has('unknown-cursor-from-start')) throw badRequest('query.after', 'is no end of a page');
  return faults.has('pages-overlap') ? Math.max(index, 0) : index + 1;
}

/** A page of a list, whose things are shown one by one. */
export function pageOf<T extends Thing>(call: Call, things: readonly T[], show: (thing: T) => unknown, faults: Faults): Reply {
  const { first, after } = call.parameters<Paged>();
  const start = startOf(things, after, faults);
  const page = things.slice(start, start + first);
  const end = page.at(-1);
  const hasNextPage = faults.has('full-page-has-next') ? page.length === first : start + first < things.length;
  const totalCount = faults.has('total-of-page') ? page.length : things.length;
  const pageInfo = { endCursor: end === undefined ? null : cursorOf(end), hasNextPage };
  return { status: 200, body: { nodes: page.map(show), totalCount, pageInfo } };
}

/** Things from the newest on, which is the order in which they were made turned round. */
export const newestFirst = <T>(things: Iterable<T>): T[] => [...things].toReversed();
