// Sales and their calendar.
import { instant, millisecondsOf } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { contains } from '../../texts.ts';
import { settle } from '../rules.ts';
import type { House, Store } from '../store.ts';
import type { Sale, SaleInput, Viewing } from '../things.ts';
import { saleView, tagOf } from '../views.ts';
import { allow, check } from '../wire.ts';
import { type Call, type Faults, type Handlers, requireTag, tagged, thing } from './call.ts';
import { listed, sorted } from './lists.ts';

interface Filter {
  readonly state?: readonly string[];
  readonly from?: string;
  readonly until?: string;
  readonly q?: string;
  readonly sort?: string;
}

/** Whether a text is in a title or a description. */
export function isFound(q: string | undefined, { title, description }: Pick<Sale, 'title' | 'description'>, faults: Faults): boolean {
  if (q === undefined) return true;
  const has = (text: string | null): boolean => (faults.has('search-as-pattern') ? new RegExp(q, 'i').test(text ?? '') : contains(text, q));
  return has(title) || has(description);
}

function fits(sale: Sale, { state, from, until, q }: Filter, faults: Faults): boolean {
  const day = sale.opensAt.slice(0, 10);
  const states = faults.has('first-state-only') ? state?.slice(0, 1) : state;
  return (
    (states === undefined || states.includes(sale.state)) &&
    (from === undefined || day >= from) &&
    (until === undefined || day < until || (day === until && !faults.has('until-excludes-day'))) &&
    isFound(q, sale, faults)
  );
}

/** Whether two sales need the same room at once. */
function clash(a: Sale, b: Sale, faults: Faults): boolean {
  if (a.room === null || a.room !== b.room || a.id === b.id || b.state === 'closed') return false;
  if (faults.has('room-taken-at-overlap')) return a.opensAt === b.opensAt;
  return millisecondsOf(a.opensAt) < millisecondsOf(b.closesAt) && millisecondsOf(b.opensAt) < millisecondsOf(a.closesAt);
}

function checkSale(house: House, sale: Sale, faults: Faults): void {
  const { opensAt, closesAt, increments } = sale;
  check(
    millisecondsOf(closesAt) > millisecondsOf(opensAt) || faults.has('closing-before-opening'),
    '/closesAt',
    'must be later than opensAt',
  );
  const isOrdered = increments.every(({ from }, index) => (index === 0 ? from === 0 : from > (increments[index - 1]?.from ?? 0)));
  check(isOrdered || faults.has('increments-unordered'), '/increments', 'must go up from 0');
  const isFree = [...house.sales.values()].every((other) => !clash(sale, other, faults));
  allow(isFree, 'Another sale has the room at this time.');
}

/** A time of a request in UTC. */
function timeOf(text: string, pointer: string): string {
  const time = instant(text);
  check(time.startsWith('20'), pointer, 'must be in the years 2000 to 2099');
  return time;
}

function openingOf(text: string, faults: Faults): string {
  return faults.has('opening-offset-dropped') ? text.toUpperCase().replace(/([+-]\d\d:\d\d|Z)$/, 'Z') : timeOf(text, '/opensAt');
}

const viewingOf = (viewing: Viewing, index: number): Viewing => ({
  ...viewing,
  opensAt: timeOf(viewing.opensAt, `/viewings/${index}/opensAt`),
  closesAt: timeOf(viewing.closesAt, `/viewings/${index}/closesAt`),
});

/** What a request says of a sale, as it is kept. */
function keptOf<T extends Partial<SaleInput>>(input: T, faults: Faults): T {
  const { opensAt, closesAt, viewings, title, description } = input;
  return {
    ...input,
    ...(opensAt === undefined ? {} : { opensAt: openingOf(opensAt, faults) }),
    ...(closesAt === undefined ? {} : { closesAt: timeOf(closesAt, '/closesAt') }),
    ...(viewings === undefined ? {} : { viewings: viewings.map(viewingOf) }),
    ...(title !== undefined && faults.has('title-trimmed') ? { title: title.trim() } : {}),
    ...(description === '' && faults.has('empty-description-becomes-null') ? { description: null } : {}),
  };
}

const CHANGES_WHEN_OPEN: ReadonlySet<string> = new Set(['title', 'description', 'viewings']);

function isAllowedWhenOpen(name: string, faults: Faults): boolean {
  return CHANGES_WHEN_OPEN.has(name) || (faults.has('rates-change-when-open') && name.endsWith('Rate'));
}

export function sales(store: Store, faults: Faults): Handlers {
  const shown = (call: Call, sale: Sale, status = 200, headers = {}): Reply => {
    const body = saleView(call.house, sale, faults);
    return { status, body, headers: { ...headers, etag: tagOf(body, faults) } };
  };

  function changed(house: House, sale: Sale, patch: Partial<SaleInput>): Sale {
    allow(sale.state !== 'closed', 'The sale is closed.');
    const isAllowed = sale.state === 'draft' || Object.keys(patch).every((name) => isAllowedWhenOpen(name, faults));
    allow(isAllowed, 'The sale is open, so only its title, its description and its viewings can change.');
    const next = { ...sale, ...keptOf(patch, faults) };
    checkSale(house, next, faults);
    return next;
  }

  return {
    listSales: (call) => {
      const filter = call.query<Filter>();
      const found = [...call.house.sales.values()].filter((sale) => fits(sale, filter, faults));
      const isKnown = /^-?(opensAt|title)$/.test(filter.sort ?? '');
      const inOrder = sorted(found, isKnown ? filter.sort : undefined, (sale, name) => (name === 'title' ? sale.title : sale.opensAt));
      return listed(call, 'sales', inOrder, (sale) => saleView(call.house, sale, faults), faults);
    },

    createSale: (call) => {
      const input = call.input<SaleInput>();
      check(!faults.has('title-counted-in-bytes') || Buffer.byteLength(input.title) <= 120, '/title', 'has at most 120 characters');
      const { description = null, room = null, viewings = [] } = input;
      const kept = keptOf({ ...input, description, room, viewings }, faults);
      const planned: Sale = { id: 0, ...kept, state: 'draft', createdAt: '', closedAt: null };
      checkSale(call.house, planned, faults);
      const sale = { ...planned, id: store.id('sale'), createdAt: store.now() };
      call.house.sales.set(sale.id, sale);
      return shown(call, sale, 201, { location: `/sales/${sale.id}` });
    },

    getSale: (call) => {
      const body = saleView(call.house, thing(call, call.house.sales, 'saleId'), faults);
      return tagged(call, body, tagOf(body, faults), faults);
    },

    updateSale: (call) => {
      const sale = thing(call, call.house.sales, 'saleId');
      const patch = call.input<Partial<SaleInput>>();
      const tag = tagOf(saleView(call.house, sale, faults), faults);
      if (faults.has('tag-of-sale-checked-late')) Object.assign(sale, changed(call.house, sale, patch));
      requireTag(call, tag);
      Object.assign(sale, changed(call.house, sale, patch));
      return shown(call, sale);
    },

    deleteSale: (call) => {
      const sale = thing(call, call.house.sales, 'saleId');
      allow(sale.state === 'draft', 'Only a draft can be removed.');
      allow(call.house.lotsOf(sale.id).length === 0 || faults.has('draft-removed-with-lots'), 'The sale has lots.');
      call.house.sales.delete(sale.id);
      return { status: 204 };
    },

    openSale: (call) => {
      const sale = thing(call, call.house.sales, 'saleId');
      allow(sale.state === 'draft', 'Only a draft can be opened.');
      const hasListed = call.house.lotsOf(sale.id).some(({ state }) => state === 'listed');
      allow(hasListed, 'The sale has no lot that is listed.');
      sale.state = 'open';
      return shown(call, sale);
    },

    closeSale: (call) => {
      const sale = thing(call, call.house.sales, 'saleId');
      allow(sale.state === 'open', 'Only an open sale can be closed.');
      settle(store, call.house, sale, store.now(), faults);
      return shown(call, sale);
    },
  };
}
