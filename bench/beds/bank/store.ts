// What the bank keeps in memory, and what is there at the start. All money is in cents.
import { Clock } from '../clock.ts';

export interface Entry {
  readonly id: number;
  readonly kind: 'Deposit' | 'Transfer' | 'Reversal' | 'CardPayment';
  /** Below zero for what goes out. */
  readonly cents: number;
  readonly after: number;
  readonly counterparty: string | null;
  readonly text: string | null;
  readonly bookedAt: string;
}

export interface Account {
  readonly number: string;
  readonly customer: string;
  readonly name: string;
  readonly type: 'Current' | 'Savings';
  readonly currency: string;
  readonly overdraft: number;
  readonly entries: Entry[];
  readonly openedAt: string;
  closedAt: string | null;
  statements: number;
}

export interface Transfer {
  readonly id: number;
  readonly key: string;
  readonly from: Account;
  readonly to: Account;
  readonly cents: number;
  readonly reference: string | null;
  readonly createdAt: string;
  reversedAt: string | null;
}

export interface Order {
  readonly id: number;
  readonly from: Account;
  readonly to: Account;
  readonly cents: number;
  readonly frequency: 'Weekly' | 'Monthly';
  readonly firstOn: string;
  readonly lastOn: string | null;
  isActive: boolean;
  readonly createdAt: string;
}

export interface Card {
  readonly id: number;
  readonly account: Account;
  readonly holder: string;
  limit: number;
  status: 'Active' | 'Frozen' | 'Cancelled';
  readonly payments: Entry[];
  readonly issuedAt: string;
}

export interface Store {
  readonly clock: Clock;
  readonly accounts: Map<string, Account>;
  readonly transfers: Map<number, Transfer>;
  readonly orders: Map<number, Order>;
  readonly cards: Map<number, Card>;
  lastAccount: number;
  lastEntry: number;
}

export interface Context {
  readonly store: Store;
  readonly customer: string;
  readonly has: (fault: string) => boolean;
}

export const balanceOf = ({ entries }: Account): number => entries.at(-1)?.after ?? 0;
export const availableOf = (account: Account): number => balanceOf(account) + account.overdraft;

type Booking = Pick<Entry, 'kind' | 'cents'> & Partial<Pick<Entry, 'counterparty' | 'text'>>;

export function book(store: Store, account: Account, booking: Booking): Entry {
  store.lastEntry += 1;
  const after = balanceOf(account) + booking.cents;
  const entry: Entry = { id: store.lastEntry, counterparty: null, text: null, ...booking, after, bookedAt: store.clock.now() };
  account.entries.push(entry);
  return entry;
}

type NewAccount = Pick<Account, 'customer' | 'name' | 'type' | 'currency' | 'overdraft'>;

export function addAccount(store: Store, given: NewAccount, deposit: number, number = String(++store.lastAccount)): Account {
  const account: Account = { number, ...given, entries: [], openedAt: store.clock.now(), closedAt: null, statements: 0 };
  store.accounts.set(number, account);
  if (deposit > 0) book(store, account, { kind: 'Deposit', cents: deposit });
  return account;
}

export const nextId = (things: ReadonlyMap<number, unknown>): number => things.size + 1;

/** The bank at the start: two customers, and an account of each that has something to do with the other one. */
export function createStore(): Store {
  const store: Store = {
    clock: new Clock(),
    accounts: new Map(),
    transfers: new Map(),
    orders: new Map(),
    cards: new Map(),
    lastAccount: 30_000_000,
    lastEntry: 0,
  };
  const current = { type: 'Current', currency: 'EUR', overdraft: 50_000 } as const;
  const household = addAccount(store, { customer: 'nadia', name: 'Household', ...current }, 250_000, '10000001');
  const reserve = { customer: 'nadia', name: 'Reserve', type: 'Savings', currency: 'EUR', overdraft: 0 } as const;
  addAccount(store, reserve, 80_000, '10000002');
  const salary = addAccount(store, { customer: 'oscar', name: 'Salary', ...current, overdraft: 0 }, 120_000, '20000001');
  const createdAt = store.clock.now();
  const rent = { from: household, to: salary, cents: 64_000, reference: 'Rent' };
  store.transfers.set(1, { id: 1, key: 'seed-0000001', ...rent, createdAt, reversedAt: null });
  book(store, household, { kind: 'Transfer', cents: -rent.cents, counterparty: salary.number, text: rent.reference });
  book(store, salary, { kind: 'Transfer', cents: rent.cents, counterparty: household.number, text: rent.reference });
  const firstOn = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const order = { from: household, to: salary, cents: 64_000, frequency: 'Monthly', firstOn, lastOn: null } as const;
  store.orders.set(1, { id: 1, ...order, isActive: true, createdAt: store.clock.now() });
  const issuedAt = store.clock.now();
  store.cards.set(1, { id: 1, account: household, holder: 'NADIA BRANDT', limit: 30_000, status: 'Active', payments: [], issuedAt });
  return store;
}
