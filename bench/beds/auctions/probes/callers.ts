// Who sends the requests of the probes, what they send, and the ids of what is there from the start.
import { client, type Got, type Send } from '../../client.ts';
import { of, type Probes } from '../../probes.ts';
import { credentials } from '../server.ts';

export interface Callers {
  readonly alder: Send;
  readonly birch: Send;
  /** Has the scope `bidding` alone. */
  readonly clerk: Send;
  /** Has no token. */
  readonly stranger: Send;
}

export type AuctionProbes = Probes<Callers>;

export function callers(url: string): Callers {
  const send = (token: string): Send => client(url, { authorization: `Bearer ${token}` });
  const { alder, birch, clerk } = credentials;
  return { alder: send(alder.token), birch: send(birch.token), clerk: send(clerk.token), stranger: client(url, {}) };
}

/** Prints are open, silver is a draft, and books are closed. */
export const SALES = { prints: 1000017, silver: 1000025, books: 1000033 };
/** Ivo leads on the harbour for 225.00, poster and etchings have no bids; atlas and herbal are sold, and letters are unsold. */
export const LOTS = {
  harbour: 2000016,
  poster: 2000024,
  etchings: 2000032,
  teaSet: 2000040,
  spoons: 2000057,
  atlas: 2000065,
  letters: 2000073,
};
/** The agreement of the museum has ended. */
export const CONSIGNORS = { estate: 3000015, gallery: 3000023, museum: 3000031 };
export const BIDDERS = { lena: 4000014, ivo: 4000022 };
/** Lena has to pay 481.19, and Ivo has paid. */
export const INVOICES = { lena: 6000012, ivo: 6000020 };

export const sale = (others: object = {}): object => ({
  title: 'Maps',
  opensAt: '2040-07-01T10:00:00Z',
  closesAt: '2040-07-01T18:00:00Z',
  premiumRate: 20,
  taxRate: 19,
  increments: [{ from: 0, step: 500 }],
  ...others,
});

export const lot = (others: object = {}): object => ({
  title: 'Map of Ghent',
  category: 'prints',
  consignorId: CONSIGNORS.estate,
  estimate: { low: 10_000, high: 14_000 },
  ...others,
});

export const consignor = (others: object = {}): object => ({
  name: 'Marta Weiss',
  email: 'marta@weiss.example',
  iban: 'DE89370400440532013000',
  address: { street: 'Markt 1', city: 'Bremen', postalCode: '28195', country: 'DE' },
  ...others,
});

export const bidder = (others: object = {}): object => ({
  name: 'Pia Horn',
  email: 'pia@horn.example',
  country: 'DE',
  deposit: 10_000,
  limit: 100_000,
  ...others,
});

export const payment = (amount: number): object => ({ amount, method: 'card', receivedOn: '2026-11-02' });

export const makeSale = (send: Send, others?: object): Promise<Got> => send('POST', '/sales', { body: sale(others) });

/** Adds a lot to the draft of silver. */
export const makeLot = (send: Send, others?: object): Promise<Got> => send('POST', `/sales/${SALES.silver}/lots`, { body: lot(others) });

export const patch = (send: Send, path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Got> =>
  send('PATCH', path, { body, headers, type: 'application/merge-patch+json' });

export const bid = (send: Send, lotId: number, bidderId: number, amount: number): Promise<Got> =>
  send('POST', `/lots/${lotId}/bids`, { body: { bidderId, amount } });

export const pay = (send: Send, invoiceId: number, amount: number, key: string): Promise<Got> =>
  send('POST', `/invoices/${invoiceId}/payments`, { body: payment(amount), headers: { 'idempotency-key': key } });

/** A thing as it is read. */
export const seen = async (send: Send, path: string): Promise<Readonly<Record<string, unknown>>> => of(await send('GET', path));

/** The things in a part of a list. */
export const partOf = (got: Got, name: string): readonly Readonly<Record<string, unknown>>[] =>
  (of(got)[name] ?? []) as readonly Readonly<Record<string, unknown>>[];
