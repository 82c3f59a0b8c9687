// Reads a list wholly: page by page as the document declares it (`x-pagination`), or by the header `Link`.
import { nextLink, PaginationError, pageSteps } from '@octavo/runtime/conformance';
import { membersIn } from '../../inference/bodies.ts';
import { plain } from '../../inference/names.ts';
import { isTextOrNumber, pointerTo, valueAt } from '../../inference/pointers.ts';
import type { Lister } from '../../inference/resources.ts';
import { conjuncts } from '../../model/schema/conjuncts.ts';
import type { Operation, Parameter } from '../../model/service.ts';
import type { WireRequest } from '../contract/case.ts';
import type { Answered } from '../contract/exchange.ts';
import { changedAt, type Input } from '../plan/index.ts';
import type { Lab, Step } from './lab.ts';
import { isSuccess, resultOf, type Thing } from './thing.ts';
import type { Things } from './things.ts';

export interface Listing {
  /** Identifiers as text, in the order of the list, page by page. */
  readonly pages: readonly (readonly string[])[];
  readonly last: Answered;
  /** Whether the list has ended: otherwise, what is not in it may be on a page that no statement leads to. */
  readonly whole: boolean;
  /** Why the next page cannot be requested, although there is one. */
  readonly broken?: string;
}

export type ListAct = Pick<Step, 'says' | 'credential' | 'probe'> & {
  /** Items on each page. Default: as many as the document allows, up to 100. */
  readonly size?: number;
  /** Runs after each page but the last one. */
  readonly between?: () => Promise<void>;
};

/** The most pages of one list. */
const MOST_PAGES = 50;

const SIZES = new Set(['limit', 'perpage', 'pagesize', 'size', 'maxresults', 'first', 'top', 'take', 'max', 'count']);
const POSITIONS = /^(?:page|pagenumber|offset|skip|start|cursor|after|before|startingafter|marker|token|pagetoken|nexttoken)$/;

/** @throws {Stopped} where a page cannot be requested, and returns `undefined` where one is refused. */
export async function readList(lab: Lab, things: Things, list: Lister, beside: Thing, act: ListAct): Promise<Listing | undefined> {
  const { size, between, ...how } = act;
  const { operation } = list;
  const { inputs } = lab.equipment;
  const sized = withSize(operation, inputs.least(operation), size);
  const follow = followerOf(lab, operation, sized.input);
  const pages: (readonly string[])[] = [];
  let next: PageRequest | undefined = { input: sized.input };
  while (next !== undefined) {
    const page = await things.callBeside(lab, operation, beside, { ...how, ...next });
    if (!isSuccess(page)) return undefined;
    const items = valueAt(resultOf(page), list.items);
    if (!Array.isArray(items)) return undefined;
    pages.push(items.map((item) => String(valueAt(item, list.id))));
    try {
      next = follow(page);
    } catch (error) {
      if (!(error instanceof PaginationError)) throw error;
      return { pages, last: page, whole: false, broken: error.message };
    }
    if (next === undefined) return { pages, last: page, whole: isWhole(operation, items.length, sized.size) };
    if (pages.length >= MOST_PAGES) return { pages, last: page, whole: false };
    await between?.();
  }
  return undefined;
}

/** The most pages of a list that one thing is looked for on. */
const MOST_LOOKED = 3;

/** The item of a list that has the identifier of a thing, on one of its first pages; `undefined` where it is on none of them. */
export async function itemOf(
  lab: Lab,
  things: Things,
  { operation, items, id }: Lister,
  thing: Thing,
): Promise<{ readonly page: Answered; readonly item: unknown } | undefined> {
  const narrowed = narrowedTo(thing, operation, lab.equipment.inputs.least(operation));
  const { input } = withSize(operation, narrowed, undefined);
  const follow = followerOf(lab, operation, input);
  let next: PageRequest | undefined = { input };
  for (let count = 0; next !== undefined && count < MOST_LOOKED; count++) {
    const page = await things.callBeside(lab, operation, thing, { says: 'read in the list', ...next });
    const all = isSuccess(page) ? valueAt(resultOf(page), items) : undefined;
    const item = Array.isArray(all) ? all.find((one) => String(valueAt(one, id)) === String(thing.id)) : undefined;
    if (item !== undefined) return { page, item };
    lab.forget(page);
    next = nextOf(() => follow(page));
  }
  return undefined;
}

function nextOf(follow: () => PageRequest | undefined): PageRequest | undefined {
  try {
    return follow();
  } catch (error) {
    if (error instanceof PaginationError) return undefined;
    throw error;
  }
}

/** The input of a list with the filters that a thing passes by what its create has sent: what it becomes later is no such filter. */
function narrowedTo({ created }: Thing, { parameters }: Operation, input: Input | undefined): Input | undefined {
  const sent = membersIn(created.case.operation, created.case.input) ?? {};
  const filters = parameters.flatMap((one) => {
    const value = one.in === 'query' && one.shape.kind === 'primitive' && !isPaging(one) ? sent[one.name] : undefined;
    return isTextOrNumber(value) ? [[pointerTo('query', one.name), value] as const] : [];
  });
  return input && filters.reduce<Input>((whole, [at, value]) => changedAt(whole, at, value) as Input, input);
}

/** The parameter that says how many items a page has. */
export function sizeOf({ parameters }: Operation): string | undefined {
  return parameters.find((one) => one.in === 'query' && SIZES.has(plain(one.name)))?.name;
}

/** Whether a parameter chooses a page of a list, or its length. */
export function isPaging({ in: where, name }: Parameter): boolean {
  return where === 'query' && (SIZES.has(plain(name)) || POSITIONS.test(plain(name)));
}

/** The input of a list with pages as long as the document allows, up to 100 items; `undefined` where it has no parameter for it. */
export function sizedInput(operation: Operation, input: Input): Input | undefined {
  return sizeOf(operation) === undefined ? undefined : withSize(operation, input, undefined).input;
}

function withSize(
  operation: Operation,
  input: Input | undefined,
  wanted: number | undefined,
): { readonly input: Input | undefined; readonly size?: number } {
  const name = sizeOf(operation);
  const { schema } = operation.parameters.find((one) => one.in === 'query' && one.name === name) ?? {};
  if (input === undefined || name === undefined || schema === undefined) return { input };
  const parts = conjuncts([schema]);
  const least = Math.max(...parts.map(({ minimum = 1 }) => Number(minimum)));
  const size = Math.max(least, Math.min(wanted ?? 100, ...parts.map(({ maximum = 100 }) => Number(maximum))));
  return { input: changedAt(input, pointerTo('query', name), size) as Input, size };
}

/** Whether a list that leads to no next page has ended there. Some services cut lists at a round number without saying so. */
function isWhole(operation: Operation, count: number, size: number | undefined): boolean {
  if (operation.pagination !== undefined) return true;
  if (size !== undefined) return count < size;
  return count < 10 || !operation.parameters.some((one) => one.in === 'query' && POSITIONS.test(plain(one.name)));
}

interface PageRequest {
  readonly input: Input | undefined;
  readonly request?: WireRequest;
}

/** @throws {PaginationError} from the function that it returns, where a page says that there is a next one and gives no way to it. */
function followerOf(lab: Lab, operation: Operation, input: Input | undefined): (page: Answered) => PageRequest | undefined {
  const facts = operation.pagination?.facts;
  if (facts === undefined || facts.style === 'link') return (page) => byLink(lab, operation, page, facts?.next ?? ['headers', 'link']);
  const { judge } = lab.equipment;
  const unused: Parameters<typeof pageSteps>[0] = {
    service: { id: judge.service.id, servers: [] },
    options: {},
    send: () => Promise.reject(new Error('Pages are requested by the lab.')),
    baseUrlOf: () => '',
  };
  const row = { ...judge.rowOf(operation), pagination: facts };
  let steps = pageSteps(unused, row, input, {});
  return (page) => {
    const position = steps.step({ status: page.response.status, ...(resultOf(page) as object) })();
    if (position === undefined) return undefined;
    steps = pageSteps(unused, row, input, { position });
    return { input: steps.input as Input };
  };
}

function byLink(lab: Lab, operation: Operation, page: Answered, path: readonly string[]): PageRequest | undefined {
  const { origin, basePath } = lab.equipment.target;
  const value = valueAt(resultOf(page), pointerTo(...path));
  const link =
    path[0] === 'headers' && path[1]?.toLowerCase() === 'link' ? nextLink(page.response.headers.get('link') ?? '', 'next') : value;
  if (typeof link !== 'string' || link === '') return undefined;
  const current = new URL(origin + basePath + page.case.request.target);
  const url = URL.parse(link, current);
  if (url === null || url.href === current.href)
    throw new PaginationError(operation.id, url === null ? 'its link is not a URL' : 'its link is the same as the previous one');
  // A service behind a proxy may have another address in its own eyes.
  if (!url.pathname.startsWith(`${basePath}/`)) return undefined;
  const { input: _input, ...rest } = page.case;
  return { input: {}, request: { ...rest.request, target: url.pathname.slice(basePath.length) + url.search } };
}
