// The probes of all faults of the bank.
import { randomUUID } from 'node:crypto';
import { client, type Got, type Send } from '../client.ts';
import { type Item, joined, type Probes } from '../probes.ts';
import { credentials } from './server.ts';

export interface Callers {
  readonly nadia: Send;
  readonly oscar: Send;
}

export function callers(url: string): Callers {
  const caller = (name: keyof typeof credentials): Send => client(url, { cookie: `meridian_session=${credentials[name].session}` });
  return { nadia: caller('nadia'), oscar: caller('oscar') };
}

const HOUSEHOLD = '10000001';
const RESERVE = '10000002';
const SALARY = '20000001';

/** The thing or the things of an answer. */
const thing = ({ json }: Got): Item => ((json as { Data?: Item } | undefined)?.Data ?? {}) as Item;
const things = ({ json }: Got): readonly Item[] => ((json as { Data?: Item[] } | undefined)?.Data ?? []) as readonly Item[];
const metaOf = ({ json }: Got): Item => ((json as { Meta?: Item } | undefined)?.Meta ?? {}) as Item;

const transfer = (send: Send, from: string, to: string, amount: string, key: string = randomUUID()): Promise<Got> => {
  const body = { FromAccount: from, ToAccount: to, Amount: amount };
  return send('POST', '/transfers', { body, headers: { 'idempotency-key': key } });
};

const reverse = (send: Send, got: Got): Promise<Got> => send('POST', `/transfers/${thing(got).TransferId}/reverse`);

const balance = async (send: Send, account: string): Promise<unknown> => thing(await send('GET', `/accounts/${account}`)).Balance;

/** The number of a new account. */
async function account(send: Send, OpeningDeposit: string): Promise<string> {
  const made = await send('POST', '/accounts', { body: { Name: 'New', Type: 'Current', Currency: 'EUR', OpeningDeposit } });
  return String(thing(made).AccountNumber);
}

const pay = (send: Send, amount: string): Promise<Got> =>
  send('POST', '/cards/1/payments', { body: { Amount: amount, Merchant: 'Bakery' } });

const order = (send: Send): Promise<Got> => {
  const body = { FromAccount: HOUSEHOLD, ToAccount: RESERVE, Amount: '5.00', Frequency: 'Weekly', FirstOn: '2999-01-31' };
  return send('POST', '/standing-orders', { body });
};

export const probes: Probes<Callers> = {
  'key-moves-again': async ({ nadia }) => {
    const first = await transfer(nadia, HOUSEHOLD, RESERVE, '10.00', 'key-00001');
    const second = await transfer(nadia, HOUSEHOLD, RESERVE, '10.00', 'key-00001');
    const other = await transfer(nadia, HOUSEHOLD, RESERVE, '11.00', 'key-00001');
    return `${first.status},${second.status},${other.status}` === '201,200,409' && (await balance(nadia, RESERVE)) === '810.00';
  },
  'reversed-twice': async ({ nadia }) => {
    const made = await transfer(nadia, HOUSEHOLD, RESERVE, '10.00');
    return (await reverse(nadia, made)).status === 200 && (await reverse(nadia, made)).status === 422;
  },
  'reversal-leaves-recipient': async ({ nadia }) => {
    await reverse(nadia, await transfer(nadia, HOUSEHOLD, RESERVE, '10.00'));
    return (await balance(nadia, RESERVE)) === '800.00' && (await balance(nadia, HOUSEHOLD)) === '1860.00';
  },
  'reversed-counts-for-limit': async ({ nadia }) => {
    const rich = await account(nadia, '30000.00');
    const made = await transfer(nadia, rich, HOUSEHOLD, '10000.00');
    const refused = await transfer(nadia, rich, HOUSEHOLD, '0.01');
    await reverse(nadia, made);
    return refused.status === 422 && (await transfer(nadia, rich, HOUSEHOLD, '10000.00')).status === 201;
  },
  'savings-unlimited': async ({ nadia }) => {
    const statuses: number[] = [];
    for (let count = 0; count < 4; count++) statuses.push((await transfer(nadia, RESERVE, HOUSEHOLD, '1.00')).status);
    return statuses.join() === '201,201,201,422';
  },
  'limit-for-each-payment': async ({ nadia }) =>
    (await pay(nadia, '200.00')).status === 201 &&
    (await pay(nadia, '100.01')).status === 422 &&
    (await pay(nadia, '100.00')).status === 201,
  'closed-account-cards-stay': async ({ nadia }) => {
    const AccountNumber = await account(nadia, '0.00');
    const made = await nadia('POST', '/cards', { body: { AccountNumber, Holder: 'NADIA BRANDT' } });
    const closed = await nadia('POST', `/accounts/${AccountNumber}/close`);
    return closed.status === 200 && thing(await nadia('GET', `/cards/${thing(made).CardId}`)).Status === 'Cancelled';
  },
  'cancelled-orders-counted': async ({ nadia }) => {
    for (let count = 0; count < 4; count++) await order(nadia);
    const sixth = await order(nadia);
    await nadia('POST', '/standing-orders/1/cancel');
    return sixth.status === 422 && (await order(nadia)).status === 201;
  },
  'overdrawn-at-once': async ({ nadia }) => {
    const from = await account(nadia, '10.00');
    const got = await Promise.all([0, 1].map(() => transfer(nadia, from, HOUSEHOLD, '10.00')));
    return (
      got
        .map(({ status }) => status)
        .toSorted((a, b) => a - b)
        .join() === '201,422'
    );
  },
  'last-page-uncounted': async ({ nadia }) => {
    await account(nadia, '0.00');
    const { TotalItems, TotalPages } = metaOf(await nadia('GET', '/accounts?per-page=2'));
    return TotalItems === 3 && TotalPages === 2;
  },
  'balance-sorted-as-text': async ({ nadia }) => {
    await account(nadia, '90.00');
    return joined(things(await nadia('GET', '/accounts?sort-by=Balance')), 'Balance') === '90.00,800.00,1860.00';
  },
  'amount-of-zero': async ({ nadia }) => (await transfer(nadia, HOUSEHOLD, RESERVE, '0.00')).status === 400,
  'statement-without-cards': async ({ nadia }) => {
    await pay(nadia, '40.00');
    const today = new Date().toISOString().slice(0, 10);
    const made = await nadia('POST', `/accounts/${HOUSEHOLD}/statements`, { body: { FromDay: today, ToDay: today } });
    const { TotalIn, TotalOut, ClosingBalance } = thing(made);
    return `${TotalIn} ${TotalOut} ${ClosingBalance}` === '2500.00 680.00 1820.00';
  },
  'from-account-of-all': async ({ nadia }) => (await transfer(nadia, SALARY, HOUSEHOLD, '1.00')).status === 422,
};
