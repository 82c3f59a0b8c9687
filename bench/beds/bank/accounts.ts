// Accounts, their entries and statements.
import type { Reply } from '../http.ts';
import { day, oneOf, type Route, record, text, type Values } from '../plain.ts';
import { amountOrZero, centsOf, isOpen, notFound, pageOf, paging, refused, requireOpen, shown, today } from './common.ts';
import { type Account, addAccount, availableOf, balanceOf, type Context, type Entry } from './store.ts';

const HIGHEST_OVERDRAFT = 500_000;
const LONGEST = 92;
const DAY = 86_400_000;

const show = (account: Account): unknown => ({
  AccountNumber: account.number,
  Name: account.name,
  Type: account.type,
  Currency: account.currency,
  OverdraftLimit: shown(account.overdraft),
  Balance: shown(balanceOf(account)),
  Available: shown(availableOf(account)),
  Status: isOpen(account) ? 'Open' : 'Closed',
  OpenedAt: account.openedAt,
  ClosedAt: account.closedAt,
});

const directionOf = ({ cents }: Entry): string => (cents < 0 ? 'Out' : 'In');

const showEntry = (entry: Entry): unknown => ({
  EntryId: entry.id,
  Kind: entry.kind,
  Direction: directionOf(entry),
  Amount: shown(Math.abs(entry.cents)),
  BalanceAfter: shown(entry.after),
  Counterparty: entry.counterparty,
  Text: entry.text,
  BookedAt: entry.bookedAt,
});

function find({ store, customer }: Context, number = ''): Account {
  const account = store.accounts.get(number);
  if (account?.customer !== customer) throw notFound();
  return account;
}

function open(body: Values, { store, customer }: Context): Reply {
  const { Name, Type, Currency, OverdraftLimit = '0.00', OpeningDeposit = '0.00' } = body;
  const overdraft = centsOf(OverdraftLimit);
  if (Type === 'Savings' && overdraft > 0) throw refused('NotAllowedForSavings', 'A savings account has no overdraft.');
  if (overdraft > HIGHEST_OVERDRAFT) throw refused('LimitExceeded', 'The overdraft limit is too high.');
  const type = Type === 'Savings' ? 'Savings' : 'Current';
  const given = { customer, name: String(Name), type, currency: String(Currency), overdraft } as const;
  const account = addAccount(store, given, centsOf(OpeningDeposit));
  return { status: 201, body: { Data: show(account) }, headers: { location: `/accounts/${account.number}` } };
}

function close(account: Account, { store, has }: Context): Reply {
  requireOpen(account);
  if (balanceOf(account) !== 0) throw refused('AccountInUse', 'The balance is not zero.');
  const isNeeded = [...store.orders.values()].some(({ isActive, from, to }) => isActive && (from === account || to === account));
  if (isNeeded) throw refused('AccountInUse', 'There are active standing orders.');
  account.closedAt = store.clock.now();
  if (!has('closed-account-cards-stay')) for (const card of store.cards.values()) if (card.account === account) card.status = 'Cancelled';
  return { status: 200, body: { Data: show(account) } };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function found({ store, customer, has }: Context, query: Values): Account[] {
  const turn = query.order === 'desc' ? -1 : 1;
  const byBalance = (a: Account, b: Account): number =>
    has('balance-sorted-as-text') ? compare(shown(balanceOf(a)), shown(balanceOf(b))) : balanceOf(a) - balanceOf(b);
  const byNumber = (a: Account, b: Account): number => compare(a.number, b.number);
  return [...store.accounts.values()]
    .filter((account) => account.customer === customer)
    .filter(({ type }) => query.type === undefined || type === query.type)
    .filter((account) => query.status === undefined || isOpen(account) === (query.status === 'Open'))
    .toSorted((a, b) => (query['sort-by'] === 'Balance' ? turn * byBalance(a, b) || byNumber(a, b) : turn * byNumber(a, b)));
}

const dayOf = ({ bookedAt }: Entry): string => bookedAt.slice(0, 10);
const sumOf = (entries: readonly Entry[]): number => entries.reduce((sum, { cents }) => sum + cents, 0);

function draw(account: Account, { FromDay, ToDay }: Values, { store, has }: Context): Reply {
  const [from, to] = [String(FromDay), String(ToDay)];
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  if (to > today()) throw refused('InvalidDates', 'The period ends after today.');
  if (days < 1 || days > LONGEST) throw refused('InvalidDates', `The period has 1 to ${LONGEST} days.`);
  const before = sumOf(account.entries.filter((entry) => dayOf(entry) < from));
  const inside = account.entries.filter((entry) => dayOf(entry) >= from && dayOf(entry) <= to);
  const goneOut = inside.filter(({ cents, kind }) => cents < 0 && !(kind === 'CardPayment' && has('statement-without-cards')));
  account.statements += 1;
  const Data = {
    StatementNumber: account.statements,
    AccountNumber: account.number,
    FromDay,
    ToDay,
    OpeningBalance: shown(before),
    TotalIn: shown(sumOf(inside.filter(({ cents }) => cents > 0))),
    TotalOut: shown(Math.abs(sumOf(goneOut))),
    ClosingBalance: shown(before + sumOf(inside)),
    EntryCount: inside.length,
    CreatedAt: store.clock.now(),
  };
  return { status: 201, body: { Data } };
}

function entriesOf({ entries }: Account, { direction, from, to }: Values): Entry[] {
  const isWanted = (entry: Entry): boolean =>
    (direction === undefined || directionOf(entry) === direction) &&
    (from === undefined || dayOf(entry) >= String(from)) &&
    (to === undefined || dayOf(entry) <= String(to));
  return entries.filter(isWanted).toReversed();
}

const AT = '/accounts/{AccountNumber}';
const type = oneOf('Current', 'Savings');

export const accountRoutes: readonly Route<Context>[] = [
  {
    method: 'GET',
    path: '/accounts',
    query: {
      type: { shape: type },
      status: { shape: oneOf('Open', 'Closed') },
      'sort-by': { shape: oneOf('AccountNumber', 'Balance'), fallback: 'AccountNumber' },
      order: { shape: oneOf('asc', 'desc'), fallback: 'asc' },
      ...paging,
    },
    run: ({ query }, context) => pageOf(context, found(context, query), query, show),
  },
  {
    method: 'POST',
    path: '/accounts',
    body: record(
      { Name: text({ min: 1, max: 60 }), Type: type, Currency: oneOf('EUR', 'GBP', 'CHF') },
      { OverdraftLimit: amountOrZero, OpeningDeposit: amountOrZero },
    ),
    run: ({ body }, context) => open(body, context),
  },
  {
    method: 'GET',
    path: AT,
    run: ({ path }, context) => ({ status: 200, body: { Data: show(find(context, path.AccountNumber)) } }),
  },
  { method: 'POST', path: `${AT}/close`, run: ({ path }, context) => close(find(context, path.AccountNumber), context) },
  {
    method: 'GET',
    path: `${AT}/entries`,
    query: { direction: { shape: oneOf('In', 'Out') }, from: { shape: day }, to: { shape: day }, ...paging },
    run: ({ path, query }, context) => pageOf(context, entriesOf(find(context, path.AccountNumber), query), query, showEntry),
  },
  {
    method: 'POST',
    path: `${AT}/statements`,
    body: record({ FromDay: day, ToDay: day }),
    run: ({ path, body }, context) => draw(find(context, path.AccountNumber), body, context),
  },
];
