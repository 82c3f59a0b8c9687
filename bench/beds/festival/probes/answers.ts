// Probes of faults in answers and in conditions.
import type { Got, Sent } from '../../client.ts';
import { ANY, etag, header, location, of, same, times } from '../../probes.ts';
import { exportOf, exports } from './lists.ts';
import {
  answers,
  festival,
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
  put,
  SPRING,
  sends,
  sentTo,
  slot,
  stage,
  T,
  W,
  Y,
} from './requests.ts';

const get = (path: string, good: (got: Got) => boolean): Probe => answers('GET', path, {}, good);
const post = (path: string, body: object, good: (got: Got) => boolean): Probe => answers('POST', path, { body }, good);
const HOOK = { url: 'https://a.example', events: ['order.paid'] };

export const responses: Probes = {
  'unauthorized-without-challenge': async ({ nobody }) => header(await nobody('GET', '/orders'), 'www-authenticate') !== null,
  'method-without-allow': answers('DELETE', '/orders', {}, (got) => got.status === 405 && header(got, 'allow') !== null),
  'problem-404-as-text': get('/festivals/nothing', (got) => of(got).status === 404),
  'problem-as-json': answers('DELETE', MID, {}, (got) => header(got, 'content-type') === 'application/problem+json'),
  'problem-errors-texts': get('/orders?pageSize=0', (got) =>
    same(Object.keys((of(got).errors as object[])[0] ?? {}), ['parameter', 'detail']),
  ),
  'problem-status-text': get('/festivals/nothing', (got) => of(got).status === 404),
  'festival-created-200': post('/festivals?festivalId=newfest', festival(), ({ status }) => status === 201),
  'poster-type-octets': get(`${MID}/poster`, (got) => header(got, 'content-type') === 'image/png'),
  'stage-new-200': put(201, `${MID}/stages/newstage`, stage()),
  'stage-equipment-null': get(`${MID}/stages/tent`, (got) => same(of(got).equipment, [])),
  'slot-duration-text': get(L(1), (got) => of(got).durationMinutes === 90),
  'slot-location-of-nothing': async ({ meadow }) => {
    const made = await meadow('POST', `${MID}/stages/main/slots`, { body: slot('11T10:00', '11T11:00') });
    return (await meadow('GET', location(made))).status === 200;
  },
  'performer-created-without-location': post('/performers', performer(), (got) => location(got) !== ''),
  'performer-patch-answers-old': answers('PATCH', P(1), sentTo('PATCH', P(1), { bio: 'A' }), (got) => of(got).bio === 'A'),
  'order-extra-member': get(O(1), (got) => !('riskScore' in of(got))),
  'order-undeclared-state': post(O(5, ':release'), {}, (got) => of(got).state === 'expired'),
  'ticket-order-null': get(T(8), (got) => !('orderId' in of(got))),
  'export-answers-200': post(`${MID}:exportOrders`, {}, ({ status }) => status === 202),
  'export-counts-header': async ({ meadow }) => of(await meadow('GET', await exportOf(meadow, {}))).rowCount === 5,
  'export-quotes': exports({}, (text) => text.includes('"Iris ""Fox"" Lund, Jr."')),
  'export-line-feeds': exports({}, (text) => text.split('\r\n').length === 7),
  'export-without-disposition': async ({ meadow }) =>
    header(await meadow('GET', `${await exportOf(meadow, {})}/result`), 'content-disposition') !== null,
  'webhook-create-time-number': post('/webhooks', HOOK, (got) => typeof of(got).createTime === 'string'),
  'webhook-delete-200': gives(204, 'DELETE', W(1)),
  'ping-limit-without-retry-after': async ({ meadow }) => {
    for (const _ of times(5, String)) await meadow('POST', W(1, ':ping'));
    return header(await meadow('POST', W(1, ':ping')), 'retry-after') !== null;
  },
};

/** A request with a header made of the tag of a resource gets this status. */
const tagged =
  (status: number, path: string, name: string, made: (tag: string) => string, method = 'GET', query = '', sent: Sent = {}): Probe =>
  async ({ meadow }) => {
    const tag = etag(await meadow('GET', path));
    return (await meadow(method, path + query, { ...sent, headers: { [name]: made(tag) } })).status === status;
  };

/** The tag of a resource differs after a change. */
const changes =
  (path: string, method: string, at: string, sent: Sent): Probe =>
  async ({ meadow }) => {
    const before = etag(await meadow('GET', path));
    await meadow(method, at, sent);
    return etag(await meadow('GET', path)) !== before;
  };

const knows = (path: string): Probe => tagged(304, path, 'if-none-match', (tag) => tag);
const isOld = { 'if-match': '"old"' };
const TITLE = '?updateMask=title';
const title = { body: { title: 'A' } };
const image = (raw: string): Sent => ({ raw, type: 'image/png' });

export const conditions: Probes = {
  'festival-update-without-if-match': sends(428, 'PATCH', MID + TITLE, title),
  'festival-update-any-if-match': sends(412, 'PATCH', MID + TITLE, { ...title, headers: isOld }),
  'festival-weak-if-match': tagged(412, MID, 'if-match', (tag) => `W/${tag}`, 'PATCH', TITLE, title),
  'festival-delete-any-if-match': sends(412, 'DELETE', SPRING, { headers: isOld }),
  'festival-never-304': knows(MID),
  'festival-304-without-etag': async ({ meadow }) => {
    const tag = etag(await meadow('GET', MID));
    return etag(await meadow('GET', MID, { headers: { 'if-none-match': tag } })) === tag;
  },
  'festival-etag-of-title': changes(MID, 'PATCH', `${MID}?updateMask=city`, { body: { city: 'Ede' }, headers: ANY }),
  'if-none-match-first-only': tagged(304, MID, 'if-none-match', (tag) => `"old", ${tag}`),
  'poster-never-304': knows(`${MID}/poster`),
  'poster-etag-of-size': changes(`${MID}/poster`, 'PUT', `${MID}/poster`, image('12345678')),
  'performer-etag-member-ignored': gives(412, 'PATCH', P(1), { bio: 'A', etag: 'old' }),
  'performer-etag-of-names': changes(P(1), 'PATCH', P(1), sentTo('PATCH', P(1), { bio: 'A' })),
  'performer-never-304': knows(P(1)),
  'ticket-type-if-match-ignored': sends(412, 'PATCH', Y(1), { ...sentTo('PATCH', Y(1), { onSale: true }), headers: isOld }),
  'ticket-type-if-none-match-strong': tagged(304, Y(1), 'if-none-match', (tag) => `W/${tag}`),
  'ticket-type-etag-each-time': knows(Y(1)),
  'ticket-type-etag-stays-when-sold': changes(Y(1), 'POST', '/orders', { body: order({ items: [item(1, 1)] }) }),
  'head-without-etag': answers('HEAD', MID, {}, (got) => etag(got) !== ''),
  'head-without-length': answers('HEAD', `${MID}/poster`, {}, (got) => header(got, 'content-length') === '8'),
};
