// From one page to the request for the next, for each style of `x-pagination`: by cursor, by number, by link.
import { ConfigurationError, OctavoError } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import type { PagedOperation, Pagination, ValuePath } from '../contract/pagination.ts';
import type { EncodedRequest } from '../contract/request.ts';
import type { AnyResult } from '../contract/result.ts';
import { nextLink } from '../wire/link-header.ts';
import { queryDecode } from '../wire/text.ts';
import type { Transport } from './transport.ts';
import { integerAt, valueAt, withValue } from './value-path.ts';

/** A page that cannot be followed: the same cursor twice, a link to another origin, items that are not an array. */
export class PaginationError extends OctavoError {
  override readonly name = 'PaginationError';

  constructor(operation: string, reason: string) {
    super(`${operation}: cannot request the next page: ${reason}.`, operation);
  }
}

/** Where a page is, in JSON: its cursor, its number with the count of the items before it, or its address. */
export type PagePosition = { readonly cursor: unknown } | NumberPosition | { readonly url: string };

interface NumberPosition {
  readonly number: number;
  readonly seen: number;
}

export interface PageSteps {
  /** What the call of the page takes. */
  readonly transport: Transport;
  readonly input: unknown;
  /** Reads the page, and returns a function that says where the next page is: `undefined` after the last one. */
  readonly step: (page: AnyResult) => () => PagePosition | undefined;
}

/** The page at the position; without one, the page that the input asks for. */
export interface PagePlace {
  readonly position?: PagePosition | undefined;
  readonly backwards?: boolean | undefined;
}

/** @throws {ConfigurationError} where the document does not say how to go backwards. */
export function pageSteps(transport: Transport, operation: PagedOperation, input: unknown, place: PagePlace): PageSteps {
  const { pagination } = operation;
  const { position, backwards = false } = place;
  switch (pagination.style) {
    case 'cursor': {
      const { cursor } = pagination;
      const own = position !== undefined && 'cursor' in position ? withValue(input, cursor, position.cursor) : input;
      return { transport, input: own, step: cursorStep(operation, own, pagination, directionOf(operation, pagination, backwards)) };
    }
    case 'link': {
      const next = directionOf(operation, pagination, backwards);
      const url = position !== undefined && 'url' in position ? position.url : undefined;
      return linkSteps(transport, operation, input, next, backwards ? 'prev' : 'next', pagination.method, url);
    }
    case 'offset':
    case 'page':
      if (backwards) throw cannotGoBack(operation);
      return numberSteps(transport, operation, input, pagination, position !== undefined && 'number' in position ? position : undefined);
  }
}

interface Directions {
  readonly next: ValuePath;
  readonly previous?: ValuePath;
}

function directionOf(operation: Operation, { next, previous }: Directions, backwards: boolean): ValuePath {
  if (!backwards) return next;
  if (previous === undefined) throw cannotGoBack(operation);
  return previous;
}

function cannotGoBack({ id }: Operation): ConfigurationError {
  return new ConfigurationError(`${id}: the document does not say how to request the previous page; leave out the option backwards.`, id);
}

function cursorStep(
  operation: PagedOperation,
  input: unknown,
  { cursor: cursorPath, step: distance, end, more }: Pagination & { readonly style: 'cursor' },
  next: ValuePath,
): PageSteps['step'] {
  return (page) => {
    const isOfItem = next[0] === 'last';
    const found = isOfItem ? valueAt(itemsOf(page, operation).at(-1), next.slice(1)) : valueAt(page, next);
    const isLast = saysNoMore(page, more);
    return () => {
      // Some services have a cursor that stands for no page, such as 0, as a number or as text.
      if (isLast || isNothing(found) || String(found) === end) return undefined;
      const cursor = isOfItem && distance !== undefined ? neighbourOf(found, distance, operation) : found;
      if (textOf(cursor) === textOf(valueAt(input, cursorPath))) {
        throw new PaginationError(operation.id, 'its cursor is the same as the previous one');
      }
      return { cursor };
    };
  };
}

/** The integer before or after an identifier, exactly, and of the same type: number, `bigint` or text. */
function neighbourOf(identifier: unknown, distance: -1 | 1, { id }: Operation): unknown {
  if (typeof identifier === 'bigint') return identifier + BigInt(distance);
  if (typeof identifier === 'string' && /^-?\d+$/.test(identifier)) return String(BigInt(identifier) + BigInt(distance));
  if (typeof identifier === 'number' && Number.isSafeInteger(identifier + distance)) return identifier + distance;
  throw new PaginationError(id, 'the identifier of the last item is not an integer');
}

type Counted = Pagination & { readonly style: 'offset' | 'page' };

function numberSteps(
  transport: Transport,
  operation: PagedOperation,
  input: unknown,
  pagination: Counted,
  position: NumberPosition | undefined,
): PageSteps {
  const byPage = pagination.style === 'page';
  const numberPath = byPage ? pagination.page : pagination.offset;
  const start = pagination.first ?? (byPage ? 1 : 0);
  const current = position?.number ?? integerAt(input, numberPath) ?? start;
  const step: PageSteps['step'] = (page) => {
    const count = itemsOf(page, operation).length;
    const total = integerAt(page, pagination.total);
    const totalPages = integerAt(page, byPage ? pagination.totalPages : undefined);
    const isLast = saysNoMore(page, pagination.more);
    return () => {
      // The items before the first page that was requested, assuming that all pages are as long as that one.
      const before = position?.seen ?? (current - start) * (byPage ? count : 1);
      const seen = before + count;
      const number = current + (byPage ? 1 : count);
      if (isLast || count === 0 || (total !== undefined && seen >= total) || (totalPages !== undefined && number - start >= totalPages))
        return undefined;
      return { number, seen };
    };
  };
  return { transport, input: position === undefined ? input : withValue(input, numberPath, current), step };
}

/**
 * A link replaces path and query, and the body where it is followed by GET. Headers, cookies and credentials stay, so it must not lead to another
 * origin.
 */
function linkSteps(
  transport: Transport,
  operation: PagedOperation,
  input: unknown,
  linkPath: ValuePath,
  relation: 'next' | 'prev',
  method: 'GET' | undefined,
  url: string | undefined,
): PageSteps {
  let current: URL | undefined;
  const target = url === undefined ? undefined : new URL(url);
  const withTarget: Transport = {
    ...transport,
    send(call, see) {
      const { request } = call;
      const query = request.query.join('&');
      current = new URL(`${transport.baseUrlOf(call)}${request.path}${query === '' ? '' : `?${query}`}`);
      if (target === undefined) return transport.send(call, see);
      // A position may come from a store of the caller, and credentials go along.
      if (target.origin !== current.origin) return fail('its link leads to another origin');
      current = target;
      const link = { ...request, url: target.origin + target.pathname, query: pairsOf(target, operation) };
      return transport.send({ ...call, request: method === undefined ? link : byGet(link) }, see);
    },
  };
  const fail = (reason: string): never => {
    throw new PaginationError(operation.id, reason);
  };
  const step: PageSteps['step'] = (page) => {
    const value = valueAt(page, linkPath);
    const link = linkPath[0] === 'headers' && linkPath[1]?.toLowerCase() === 'link' ? nextLink(String(value ?? ''), relation) : value;
    return () => {
      if (isNothing(link)) return undefined;
      if (typeof link !== 'string' || !URL.canParse(link, current)) return fail('its link is not a URL');
      const next = new URL(link, current);
      next.hash = '';
      if (next.origin !== current?.origin) return fail('its link leads to another origin');
      if (next.href === current.href) return fail('its link is the same as the previous one');
      return { url: next.href };
    };
  };
  return { transport: withTarget, input, step };
}

function byGet({ guard, headers, ...request }: EncodedRequest): EncodedRequest {
  const { 'content-type': type, ...others } = headers;
  return { ...request, headers: others, body: undefined, method: 'GET' };
}

/** The query pairs of a link as written, without those of credentials, which are added to each request. */
function pairsOf({ search }: URL, { security = [] }: Operation): string[] {
  const own = security.flatMap((requirements) => requirements.flatMap(({ scheme }) => scheme.query ?? []));
  const pairs = search.slice(1).split('&');
  return pairs.filter((pair) => pair !== '' && !own.includes(queryDecode(pair.split('=', 1)[0] ?? '') ?? ''));
}

/** @throws {PaginationError} where they are not an array. */
export function itemsOf(page: AnyResult, { id, pagination }: PagedOperation): readonly unknown[] {
  const list = valueAt(page, pagination.items) ?? [];
  if (!Array.isArray(list)) throw new PaginationError(id, 'its items are not an array');
  return list;
}

/** A cursor of any type as text, to compare it with another. */
function textOf(cursor: unknown): string {
  return JSON.stringify([cursor], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

/** The values that services send in place of a cursor or link after the last page. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false;
}

/** Whether the page has `has_more: false`, where the document names such a field. */
function saysNoMore(page: AnyResult, more: ValuePath | undefined): boolean {
  return more !== undefined && valueAt(page, more) === false;
}
