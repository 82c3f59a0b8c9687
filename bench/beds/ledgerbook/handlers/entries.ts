// The journal.
import type { Reply } from '../../http.ts';
import {
  accountOf,
  type Call,
  conflict,
  fine,
  type Handlers,
  linesOfBody,
  missing,
  refuseArchived,
  requirePeriod,
  unfit,
} from '../call.ts';
import { keyOfCursor, pageOf } from '../pages.ts';
import { append } from '../store.ts';
import type { Entry } from '../things.ts';

function entryOf({ books }: Call, id: unknown): Entry {
  const entry = books.entries.find((one) => one.id === id);
  if (entry === undefined) throw missing('entry', 'entry');
  return entry;
}

function postEntry(call: Call): Reply {
  const { books, body } = call;
  const { date, description, reference } = body as unknown as Entry;
  const lines = linesOfBody(call);
  requirePeriod(call, date);
  refuseArchived(call, lines);
  return fine({ entry: append(books, { date, description, reference, lines }) });
}

/** A text by which entries are in order, the oldest first. */
const keyOf = ({ date, number }: Entry): string => `${date} ${String(number).padStart(9, '0')}`;

/** The order with the latest day first. */
function newestFirst({ has }: Call, entries: readonly Entry[]): Entry[] {
  if (has('day-by-number')) return entries.toSorted((a, b) => (a.date === b.date ? a.number - b.number : a.date < b.date ? 1 : -1));
  return entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
}

function listEntries(call: Call): Reply {
  const { books, query, has } = call;
  const { account, from = '', to, status, order } = query;
  keyOfCursor(call, 'entries');
  if (account !== undefined) accountOf(call, account);
  const until = (date: string): boolean => to === undefined || (has('to-is-excluded') ? date < String(to) : date <= String(to));
  const found = books.entries.filter(
    (entry) =>
      (account === undefined || entry.lines.some((line) => line.account === account)) &&
      entry.date >= String(from) &&
      until(entry.date) &&
      (status === undefined || entry.status === status),
  );
  const isOldest = order === 'oldest';
  const items = isOldest ? found.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) : newestFirst(call, found);
  const isAfter = (entry: Entry, key: string): boolean => (isOldest ? keyOf(entry) > key : keyOf(entry) < key);
  return fine(pageOf({ call, name: 'entries', items, keyOf }, isAfter));
}

function reverseEntry(call: Call): Reply {
  const { books, body, has } = call;
  const entry = entryOf(call, body.entry);
  const date = body.date === undefined ? entry.date : String(body.date);
  if (date < entry.date) throw unfit('date_before_entry', 'The date is before that of the entry.', 'date');
  if (entry.status === 'reversed' && !has('reversed-again')) throw conflict('already_reversed', 'The entry is reversed already.', 'entry');
  if (entry.reverses !== null) throw conflict('is_reversal', 'The entry is a reversal itself.', 'entry');
  requirePeriod(call, date);
  refuseArchived(call, entry.lines);
  const lines = entry.lines.map((line) => ({ ...line, amount: -line.amount }));
  const description = body.reason === null ? `Reversal of ${entry.number}` : String(body.reason);
  const made = append(books, { date, description, reference: entry.reference, lines, reverses: entry.id });
  entry.status = 'reversed';
  if (!has('reversed-by-nothing')) entry.reversed_by = made.id;
  return fine({ entry: made });
}

export const entries: Handlers = {
  postEntry,
  getEntry: (call) => fine({ entry: entryOf(call, call.query.entry) }),
  listEntries,
  reverseEntry,
};
