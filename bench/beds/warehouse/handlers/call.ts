// What a handler is given and gives back, and the looks that several handlers share.
import { matchesStrong, matchesWeak } from '../../http.ts';
import { Problem } from '../http.ts';
import type { Account, Store, Versioned } from '../store.ts';
import type { Order, Warehouse } from '../things.ts';

export interface Call {
  readonly account: Account;
  /** A path parameter as it is in the address. */
  readonly text: (name: string) => string;
  /** A path parameter as a number. */
  readonly number: (name: string) => number;
  readonly query: Readonly<Record<string, unknown>>;
  readonly url: URL;
  readonly header: (name: string) => string | undefined;
  /** The body as its schema has it, with defaults; throws a 422 where it does not fit. */
  readonly input: <T>() => T;
  /** The body as it was sent. */
  readonly sent: string;
  readonly form: () => { title: string; kind?: string; file: Buffer };
  readonly isHead: boolean;
}

export interface Reply {
  readonly status: number;
  readonly data?: unknown;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body that is no JSON, and its media type. */
  readonly content?: Buffer | string;
  readonly type?: string;
}

export type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;

/** Handlers of one part of the service. A fault that is planted is in the set. */
export type Part = (store: Store, faults: ReadonlySet<string>) => Handlers;

/** Answers 304 where the client has the current version. */
export function conditional(call: Call, etag: string, data: unknown): Reply {
  const seen = call.header('if-none-match');
  const headers = { etag };
  return seen !== undefined && matchesWeak(seen, etag) ? { status: 304, headers } : { status: 200, data, headers };
}

/** Refuses a change of a version that the client has not seen. */
export function requireMatch(call: Call, etag: string): void {
  const seen = call.header('if-match');
  if (seen === undefined) throw new Problem(428, 'precondition_required', 'Send `If-Match` with the ETag that you have seen.');
  if (!matchesStrong(seen, etag)) throw new Problem(412, 'precondition_failed', 'The thing has changed since that ETag.');
}

export function update<T>(store: Store, record: Versioned<T>, value: T): void {
  record.value = value;
  record.etag = store.etag();
}

export const stockKey = (warehouse: string, sku: string): string => `${warehouse} ${sku}`;

/** Goods on hand in all warehouses whose stock has the given end or beginning. */
export function stockOf(account: Account, has: (warehouse: string, sku: string) => boolean): [warehouse: string, quantity: number][] {
  return [...account.stock].flatMap(([key, quantity]) => {
    const [warehouse = '', sku = ''] = key.split(' ');
    return quantity > 0 && has(warehouse, sku) ? [[warehouse, quantity] as [string, number]] : [];
  });
}

export function warehouseLook(account: Account, warehouse: Warehouse): Warehouse & { bin_count: number } {
  const bins = [...account.bins.values()].filter((bin) => bin.warehouse === warehouse.code);
  return { ...warehouse, bin_count: bins.length };
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;

export function totalOf(order: Order): number {
  const lines = order.lines.map(({ quantity, unit_price, discount_percent }) =>
    cents((quantity * unit_price * (100 - discount_percent)) / 100),
  );
  return cents(lines.reduce((sum, line) => sum + line, 0));
}
