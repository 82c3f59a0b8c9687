// The instalment service: shoppers pay, get refunds, and a shop reads its payments and its balance. Its webhook is told of each change.

import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createInstalmentsClient, createInstalmentsWebhookReceiver } from '@octavo/interfaces/f-instalments';
import { unwrap } from '@octavo/runtime';
import { shopFee } from '../../../../services/f-instalments/rules/plans.ts';
import { Counts, oneOf, unlessCutOr, type Worker, type World } from '../worker.ts';

interface Payment {
  readonly id: string;
  readonly amount: number;
  isCaptured: boolean;
  readonly refunds: { readonly id: string; readonly amount: number }[];
}

/** Milliseconds for a request that was cut, with the same key again and again. */
const PATIENCE = 60_000;
const BETWEEN_ATTEMPTS = 250;
/** Payments of a caller that are read again. */
const RECENT = 20;

export async function instalmentsWorker({ url, fetch, act, receiver, callers }: World): Promise<Worker> {
  const service = 'f-instalments';
  const counts = new Counts();
  const { key } = await act(service, 'add-shop', { name: 'Soak & Sons' });
  const secret = String(key);
  const client = createInstalmentsClient({ baseUrl: url(service), fetch: fetch(service), credentials: { InstalmentsAuth: secret } });
  /** What the webhook was told: `payment.refunded refund_…`. */
  const told = new Set<string>();
  const address = receiver.add(
    '/instalments',
    createInstalmentsWebhookReceiver(
      {
        paymentEvent({ body: { type, payment, data } }) {
          told.add(`${type} ${data.refund ?? payment}`);
          return { status: 204 };
        },
      },
      { secrets: secret },
    ),
  );
  unwrap(await client.configureWebhook({ body: { url: address } }), 200);
  const payments: Payment[][] = Array.from({ length: callers }, () => []);

  /** Sends a request with one key until it is answered, so that it is done once. */
  async function once<Result extends { readonly status: number }>(
    request: (header: { readonly 'Idempotency-Key': string }) => Promise<Result>,
  ): Promise<Result> {
    const header = { 'Idempotency-Key': randomUUID() };
    const end = Date.now() + PATIENCE;
    for (let isRepeated = false; ; isRepeated = true) {
      const result = await unlessCutOr(() => request(header), undefined);
      // What another process had begun when it died holds the key for a while.
      if (result !== undefined && !(isRepeated && result.status === 409)) return result;
      if (Date.now() > end) throw new Error(`A request with an idempotency key was not answered within ${PATIENCE / 1000} s.`);
      await setTimeout(BETWEEN_ATTEMPTS);
    }
  }

  async function pay(caller: number): Promise<void> {
    const amount = randomInt(10_000, 150_000);
    const body = {
      payment: { purchase_amount: amount, installments_count: randomInt(2, 5), return_url: 'https://shop.example/done' },
      customer: { first_name: 'Noé', last_name: 'Petit', email: 'noe@example.com', phone: '+33639980000' },
    };
    const { id } = unwrap(await once((header) => client.createPayment({ body, header })), 200);
    const payment: Payment = { id, amount, isCaptured: false, refunds: [] };
    payments[caller]?.push(payment);
    counts.add('payments');
    const { state } = await act(service, 'check-out', { payment: id });
    if (state !== 'in_progress') throw new Error(`The payment ${id} is ${state} after its check-out.`);
    payment.isCaptured = true;
    counts.add('captures');
  }

  async function refund(payment: Payment): Promise<void> {
    const left = payment.amount - refunded(payment);
    if (!payment.isCaptured || left < 2) return;
    const body = { payment_id: payment.id, amount: randomInt(1, left) };
    const { id, amount } = unwrap(await once((header) => client.createRefund({ body, header })), 200);
    payment.refunds.push({ id, amount });
    counts.add('refunds');
  }

  async function read(payment: Payment): Promise<void> {
    const found = unwrap(await client.getPayment({ path: { id: payment.id } }), 200);
    const faults = differences(payment, found);
    if (faults.length > 0) throw new Error(faults.join(' '));
  }

  const lists = [
    () => client.listPayments({ query: { limit: 10 } }),
    () => client.listBalanceTransactions({ query: { limit: 20 } }),
    () => client.listEvents({ query: { limit: 10 } }),
    () => client.listCustomers({ query: { limit: 10 } }),
  ];

  function differences({ id, amount, isCaptured, refunds }: Payment, found: Found): string[] {
    const wanted = { purchase_amount: amount, amount_already_refunded: sum(refunds) };
    const seen = { purchase_amount: found.purchase_amount, amount_already_refunded: found.amount_already_refunded ?? 0 };
    const faults: string[] = [];
    if (JSON.stringify(seen) !== JSON.stringify(wanted))
      faults.push(`The payment ${id} has ${JSON.stringify(seen)}, not ${JSON.stringify(wanted)}.`);
    if (isCaptured && found.state === 'not_started') faults.push(`The payment ${id} was checked out and is ${found.state}.`);
    const ids = (found.refunds ?? []).map((one) => one.id).toSorted();
    const own = refunds.map((one) => one.id).toSorted();
    if (ids.join() !== own.join()) faults.push(`The payment ${id} has the refunds ${ids.join()}, not ${own.join()}.`);
    return faults;
  }

  async function comparePayments(): Promise<string[]> {
    const left = new Map(payments.flat().map((payment) => [payment.id, payment]));
    const faults: string[] = [];
    const all = pages((starting_after) =>
      client.listPayments({ query: { limit: 100, ...starting_after } }).then((page) => unwrap(page, 200)),
    );
    for await (const found of all) {
      const payment = left.get(found.id);
      if (payment === undefined) faults.push(`The payment ${found.id} is there twice, or was not made here.`);
      else faults.push(...differences(payment, found));
      left.delete(found.id);
    }
    return [...faults, ...[...left.keys()].map((id) => `The payment ${id} was acknowledged and is lost.`)];
  }

  async function compareBalance(): Promise<string[]> {
    let balance = 0;
    const all = pages((starting_after) =>
      client.listBalanceTransactions({ query: { limit: 100, ...starting_after } }).then((page) => unwrap(page, 200)),
    );
    for await (const { amount, type } of all) if (type !== 'payout') balance += amount;
    const captured = payments.flat().filter(({ isCaptured }) => isCaptured);
    const wanted = captured.reduce((total, { amount, refunds }) => total + amount - shopFee(amount) - sum(refunds), 0);
    return balance === wanted ? [] : [`The balance is ${balance}, but payments less refunds and fees are ${wanted}.`];
  }

  return {
    service,
    async act(caller) {
      const own = (payments[caller] ?? []).slice(-RECENT);
      const chance = Math.random();
      if (chance < 0.15 || own.length === 0) return pay(caller);
      if (chance < 0.25) return refund(oneOf(own));
      if (chance < 0.65) return read(oneOf(own));
      const { status } = await oneOf(lists)();
      if (status !== 200) throw new Error(`A list was answered with ${status}.`);
    },
    acknowledged: () => counts.all(),
    missing: () =>
      payments
        .flat()
        .flatMap(({ id, isCaptured, refunds }) => [
          `payment.created ${id}`,
          ...(isCaptured ? [`payment.in_progress ${id}`] : []),
          ...refunds.map((one) => `payment.refunded ${one.id}`),
        ])
        .filter((text) => !told.has(text))
        .map((text) => `The webhook was not told ${text}.`),
    compare: async () => [...(await comparePayments()), ...(await compareBalance())],
  };
}

/** A payment as the service shows it. */
interface Found {
  readonly state: string;
  readonly purchase_amount: number;
  readonly amount_already_refunded?: number;
  readonly refunds?: readonly { readonly id: string }[];
}

/** The items of all pages. */
async function* pages<Item extends { readonly id: string }>(
  load: (from: { readonly starting_after?: string }) => Promise<{ readonly data: readonly Item[]; readonly has_more?: boolean }>,
): AsyncGenerator<Item> {
  let from: { readonly starting_after?: string } = {};
  for (let isLast = false; !isLast; ) {
    const { data, has_more } = await load(from);
    yield* data;
    const last = data.at(-1);
    isLast = has_more !== true || last === undefined;
    if (last !== undefined) from = { starting_after: last.id };
  }
}

function refunded({ refunds }: Payment): number {
  return sum(refunds);
}

function sum(amounts: readonly { readonly amount: number }[]): number {
  return amounts.reduce((total, { amount }) => total + amount, 0);
}
