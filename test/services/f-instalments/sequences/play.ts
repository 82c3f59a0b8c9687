// Plays a sequence of calls in a new shop, notes what the service accepted, and has all invariants checked after each step.

import type { InstalmentsClient, NewPayment, PaymentState } from '@octavo/interfaces/f-instalments';
import { unwrap } from '@octavo/runtime';
import type { Door, Ground } from './ground.ts';
import { type Accepted, checkShop } from './invariants.ts';
import type { Shopper, Step } from './steps.ts';

/** What a call of a step came to. All other statuses, such as 404 and 500, are faults of the service. */
type Outcome = 'accepted' | 'refused';

const CALLS_AT_ONCE = 3;
/** Days after which the next instalment is due. */
const MONTH = 31;

/** What a sequence came to. */
export interface Played {
  readonly payments: number;
  readonly captures: number;
  readonly refunds: number;
  /** States that payments had after steps. */
  readonly states: ReadonlySet<PaymentState>;
}

/** @throws {Error} where the service broke a promise, with the step after which it did */
export async function play(ground: Ground, steps: readonly Step[]): Promise<Played> {
  const shop = await openShop(ground);
  const states = new Set<PaymentState>();
  for (const [index, step] of steps.entries()) {
    try {
      await shop.take(step, index);
      // What fell due by the step itself, such as instalments whose time had come before a capture, is done before anything is read.
      await ground.wait(0);
      for (const state of await checkShop(shop.client(index + 1), shop.accepted)) states.add(state);
    } catch (error) {
      throw new Error(`After step ${index} (${JSON.stringify(step)}): ${String(error)}`, { cause: error });
    }
  }
  const { payments, captures, refunds } = shop.accepted;
  return { payments: payments.length, captures: captures.size, refunds: refunds.size, states };
}

interface OpenShop {
  readonly accepted: Accepted;
  /** A client at one of the processes. */
  client(turn: number): InstalmentsClient;
  take(step: Step, turn: number): Promise<void>;
}

async function openShop({ doors, wait }: Ground): Promise<OpenShop> {
  const [first] = doors;
  const made = await first.run('add-shop', { name: 'Sequence' });
  const key = String(made?.key);
  const clients = doors.map((door) => door.client(key));
  const accepted: Accepted = { payments: [], captures: new Map(), refunds: new Map(), statuses: 0, shipments: 0 };

  const door = (turn: number): Door => doors[turn % doors.length] ?? first;
  const client = (turn: number) => clients[turn % clients.length] ?? first.client(key);

  async function take(step: Step, turn: number): Promise<void> {
    if (step.do === 'wait') return wait(step.days);
    if (step.do === 'create') return create(step, turn);
    const id = accepted.payments[step.payment % accepted.payments.length];
    if (id === undefined) return;
    if (step.do === 'confirm') return confirm(id, step, turn);
    if (step.do === 'capture' || step.do === 'refund') return move(id, step, turn);
    if (step.do === 'neglect') {
      await door(turn).run('set-card', { payment: id, works: false });
      return wait(MONTH + step.days);
    }
    if (step.do === 'card') return void (await door(turn).run('set-card', { payment: id, works: step.works }));
    if (step.do === 'trigger') return void (await door(turn).run('trigger-payment', { payment: id }));
    const path = { id };
    if (step.do === 'cancel') return void outcomeOf(await client(turn).cancelPayment({ path }));
    if (step.do === 'change') {
      const payment = { purchase_amount: step.amount, installments_count: step.count };
      return void outcomeOf(await client(turn).updatePayment({ path, body: { payment } }));
    }
    if (step.do === 'order') {
      await client(turn).createOrder({ path: { payment_id: id }, body: { merchant_reference: 'S-1' } });
      const answer = await client(turn + 1).updateOrderStatus({ path: { payment_id: id }, body: { status: 'packed' } });
      if (outcomeOf(answer) === 'accepted') accepted.statuses += 1;
      return;
    }
    const parcel = { carrier: 'Courier', tracking_number: String(turn) };
    if (outcomeOf(await client(turn).sendShipmentInfo({ path: { payment_id: id }, body: parcel })) === 'accepted') accepted.shipments += 1;
  }

  async function create(step: Extract<Step, { do: 'create' }>, turn: number): Promise<void> {
    const { amount, count, deferredDays, deferredMonths, isManual, hasTrigger, shopper, expires } = step;
    const payment: NewPayment['payment'] = {
      purchase_amount: amount,
      installments_count: count,
      deferred_days: deferredDays,
      deferred_months: deferredMonths,
      capture_method: isManual ? 'manual' : 'automatic',
      return_url: 'https://sequence.example/done',
      ...(hasTrigger ? { deferred: 'trigger' } : {}),
      ...(expires === null ? {} : { expires_after: expires }),
    };
    const customer = detailsOf(shopper);
    const answer = await client(turn).createPayment({ body: { payment, ...(customer === undefined ? {} : { customer }) } });
    if (outcomeOf(answer) === 'accepted') accepted.payments.push(unwrap(answer, 200).id);
  }

  async function confirm(id: string, { isOnPage, shopper }: Extract<Step, { do: 'confirm' }>, turn: number): Promise<void> {
    if (!isOnPage) return void (await door(turn).run('check-out', { payment: id }));
    const { url } = unwrap(await client(turn).getPayment({ path: { id } }), 200);
    const shown = await door(turn).fetch(url);
    const [, token] = /name="token" value="([^"]+)"/.exec(await shown.text()) ?? [];
    if (token === undefined) return;
    const body = new URLSearchParams({ token, ...detailsOf(shopper) });
    const { status } = await door(turn).fetch(url, { method: 'POST', body, redirect: 'manual' });
    // 400: the card was declined.
    if (![200, 303, 400].includes(status)) throw new Error(`The page answered ${status}.`);
  }

  /** Captures or refunds, once or several times at once, in turn at the processes. */
  async function move(id: string, step: Extract<Step, { do: 'capture' | 'refund' }>, turn: number): Promise<void> {
    const { share, calls } = step;
    const payment = unwrap(await client(turn).getPayment({ path: { id } }), 200);
    const whole = step.do === 'capture' ? (payment.payment_plan[0]?.total_amount ?? 0) : payment.purchase_amount;
    const body = share === null ? {} : { amount: Math.max(1, Math.floor((whole * share) / 1_000)) };
    const header = calls === 'parallel with one key' ? { 'Idempotency-Key': `step-${turn}` } : {};
    const turns = Array.from({ length: calls === 'one' ? 1 : CALLS_AT_ONCE }, (_, index) => turn + index);
    if (step.do === 'refund') {
      const answers = await Promise.all(turns.map((at) => client(at).createRefund({ header, body: { payment_id: id, ...body } })));
      const made = answers.flatMap((answer) => (outcomeOf(answer) === 'accepted' ? [unwrap(answer, 200)] : []));
      const ids = new Set(made.map((refund) => refund.id));
      if (ids.size > 1 && calls === 'parallel with one key') throw new Error(`One key made ${ids.size} refunds.`);
      if (ids.size < made.length && calls !== 'parallel with one key') throw new Error('Two requests got one refund.');
      for (const refund of made) accepted.refunds.set(refund.id, { payment: id, amount: refund.amount });
      return;
    }
    const answers = await Promise.all(turns.map((at) => client(at).capturePayment({ path: { id }, header, body })));
    const times = answers.filter((answer) => outcomeOf(answer) === 'accepted').length;
    if (times === 0) return;
    if (accepted.captures.has(id) || (times > 1 && calls !== 'parallel with one key')) throw new Error('A payment was captured twice.');
    accepted.captures.set(id, body.amount);
  }

  return { accepted, client, take };
}

function outcomeOf({ status }: { readonly status: number }): Outcome {
  if (status === 200) return 'accepted';
  if (status === 400 || status === 409) return 'refused';
  throw new Error(`The service answered ${status}.`);
}

function detailsOf(shopper: Shopper): Record<string, string> | undefined {
  if (shopper === 'unknown') return undefined;
  const name = { first_name: 'Noé', last_name: 'Petit' };
  if (shopper === 'incomplete') return { ...name, email: 'incomplete@example.com' };
  return { ...name, email: shopper === 'refused' ? 'noe+refused@example.com' : 'noe@example.com', phone: '+33639980000' };
}
