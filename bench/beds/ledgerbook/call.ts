// What a handler gets, and how it refuses.
import type { Reply } from '../http.ts';
import type { Account, Books, Line } from './things.ts';

export type Role = 'treasurer' | 'auditor';

export interface Caller {
  readonly name: string;
  readonly role: Role;
  readonly club: 'rowing' | 'chess';
}

export interface Call {
  readonly books: Books;
  readonly caller: Caller;
  readonly isHead: boolean;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly header: (name: string) => string | undefined;
  readonly has: (fault: string) => boolean;
}

export type Handlers = Readonly<Record<string, (call: Call) => Reply>>;

interface More {
  readonly field?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that is refused. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: string;
  readonly more: More;

  constructor(status: number, error: string, message: string, more: More = {}) {
    super(message);
    this.status = status;
    this.error = error;
    this.more = more;
  }

  reply(): Reply {
    const { status, error, message, more } = this;
    const field = more.field === undefined || more.field === '' ? {} : { field: more.field };
    return { status, body: { ok: false, error, message, ...field }, headers: more.headers ?? {} };
  }
}

export const missing = (thing: string, field: string): Refusal =>
  new Refusal(404, `${thing}_not_found`, `The club has no such ${thing}.`, { field });
export const unfit = (error: string, message: string, field?: string): Refusal => new Refusal(422, error, message, { field });
export const conflict = (error: string, message: string, field?: string): Refusal => new Refusal(409, error, message, { field });

/** An answer that is fine. */
export const fine = (members: object, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status: 200,
  body: { ok: true, ...members },
  headers,
});

export function accountOf({ books }: Call, id: unknown, field = 'account'): Account {
  const account = books.accounts.get(String(id));
  if (account === undefined) throw missing('account', field);
  return account;
}

export function refuseArchived({ books }: Call, lines: readonly Line[]): void {
  const index = lines.findIndex(({ account }) => books.accounts.get(account)?.archived);
  if (index >= 0) throw conflict('account_archived', 'The account is archived.', `lines.${index}.account`);
}

/** The lines of a body, whose accounts are known and which add up. */
export function linesOfBody(call: Call): readonly Line[] {
  const given = call.body.lines as readonly Line[];
  for (const [index, { account }] of given.entries()) accountOf(call, account, `lines.${index}.account`);
  const repeated = given.findIndex(({ account }, index) => given.findIndex((other) => other.account === account) < index);
  if (repeated >= 0) throw unfit('account_repeated', 'The account stands in two lines.', `lines.${repeated}.account`);
  const field = call.has('unbalanced-without-field') ? undefined : 'lines';
  if (given.reduce((sum, { amount }) => sum + amount, 0) !== 0) throw unfit('not_balanced', 'The lines do not add up to 0.', field);
  return given.map(({ account, amount, memo }) => ({ account, amount, memo: call.has('empty-memo-null') ? memo || null : memo }));
}

/** Refuses a date that has no open period. */
export function requirePeriod({ books }: Call, date: string): void {
  const period = books.periods.find(({ month }) => month === date.slice(0, 7));
  if (period === undefined) throw conflict('no_period', 'There is no period for the date.', 'date');
  if (period.closed_at !== null) throw conflict('period_closed', 'The period of the date is closed.', 'date');
}
