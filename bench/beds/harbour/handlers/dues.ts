// Dues of a call, and their payments.
import { gap } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import type { Ask } from '../ask.ts';
import { duesOf } from '../money.ts';
import type { Payment, Visit } from '../store.ts';
import { conflict } from '../wire.ts';
import { vesselOfVisit, visitOf } from './things.ts';

function currentDues(ask: Ask, visit: Visit): ReturnType<typeof duesOf> {
  if (visit.arrivedAt === null) throw conflict('The vessel has not arrived.');
  return duesOf(ask, visit, vesselOfVisit(ask.port, visit));
}

export function getDues(ask: Ask): Reply {
  const visit = visitOf(ask);
  return { status: 200, body: { callId: visit.id, ...currentDues(ask, visit), payments: visit.payments } };
}

type Sent = Omit<Payment, 'recordedAt'>;

const isSame = (a: Sent, b: Sent): boolean => a.amount === b.amount && a.method === b.method && a.paidOn === b.paidOn;

export async function recordPayment(ask: Ask): Promise<Reply> {
  const { port, store, on } = ask;
  const visit = visitOf(ask);
  const sent = ask.body as Sent;
  const { balance } = currentDues(ask, visit);
  const before = visit.payments.find(({ reference }) => reference === sent.reference);
  if (before !== undefined && !on('payment-counted-again')) {
    if (!isSame(before, sent) && !on('other-payment-same-reference')) throw conflict('The reference has another payment.');
    return { status: 200, body: before };
  }
  if (sent.amount > balance || (sent.amount === balance && on('whole-balance-refused'))) throw conflict('That is more than the balance.');
  if (on('race-payment')) await gap();
  const payment: Payment = { ...sent, recordedAt: store.clock.now() };
  const { payments } = port.visits.get(visit.id) ?? visit;
  port.visits.set(visit.id, { ...visit, payments: [...payments, payment] });
  return { status: 201, body: payment };
}
