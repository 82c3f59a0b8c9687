// Reads lists of one operation, page by page, in one way after the other.

import { type ListFacts, openedItem, sizeLimits } from '../../../inference/lists/facts.ts';
import { isObject, valueAt } from '../../../inference/pointers.ts';
import type { Answered, Exchange } from '../../contract/exchange.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { type Equipment, Lab } from '../lab.ts';
import { shown } from '../shown.ts';
import { isSuccess, resultOf } from '../thing.ts';
import { BrokenWay, linkedRequest, type PageRequest, type Turn, type Way, waysOf } from './ways.ts';

export type Item = Readonly<Record<string, unknown>>;

export interface Page {
  readonly answered: Answered;
  readonly items: readonly Item[];
  readonly ids: readonly string[];
}

export interface Walk {
  readonly pages: readonly Page[];
  /** The answer with the last page. */
  readonly last: Answered;
  readonly items: readonly Item[];
  readonly ids: readonly string[];
  /** Whether the last page was reached. */
  readonly ended: boolean;
  /** Why the next page cannot be asked for, although there is one. */
  readonly broken?: string;
  readonly way: Way | undefined;
  readonly size: number | undefined;
}

export interface Wanted {
  readonly says: string;
  /** Values of the query, by place. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly size?: number | undefined;
  /** Default: the first way that the list shows. */
  readonly way?: Way;
  readonly most?: number;
}

/** The most pages of one walk. */
const MOST_PAGES = 12;

export class ListReader {
  readonly facts: ListFacts;
  readonly #equipment: Equipment;
  readonly #base: Input;
  #newest: Lab;
  #ways: readonly Way[] | undefined;

  constructor(facts: ListFacts, equipment: Equipment, base: Input) {
    this.facts = facts;
    this.#equipment = equipment;
    this.#base = base;
    this.#newest = new Lab(equipment);
  }

  /** Begins a new sequence. */
  lab(): Lab {
    this.#newest = new Lab(this.#equipment);
    return this.#newest;
  }

  get steps(): readonly Exchange[] {
    return this.#newest.steps;
  }

  /** The input of a page, with these values in its query. */
  input({ values = {}, size }: Pick<Wanted, 'values' | 'size'>): Input {
    const { place } = sizeLimits(this.facts) ?? {};
    const sized = place === undefined || size === undefined ? this.#base : (changedAt(this.#base, place.at, size) as Input);
    return Object.entries(values).reduce<Input>((whole, [at, value]) => changedAt(whole, at, value) as Input, sized);
  }

  /** One page; `undefined` where it is refused. @throws {Stopped} where it cannot be requested. */
  async page(lab: Lab, says: string, request: PageRequest): Promise<Page | undefined> {
    const answered = await this.answer(lab, says, request);
    return isSuccess(answered) ? this.#read(answered) : undefined;
  }

  answer(lab: Lab, says: string, { input, request }: PageRequest): Promise<Answered> {
    return lab.step({
      operation: this.facts.operation,
      says,
      input: request === undefined ? input : undefined,
      ...(request === undefined ? {} : { request }),
    });
  }

  #read(answered: Answered): Page | undefined {
    const { id } = this.facts;
    const found = valueAt(resultOf(answered), this.facts.items);
    if (!Array.isArray(found) || !found.every(isObject)) return undefined;
    const items = found.map((item) => openedItem(this.facts, item));
    return { answered, items, ids: items.map((item) => (id === undefined || item[id] === undefined ? shown(item) : String(item[id]))) };
  }

  /** All pages of a list. `undefined` where one is refused. */
  async walk(lab: Lab, wanted: Wanted): Promise<Walk | undefined> {
    const { says, size, most = MOST_PAGES } = wanted;
    const input = this.input(wanted);
    const pages: Page[] = [];
    let { way } = wanted;
    let request: PageRequest | undefined = { input };
    while (request !== undefined) {
      const answered = await this.answer(lab, says, request);
      const page = isSuccess(answered) ? this.#read(answered) : undefined;
      const before = pages.at(-1);
      if (page === undefined) return before === undefined ? undefined : refusedWalk(pages, way, size, answered);
      // Behind the end, some services give the last page again.
      if (
        way?.says === false &&
        before !== undefined &&
        before.ids.length < (size ?? pages[0]?.ids.length ?? 0) &&
        isSameOrder(page, before)
      )
        return { ...collected(pages, way, size), ended: true };
      pages.push(page);
      const turn = this.turn(page, input, pages.length - 1, size ?? pages[0]?.ids.length ?? 0);
      way ??= this.ways(turn)[0];
      const result = collected(pages, way, size);
      try {
        request = way?.next(turn);
      } catch (error) {
        if (!(error instanceof BrokenWay)) throw error;
        return { ...result, ended: false, broken: error.message };
      }
      // A list without any way may be cut at a round number.
      if (request === undefined) return { ...result, ended: way !== undefined || isShort(page, size) };
      if (pages.length >= most) return { ...result, ended: false };
    }
    return undefined;
  }

  /** The page that a link leads to; `undefined` where it leads elsewhere, or is refused. */
  async linked(lab: Lab, says: string, { answered }: Page, link: string): Promise<Page | undefined> {
    if (URL.parse(link, this.#equipment.target.origin) === null) return undefined;
    const here = this.#equipment.target.origin + this.#equipment.target.basePath + answered.case.request.target;
    const isHere = URL.parse(link, here)?.href === new URL(here).href;
    const request = isHere ? answered.case.request : linkedRequest(this.#equipment.target, answered, link);
    return request === undefined ? undefined : this.page(lab, says, { input: this.#base, request });
  }

  turn({ answered, ids }: Page, input: Input, before: number, size: number): Turn {
    return { page: answered, input, ids, before, size, isBounded: sizeLimits(this.facts)?.isBounded ?? false };
  }

  /** The ways to the next page; those that pages show themselves are known only after a page that is not the last one. */
  ways(turn: Turn): readonly Way[] {
    if (this.#ways !== undefined) return this.#ways;
    const found = waysOf(this.facts, this.#equipment, turn);
    if (found.some(({ says }) => says)) this.#ways = found;
    return found;
  }
}

function collected(pages: readonly Page[], way: Way | undefined, size: number | undefined): Omit<Walk, 'ended' | 'broken'> {
  const { answered: last } = pages[pages.length - 1] as Page;
  return { pages, last, items: pages.flatMap((one) => one.items), ids: pages.flatMap((one) => one.ids), way, size };
}

/** A walk whose next page is refused: behind the end, where only the lengths of pages say that there is one. */
function refusedWalk(pages: readonly Page[], way: Way | undefined, size: number | undefined, answered: Answered): Walk | undefined {
  const { status } = answered.response;
  if (status >= 500 || status < 400 || [401, 403, 429].includes(status)) return undefined;
  const result = collected(pages, way, size);
  return way?.says === true ? { ...result, ended: false, broken: `The next page is answered with ${status}.` } : { ...result, ended: true };
}

/** Whether two pages, or two walks, have the same items in the same order. */
export function isSameOrder(one: Pick<Page, 'ids'>, other: Pick<Page, 'ids'>): boolean {
  return one.ids.join('\n') === other.ids.join('\n');
}

function isShort({ ids }: Page, size: number | undefined): boolean {
  return ids.length < (size ?? 10);
}
