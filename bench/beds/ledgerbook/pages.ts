// Pages of lists, and their cursors.
import { type Call, Refusal } from './call.ts';

interface Listed<T> {
  readonly call: Call;
  readonly name: string;
  readonly items: readonly T[];
  /** What stays the same while items come and go. */
  readonly keyOf: (item: T) => string;
  readonly total?: number;
}

/** What a cursor belongs to. */
const scopeOf = ({ books, query }: Call, name: string): string => {
  const filters = Object.entries(query).filter(([key]) => key !== 'limit' && key !== 'cursor');
  return JSON.stringify([books.club, name, ...filters]);
};

const encoded = (scope: string, key: string): string => Buffer.from(JSON.stringify([scope, key])).toString('base64url');

/** The key of the last item of the page before, or undefined on the first page. */
export function keyOfCursor(call: Call, name: string): string | undefined {
  const { cursor } = call.query;
  if (cursor === undefined) return undefined;
  const wrong = new Refusal(400, 'invalid_cursor', 'The cursor does not belong to this call.', { field: 'cursor' });
  let found: unknown;
  try {
    found = JSON.parse(Buffer.from(String(cursor), 'base64url').toString());
  } catch {
    throw wrong;
  }
  const [scope, key] = Array.isArray(found) ? (found as unknown[]) : [];
  const isOwn = typeof key === 'string' && scope === scopeOf(call, name) && encoded(String(scope), key) === cursor;
  if (!isOwn) throw wrong;
  return key;
}

/** A page of things that are sorted already. */
export function pageOf<T>(
  { call, name, items, keyOf, total = items.length }: Listed<T>,
  isAfter: (item: T, key: string) => boolean,
): object {
  const key = keyOfCursor(call, name);
  const rest = key === undefined ? items : items.filter((item) => isAfter(item, key));
  const limit = Number(call.query.limit);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const isLast = call.has('cursor-after-full-page') ? page.length < limit : rest.length <= limit;
  const end = call.has('last-cursor-empty') ? '' : null;
  const next = isLast || last === undefined ? end : encoded(scopeOf(call, name), keyOf(last));
  return { [name]: page, response_metadata: { next_cursor: next, total } };
}
