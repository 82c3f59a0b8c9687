// Probes of faults between accounts, of rights, of requests at once, and of secrets.
import type { Sent } from '../../client.ts';
import { ANY, of, statusesOfTwo } from '../../probes.ts';
import { seedId } from '../seeds.ts';
import { exportOf } from './lists.ts';
import {
  type Callers,
  gives,
  item,
  L,
  MID,
  O,
  order,
  P,
  type Probe,
  type Probes,
  performer,
  post,
  SPRING,
  sentTo,
  shows,
  slot,
  T,
  W,
  Y,
} from './requests.ts';

const refused =
  (status: number, who: 'nobody' | 'steward' | 'scanner' | 'harbour', method: string, path: string, sent?: Sent): Probe =>
  async (all) =>
    (await all[who](method, path, sent)).status === status;

/** A request twice at once gives these statuses. */
const twice =
  (path: string, body: object, wanted: string): Probe =>
  async ({ meadow }) =>
    (await statusesOfTwo(meadow, 'POST', path, body)) === wanted;

const requestId = seedId('d', 99);
const docksides = { festivalId: 'dockside', items: [item(9, 1)] };

async function keyOf({ meadow }: Callers, body: object): Promise<string> {
  return String(of(await meadow('POST', '/devices', { body })).key);
}

export const accounts: Probes = {
  'festival-of-other-account': refused(404, 'harbour', 'GET', MID),
  'poster-without-token': refused(401, 'nobody', 'GET', `${MID}/poster`),
  'slot-under-other-stage': gives(404, 'GET', L(1, 'tent')),
  'slot-performer-of-other-account': post(422, `${MID}/stages/main/slots`, slot('11T10:00', '11T11:00', { performerId: seedId('a', 9) })),
  'performers-of-all-accounts': shows('/performers?q=anna', 'totalSize', 2),
  'performer-name-twice-at-once': twice('/performers', performer(), '201,409'),
  'ticket-type-under-other-festival': gives(404, 'GET', Y(1, SPRING)),
  'order-of-other-account': refused(404, 'harbour', 'GET', O(1)),
  'order-festival-of-other-account': post(422, '/orders', order(docksides)),
  'order-request-id-of-all-accounts': async ({ meadow, harbour }) => {
    await meadow('POST', '/orders', { body: order({ requestId }) });
    return (await harbour('POST', '/orders', { body: order({ requestId, ...docksides }) })).status === 201;
  },
  'order-request-id-twice-at-once': twice('/orders', order({ requestId }), '200,201'),
  'order-last-place-at-once': twice('/orders', order({ items: [item(2, 4)] }), '201,409'),
  'ticket-of-other-account': refused(404, 'harbour', 'GET', T(1)),
  'export-of-other-account': async ({ meadow, harbour }) => (await harbour('GET', await exportOf(meadow, {}))).status === 404,
  'steward-refunds': refused(403, 'steward', 'POST', O(1, ':refund'), { body: { reason: 'Ill.' } }),
  'steward-updates-festivals': refused(403, 'steward', 'PATCH', `${MID}?updateMask=title`, { body: { title: 'A' }, headers: ANY }),
  'steward-deletes-stages': refused(403, 'steward', 'DELETE', `${MID}/stages/main?force=true`),
  'device-scanner-sells': refused(403, 'scanner', 'POST', '/orders', { body: order() }),
  'device-key-expired-works': async (all) => {
    const key = await keyOf(all, { label: 'A', expireTime: '2021-01-01T00:00:00Z' });
    return (await all.withKey(key)('GET', O(1))).status === 401;
  },
};

const BANK = 'GB33BUKB20201555555555';

const hides =
  (method: string, path: string, text: string, body?: object): Probe =>
  async ({ meadow }) =>
    !(await meadow(method, path, sentTo(method, path, body))).bytes.toString().includes(text);

export const secrets: Probes = {
  'performer-bank-account-echoed': hides('POST', '/performers', 'bankAccount', performer({ bankAccount: BANK })),
  'performer-bank-account-shown': hides('GET', P(1), 'bankAccount'),
  'performer-bank-account-listed': hides('GET', '/performers', 'bankAccount'),
  'webhook-secret-listed': hides('GET', '/webhooks', 'signingSecret'),
  'webhook-secret-shown': hides('GET', W(1), 'signingSecret'),
  'device-key-listed': hides('GET', '/devices', 'bok_'),
  'problem-repeats-body': hides('POST', '/performers', BANK, performer({ country: 'nl', bankAccount: BANK })),
};
