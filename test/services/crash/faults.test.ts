// Tests that the crash test sees faults: rows that are missing, changed or doubled among those of the seeds, which have none.

import { expect, onTestFinished, test } from 'vitest';
import { bookingFaults, readBookings } from './services/bookings.ts';
import { moneyFaults, readMoney } from './services/money.ts';
import { openServices, rowsOf } from './services/sandbox.ts';

async function seeds() {
  const sandbox = await openServices({ memory: true });
  onTestFinished(() => sandbox.close());
  return { bookings: await readBookings(rowsOf(sandbox)), money: await readMoney(rowsOf(sandbox)) };
}

test('a booking that is lost, a time that is given away twice and a change that is half there are faults', async () => {
  const { bookings } = await seeds();
  const { events, invitees } = bookings;
  expect(bookingFaults(bookings, [])).toEqual([]);
  expect(bookingFaults(bookings, [{ kind: 'booking', id: 'NONE' }])).toEqual([
    'The booking of the invitee NONE was acknowledged and is lost.',
  ]);
  const active = invitees.find(({ status }) => status === 'active')?.id ?? '';
  expect(bookingFaults(bookings, [{ kind: 'cancellation', id: active }])).toEqual([
    `The cancellation of the invitee ${active} was acknowledged and is lost.`,
  ]);
  const lesson = events.find(({ status, seats }) => status === 'active' && seats === 1);
  if (lesson === undefined) throw new Error('The seeds have no lesson.');
  const twice = { ...lesson, id: 'TWICE', status: 'active' as const };
  expect(bookingFaults({ events: [...events, twice].toSorted((one, other) => one.start_at - other.start_at), invitees }, [])).toEqual([
    `The events ${lesson.id} and TWICE have the same time.`,
    'The event TWICE is active with 1 invitees, of 0 rows.',
  ]);
  expect(bookingFaults({ events, invitees: invitees.filter(({ id }) => id !== active) }, [])).toHaveLength(1);
});

test('a payment or refund that is lost, a balance that does not add up and an event that is doubled are faults', async () => {
  const { money } = await seeds();
  expect(moneyFaults(money, [])).toEqual([]);
  expect(moneyFaults(money, [{ kind: 'refund', id: 'refund_none' }])).toEqual(['The refund refund_none was acknowledged and is lost.']);
  const [fee] = money.transactions.filter(({ type }) => type === 'fee');
  const withoutFee = money.transactions.filter((one) => one !== fee);
  expect(moneyFaults({ ...money, transactions: withoutFee }, [])).toEqual([
    `The payment ${fee?.payment} has the fees [], not [${fee?.amount}].`,
    expect.stringMatching(/^The balance is -?\d+, but payments less refunds and fees are -?\d+\.$/),
  ]);
  const [created] = money.events.filter(({ type }) => type === 'payment.created');
  expect(moneyFaults({ ...money, events: [...money.events, ...(created === undefined ? [] : [created])] }, [])).toEqual([
    `There are 2 events payment.created ${created?.payment}.`,
  ]);
});
