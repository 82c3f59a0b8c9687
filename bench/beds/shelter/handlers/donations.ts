// Donations.
import { animalOf, type Call, type Handlers, textOf } from '../call.ts';
import { nowInSeconds } from '../store.ts';
import type { Donation } from '../things.ts';
import { created, notFound, unprocessable } from '../wire.ts';

const quoted = (value: string | number | null): string => {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const lineOf = ({ receipt, receivedAt, amount, purpose, animal, donor }: Donation): string =>
  `${[receipt, receivedAt, amount, purpose, animal, donor].map(quoted).join()}\r\n`;

function isExported({ parameters, shelter }: Call, donation: Donation): boolean {
  const from = Number(parameters.get('from') ?? 0);
  const to = Number(parameters.get('to') ?? Number.POSITIVE_INFINITY);
  const purpose = parameters.get('purpose') ?? donation.purpose;
  const { receivedAt } = donation;
  return donation.shelter === shelter && receivedAt >= from && receivedAt < to && donation.purpose === purpose;
}

export const donations: Handlers = {
  createDonation: (call) => {
    const { store, shelter, body, has } = call;
    if (body.animal !== undefined && animalOf(call, Number(body.animal)) === undefined)
      throw unprocessable('There is no such animal.', 'animal');
    const receipt = `R${String(store.next('donation')).padStart(6, '0')}`;
    const amount = has('amount-32-bits') ? Number(body.amount) | 0 : body.amount;
    const rest = { donor: has('bare-donor-empty') ? '' : null, purpose: 'any', animal: null, receivedAt: nowInSeconds() };
    store.donations.set(receipt, { ...rest, ...body, amount, receipt, shelter } as Donation);
    return created(`/donations/${receipt}`);
  },
  getDonation: (call) => {
    const donation = call.store.donations.get(textOf(call, 'receipt') ?? '');
    if (donation?.shelter !== call.shelter) throw notFound('donation');
    const { shelter: _, ...shown } = donation;
    return { status: 200, body: shown };
  },
  exportDonations: (call) => {
    const found = [...call.store.donations.values()].filter((donation) => isExported(call, donation));
    const sorted = found.toSorted((a, b) => a.receivedAt - b.receivedAt || (a.receipt < b.receipt ? -1 : 1));
    const type = call.has('empty-export-plain') && sorted.length === 0 ? 'text/plain' : 'text/csv';
    return {
      status: 200,
      content: `receipt,receivedAt,amount,purpose,animal,donor\r\n${sorted.map(lineOf).join('')}`,
      type: `${type}; charset=utf-8`,
      headers: { 'content-disposition': 'attachment; filename="donations.csv"' },
    };
  },
};
