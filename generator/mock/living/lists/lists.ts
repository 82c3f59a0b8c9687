// Answers lists: which things a query asks for, in which order, which page of them, and what surrounds them.
import { getOwn } from '@octavo/runtime/conformance';
import {
  COUNTS,
  MORE,
  NEXT_CURSORS,
  NEXT_LINKS,
  NEXT_NUMBERS,
  PAGES,
  PREVIOUS_CURSORS,
  PREVIOUS_LINKS,
  TOTAL_HEADERS,
  TOTALS,
} from '../../../inference/lists/around.ts';
import { type ListFacts, openedItem } from '../../../inference/lists/facts.ts';
import { filtersOf } from '../../../inference/lists/filter-facts.ts';
import { defaultOf, type Place } from '../../../inference/lists/places.ts';
import { plain } from '../../../inference/names.ts';
import { valueAt } from '../../../inference/pointers.ts';
import { sentencesIn } from '../../../inference/prose/index.ts';
import { conjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import { afterLast, inForm, isAround } from '../plan/paging.ts';
import { allows, said } from '../values.ts';
import { compared, sorted } from './ordering.ts';

type Value = Readonly<Record<string, unknown>>;

/** Things, and what the query asks of the page. */
interface PageWish {
  readonly size: number | undefined;
  readonly start: number;
  readonly total: number;
}

export interface Chosen<T> extends PageWish {
  readonly items: readonly T[];
}

/** A page has this many where the document says nothing else. */
const DEFAULT_SIZE = 20;

/** `undefined` where the query begins a page at a place that is none. */
export function choose<T extends { readonly value: Value; readonly id: string }>(
  things: readonly T[],
  facts: ListFacts | undefined,
  input: unknown,
): Chosen<T> | undefined {
  if (facts === undefined) return { items: things, size: undefined, start: 0, total: things.length };
  const found = sorted(things.filter(matching(facts, input)), facts, input);
  const { roles } = facts;
  const given = numberAt(input, roles.size);
  const size = isPaged(facts)
    ? Math.max(1, given ?? Number(roles.size === undefined ? DEFAULT_SIZE : (defaultOf(roles.size) ?? DEFAULT_SIZE)))
    : undefined;
  const start = startOf(found, facts, input, size ?? found.length);
  if (start === undefined) return undefined;
  return { items: size === undefined ? found : found.slice(start, start + size), size, start, total: found.length };
}

export function isPaged({ roles }: Pick<ListFacts, 'roles'>): boolean {
  return roles.size !== undefined || roles.number !== undefined || roles.offset !== undefined || roles.cursor !== undefined;
}

function numberAt(input: unknown, place: Place | undefined): number | undefined {
  const value = place && valueAt(input, place.at);
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

function startOf(
  things: readonly { readonly value: Value; readonly id: string }[],
  facts: ListFacts,
  input: unknown,
  size: number,
): number | undefined {
  const { roles } = facts;
  const cursor = roles.cursor && valueAt(input, roles.cursor.at);
  if (typeof cursor === 'string' || typeof cursor === 'number') {
    const after = afterLast(things, facts, String(cursor));
    if (after !== undefined) return after;
    const before = things.findIndex(({ id }) => id === String(cursor));
    return before === -1 ? startIn(String(cursor)) : before + 1;
  }
  const number = numberAt(input, roles.number);
  if (number !== undefined) return Math.max(0, number - firstNumber(roles.number)) * size;
  const offset = numberAt(input, roles.offset);
  return offset === undefined ? 0 : Math.max(0, offset - firstOffset(facts));
}

/** The number of the first item: 1 where the document counts so. */
function firstOffset({ operation, roles: { offset } }: ListFacts): number {
  const declared = operation.pagination?.facts;
  if (declared?.style === 'offset') return declared.first ?? 0;
  return offset !== undefined && Number(said(offset.schemas, 'minimum') ?? 0) === 1 ? 1 : 0;
}

/** The number of the first page: 0 only where the document says so. */
function firstNumber(place: Place | undefined): number {
  return Number(place === undefined ? 1 : (defaultOf(place) ?? said(place.schemas, 'minimum') ?? 1));
}

const CURSOR = 'from:';

/** The text that leads to a later page. */
function cursorTo(start: number): string {
  return Buffer.from(`${CURSOR}${start}`).toString('base64url');
}

function startIn(cursor: string): number | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  return text.startsWith(CURSOR) && /^\d+$/.test(text.slice(CURSOR.length)) ? Number(text.slice(CURSOR.length)) : undefined;
}

function matching(facts: ListFacts, input: unknown): (thing: { readonly value: Value }) => boolean {
  const isCaseless = ignoresCase(facts.operation.description ?? '', /\bfilter|\bcompar/i);
  const filters = filtersOf(facts).flatMap(({ place, member, how, inclusive = true }) => {
    const wanted = valueAt(input, place.at);
    if (wanted === undefined) return [];
    const same = isCaseless || ignoresCase(place.description) ? lowered : String;
    return [(value: Value): boolean => compares(valueAt(openedItem(facts, value), member), wanted, { how, inclusive, same })];
  });
  const search = facts.roles.search && valueAt(input, facts.roles.search.at);
  const words = typeof search === 'string' ? search.toLowerCase() : '';
  return ({ value }) =>
    filters.every((isMatch) => isMatch(value)) &&
    (words === '' ||
      Object.values(openedItem(facts, value))
        // Texts, and those of lists such as tags.
        .flat()
        .some((member) => typeof member === 'string' && member.toLowerCase().includes(words)));
}

const lowered = (value: unknown): string => String(value).toLowerCase();

const CASELESS =
  /\bcase[- ]?insensitiv|\b(?:ignor\w+|regardless of|irrespective of|whatever|disregard\w*)\b[^.;]*\bcase\b|\bcase (?:does not matter|is ignored|makes no difference)/i;

/** Whether a sentence says so, of those that have the words. */
function ignoresCase(text: string, about = /(?:)/): boolean {
  return CASELESS.test(text) && sentencesIn(text).some((sentence) => CASELESS.test(sentence) && about.test(sentence));
}

interface Comparing {
  readonly how: 'equal' | 'above' | 'below';
  readonly inclusive: boolean;
  /** What is equal of two values that are the same. */
  readonly same: (value: unknown) => string;
}

function compares(actual: unknown, wanted: unknown, comparing: Comparing): boolean {
  if (Array.isArray(wanted)) return wanted.some((one) => compares(actual, one, comparing));
  if (Array.isArray(actual)) return actual.some((one) => compares(one, wanted, comparing));
  const { how, inclusive, same } = comparing;
  if (how === 'equal') return same(actual) === same(wanted);
  const order = compared(actual, wanted);
  return order === undefined ? false : (inclusive && order === 0) || (how === 'above' ? order > 0 : order < 0);
}

/** Where the list goes on, for members and headers that say so. */
export interface Surroundings extends PageWish {
  readonly shown: number;
  readonly facts: ListFacts;
  /** The address of the list with other values of its query. */
  address(changes: Readonly<Record<string, string>>): string;
}

const NUMBER = /^(?:page|currentpage|pagenumber|pageno|pageindex)$/;
const SIZE = /^(?:perpage|pagesize|limit|size|itemsperpage|pagelimit)$/;
const OFFSET = /^(?:offset|skip|start|startindex)$/;

/** What stands around the items, by the names of its members: totals, the next page, the size. The items themselves are not touched. */
export function surrounded(body: unknown, schemas: readonly Schema[], page: Surroundings, depth = 0): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const changed: Record<string, unknown> = { ...body };
  const required = new Set(conjuncts(schemas).flatMap((schema) => schema.required ?? []));
  for (const [member, written] of propertiesOf(schemas)) {
    const own = conjuncts(written);
    const found = standing(member, own, page, getOwn(body, member));
    if (found === undefined) {
      if (depth < 2 && isAround(member, own) && Object.hasOwn(body, member))
        changed[member] = surrounded(changed[member], own, page, depth + 1);
      continue;
    }
    if (found.value !== undefined) changed[member] = inForm(own, found.value);
    else if (allows(own, 'null')) changed[member] = null;
    else if (!required.has(member)) delete changed[member];
  }
  return changed;
}

function standing(
  member: string,
  schemas: readonly Schema[],
  page: Surroundings,
  example: unknown,
): { readonly value: unknown } | undefined {
  const link = propertiesOf(schemas).get('href');
  if (link !== undefined) return linked(member, link, page, example);
  if (!allows(schemas, 'string') && allows(schemas, 'object')) return undefined;
  const word = plain(member);
  const { total, size = Math.max(1, total), start, shown } = page;
  const isNumber = allows(schemas, 'integer') || allows(schemas, 'number');
  const next = start + shown;
  if (MORE.has(word)) return { value: next < total };
  if (NEXT_LINKS.has(word) || NEXT_CURSORS.has(word) || NEXT_NUMBERS.has(word))
    return { value: next < total ? nextAs(schemas, page, next, isNumber, example) : undefined };
  if ((PREVIOUS_LINKS.has(word) || PREVIOUS_CURSORS.has(word)) && !isNumber) return { value: undefined };
  if (/^(?:first|last)$/.test(word) && !isNumber) return { value: pageAddress(page, word === 'first' ? 0 : lastStart(page)) };
  if (word === 'self' && !isNumber) return { value: page.address({}) };
  if (!isNumber) return undefined;
  if (TOTALS.has(word) || COUNTS.has(word)) return { value: total };
  if (PAGES.has(word)) return { value: Math.ceil(total / size) };
  if (NUMBER.test(word)) return { value: Math.floor(start / size) + firstNumber(page.facts.roles.number) };
  if (SIZE.test(word)) return { value: size };
  return OFFSET.test(word) ? { value: start } : undefined;
}

/** An example that says that a link is an address. */
const AN_ADDRESS = '/';

/** A link of HAL, such as `"next": {"href": "/books?page=2"}`. */
function linked(member: string, schemas: readonly Schema[], page: Surroundings, example: unknown): { readonly value: unknown } | undefined {
  const found = standing(member, conjuncts(schemas), page, AN_ADDRESS);
  if (typeof found?.value !== 'string') return found;
  return { value: { ...(typeof example === 'object' ? example : {}), href: inForm(conjuncts(schemas), found.value) } };
}

function nextAs(schemas: readonly Schema[], page: Surroundings, next: number, isNumber: boolean, example: unknown): unknown {
  const { roles } = page.facts;
  const number = Math.floor(next / (page.size ?? 1)) + firstNumber(roles.number);
  if (isNumber) return roles.number === undefined ? next : number;
  const isAddress = /^ur[il]/.test(said(schemas, 'format') ?? '') || (typeof example === 'string' && /^(?:https?:\/\/|\/)/.test(example));
  return isAddress ? nextAddress(page) : cursorTo(next);
}

/** The address of the page behind this one; `undefined` where there is none, or no query that leads to it. */
function nextAddress(page: Surroundings): string | undefined {
  const next = page.start + page.shown;
  return next >= page.total || page.size === undefined ? undefined : pageAddress(page, next);
}

function lastStart({ total, size }: Surroundings): number {
  return size === undefined || total === 0 ? 0 : Math.floor((total - 1) / size) * size;
}

function pageAddress({ facts: { roles }, size, address }: Surroundings, start: number): string | undefined {
  if (roles.number !== undefined)
    return address({ [roles.number.name]: String(Math.floor(start / (size ?? 1)) + firstNumber(roles.number)) });
  if (roles.offset !== undefined) return address({ [roles.offset.name]: String(start) });
  return roles.cursor === undefined ? undefined : address({ [roles.cursor.name]: cursorTo(start) });
}

/** A header that says how many things a list has, or where it goes on. Where there must be a link, the last page has one to the first. */
export function listHeader(
  { name, required }: { readonly name: string; readonly required: boolean },
  page: Surroundings,
): string | number | undefined {
  const word = plain(name);
  if (TOTAL_HEADERS.has(word)) return page.total;
  if (word !== 'link') return undefined;
  const next = nextAddress(page);
  if (next !== undefined) return `<${next}>; rel="next"`;
  return required ? `<${page.address({})}>; rel="first"` : undefined;
}

/** A page that is not there is the first one, where the document says of no refusal. */
export function withoutCursor(facts: ListFacts | undefined): ListFacts | undefined {
  if (facts === undefined) return undefined;
  const { cursor: _cursor, ...roles } = facts.roles;
  return { ...facts, roles };
}
