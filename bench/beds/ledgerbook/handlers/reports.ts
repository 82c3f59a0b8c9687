// Who calls, and sums of the journal.
import type { Reply } from '../../http.ts';
import { accountOf, type Call, fine, type Handlers, unfit } from '../call.ts';
import { linesOf, sumOf } from '../store.ts';
import { byCode } from '../views.ts';

function trialBalance({ books, query }: Call): Reply {
  const { date } = query;
  const rows = byCode(books).flatMap(({ id, code, name }) => {
    const lines = linesOf(books, id).filter(({ entry }) => date === undefined || entry.date <= String(date));
    const sum = sumOf(lines);
    return lines.length === 0 ? [] : [{ account: id, code, name, debit: Math.max(sum, 0), credit: Math.max(0 - sum, 0) }];
  });
  const total_debit = rows.reduce((sum, { debit }) => sum + debit, 0);
  const total_credit = rows.reduce((sum, { credit }) => sum + credit, 0);
  return fine({ rows, total_debit, total_credit });
}

function statement(call: Call): Reply {
  const { books, query, has } = call;
  const [from, to] = [String(query.from), String(query.to)];
  const { id } = accountOf(call, query.account);
  if (from > to) throw unfit('range_reversed', 'The first day is after the last day.', 'from');
  const all = linesOf(books, id).toSorted((a, b) =>
    a.entry.date < b.entry.date ? -1 : a.entry.date > b.entry.date ? 1 : a.entry.number - b.entry.number,
  );
  const before = all.filter(({ entry }) => entry.date < from || (has('opening-with-first-day') && entry.date === from));
  const opening_balance = sumOf(before);
  let balance = opening_balance;
  const lines = all
    .filter(({ entry }) => entry.date >= from && entry.date <= to)
    .map(({ entry, line: { amount, memo } }) => {
      balance += amount;
      return { entry: entry.id, date: entry.date, amount, memo, balance };
    });
  return fine({ account: id, opening_balance, lines, closing_balance: balance });
}

export const reports: Handlers = {
  testAuth: ({ books, caller: { name, role } }) => fine({ caller: { name, role, club: books.club } }),
  trialBalance,
  statement,
};
