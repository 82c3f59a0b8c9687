// The requests of the benchmark of scaling: a representative read and a write of each service, spread over its customers, and writes of one customer
// alone.

import { createHash, createHmac, randomUUID } from 'node:crypto';
import { keys } from '../../../services/c-controller/seed.ts';
import { apps } from '../../../services/d-events/seed.ts';
import type { ServiceName } from '../../../services/index.ts';
import { type Ask, askOnce } from './load.ts';
import type { Subjects } from './prepare.ts';

export interface Case {
  readonly service: ServiceName;
  /** As tables show it. */
  readonly name: string;
  next(number: number): Ask;
}

function pick<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function json(method: string, target: string, authorization: string, body: unknown, more: Readonly<Record<string, string>> = {}): Ask {
  return {
    method,
    target,
    headers: { ...(authorization === '' ? {} : { authorization }), 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  };
}

/** The text of a post that all rules of the streams match. `at=` says when it was sent. */
export function postBy(token: string, number: number): Ask {
  const text = `The ferry ${number} leaves the quay at=${performance.now().toFixed(1)}; take a coat with you.`;
  return json('POST', '/2/tweets', `Bearer ${token}`, { text });
}

/** Signs a request of a back end, as `x-signature` has it (docs/extensions.md). */
function signed(method: string, path: string, own: Readonly<Record<string, string>>, body?: unknown): Ask {
  const { key, secret } = apps.stadium;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const query = new Map(Object.entries(own));
  query
    .set('auth_key', key)
    .set('auth_timestamp', String(Math.floor(Date.now() / 1_000)))
    .set('auth_version', '1.0');
  if (text !== undefined) query.set('body_md5', createHash('md5').update(text).digest('hex'));
  const sorted = [...query].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, value]) => `${name}=${value}`);
  const auth_signature = createHmac('sha256', secret)
    .update(`${method}\n${path}\n${sorted.join('&')}`)
    .digest('hex');
  const target = `${path}?${sorted.join('&')}&auth_signature=${auth_signature}`;
  return text === undefined ? { method, target } : { method, target, headers: { 'content-type': 'application/json' }, body: text };
}

export function eventTo(channel: string): Ask {
  const data = `{"team":"Harbour Rovers","sent":"at=${performance.now().toFixed(1)};"}`;
  return signed('POST', `/apps/${apps.stadium.id}/events`, {}, { name: 'goal', channel, data });
}

const basket = (number: number) => ({
  payment: {
    purchase_amount: 45_900,
    installments_count: 3,
    return_url: 'https://shop.example/checkout/done',
    ipn_callback_url: 'https://shop.example/hooks/payment',
    custom_data: { basket: `b-${number}` },
  },
  customer: { first_name: 'Camille', last_name: 'Roussel', email: `${randomUUID()}@example.com`, phone: '+33639981204' },
  orders: [{ merchant_reference: `FO-${number}` }],
});

const letter = (number: number) => ({
  from: 'Shop <shop@example.com>',
  subject: `Your order ${number} is on its way`,
  plainText: 'Your books left our warehouse today, and will wait for you in the shop.',
  emails: [`reader-${number % 5}@example.com`],
});

/** @param origins of the scheduling service, of which booking pages are read for their tokens */
export async function casesOf(subjects: Subjects, origins: readonly string[]): Promise<readonly Case[]> {
  const { tokens, timeline, writers, variables, shops, senders, keys: emailKeys, addresses } = subjects;
  const [shop, sender] = [pick(shops, 0), pick(senders, 0)];
  const operator = `Basic ${Buffer.from(`${keys.readWrite.id}:${keys.readWrite.value}`).toString('base64')}`;
  const variable = (number: number) => `/api/v1/device/strategy/vars/int32s/${pick(variables, number)}`;
  const pay = (key: string, number: number) =>
    json('POST', '/v1/payments', `Instalments-Auth ${key}`, basket(number), { 'idempotency-key': randomUUID() });
  const verify = (number: number, key: string): Ask => ({
    method: 'GET',
    target: `/v2/email-verifier?email=${pick(addresses, number)}`,
    headers: { 'x-api-key': key },
  });
  const contact = (number: number) => ({
    firstName: `Reader ${number}`,
    channels: [{ type: 'email', value: `${randomUUID()}@example.com` }],
  });
  const booking = await bookings(subjects, origins);
  return [
    {
      service: 'a-identity',
      name: 'a token introspected',
      next: (n) => ({ method: 'POST', target: `/oauth2/v2/tokeninfo?access_token=${pick(tokens, n)}`, headers: { 'content-length': '0' } }),
    },
    {
      service: 'b-microblog',
      name: 'a page of a home timeline, 200 followed',
      next: () => ({
        method: 'GET',
        target: `/2/users/${timeline.user}/timelines/reverse_chronological?max_results=20`,
        headers: bearer(timeline.token),
      }),
    },
    { service: 'b-microblog', name: 'a post', next: (n) => postBy(pick(writers, n), n) },
    {
      service: 'c-controller',
      name: 'a variable read',
      next: (n) => ({ method: 'GET', target: variable(n), headers: { authorization: operator } }),
    },
    { service: 'c-controller', name: 'a variable written', next: (n) => json('POST', variable(n), operator, { value: n }) },
    { service: 'c-controller', name: 'the same variable written', next: (n) => json('POST', variable(0), operator, { value: n }) },
    {
      service: 'd-events',
      name: 'a channel read',
      next: () => signed('GET', `/apps/${apps.stadium.id}/channels/match-1874`, { info: 'subscription_count' }),
    },
    { service: 'd-events', name: 'an event triggered', next: (n) => eventTo(`match-${n % 100}`) },
    { service: 'e-scheduling', name: 'a page of free times', next: (n) => ({ method: 'GET', target: pick(subjects.pages, n) }) },
    { service: 'e-scheduling', name: 'a booking', next: booking },
    {
      service: 'f-instalments',
      name: 'a payment read',
      next: (n) => ({
        method: 'GET',
        target: `/v1/payments/${pick(shops, n).payment}`,
        headers: { authorization: `Instalments-Auth ${pick(shops, n).key}` },
      }),
    },
    { service: 'f-instalments', name: 'a payment created', next: (n) => pay(pick(shops, n).key, n) },
    { service: 'f-instalments', name: 'the same, all of one shop', next: (n) => pay(shop.key, n) },
    {
      service: 'g-messaging',
      name: 'a contact read',
      next: (n) => ({
        method: 'GET',
        target: `/api/v1/contact/${pick(senders, n).contact}`,
        headers: { authorization: pick(senders, n).credential },
      }),
    },
    {
      service: 'g-messaging',
      name: 'a contact added',
      next: (n) => json('POST', '/api/v1/contact', pick(senders, n).credential, contact(n + 1_000)),
    },
    {
      service: 'g-messaging',
      name: 'an email sent',
      next: (n) => json('POST', '/api/v1/email/send', pick(senders, n).credential, letter(n)),
    },
    {
      service: 'g-messaging',
      name: 'the same, all of one shop',
      next: (n) => json('POST', '/api/v1/email/send', sender.credential, letter(n)),
    },
    {
      service: 'h-email',
      name: 'an account read',
      next: (n) => ({ method: 'GET', target: '/v2/account', headers: { 'x-api-key': pick(emailKeys, n) } }),
    },
    { service: 'h-email', name: 'an address verified, for credits', next: (n) => verify(n, pick(emailKeys, n)) },
    { service: 'h-email', name: 'the same, all of one account', next: (n) => verify(n, pick(emailKeys, 0)) },
  ];
}

const HOUR = 3_600_000;

/** Books the hosts in turn, at the first full hour that each has free: the last half hour of a day is not offered. */
async function bookings({ pages, free }: Subjects, origins: readonly string[]): Promise<Case['next']> {
  const tokens = await Promise.all(
    pages.map(async (target, index) => {
      const { body } = await askOnce(pick(origins, index), { method: 'GET', target });
      return /name="token" value="([^"]+)"/.exec(body)?.[1] ?? '';
    }),
  );
  let booked = 0;
  return (number) => {
    const page = booked++;
    const start = free + Math.floor(page / pages.length) * HOUR;
    const fields = { token: pick(tokens, page), start: String(start), name: 'Nora Lind', email: `nora.${number}@example.com` };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return { method: 'POST', target: pick(pages, page), headers, body: new URLSearchParams(fields).toString() };
  };
}
