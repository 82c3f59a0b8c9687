// The process that is killed: people book and cancel lessons, shoppers pay in instalments and get refunds, and the clock moves, so that instalments
// fall due. Each change that was acknowledged is a line on standard output. Meanwhile the outbox sends their events.

import { randomInt } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { createInstalmentsClient } from '@octavo/interfaces/f-instalments';
import { keys } from '../../../../services/f-instalments/seeds/seed.ts';
import type { StorePlace } from '../../../../services/platform/store/open.ts';
import { lineOf, type Note } from './notes.ts';
import { openServices } from './sandbox.ts';

const PEOPLE = 6;
const SHOPPERS = 6;
const HALF_A_DAY = 43_200_000;

const [place = ''] = process.argv.slice(2);
const sandbox = await openServices(JSON.parse(place) as StorePlace);
const visit = sandbox.fetch('e-scheduling');
const shop = createInstalmentsClient({ fetch: sandbox.fetch('f-instalments'), credentials: { InstalmentsAuth: keys.saltWind } });

/** Waits until the line is in the pipe, from where it is read even after the process has ended. */
function note(kind: Note['kind'], id: string): void {
  writeSync(1, lineOf({ kind, id }));
}

/** Loads a page, and sends its form with what a person enters. @returns the page that follows; `undefined` where it refuses */
async function submit(path: string, enter: (page: string) => Record<string, string>): Promise<string | undefined> {
  const address = `https://scheduling.example.com${path}`;
  const page = await (await visit(address)).text();
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(page) ?? [];
  const answer = await visit(address, { method: 'POST', body: new URLSearchParams({ token, ...enter(page) }) });
  const text = await answer.text();
  return answer.status === 200 ? text : undefined;
}

function one<Item>(items: readonly Item[]): Item | undefined {
  return items[randomInt(Math.max(1, items.length))];
}

/** Books lessons, and cancels every second one. */
async function book(): Promise<never> {
  for (;;) {
    const booked = await submit('/book/northlight-felix/first-lesson', (page) => {
      const times = [...page.matchAll(/name="start" value="(\d+)"/g)].map(([, time = '']) => time);
      return { start: one(times) ?? '', name: 'Mo Ito', email: 'mo@example.com', answer0: 'Never' };
    });
    const [, invitee] = /\/book\/cancellations\/(\w+)/.exec(booked ?? '') ?? [];
    if (invitee === undefined) {
      // Another has taken the time, or none is free until the clock has moved.
      await setTimeout(10);
      continue;
    }
    note('booking', invitee);
    if (randomInt(2) === 1 && (await submit(`/book/cancellations/${invitee}`, () => ({ reason: 'Ill' }))) !== undefined)
      note('cancellation', invitee);
  }
}

/** Pays the first instalment of purchases, and has a part of every second one refunded. */
async function buy(): Promise<never> {
  for (;;) {
    const customer = { first_name: 'Noé', last_name: 'Petit', email: 'noe@example.com', phone: '+33639980000' };
    const purchase_amount = randomInt(10_000, 150_000);
    const payment = { purchase_amount, installments_count: randomInt(2, 5), return_url: 'https://shop.example/done' };
    const created = await shop.createPayment({ body: { payment, customer }, header: { 'Idempotency-Key': crypto.randomUUID() } });
    if (created.status !== 200) throw new Error(`A payment was answered with ${created.status}.`);
    const { id } = created.body;
    note('payment', id);
    const paid = await sandbox.control.runAction({ path: { service: 'f-instalments', action: 'check-out' }, body: { payment: id } });
    // The page may have expired meanwhile, since the clock moves.
    if (paid.status !== 200 || paid.body.result.state !== 'in_progress') continue;
    note('capture', id);
    if (randomInt(2) === 0) continue;
    const amount = randomInt(1, purchase_amount);
    const refunded = await shop.createRefund({ body: { payment_id: id, amount }, header: { 'Idempotency-Key': crypto.randomUUID() } });
    if (refunded.status === 200) note('refund', refunded.body.id);
  }
}

async function moveClock(): Promise<never> {
  for (;;) {
    await setTimeout(50);
    await sandbox.moveClock(sandbox.clock.now() + HALF_A_DAY);
  }
}

// A store that is lost ends this process, as the server is killed together with it.
const all = [...Array.from({ length: PEOPLE }, book), ...Array.from({ length: SHOPPERS }, buy), moveClock()];
await Promise.all(all).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
