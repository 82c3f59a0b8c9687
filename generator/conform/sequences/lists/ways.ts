// Finds how one page of a list leads to the next one, in what the document declares and in the page itself, and makes the request of that page.
import { nextLink, PaginationError, pageSteps } from '@octavo/runtime/conformance';
import { MORE, NEXT_CURSORS, NEXT_LINKS, PREVIOUS_CURSORS, PREVIOUS_LINKS } from '../../../inference/lists/around.ts';
import type { ListFacts } from '../../../inference/lists/facts.ts';
import { defaultOf, type Place } from '../../../inference/lists/places.ts';
import { plain } from '../../../inference/names.ts';
import { isObject, isTextOrNumber, overlaps, pointerTo, valueAt } from '../../../inference/pointers.ts';
import type { WireRequest } from '../../contract/case.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Target } from '../../contract/target.ts';
import type { Judge } from '../../judge/index.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { asTaken } from '../lab.ts';
import { resultOf } from '../thing.ts';

/** The request of a page: an input, or a request that a link gives. */
export interface PageRequest {
  readonly input: Input;
  readonly request?: WireRequest;
}

/** What is known when the next page is asked for. */
export interface Turn {
  readonly page: Answered;
  /** The input of the first page, with the filters and the size. */
  readonly input: Input;
  readonly ids: readonly string[];
  /** How many pages there are before this one. */
  readonly before: number;
  /** The size that was asked for, or that pages have. */
  readonly size: number;
  /** Whether a page that is shorter is the last one. */
  readonly isBounded: boolean;
}

type WayKind = 'declared' | 'link-header' | 'link' | 'cursor' | 'number' | 'offset';

export interface Way {
  readonly kind: WayKind;
  /** Whether the page itself says where the next one is, or that there is none. */
  readonly says: boolean;
  /** `undefined`: there is no next page. */
  readonly next: (turn: Turn) => PageRequest | undefined;
  /** The same for the page before. */
  readonly previous?: (turn: Turn) => PageRequest | undefined;
}

/** The target and the judge: what a way needs beside the pages. */
export interface WayTools {
  readonly judge: Judge;
  readonly target: Pick<Target, 'origin' | 'basePath'>;
}

/** A page leads nowhere although it says that there is a next one. */
export class BrokenWay extends Error {}

/** The ways that a page which is not the last one shows, those that it gives itself first. */
export function waysOf(facts: ListFacts, tools: WayTools, turn: Turn): readonly Way[] {
  const declared = facts.operation.pagination?.facts.style;
  const all = [
    declaredWay(facts, tools),
    linkFrom(tools.target, 'link', (page, relation) => linkIn(facts, page, relation)),
    linkFrom(tools.target, 'link-header', (page, relation) => nextLink(page.response.headers.get('link') ?? '', relation)),
    // The others are what the document declares.
    ...(declared === undefined || declared === 'link'
      ? [cursorWay(facts), numberWay(facts.roles.number), offsetWay(facts.roles.offset)]
      : []),
  ].filter((way) => way !== undefined);
  return all.filter((way) => !way.says || leads(way, turn));
}

function leads(way: Way, turn: Turn): boolean {
  try {
    return way.next(turn) !== undefined;
  } catch (error) {
    if (error instanceof BrokenWay) return true;
    throw error;
  }
}

/** By `x-pagination`. The steps keep a position, so they begin again with each walk. */
function declaredWay({ operation }: ListFacts, { judge, target }: WayTools): Way | undefined {
  const facts = operation.pagination?.facts;
  if (facts === undefined) return undefined;
  if (facts.style === 'link')
    return linkFrom(target, 'declared', (page, relation) => {
      if (relation !== 'next') return undefined;
      const [part, name = ''] = facts.next;
      if (part === 'headers' && name.toLowerCase() === 'link') return nextLink(page.response.headers.get('link') ?? '', 'next');
      return urlIn(valueAt(resultOf(page), pointerTo(...facts.next)));
    });
  const unused: Parameters<typeof pageSteps>[0] = {
    service: { id: judge.service.id, servers: [] },
    options: {},
    send: () => Promise.reject(new Error('Pages are requested by the lab.')),
    baseUrlOf: () => '',
  };
  const row = { ...judge.rowOf(operation), pagination: facts };
  let steps: ReturnType<typeof pageSteps> | undefined;
  return {
    kind: 'declared',
    says: true,
    next({ page, input, before }) {
      if (before === 0 || steps === undefined) steps = pageSteps(unused, row, input, {});
      try {
        const position = steps.step({ status: page.response.status, ...(resultOf(page) as object) })();
        if (position === undefined) return undefined;
        steps = pageSteps(unused, row, input, { position });
        return { input: steps.input as Input };
      } catch (error) {
        if (error instanceof PaginationError) throw new BrokenWay(error.message);
        throw error;
      }
    },
  };
}

/**
 * The request that a link of a page leads to; `undefined` where it leads elsewhere.
 * @throws {BrokenWay} where the link is no URL, or leads to the same page.
 */
export function linkedRequest(target: WayTools['target'], page: Answered, link: string): WireRequest | undefined {
  const current = new URL(target.origin + target.basePath + page.case.request.target);
  const url = URL.parse(link, current);
  if (url === null) throw new BrokenWay('The link to the next page is not a URL.');
  if (url.href === current.href) throw new BrokenWay('The link to the next page leads to the same page.');
  // A service behind a proxy may have another address in its own eyes.
  if (!url.pathname.startsWith(`${target.basePath}/`)) return undefined;
  return { ...page.case.request, target: url.pathname.slice(target.basePath.length) + url.search };
}

type LinkReader = (page: Answered, relation: 'next' | 'prev') => string | undefined;

function linkFrom(target: WayTools['target'], kind: WayKind, read: LinkReader): Way {
  const follow =
    (relation: 'next' | 'prev') =>
    ({ page, input }: Turn): PageRequest | undefined => {
      const link = read(page, relation);
      if (link === undefined) return undefined;
      const request = linkedRequest(target, page, link);
      return request === undefined ? undefined : { input, request };
    };
  return { kind, says: true, next: follow('next'), previous: follow('prev') };
}

const URL_LIKE = /^(?:https?:\/\/|\/|\?|\.{1,2}\/)/i;

function urlIn(value: unknown): string | undefined {
  if (typeof value === 'string') return URL_LIKE.test(value) ? value : undefined;
  if (!isObject(value)) return undefined;
  return urlIn(value.href ?? value.url);
}

function linkIn(facts: ListFacts, page: Answered, relation: 'next' | 'prev'): string | undefined {
  const names = relation === 'next' ? NEXT_LINKS : PREVIOUS_LINKS;
  for (const { name, value } of membersBeside(facts, page)) {
    if (names.has(plain(name))) {
      const url = urlIn(value);
      if (url !== undefined) return url;
    }
    if (!Array.isArray(value)) continue;
    const link = value.find((one: unknown) => isObject(one) && one.rel === relation);
    const url = urlIn(link);
    if (url !== undefined) return url;
  }
  return undefined;
}

interface Member {
  readonly name: string;
  /** JSON pointer into the result. */
  readonly at: string;
  readonly value: unknown;
}

/** The members of an answer beside the items, those of objects in it too. */
function membersBeside({ items }: ListFacts, page: Answered): readonly Member[] {
  const found: Member[] = [];
  const look = (value: unknown, at: string, depth: number): void => {
    if (!isObject(value) || depth > 2) return;
    for (const [name, member] of Object.entries(value)) {
      const place = at + pointerTo(name);
      if (place === items) continue;
      if (!overlaps(place, items)) found.push({ name, at: place, value: member });
      look(member, place, depth + 1);
    }
  };
  look(valueAt(resultOf(page), '/body'), '/body', 0);
  return found;
}

/** Names of a boolean that says that a page is the last one. */
const LAST =
  /^(?:is|at|on)?(?:the)?last(?:page|slice|chunk|batch|window)?$|^(?:is)?final(?:page|slice|chunk|batch)$|^(?:is|at)(?:the)?end(?:of(?:the)?list)?$|^nomore\w*$/;

/** Names of a number that says where the next page begins. */
const NEXT = /^next(?:start|offset|skip|index|from|position|page|pagenumber)$/;

/** Whether a page says by a boolean that more items follow; `undefined` where it says nothing. */
export function saysMore(facts: ListFacts, page: Answered): boolean | undefined {
  const members = membersBeside(facts, page);
  const found = members.find(({ name, value }) => MORE.has(plain(name)) && typeof value === 'boolean');
  const last = members.find(({ name, value }) => LAST.test(plain(name)) && typeof value === 'boolean');
  return (found?.value as boolean | undefined) ?? (last === undefined ? undefined : last.value === false);
}

/** Whether a page says by a number where the next one begins. */
export function saysNext(facts: ListFacts, page: Answered): boolean {
  return membersBeside(facts, page).some(({ name, value }) => NEXT.test(plain(name)) && typeof value === 'number');
}

function cursorWay(facts: ListFacts): Way | undefined {
  const { cursor } = facts.roles;
  if (cursor === undefined) return undefined;
  const cursorOf = (page: Answered, names: ReadonlySet<string>): unknown => {
    const members = membersBeside(facts, page);
    for (const name of names) {
      const found = members.find((one) => plain(one.name) === name)?.value;
      if (isTextOrNumber(found) && found !== '') return found;
    }
    return undefined;
  };
  return {
    kind: 'cursor',
    says: true,
    next({ page, input, ids }) {
      const more = saysMore(facts, page);
      if (more === false) return undefined;
      const last = more === true && /startingafter|^after$/.test(cursor.plain) ? ids.at(-1) : undefined;
      const value = cursorOf(page, NEXT_CURSORS) ?? (last === undefined ? undefined : asTaken(facts.operation, cursor.at, last));
      if (value === undefined || urlIn(value) !== undefined) return undefined;
      if (value === valueAt(page.case.input, cursor.at)) throw new BrokenWay('The cursor of the next page is that of the same page.');
      return { input: changedAt(input, cursor.at, value) as Input };
    },
    previous({ page, input }) {
      // Another parameter may take the cursors that lead back.
      const isOther = facts.places.some((one) => /before|prev/.test(one.plain));
      const value = isOther ? undefined : cursorOf(page, PREVIOUS_CURSORS);
      return value === undefined || urlIn(value) !== undefined ? undefined : { input: changedAt(input, cursor.at, value) as Input };
    },
  };
}

/** Without a greatest size that the document states, a service may make pages shorter than they were asked for. */
function isLast({ ids, size, isBounded }: Turn): boolean {
  return isBounded ? ids.length < size : ids.length === 0;
}

/** The number of the first page; `undefined` where the document leaves open whether it is 0 or 1. */
function firstNumber(place: Place): number | undefined {
  const given = defaultOf(place);
  if (typeof given === 'number') return given;
  const least = Math.max(...place.schemas.map(({ minimum }) => (minimum === undefined ? Number.NEGATIVE_INFINITY : Number(minimum))));
  return least === 1 ? 1 : undefined;
}

function numberWay(place: Place | undefined): Way | undefined {
  const first = place && firstNumber(place);
  if (place === undefined || first === undefined) return undefined;
  return {
    kind: 'number',
    says: false,
    next: (turn) => (isLast(turn) ? undefined : { input: changedAt(turn.input, place.at, first + turn.before + 1) as Input }),
  };
}

function offsetWay(place: Place | undefined): Way | undefined {
  if (place === undefined) return undefined;
  const given = defaultOf(place);
  // Some services count items from 1.
  const first = typeof given === 'number' ? given : place.plain === 'offset' || place.plain === 'skip' ? 0 : undefined;
  if (first === undefined) return undefined;
  return {
    kind: 'offset',
    says: false,
    next(turn) {
      if (isLast(turn)) return undefined;
      const { page, input, ids, before, size, isBounded } = turn;
      const own = valueAt(page.case.input, place.at);
      const position = before > 0 && typeof own === 'number' ? own : first + before * size;
      return { input: changedAt(input, place.at, position + (isBounded ? size : ids.length)) as Input };
    },
  };
}
