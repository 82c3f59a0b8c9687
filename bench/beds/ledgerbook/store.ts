// The books at the start, and what is read from them.
import { randomInt } from 'node:crypto';
import type { Account, Books, Entry, Line } from './things.ts';

const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz';

export const newId = (prefix: string): string =>
  `${prefix}_${Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

export const budgetKey = (account: string, year: number): string => `${account} ${year}`;

export type NewEntry = Pick<Entry, 'date' | 'description' | 'reference' | 'lines'> & Partial<Pick<Entry, 'id' | 'reverses' | 'template'>>;

/** Writes an entry into the journal. */
export function append({ entries }: Books, { id, reverses = null, template = null, ...entry }: NewEntry): Entry {
  const posted_at = new Date().toISOString();
  const number = entries.length + 1;
  const made: Entry = { id: id ?? newId('ent'), number, ...entry, status: 'posted', reverses, reversed_by: null, template, posted_at };
  entries.push(made);
  return made;
}

export interface Posted {
  readonly entry: Entry;
  readonly line: Line;
}

/** All lines of an account, in the order in which they were posted. */
export const linesOf = ({ entries }: Books, account: string): Posted[] =>
  entries.flatMap((entry) => entry.lines.filter((line) => line.account === account).map((line) => ({ entry, line })));

export const sumOf = (lines: readonly Posted[]): number => lines.reduce((sum, { line }) => sum + line.amount, 0);

const account = (id: string, code: string, name: string, kind: string, more: Partial<Account> = {}): [string, Account] => {
  const created_at = '2026-01-02T09:00:00.000Z';
  const plain = { note: null, contact_email: null, tags: [], metadata: {}, archived: false, created_at };
  return [id, { id, code, name, kind, ...plain, ...more }];
};

function emptyBooks(club: string, accounts: readonly [string, Account][]): Books {
  return {
    club,
    accounts: new Map(accounts),
    entries: [],
    periods: [],
    budgets: new Map(),
    templates: new Map(),
    names: new Set(),
    kept: new Map(),
  };
}

const pair = (debit: string, credit: string, amount: number): Line[] => [
  { account: debit, amount, memo: null },
  { account: credit, amount: -amount, memo: null },
];

function rowing(): Books {
  const books = emptyBooks('Riverside Rowing Club', [
    account('acc_1cash000', '1000', 'Cash box', 'asset', { contact_email: 'petra@riverside.example', tags: ['daily'] }),
    account('acc_4fees000', '4000', 'Membership fees', 'income'),
    account('acc_5repair0', '5000', 'Boat repairs', 'expense', { metadata: { cost_center: 'boats' } }),
    account('acc_6prize00', '6000', 'Prizes', 'expense'),
  ]);
  books.periods.push(
    { id: 'per_00202601', month: '2026-01', closed_at: '2026-02-03T18:30:00.000Z' },
    { id: 'per_00202602', month: '2026-02', closed_at: null },
  );
  const [fees, repair] = [pair('acc_1cash000', 'acc_4fees000', 50_000), pair('acc_5repair0', 'acc_1cash000', 12_000)];
  append(books, { id: 'ent_00000001', date: '2026-01-20', description: 'Fees of January', reference: null, lines: fees });
  append(books, { id: 'ent_00000002', date: '2026-02-10', description: 'New rudder', reference: 'RE-204', lines: repair });
  const budget = { account: 'acc_5repair0', year: 2026, amount: 100_000, alert_percent: 90, comment: null };
  books.budgets.set(budgetKey(budget.account, budget.year), budget);
  books.templates.set('tpl_0000rent', {
    id: 'tpl_0000rent',
    name: 'Rent',
    description: 'Rent of the boathouse',
    schedule: { kind: 'monthly', day: 5 },
    lines: pair('acc_5repair0', 'acc_1cash000', 8_000),
    dates: [],
  });
  books.names.add('rent');
  return books;
}

function chess(): Books {
  const books = emptyBooks('Northside Chess Club', [
    account('acc_c1bank00', '1000', 'Bank', 'asset'),
    account('acc_c4dues00', '4000', 'Dues', 'income'),
  ]);
  books.periods.push({ id: 'per_c0202601', month: '2026-01', closed_at: null });
  return books;
}

/** The books of each club, by its short name. */
export const createBooks = (): Readonly<Record<'rowing' | 'chess', Books>> => ({ rowing: rowing(), chess: chess() });
