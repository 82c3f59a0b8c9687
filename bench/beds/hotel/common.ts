// What all parts of the hotel share.
import type { Reply } from '../http.ts';
import { integer, type Parameter, Problem, text, type Values } from '../plain.ts';
import type { House, Store } from './store.ts';

export interface Context {
  readonly store: Store;
  readonly house: House;
  readonly has: (fault: string) => boolean;
}

export const conflict = (code: string, detail: string): Problem => new Problem(409, code, detail);
export const unprocessable = (code: string, detail: string): Problem => new Problem(422, code, detail);

export const codeShape = text({ pattern: /^[A-Z]{2,4}[0-9]?$/ });
export const numberShape = text({ pattern: /^[0-9]{1,4}[A-Z]?$/ });

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const paging: Readonly<Record<string, Parameter>> = {
  limit: { shape: integer(1, 100), kind: 'integer', fallback: 20 },
  offset: { shape: integer(0, 100_000), kind: 'integer', fallback: 0 },
};

/** A part of what was found. */
export function pageOf<T>(items: readonly T[], query: Values, show: (item: T) => unknown, isTotalOfPage = false): Reply {
  const [limit, offset] = [Number(query.limit), Number(query.offset)];
  const part = items.slice(offset, offset + limit);
  const total = isTotalOfPage ? part.length : items.length;
  return { status: 200, body: { items: part.map(show), total, limit, offset } };
}
