// What a handler gets, and what several of them do.
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import type { House, Things } from '../store.ts';
import type { Faults } from '../things.ts';
import type { Shown } from '../views.ts';
import { ok, stale, tagOf, withTag } from '../wire.ts';

export interface Call {
  readonly house: House;
  /** The other house, which only a fault looks at. */
  readonly other: House;
  readonly isManager: boolean;
  /** A parameter that the request must have. */
  readonly text: (name: string) => string;
  /** All parameters. */
  readonly given: <T>() => Readonly<Partial<T>>;
  /** The body. */
  readonly input: <T>() => T;
}

export type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;

interface Conditions {
  readonly 'if-match': string;
  readonly 'if-none-match': string;
}

/** Answers a read: 304 where the caller has what is shown. */
export function read({ given }: Call, shown: Shown, etag = tagOf(shown)): Reply {
  const known = given<Conditions>()['if-none-match'];
  return known !== undefined && matchesWeak(known, etag) ? { status: 304, headers: { etag } } : withTag(ok(shown), etag);
}

/** Refuses a change of a thing that is not as the caller knows it. */
export function requireMatch({ given }: Call, etag: string | undefined, faults: Faults): void {
  const header = given<Conditions>()['if-match'];
  if (header === undefined) return;
  const isMatch = faults.has('if-match-takes-one-tag') ? header === etag || header === '*' : matchesStrong(header, etag ?? '');
  if (etag === undefined || !isMatch) throw stale();
}

/** A thing of the house, or with a fault one of another house. */
export const findAnywhere = <T>(call: Call, kind: (house: House) => Things<T>, key: string, isLoose: boolean): T | undefined =>
  kind(call.house).find(key) ?? (isLoose ? kind(call.other).find(key) : undefined);

interface Paging {
  readonly page: number;
  readonly limit: number;
}

/** A list that has a mistake of its own. */
interface Mistakes {
  readonly overlap?: boolean;
  readonly nextOnFullPage?: boolean;
  readonly totalOfPage?: boolean;
  readonly pagesRoundedDown?: boolean;
  readonly lastPageAgain?: boolean;
}

export function pageOf({ given }: Call, things: readonly Shown[], mistakes: Mistakes = {}): Reply {
  const { page: asked = 1, limit = 20 } = given<Paging>();
  const exact = things.length / limit;
  const totalPages = mistakes.pagesRoundedDown ? Math.floor(exact) : Math.ceil(exact);
  const page = mistakes.lastPageAgain ? Math.max(1, Math.min(asked, totalPages)) : asked;
  const start = (page - 1) * limit - (mistakes.overlap && page > 1 ? 1 : 0);
  const docs = things.slice(start, start + limit);
  const hasNextPage = mistakes.nextOnFullPage ? docs.length === limit : page * limit < things.length;
  const totalDocs = mistakes.totalOfPage ? docs.length : things.length;
  return ok({ docs, totalDocs, totalPages, page, limit, hasPrevPage: page > 1, hasNextPage });
}
