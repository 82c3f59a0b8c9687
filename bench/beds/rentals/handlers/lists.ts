// Pages of lists.
import type { Reply } from '../../http.ts';
import { byText, compare, type Key } from '../../texts.ts';
import type { Call, Faults } from './call.ts';

interface Asked {
  readonly page: number;
  readonly pageSize: number;
  readonly sort?: string;
}

type Listed = readonly object[];

function sorted(items: Listed, sort: string, faults: Faults): Listed {
  const member = sort.replace('-', '');
  const order = faults.has('numbers-sorted-as-texts') ? (a: Key, b: Key): number => byText(String(a), String(b)) : compare;
  const isDown = sort.startsWith('-');
  const keyOf = (item: object): Key => (item as Record<string, Key>)[member] ?? '';
  return items.toSorted((a, b) => order(keyOf(a), keyOf(b)) * (isDown ? -1 : 1));
}

function addressOf(name: string, { pathname, search }: Call, page: number, faults: Faults): string {
  const query = faults.has('invoices-next-without-filters') && name === 'invoices' ? new URLSearchParams() : new URLSearchParams(search);
  query.set('page', String(page));
  return `${pathname}?${query}`;
}

/** The page that a request asks for, of the things that its filters leave. */
export function pageOf(name: string, call: Call, faults: Faults, things: Listed): Reply {
  const { page, pageSize, sort } = call.query<Asked>();
  const items = sort === undefined ? things : sorted(things, sort, faults);
  const step = faults.has('machines-pages-overlap') && name === 'machines' ? Math.max(1, pageSize - 1) : pageSize;
  const start = (page - 1) * step;
  const results = items.slice(start, start + pageSize);
  const end = page * pageSize;
  const hasNext = faults.has('models-page-after-last') && name === 'models' ? end <= items.length : end < items.length;
  const hasPrevious = page > (faults.has('no-way-back-to-first-page') ? 2 : 1);
  const body = {
    count: faults.has('reservations-count-of-page') && name === 'reservations' ? results.length : items.length,
    next: hasNext ? addressOf(name, call, page + 1, faults) : null,
    previous: hasPrevious ? addressOf(name, call, page - 1, faults) : null,
    results,
  };
  return { status: 200, body: faults.has('count-as-text') ? { ...body, count: String(body.count) } : body };
}
