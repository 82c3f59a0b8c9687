// Transfers and their reversals.
import { gap } from '../clock.ts';
import type { Reply } from '../http.ts';
import { type Asked, oneOf, Problem, type Route, record, type Shape, text } from '../plain.ts';
import { accountNumber, accountsOf, amount, centsOf, notFound, refused, requireAvailable, requireOpen, shown, today } from './common.ts';
import { type Account, book, type Context, nextId, type Transfer } from './store.ts';

const MOST_A_DAY = 1_000_000;
const MOST_A_MONTH = 3;
const DAY = 86_400_000;

const show = (transfer: Transfer): unknown => ({
  TransferId: transfer.id,
  FromAccount: transfer.from.number,
  ToAccount: transfer.to.number,
  Amount: shown(transfer.cents),
  Currency: transfer.from.currency,
  Reference: transfer.reference,
  Status: transfer.reversedAt === null ? 'Completed' : 'Reversed',
  CreatedAt: transfer.createdAt,
  ReversedAt: transfer.reversedAt,
});

const ok = (transfer: Transfer, status = 200): Reply => ({ status, body: { Data: show(transfer) } });

/** The transfers that have left an account in the time that begins with this text. */
const leftIn = ({ store, has }: Context, account: Account, time: string): Transfer[] =>
  [...store.transfers.values()].filter(
    ({ from, createdAt, reversedAt }) =>
      from === account && createdAt.startsWith(time) && (reversedAt === null || has('reversed-counts-for-limit')),
  );

function requireLimits(context: Context, from: Account, cents: number): void {
  const sum = leftIn(context, from, today()).reduce((total, transfer) => total + transfer.cents, 0);
  if (sum + cents > MOST_A_DAY) throw refused('LimitExceeded', 'Transfers of one day add up to at most 10000.00.');
  const isFull = leftIn(context, from, today().slice(0, 7)).length >= MOST_A_MONTH;
  if (from.type === 'Savings' && isFull && !context.has('savings-unlimited'))
    throw refused('LimitExceeded', `At most ${MOST_A_MONTH} transfers leave a savings account in a month.`);
}

async function create({ body, header }: Asked, context: Context): Promise<Reply> {
  const { store, customer, has } = context;
  const key = header('idempotency-key') ?? '';
  if (!/^[A-Za-z0-9-]{8,64}$/.test(key)) throw new Problem(400, 'BadRequest', 'The Idempotency-Key is missing or not as described.');
  const { FromAccount, ToAccount, Amount, Reference = null } = body;
  const before = [...store.transfers.values()].find((transfer) => transfer.key === key && transfer.from.customer === customer);
  if (before !== undefined && !has('key-moves-again')) {
    const { from, to, cents, reference } = before;
    const isSame = from.number === FromAccount && to.number === ToAccount && cents === centsOf(Amount) && reference === Reference;
    if (isSame) return ok(before);
    throw new Problem(409, 'IdempotencyKeyUsed', 'The key was used for another transfer.');
  }
  const { from, to } = accountsOf(context, body, has('from-account-of-all'));
  const cents = centsOf(Amount);
  requireLimits(context, from, cents);
  requireAvailable(from, cents);
  if (has('overdrawn-at-once')) await gap();
  const reference = Reference === null ? null : String(Reference);
  const id = nextId(store.transfers);
  const transfer: Transfer = { id, key, from, to, cents, reference, createdAt: store.clock.now(), reversedAt: null };
  store.transfers.set(id, transfer);
  book(store, from, { kind: 'Transfer', cents: -cents, counterparty: to.number, text: reference });
  book(store, to, { kind: 'Transfer', cents, counterparty: from.number, text: reference });
  return ok(transfer, 201);
}

function reverse(id: string, { store, customer, has }: Context): Reply {
  const transfer = [...store.transfers.values()].find((one) => String(one.id) === id && one.from.customer === customer);
  if (transfer === undefined) throw notFound();
  const { from, to, cents, reference: text } = transfer;
  if (transfer.reversedAt !== null && !has('reversed-twice')) throw refused('AlreadyReversed', 'The transfer has been reversed.');
  if (Date.parse(transfer.createdAt) + DAY < Date.now()) throw refused('TooLate', 'The transfer is older than 24 hours.');
  requireOpen(from, to);
  requireAvailable(to, cents);
  if (!has('reversal-leaves-recipient')) book(store, to, { kind: 'Reversal', cents: -cents, counterparty: from.number, text });
  book(store, from, { kind: 'Reversal', cents, counterparty: to.number, text });
  transfer.reversedAt = store.clock.now();
  return ok(transfer);
}

export const transferRoutes = (has: Context['has']): readonly Route<Context>[] => {
  const isZero = oneOf('0.00');
  const Amount: Shape = (value, at) => (has('amount-of-zero') && isZero(value, at).length === 0 ? [] : amount(value, at));
  return [
    {
      method: 'POST',
      path: '/transfers',
      body: record({ FromAccount: accountNumber, ToAccount: accountNumber, Amount }, { Reference: text({ min: 1, max: 140 }) }),
      run: create,
    },
    { method: 'POST', path: '/transfers/{TransferId}/reverse', run: ({ path }, context) => reverse(path.TransferId ?? '', context) },
  ];
};
