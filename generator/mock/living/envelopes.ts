// Fills what stands around the items of a list: totals, the next cursor, whether there are more, and the page as it was asked for.
import { plain } from '../../conform/sequences/names.ts';
import { isObject, pointerTo, valueAt } from '../../conform/sequences/pointers.ts';
import type { Operation } from '../../model/service.ts';
import type { Page } from './lists.ts';
import { type Ground, isAllowed, type Result, without, withValue } from './results.ts';

const TOTAL = /^(?:x?total(?:count|items|results|elements|records|hits|size)?|count|itemcount|resultcount|xpaginationtotal(?:count)?)$/;
const PAGES = /^(?:totalpages|pagecount|pages|numpages)$/;
const SIZE = /^(?:limit|perpage|pagesize|size)$/;
const NUMBER = /^(?:page|pagenumber|currentpage)$/;
const OFFSET = /^(?:offset|skip|start)$/;
const MORE = /^has(?:more|next|nextpage)$/;
const NEXT = /^(?:next|nextcursor|nextpagetoken|nexttoken|cursor|endcursor|continuationtoken|nextmarker)$/;
const PREVIOUS = /^(?:prev|previous|prevcursor|previouscursor|startcursor)$/;
const HOLDER = /^(?:meta|metadata|pagination|paging|page|pageinfo|paginginfo|cursors)$/;

/** @param items JSON pointer into the result, to the list. */
export function withPage(ground: Ground, operation: Operation, result: Result, items: string, page: Page): Result {
  const facts = operation.pagination?.facts;
  const next = facts?.style === 'cursor' ? pointerTo(...facts.next) : undefined;
  let filled = withHeaders(result, page);
  for (const place of placesIn(filled, '/body', items)) filled = filledAt(ground, operation, filled, place, page, next);
  return next !== undefined && page.next !== undefined ? withValue(ground, operation, filled, next, page.next) : filled;
}

function withHeaders(result: Result, { total }: Page): Result {
  const { headers } = result;
  if (headers === undefined) return result;
  const own = Object.entries(headers).map(([name, value]) => [name, TOTAL.test(plain(name)) && typeof value === 'number' ? total : value]);
  return { ...result, headers: Object.fromEntries(own) };
}

interface MemberPlace {
  readonly at: string;
  readonly word: string;
}

/** The members beside the list, and those of an object about pages. */
function placesIn(result: Result, at: string, items: string): readonly MemberPlace[] {
  const holder = valueAt(result, at);
  if (!isObject(holder) || at === items) return [];
  return Object.keys(holder).flatMap((name): readonly MemberPlace[] => {
    const place = at + pointerTo(name);
    if (place === items) return [];
    const isHolder = isObject(holder[name]) && (HOLDER.test(plain(name)) || items.startsWith(`${place}/`));
    return isHolder ? placesIn(result, place, items) : [{ at: place, word: plain(name) }];
  });
}

function filledAt(ground: Ground, operation: Operation, result: Result, place: MemberPlace, page: Page, next: string | undefined): Result {
  const { at, word } = place;
  if (at === next || NEXT.test(word))
    return page.next === undefined ? cleared(ground, operation, result, at) : withValue(ground, operation, result, at, page.next);
  if (PREVIOUS.test(word)) return cleared(ground, operation, result, at);
  const value = wordValue(word, page);
  return value === undefined ? result : withValue(ground, operation, result, at, value);
}

function wordValue(word: string, { total, size, offset, next }: Page): unknown {
  if (TOTAL.test(word)) return total;
  if (PAGES.test(word)) return Math.max(1, Math.ceil(total / Math.max(1, size)));
  if (SIZE.test(word)) return size;
  if (NUMBER.test(word)) return Math.floor(offset / Math.max(1, size)) + 1;
  if (OFFSET.test(word)) return offset;
  return MORE.test(word) ? next !== undefined : undefined;
}

/** Without the member, or with null, whichever the document allows. */
function cleared(ground: Ground, operation: Operation, result: Result, at: string): Result {
  const absent = without(result, at);
  return isAllowed(ground, operation, absent) ? absent : withValue(ground, operation, result, at, null);
}
