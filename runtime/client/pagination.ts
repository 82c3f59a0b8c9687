// Follows the pages of an operation with `x-pagination` (docs/extensions.md): page by page, or item by item, each asked for when it is wanted.

import { ConfigurationError, OctavoError } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import { getOwn, setOwn } from '../contract/own.ts';
import { type AnyResult, unwrap } from '../contract/result.ts';
import { queryOf as ownQuery } from '../contract/security.ts';
import { nextLink } from '../wire/link-header.ts';
import { queryDecode } from '../wire/text.ts';
import { type CallOptions, call, type Transport } from './client.ts';

/**
 * The names that lead to a value, from the input (`query`, `after`) or from the result (`body`, `meta`, `next_token`); a cursor may also be
 * a field of the page's last item (`last`, `id`).
 */
type Way = readonly string[];

/** How the pages of an operation hang together: `x-pagination` as data. */
export type Pagination = { readonly items: Way } & (
  | {
      readonly style: 'cursor';
      readonly cursor: Way;
      readonly next: Way;
      /** Added to the identifier of the last item, where a cursor names the first item that comes. */
      readonly step?: -1 | 1;
      readonly previous?: Way;
      readonly end?: string;
      readonly more?: Way;
    }
  | { readonly style: 'offset'; readonly offset: Way; readonly first?: number; readonly total?: Way; readonly more?: Way }
  | {
      readonly style: 'page';
      readonly page: Way;
      readonly first?: number;
      readonly total?: Way;
      readonly totalPages?: Way;
      readonly more?: Way;
    }
  | { readonly style: 'link'; readonly next: Way; readonly previous?: Way }
);

/** An operation whose answers with status 200 are pages. */
export interface PagedOperation<Input = unknown, Result = unknown, Page = unknown, Item = unknown> extends Operation<Input, Result> {
  readonly pagination: Pagination;
  /** Carries types; never set. */
  readonly '~pages'?: { readonly page: Page; readonly item: Item };
}

/** What else is in them is for the call of each page. */
export interface PageOptions extends CallOptions {
  /** Ends after so many pages. Default: no end but the service's. */
  readonly maxPages?: number;
  /** Goes to the previous page instead of the next one. Where the document says how: the styles `cursor` and `link`. */
  readonly backwards?: boolean;
}

/** Pages that cannot be followed on: the same cursor twice, a link to another origin, items that are no list. */
export class PaginationError extends OctavoError {
  override readonly name = 'PaginationError';

  constructor(operation: string, reason: string) {
    super(`${operation}: the next page cannot be asked for: ${reason}.`, operation);
  }
}

/** An input, which may be left out where nothing in it is needed. */
type Given<Input> = undefined extends Input ? Input : Record<never, never> extends Input ? Input | undefined : Input;

/** What generated clients have for an operation with pages. */
interface PagedCall<Input, Result, Page, Item> {
  (input: Given<Input>, options?: CallOptions): Promise<Result>;
  items(input: Given<Input>, options?: PageOptions): AsyncIterable<Item>;
  pages(input: Given<Input>, options?: PageOptions): AsyncIterable<Page>;
}

/** The call of an operation, with its pages and items as properties. */
export function paged<Input, Result, Page, Item>(
  transport: Transport,
  operation: PagedOperation<Input, Result, Page, Item>,
): PagedCall<Input, Result, Page, Item> {
  return Object.assign((input: Given<Input>, options?: CallOptions) => call(transport, operation, input, options), {
    items: (input: Given<Input>, options?: PageOptions) => items(transport, operation, input, options),
    pages: (input: Given<Input>, options?: PageOptions) => pages(transport, operation, input, options),
  });
}

/**
 * The pages of an operation from the one that the input asks for, each as its result. Every loop over it begins anew; leaving the loop early
 * sends nothing more.
 * Throws while it is read: `ApiError` for another status than 200, `PaginationError` where a page does not lead on as the document says, and
 * what `call` throws.
 */
export function pages<Input, Result, Page, Item>(
  transport: Transport,
  operation: PagedOperation<Input, Result, Page, Item>,
  input: Given<Input>,
  options: PageOptions = {},
): AsyncIterable<Page> {
  return { [Symbol.asyncIterator]: () => walk(transport, operation, input, options) as AsyncGenerator<Page> };
}

/** The items of all pages, one by one. As `pages` otherwise. */
export function items<Input, Result, Page, Item>(
  transport: Transport,
  operation: PagedOperation<Input, Result, Page, Item>,
  input: Given<Input>,
  options: PageOptions = {},
): AsyncIterable<Item> {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const page of walk(transport, operation, input, options)) yield* itemsOf(page, operation) as Item[];
    },
  };
}

async function* walk(transport: Transport, operation: PagedOperation, input: unknown, options: PageOptions): AsyncGenerator<AnyResult> {
  const { maxPages = Number.POSITIVE_INFINITY } = options;
  const { first, step } = stepsOf(transport, operation, input, options.backwards === true);
  let request: PageRequest | undefined = first;
  for (let count = 0; request !== undefined && count < maxPages; count++) {
    options.signal?.throwIfAborted();
    const page = (await call(request.transport, operation, request.input, options)) as AnyResult;
    if (page.status !== 200) unwrap(page, 200);
    // Read before the page is handed out, since whoever gets it may empty it.
    const next = step(page);
    yield page;
    request = next();
  }
}

/** How one page is asked for. */
interface PageRequest {
  readonly transport: Transport;
  readonly input: unknown;
}

interface Steps {
  readonly first: PageRequest;
  /** Reads a page, and gives what makes the request for the one after it; `undefined` after the last. */
  readonly step: (page: AnyResult) => () => PageRequest | undefined;
}

function stepsOf(transport: Transport, operation: PagedOperation, input: unknown, backwards: boolean): Steps {
  const { pagination } = operation;
  switch (pagination.style) {
    case 'cursor':
      return byCursor(transport, operation, input, pagination, towards(operation, pagination, backwards));
    case 'link':
      return byLink(transport, operation, input, towards(operation, pagination, backwards), backwards ? 'prev' : 'next');
    case 'offset':
    case 'page':
      if (backwards) throw noWayBack(operation);
      return byNumber(transport, operation, input, pagination);
  }
}

function towards(operation: Operation, { next, previous }: { readonly next: Way; readonly previous?: Way }, backwards: boolean): Way {
  if (!backwards) return next;
  if (previous === undefined) throw noWayBack(operation);
  return previous;
}

function noWayBack({ id }: Operation): ConfigurationError {
  return new ConfigurationError(`${id}: the document does not say how to go to the previous page.`, id);
}

function byCursor(
  transport: Transport,
  operation: PagedOperation,
  input: unknown,
  { cursor: place, step: by, end, more }: Pagination & { readonly style: 'cursor' },
  next: Way,
): Steps {
  let last = textOf(valueAt(input, place));
  const step: Steps['step'] = (page) => {
    const isOfItem = next[0] === 'last';
    const found = isOfItem ? valueAt(itemsOf(page, operation).at(-1), next.slice(1)) : valueAt(page, next);
    const isLast = saysNoMore(page, more);
    return () => {
      // Some services have a cursor that stands for no page, such as 0; a number or text alike.
      if (isLast || isNothing(found) || String(found) === end) return undefined;
      const cursor = isOfItem && by !== undefined ? beside(found, by, operation) : found;
      const text = textOf(cursor);
      if (text === last) throw new PaginationError(operation.id, 'it has the same cursor as the one before');
      last = text;
      return { transport, input: withValue(input, place, cursor) };
    };
  };
  return { first: { transport, input }, step };
}

/** The integer before or after one, exactly and in the form that it has: a number, a `bigint` or text. */
function beside(identifier: unknown, by: -1 | 1, { id }: Operation): unknown {
  if (typeof identifier === 'bigint') return identifier + BigInt(by);
  if (typeof identifier === 'string' && /^-?\d+$/.test(identifier)) return String(BigInt(identifier) + BigInt(by));
  if (typeof identifier === 'number' && Number.isSafeInteger(identifier + by)) return identifier + by;
  throw new PaginationError(id, 'the identifier of the last item is no whole number');
}

type Counting = Pagination & { readonly style: 'offset' | 'page' };

function byNumber(transport: Transport, operation: PagedOperation, input: unknown, pagination: Counting): Steps {
  const byPage = pagination.style === 'page';
  const place = byPage ? pagination.page : pagination.offset;
  const start = pagination.first ?? (byPage ? 1 : 0);
  let here = numberAt(input, place) ?? start;
  let seen: number | undefined;
  const step: Steps['step'] = (page) => {
    const count = itemsOf(page, operation).length;
    const total = numberAt(page, pagination.total);
    const totalPages = numberAt(page, byPage ? pagination.totalPages : undefined);
    const isLast = saysNoMore(page, pagination.more);
    return () => {
      // What stands before the page that was asked for first: pages as long as that one.
      seen ??= (here - start) * (byPage ? count : 1);
      seen += count;
      here += byPage ? 1 : count;
      if (isLast || count === 0 || (total !== undefined && seen >= total) || (totalPages !== undefined && here - start >= totalPages))
        return undefined;
      return { transport, input: withValue(input, place, here) };
    };
  };
  return { first: { transport, input }, step };
}

/** The rest of each request stays as it was: headers, cookies, body, and credentials, so a link may not lead to another origin. */
function byLink(transport: Transport, operation: PagedOperation, input: unknown, place: Way, relation: 'next' | 'prev'): Steps {
  let here: URL | undefined;
  const towardsUrl = (target?: URL): Transport => ({
    ...transport,
    send(exchange, parts) {
      if (target !== undefined) {
        here = target;
        return transport.send(exchange, { ...parts, url: target.origin + target.pathname, query: queryOf(target, operation) });
      }
      const query = parts.query.join('&');
      here = new URL(`${transport.baseUrlOf(exchange)}${parts.path}${query === '' ? '' : `?${query}`}`);
      return transport.send(exchange, parts);
    },
  });
  const fail = (reason: string): never => {
    throw new PaginationError(operation.id, reason);
  };
  const step: Steps['step'] = (page) => {
    const value = valueAt(page, place);
    const link = place[0] === 'headers' && place[1]?.toLowerCase() === 'link' ? nextLink(String(value ?? ''), relation) : value;
    return () => {
      if (isNothing(link)) return undefined;
      if (typeof link !== 'string' || !URL.canParse(link, here)) return fail('its link is not a URL');
      const target = new URL(link, here);
      target.hash = '';
      if (target.origin !== here?.origin) return fail('its link leads to another origin');
      if (target.href === here.href) return fail('it has the same link as the one before');
      return { transport: towardsUrl(target), input };
    };
  };
  return { first: { transport: towardsUrl(), input }, step };
}

/** The pairs of a link as they are, without those that the credential adds anew. */
function queryOf({ search }: URL, { security = [] }: Operation): string[] {
  const own = security.flatMap((requirements) => requirements.flatMap(({ scheme }) => ownQuery(scheme)));
  const pairs = search.slice(1).split('&');
  return pairs.filter((pair) => pair !== '' && !own.includes(queryDecode(pair.split('=', 1)[0] ?? '') ?? ''));
}

function itemsOf(page: AnyResult, { id, pagination }: PagedOperation): readonly unknown[] {
  const list = valueAt(page, pagination.items) ?? [];
  if (!Array.isArray(list)) throw new PaginationError(id, 'its items are no list');
  return list;
}

/** To compare cursors by, whatever they are. */
function textOf(cursor: unknown): string {
  return JSON.stringify([cursor], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

/** How services say that there is no more. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false;
}

/** `has_more: false`, where the document names such a field. */
function saysNoMore(page: AnyResult, more: Way | undefined): boolean {
  return more !== undefined && valueAt(page, more) === false;
}

function valueAt(source: unknown, way: Way): unknown {
  return way.reduce(getOwn, source);
}

/** Integers of 64 bits may be held as `bigint` or text. */
function numberAt(source: unknown, way: Way | undefined): number | undefined {
  const value = way && valueAt(source, way);
  const isInteger = typeof value === 'string' ? /^-?\d+$/.test(value) : typeof value === 'number' || typeof value === 'bigint';
  return isInteger ? Number(value) : undefined;
}

/** A copy in which the value stands at the end of the way. */
function withValue(source: unknown, way: Way, value: unknown): object {
  const [name = '', ...rest] = way;
  const copy = typeof source === 'object' ? { ...source } : {};
  setOwn(copy, name, rest.length === 0 ? value : withValue(getOwn(source, name), rest, value));
  return copy;
}
