// What all parts of the bank share: money, refusals, pages.
import type { Reply } from '../http.ts';
import { integer, type Parameter, Problem, type Shape, text, type Values } from '../plain.ts';
import { type Account, availableOf, type Context } from './store.ts';

export const refused = (code: string, message: string): Problem => new Problem(422, code, message);
export const notFound = (): Problem => new Problem(404, 'NotFound', 'There is no such thing.');

export const amount: Shape = text({ pattern: /^(0\.(0[1-9]|[1-9][0-9])|[1-9][0-9]{0,6}\.[0-9]{2})$/ });
export const amountOrZero: Shape = text({ pattern: /^(0|[1-9][0-9]{0,6})\.[0-9]{2}$/ });
export const accountNumber: Shape = text({ pattern: /^[1-9][0-9]{7}$/ });

export const centsOf = (given: unknown): number => Number(String(given).replace('.', ''));

/** Cents as an amount. */
export function shown(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export const today = (): string => new Date().toISOString().slice(0, 10);

export const isOpen = ({ closedAt }: Account): boolean => closedAt === null;

export function requireOpen(...accounts: readonly Account[]): void {
  if (!accounts.every(isOpen)) throw refused('AccountClosed', 'The account is closed.');
}

export function requireAvailable(account: Account, cents: number): void {
  if (availableOf(account) < cents) throw refused('InsufficientFunds', 'There is not enough money on the account.');
}

/** An account of a body that belongs to the customer. */
export function ownAccount({ store, customer }: Context, number: unknown, isOfAll = false): Account {
  const account = store.accounts.get(String(number));
  if (account === undefined || (account.customer !== customer && !isOfAll))
    throw refused('UnknownAccount', `There is no account ${number}.`);
  return account;
}

/** The two accounts of a payment. */
export function accountsOf(context: Context, { FromAccount, ToAccount }: Values, isOfAll = false): { from: Account; to: Account } {
  const from = ownAccount(context, FromAccount, isOfAll);
  const to = ownAccount(context, ToAccount, true);
  if (from === to) throw refused('SameAccount', 'The accounts must be different.');
  requireOpen(from, to);
  if (from.currency !== to.currency) throw refused('CurrencyMismatch', 'The accounts have different currencies.');
  return { from, to };
}

export const paging: Readonly<Record<string, Parameter>> = {
  page: { shape: integer(1, 10_000), kind: 'integer', fallback: 1 },
  'per-page': { shape: integer(1, 200), kind: 'integer', fallback: 50 },
};

export function pageOf<T>({ has }: Context, items: readonly T[], query: Values, show: (item: T) => unknown): Reply {
  const [Page, PerPage] = [Number(query.page), Number(query['per-page'])];
  const Data = items.slice((Page - 1) * PerPage, Page * PerPage).map(show);
  const round = has('last-page-uncounted') ? Math.floor : Math.ceil;
  return { status: 200, body: { Data, Meta: { Page, PerPage, TotalItems: items.length, TotalPages: round(items.length / PerPage) } } };
}
