// Probes of values at and near their limits.
import type { Got, Send } from '../../client.ts';
import { type Probes, times } from '../../probes.ts';
import {
  announce,
  BERTH,
  type Callers,
  cancel,
  declare,
  FIRST,
  NOTICE,
  PAYMENT,
  PETROL,
  patch,
  post,
  put,
  register,
  report,
  TUGS,
} from './callers.ts';

type Attempt = (send: Send) => Promise<Got>;

/** A probe that expects this status of a request. */
const gives =
  (status: number, attempt: Attempt) =>
  async ({ skarvik }: Callers): Promise<boolean> =>
    (await attempt(skarvik)).status === status;

const refused = (attempt: Attempt): ((callers: Callers) => Promise<boolean>) => gives(422, attempt);
const made = (attempt: Attempt): ((callers: Callers) => Promise<boolean>) => gives(201, attempt);

const notice = (send: Send, changes: object): Promise<Got> => post(send, '/notices', { ...NOTICE, ...changes });

export const values: Probes<Callers> = {
  'vessel-name-too-long': refused((send) => register(send, { name: 'n'.repeat(61) })),
  'shortest-vessel-refused': made((send) => register(send, { length: 5, beam: 2 })),
  'vessel-without-width': refused((send) => register(send, { beam: 0 })),
  'draught-in-millimetres': refused((send) => register(send, { maxDraught: 3.905 })),
  'largest-tonnage-refused': made((send) => register(send, { grossTonnage: 300_000 })),
  'ship-number-from-zero': refused((send) => register(send, { shipNumber: '0930001' })),
  'call-sign-in-small-letters': refused((send) => register(send, { callSign: 'lgkm' })),
  'square-vessel': refused((send) => register(send, { length: 14.2 })),
  'vessel-patch-without-members': refused((send) => patch(send, '/vessels/9100049', {})),
  'email-of-contact-unchecked': refused((send) => register(send, { contacts: [{ name: 'Tove', email: 'tove' }] })),
  'berth-accepts-nothing': refused((send) => put(send, '/berths/C1', { ...BERTH, accepts: [] })),
  'berth-accepts-twice': refused((send) => put(send, '/berths/C1', { ...BERTH, accepts: ['bulk', 'bulk'] })),
  'bollard-99-refused': made((send) => put(send, '/berths/C1', { ...BERTH, bollards: 99 })),
  'code-with-three-digits': refused((send) => put(send, '/berths/C100', BERTH)),
  'call-without-crew': refused((send) => announce(send, { crew: 0 })),
  'eleven-ports': refused((send) => announce(send, { previousPorts: times(11, () => 'NOBGO') })),
  'stay-of-30-days-refused': made((send) => announce(send, { etd: '2031-07-01T06:00:00Z' })),
  'greatest-draught-refused': made((send) => announce(send, { draught: 6.5 })),
  'changed-remarks-too-long': refused((send) => patch(send, FIRST.announced, { remarks: 'r'.repeat(1001) })),
  'day-early-refused': gives(200, (send) => post(send, `${FIRST.announced}/arrival`, { at: '2031-05-01T06:00:00Z' })),
  'moment-with-more-members': refused((send) => post(send, `${FIRST.announced}/arrival`, { at: '2031-05-02T06:00:00Z', berth: 'B1' })),
  'goods-number-with-more': refused((send) => declare(send, FIRST.announced, { ...PETROL, unNumber: '12035' })),
  'goods-of-no-weight': refused((send) => declare(send, FIRST.announced, { ...PETROL, quantity: 0 })),
  'goods-class-ten': refused((send) => declare(send, FIRST.announced, { ...PETROL, class: '10', flashPoint: null })),
  'tugs-by-quarter-hours': refused((send) => post(send, `${FIRST.announced}/orders`, { ...TUGS, at: '2031-05-02T08:00:00Z', hours: 1.25 })),
  'order-at-etd-refused': made((send) => post(send, `${FIRST.announced}/orders`, { ...TUGS, at: '2031-05-04T06:00:00Z' })),
  'payment-reference-too-long': refused((send) => post(send, `${FIRST.berthed}/payments`, { ...PAYMENT, reference: 'R'.repeat(31) })),
  'pole-refused': made((send) => report(send, { position: { latitude: -90, longitude: 0 } })),
  'incident-of-severity-six': refused((send) => report(send, { severity: 6 })),
  'notice-title-too-short': refused((send) => notice(send, { title: 'No' })),
  'notice-of-90-days-refused': made((send) => notice(send, { until: '2031-09-29T00:00:00Z' })),
  'year-2100': refused((send) => cancel(send, '/orders/0d0000000003', '2099-12-31T23:00:00-02:00')),
};
