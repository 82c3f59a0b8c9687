// Probes of faults in sequences: what one request leaves for the next.
import { itemsOf, joined, of, same, times } from '../../probes.ts';
import { seedId } from '../seeds.ts';
import {
  after,
  answers,
  batch,
  type Callers,
  type Changes,
  festival,
  gives,
  item,
  L,
  lists,
  MID,
  O,
  order,
  P,
  type Probe,
  type Probes,
  patch,
  performer,
  post,
  put,
  SPRING,
  sentTo,
  shownAfter,
  shows,
  slot,
  stage,
  T,
  ticketType,
  update,
  W,
  Y,
} from './requests.ts';

/** The time of the last change grows with a change. */
const grows =
  (path: string, body: object, query = ''): Probe =>
  async ({ meadow }) => {
    const before = String(of(await meadow('GET', path)).updateTime);
    await meadow('PATCH', path + query, sentTo('PATCH', path + query, body));
    return String(of(await meadow('GET', path)).updateTime) > before;
  };

/** A festival gets a ticket type, whose id the probe is made with. */
const withType =
  (festivalPath: string, members: object, probeOf: (id: string) => Probe): Probe =>
  async (all) => {
    const made = await all.meadow('POST', `${festivalPath}/ticketTypes`, { body: ticketType(members) });
    return probeOf(String(of(made).ticketTypeId))(all);
  };

const SLOTS = `${MID}/stages/main/slots`;
const NEW = '/festivals/newfest';
const createNew: Changes[number] = ['POST', '/festivals?festivalId=newfest', festival({ capacity: 10 })];
const newStage: Changes[number] = ['PUT', `${NEW}/stages/tiny`, stage({ capacity: 1 })];
const main = (members: object = {}): object => stage({ title: 'Main', kind: 'open', capacity: 30, ...members });
const winterlight = (id: string): object => order({ festivalId: 'winterlight', items: [{ ticketTypeId: id, quantity: 1 }] });
const joins = (email: string): object => ({ email });
const requestId = seedId('d', 99);

const scan = async ({ scanner }: Callers, number: number): Promise<number> =>
  (await scanner('POST', T(number, ':checkIn'), { body: { gate: 'north-1' } })).status;

/** A new festival with two ticket types of two tickets each, all of which are given away, so that more places are taken than any quota has. */
const soldOut = (last: Probe): Probe =>
  after(
    [createNew, newStage],
    withType(NEW, { title: 'A', quota: 2 }, (first) =>
      withType(NEW, { title: 'B', quota: 2 }, (second) => {
        const give = (ticketTypeId: string): Changes[number] => [
          'POST',
          '/tickets:batchCreate',
          { festivalId: 'newfest', ticketTypeId, holders: ['A', 'B'] },
        ];
        return after([['POST', `${NEW}:publish`], give(first), give(second)], last);
      }),
    ),
  );

export const sequences: Probes = {
  'festival-create-replaces': post(409, '/festivals?festivalId=midsummer', festival()),
  'festival-deleted-id-free': after([['DELETE', SPRING]], post(409, '/festivals?festivalId=spring-fair', festival())),
  'festival-deleted-shown': after([['DELETE', SPRING]], gives(404, 'GET', SPRING)),
  'festival-delete-with-places': gives(409, 'DELETE', MID),
  'festival-undelete-of-live': post(409, `${SPRING}:undelete`),
  'festival-undelete-makes-draft': shownAfter(SPRING, 'state', 'published', ['DELETE', SPRING], ['POST', `${SPRING}:undelete`]),
  'festival-undelete-loses-stages': shownAfter(SPRING, 'stageCount', 1, ['DELETE', SPRING], ['POST', `${SPRING}:undelete`]),
  'festival-publish-twice': post(409, `${MID}:publish`),
  'festival-publish-without-stage': after(
    [['POST', '/festivals/winterlight/ticketTypes', ticketType()]],
    post(409, '/festivals/winterlight:publish'),
  ),
  'festival-cancel-keeps-paid': shownAfter(O(1), 'state', 'refunded', ['POST', `${MID}:cancel`]),
  'festival-cancel-keeps-given-away': shownAfter(T(8), 'state', 'void', ['POST', `${MID}:cancel`]),
  'festival-update-ignores-mask': shownAfter(MID, 'city', 'Utrecht', ['PATCH', `${MID}?updateMask=title`, { title: 'A', city: 'Ede' }]),
  'festival-update-clears-nothing': shownAfter(MID, 'summary', undefined, ['PATCH', `${MID}?updateMask=summary`, {}]),
  'festival-update-resets-age': shownAfter(MID, 'minimumAge', 16, ['PATCH', `${MID}?updateMask=title`, { title: 'A' }]),
  'festival-update-time-stale': grows(MID, { title: 'A' }, '?updateMask=title'),
  'festival-capacity-below-taken': soldOut(patch(409, `${NEW}?updateMask=capacity`, { capacity: 3 })),
  'festival-capacity-below-quota': patch(409, `${SPRING}?updateMask=capacity`, { capacity: 300 }),
  'festival-days-lose-slots': update(409, { startDate: '2027-06-12' }),
  'festival-waiting-counts-offered': shownAfter(MID, 'waitingCount', 1, ['POST', `${MID}/waitingList:offer`, { count: 1 }]),
  'stage-put-keeps-equipment': shownAfter(`${MID}/stages/main`, 'equipment', [], ['PUT', `${MID}/stages/main`, main()]),
  'stage-put-loses-slots': shownAfter(`${MID}/stages/main`, 'slotCount', 2, ['PUT', `${MID}/stages/main`, main()]),
  'stage-put-moves-creation': shownAfter(`${MID}/stages/main`, 'createTime', '2026-01-11T08:00:00.000Z', [
    'PUT',
    `${MID}/stages/main`,
    main(),
  ]),
  'stage-title-taken-by-case': put(409, `${MID}/stages/newstage`, stage({ title: 'BIG TENT' })),
  'stage-delete-with-slots': gives(409, 'DELETE', `${MID}/stages/main`),
  'stage-stays-when-forced': after([['DELETE', `${MID}/stages/main?force=true`]], gives(404, 'GET', `${MID}/stages/main`)),
  'slot-around-another': post(409, SLOTS, slot('11T19:00', '11T22:00')),
  'slot-touching-refused': post(201, SLOTS, slot('11T21:30', '11T22:30')),
  'slot-blocks-itself': patch(200, L(1), [{ op: 'replace', path: '/endTime', value: '2027-06-11T21:45:00Z' }]),
  'slot-moves-onto-another': patch(409, L(2), [
    { op: 'replace', path: '/startTime', value: '2027-06-11T20:30:00Z' },
    { op: 'replace', path: '/endTime', value: '2027-06-11T21:00:00Z' },
  ]),
  'slot-performer-twice': post(409, `${MID}/stages/tent/slots`, slot('11T20:30', '11T21:00', { performerId: seedId('a', 1) })),
  'slot-patch-tests-nothing': patch(409, L(1), [{ op: 'test', path: '/setKind', value: 'talk' }]),
  'slot-patch-half': async (all) => {
    const steps = [
      { op: 'add', path: '/notes', value: 'A' },
      { op: 'test', path: '/setKind', value: 'talk' },
    ];
    await all.meadow('PATCH', L(1), sentTo('PATCH', L(1), steps));
    return shows(L(1), 'notes', undefined)(all);
  },
  'slot-kind-talk-when-removed': shownAfter(L(1), 'setKind', 'concert', ['PATCH', L(1), [{ op: 'remove', path: '/setKind' }]]),
  'slot-update-time-stale': grows(L(1), [{ op: 'add', path: '/notes', value: 'A' }]),
  'slot-stays': after([['DELETE', L(1)]], gives(404, 'GET', L(1))),
  'performer-delete-with-slots': gives(409, 'DELETE', P(1)),
  'performer-name-taken-by-case': post(409, '/performers', performer({ displayName: 'ANNA VOS' })),
  'performer-renamed-to-taken': patch(409, P(3), { displayName: 'Anna Vos' }),
  'performer-contact-replaced': shownAfter(P(1), 'contact', { email: 'new@mail.example', phone: '+31611223344' }, [
    'PATCH',
    P(1),
    { contact: { email: 'new@mail.example' } },
  ]),
  'performer-null-ignored': shownAfter(P(1), 'rating', undefined, ['PATCH', P(1), { rating: null }]),
  'performer-patch-activates': shownAfter(P(2), 'active', false, ['PATCH', P(2), { bio: 'Loud.' }]),
  'ticket-type-title-taken': post(409, `${MID}/ticketTypes`, ticketType({ title: 'DAY' })),
  'ticket-type-quota-below-sold': patch(409, Y(1), { quota: 4 }),
  'ticket-type-patch-resets-limit': shownAfter(Y(2), 'maxPerOrder', 4, ['PATCH', Y(2), { onSale: true }]),
  'ticket-type-price-replaced': shownAfter(Y(1), 'price', { amountMinor: 9999, currency: 'EUR' }, [
    'PATCH',
    Y(1),
    { price: { amountMinor: 9999 } },
  ]),
  'ticket-type-delete-sold': gives(409, 'DELETE', Y(1)),
  'order-of-draft': withType('/festivals/winterlight', {}, (id) => post(409, '/orders', winterlight(id))),
  'order-of-cancelled-festival': after(
    [['POST', `${SPRING}:cancel`]],
    post(410, '/orders', order({ festivalId: 'spring-fair', items: [item(4, 1)] })),
  ),
  'order-type-of-other-festival': post(422, '/orders', order({ items: [item(4, 1)] })),
  'order-type-not-on-sale': post(409, '/orders', order({ items: [item(3, 1)] })),
  'order-one-above-quota': after(
    [['POST', '/orders', order({ items: [item(2, 4)] })]],
    post(409, '/orders', order({ items: [item(2, 1)] })),
  ),
  'order-festival-capacity-ignored': after(
    [
      ['PUT', `${MID}/stages/main`, main({ capacity: 10 })],
      ['PATCH', `${MID}?updateMask=capacity`, { capacity: 20 }],
    ],
    post(409, '/tickets:batchCreate', batch(1, 15)),
  ),
  'order-total-ignores-quantities': answers(
    'POST',
    '/orders',
    { body: order({ items: [item(1, 2)] }) },
    (got) => of(got).totalMinor === 9000,
  ),
  'order-hold-of-fifty-minutes': answers('POST', '/orders', { body: order() }, (got) => {
    const { createTime, expireTime } = of(got);
    return Date.parse(String(expireTime)) - Date.parse(String(createTime)) === 15 * 60_000;
  }),
  'order-price-of-today': after([['PATCH', Y(1), { price: { amountMinor: 9999 } }]], async ({ meadow }) => {
    const [first] = of(await meadow('GET', O(5))).items as readonly { unitPriceMinor: number }[];
    return first?.unitPriceMinor === 4500;
  }),
  'order-request-id-without-effect': after([['POST', '/orders', order({ requestId })]], post(200, '/orders', order({ requestId }))),
  'order-request-id-any-body': after(
    [['POST', '/orders', order({ requestId })]],
    post(409, '/orders', order({ requestId, items: [item(1, 2)] })),
  ),
  'order-request-id-taken-by-refusal': async (all) => {
    await all.meadow('POST', '/orders', { body: order({ requestId, items: [item(3, 1)] }) });
    return post(201, '/orders', order({ requestId }))(all);
  },
  'order-patch-refunded': patch(409, O(2), { note: 'Late.' }),
  'order-buyer-replaced': shownAfter(O(1), 'buyer', { name: 'A', email: 'buyer1@mail.example' }, ['PATCH', O(1), { buyer: { name: 'A' } }]),
  'order-patch-loses-note': shownAfter(O(1), 'note', 'Vegan.', ['PATCH', O(1), { buyer: { name: 'A' } }]),
  'order-update-time-stale': grows(O(1), { note: 'A' }),
  'order-pay-expired': post(409, O(3, ':pay'), { amountMinor: 4500, method: 'card' }),
  'order-pay-leaves-tickets': shownAfter(T(6), 'state', 'valid', ['POST', O(5, ':pay'), { amountMinor: 9000, method: 'card' }]),
  'order-paid-still-expires': shownAfter(O(5), 'expireTime', undefined, ['POST', O(5, ':pay'), { amountMinor: 9000, method: 'card' }]),
  'order-refund-reserved': post(409, O(5, ':refund'), { reason: 'Ill.' }),
  'order-refund-keeps-places': shownAfter(Y(1), 'sold', 4, ['POST', O(1, ':refund'), { reason: 'Ill.' }]),
  'order-release-paid': post(409, O(1, ':release')),
  'order-release-deletes': shownAfter(O(5), 'state', 'expired', ['POST', O(5, ':release')]),
  'order-release-keeps-places': shownAfter(MID, 'placesTaken', 4, ['POST', O(5, ':release')]),
  'order-stays-paid-at-gate': async (all) => {
    await scan(all, 1);
    return shows(O(1), 'state', 'checkedIn')(all);
  },
  'batch-makes-what-fits': post(409, '/tickets:batchCreate', batch(3, 4)),
  'ticket-check-in-twice': async (all) => (await scan(all, 5)) === 409,
  'ticket-check-in-reserved': async (all) => (await scan(all, 6)) === 409,
  'ticket-check-in-void': async (all) => (await scan(all, 3)) === 409,
  'waiting-for-draft': post(409, '/festivals/winterlight/waitingList', joins('new@mail.example')),
  'waiting-email-taken-by-case': post(409, `${MID}/waitingList`, joins('BEN@mail.example')),
  'waiting-position-of-all': lists(`${MID}/waitingList?state=waiting`, 'position', '1,2'),
  'waiting-offers-last': answers(
    'POST',
    `${MID}/waitingList:offer`,
    { body: { count: 1 } },
    (got) => joined(itemsOf(got), 'email') === 'ben@mail.example',
  ),
  'webhook-ping-inactive': post(409, W(2, ':ping')),
  'webhook-sixth-ping': async ({ meadow }) => {
    const statuses: number[] = [];
    for (const _ of times(6, String)) statuses.push((await meadow('POST', W(1, ':ping'))).status);
    return same(statuses, [200, 200, 200, 200, 200, 429]);
  },
  'device-label-taken': post(409, '/devices', { label: 'Old tablet' }),
  'device-works-after-delete': async ({ meadow, withKey }) => {
    const { deviceId, key } = of(await meadow('POST', '/devices', { body: { label: 'A' } }));
    await meadow('DELETE', `/devices/${deviceId}`);
    return (await withKey(String(key))('GET', O(1))).status === 401;
  },
};
