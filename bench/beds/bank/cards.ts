// Cards and what is paid with them.
import type { Reply } from '../http.ts';
import { oneOf, type Route, record, text, type Values } from '../plain.ts';
import {
  accountNumber,
  amount,
  amountOrZero,
  centsOf,
  notFound,
  ownAccount,
  refused,
  requireAvailable,
  requireOpen,
  shown,
  today,
} from './common.ts';
import { book, type Card, type Context, nextId } from './store.ts';

const MOST = 2;
const HIGHEST_LIMIT = 200_000;

const spentToday = ({ payments }: Card): number =>
  payments.reduce((sum, { cents, bookedAt }) => (bookedAt.startsWith(today()) ? sum - cents : sum), 0);

const show = (card: Card): unknown => ({
  CardId: card.id,
  AccountNumber: card.account.number,
  Holder: card.holder,
  MaskedNumber: `${'*'.repeat(12)}${String(4_000 + card.id).slice(-4)}`,
  DailyLimit: shown(card.limit),
  SpentToday: shown(spentToday(card)),
  Status: card.status,
  IssuedAt: card.issuedAt,
});

function find({ store, customer }: Context, id = ''): Card {
  const card = [...store.cards.values()].find((one) => String(one.id) === id && one.account.customer === customer);
  if (card === undefined) throw notFound();
  return card;
}

function limitOf(given: unknown): number {
  const limit = centsOf(given);
  if (limit > HIGHEST_LIMIT) throw refused('LimitExceeded', 'A daily limit is 2000.00 at most.');
  return limit;
}

function issue(body: Values, context: Context): Reply {
  const { store } = context;
  const account = ownAccount(context, body.AccountNumber);
  requireOpen(account);
  if (account.type === 'Savings') throw refused('NotAllowedForSavings', 'Savings accounts have no cards.');
  const limit = limitOf(body.DailyLimit ?? '500.00');
  const others = [...store.cards.values()].filter((card) => card.account === account && card.status !== 'Cancelled');
  if (others.length >= MOST) throw refused('LimitExceeded', `An account has at most ${MOST} cards.`);
  const id = nextId(store.cards);
  const card: Card = { id, account, holder: String(body.Holder), limit, status: 'Active', payments: [], issuedAt: store.clock.now() };
  store.cards.set(id, card);
  return { status: 201, body: { Data: show(card) }, headers: { location: `/cards/${id}` } };
}

function requireLasting({ status }: Card): void {
  if (status === 'Cancelled') throw refused('AlreadyCancelled', 'The card is cancelled.');
}

function change(card: Card, { Status, DailyLimit }: Values): Reply {
  requireLasting(card);
  if (DailyLimit !== undefined) card.limit = limitOf(DailyLimit);
  if (Status !== undefined) card.status = Status as Card['status'];
  return { status: 200, body: { Data: show(card) } };
}

function pay(card: Card, { Amount, Merchant }: Values, { store, has }: Context): Reply {
  requireLasting(card);
  if (card.status === 'Frozen') throw refused('CardFrozen', 'The card is frozen.');
  requireOpen(card.account);
  const cents = centsOf(Amount);
  const before = has('limit-for-each-payment') ? 0 : spentToday(card);
  if (before + cents > card.limit) throw refused('LimitExceeded', 'The daily limit of the card would be exceeded.');
  requireAvailable(card.account, cents);
  const entry = book(store, card.account, { kind: 'CardPayment', cents: -cents, text: String(Merchant) });
  card.payments.push(entry);
  return { status: 201, body: { Data: { PaymentId: entry.id, CardId: card.id, Amount, Merchant, BookedAt: entry.bookedAt } } };
}

export const cardRoutes: readonly Route<Context>[] = [
  {
    method: 'POST',
    path: '/cards',
    body: record({ AccountNumber: accountNumber, Holder: text({ pattern: /^[A-Z][A-Z .-]{1,25}$/ }) }, { DailyLimit: amountOrZero }),
    run: ({ body }, context) => issue(body, context),
  },
  {
    method: 'GET',
    path: '/cards/{CardId}',
    run: ({ path }, context) => ({ status: 200, body: { Data: show(find(context, path.CardId)) } }),
  },
  {
    method: 'PATCH',
    path: '/cards/{CardId}',
    body: record({}, { Status: oneOf('Active', 'Frozen', 'Cancelled'), DailyLimit: amountOrZero }, 1),
    run: ({ path, body }, context) => change(find(context, path.CardId), body),
  },
  {
    method: 'POST',
    path: '/cards/{CardId}/payments',
    body: record({ Amount: amount, Merchant: text({ min: 1, max: 50 }) }),
    run: ({ path, body }, context) => pay(find(context, path.CardId), body, context),
  },
];
