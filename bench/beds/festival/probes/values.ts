// Probes of faults in values: what is accepted and refused, and what of a good value is kept.
import { itemsOf, joined, of, same, times } from '../../probes.ts';
import { seedId } from '../seeds.ts';
import {
  answers,
  batch,
  festival,
  gives,
  item,
  keeps,
  L,
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
  sends,
  slot,
  stage,
  T,
  ticketType,
  update,
  Y,
} from './requests.ts';

const NEW = '/festivals?festivalId=newfest';
const STAGE = `${MID}/stages/newstage`;
const SLOTS = `${MID}/stages/main/slots`;
const newFestival = (status: number, members: object): Probe => post(status, NEW, festival(members));
const newStage = (status: number, members: object): Probe => put(status, STAGE, stage(members));
const newSlot = (status: number, from: string, to: string, members: object = {}): Probe => post(status, SLOTS, slot(from, to, members));
const newPerformer = (status: number, members: object): Probe => post(status, '/performers', performer(members));
const newType = (status: number, members: object): Probe => post(status, `${MID}/ticketTypes`, ticketType(members));
const newOrder = (status: number, members: object): Probe => post(status, '/orders', order(members));
const labels = (count: number): object => ({ labels: Object.fromEntries(times(count, (index) => [`l${index}`, 'a'])) });
const links = (count: number): object => ({
  socialLinks: Object.fromEntries(times(count, (index) => [`place${'abcdefg'[index]}`, 'https://a.example'])),
});
const equipment = (quantity: number): object => ({ equipment: [{ item: 'Lamp', quantity }] });
const image = (status: number, raw: string, type = 'image/png'): Probe => sends(status, 'PUT', `${MID}/poster`, { raw, type });

export const values: Probes = {
  'festival-id-forty-one': post(400, `/festivals?festivalId=${'n'.repeat(41)}`, festival()),
  'festival-id-two-hyphens': post(400, '/festivals?festivalId=new--fest', festival()),
  'festival-title-one-too-long': newFestival(400, { title: 'n'.repeat(121) }),
  'festival-title-refuses-longest': update(200, { title: 'n'.repeat(120) }),
  'festival-title-blank': newFestival(400, { title: '  ' }),
  'festival-summary-too-long': update(400, { summary: 'n'.repeat(501) }),
  'festival-refuses-any-age': update(200, { minimumAge: 0 }),
  'festival-refuses-date-line': newFestival(201, { location: { latitude: 0, longitude: 180 } }),
  'festivals-search-one-letter': gives(400, 'GET', '/festivals?q=a'),
  'festival-capacity-zero': newFestival(400, { capacity: 0 }),
  'festival-capacity-refuses-most': newFestival(201, { capacity: 200_000 }),
  'festival-minimum-age-twenty-two': newFestival(400, { minimumAge: 22 }),
  'festival-end-any-day': newFestival(400, { startDate: '2027-02-25', endDate: '2027-02-30' }),
  'festival-genres-six': newFestival(400, { genres: ['folk', 'jazz', 'metal', 'pop', 'rock', 'hiphop'] }),
  'festival-genres-twice': newFestival(400, { genres: ['folk', 'folk'] }),
  'festival-labels-nine': newFestival(400, labels(9)),
  'festival-label-name-capitals': newFestival(400, { labels: { Team: 'a' } }),
  'festival-latitude-beyond-pole': newFestival(400, { location: { latitude: 90.5, longitude: 4 } }),
  'festival-website-plain': newFestival(400, { website: 'http://a.example' }),
  'festival-unknown-member': newFestival(400, { colour: 'red' }),
  'festival-without-currency': newFestival(400, { currency: undefined }),
  'festival-mask-any-name': update(400, { title: 'A' }, 'title,colour'),
  'festival-ends-before-start': newFestival(422, { endDate: '2027-08-05' }),
  'festival-fifteen-days': newFestival(422, { startDate: '2027-08-01', endDate: '2027-08-15' }),
  'festival-refuses-fourteen-days': newFestival(201, { startDate: '2027-08-01', endDate: '2027-08-14' }),
  'poster-type-any': image(415, 'a', 'image/gif'),
  'poster-one-byte-too-large': image(413, ' '.repeat(65_537)),
  'stage-kind-capitals': newStage(400, { kind: 'Tent' }),
  'stage-capacity-zero': newStage(400, { capacity: 0 }),
  'stage-equipment-eleven': newStage(400, { equipment: times(11, () => ({ item: 'Lamp', quantity: 1 })) }),
  'stage-capacity-text': newStage(400, { capacity: '20' }),
  'stage-equipment-of-none': newStage(400, equipment(0)),
  'stage-equipment-refuses-most': newStage(201, equipment(500)),
  'stage-covered-by-default': answers('PUT', STAGE, { body: stage() }, (got) => of(got).covered === false),
  'stage-loudness-any-step': newStage(400, { loudnessDb: 90.3 }),
  'stage-id-one-letter': put(404, `${MID}/stages/n`, stage()),
  'stage-one-above-festival': newStage(422, { capacity: 41 }),
  'slot-start-without-offset': newSlot(400, '2027-06-11T10:00:00', '11T11:00'),
  'slot-kind-any': newSlot(400, '11T10:00', '11T11:00', { setKind: 'opera' }),
  'slot-patch-of-none': patch(400, L(1), []),
  'slot-notes-too-long': newSlot(400, '11T10:00', '11T11:00', { notes: 'n'.repeat(501) }),
  'slot-nine-minutes': newSlot(422, '11T10:00', '11T10:09'),
  'slot-refuses-eight-hours': newSlot(201, '11T10:00', '11T18:00'),
  'slot-outside-festival': newSlot(422, '10T10:00', '10T11:00'),
  'slot-performer-unknown': newSlot(422, '11T10:00', '11T11:00', { performerId: seedId('a', 7) }),
  'performer-country-three-letters': newPerformer(400, { country: 'NLD' }),
  'performer-phone-without-plus': newPerformer(400, { contact: { email: 'new@mail.example', phone: '31612345678' } }),
  'performer-bio-refuses-longest': patch(200, P(1), { bio: 'n'.repeat(2000) }),
  'performer-bank-account-short': newPerformer(400, { bankAccount: 'NL91ABNA041716' }),
  'performer-active-text': newPerformer(400, { active: 'true' }),
  'performers-min-rating-six': gives(400, 'GET', '/performers?minRating=6'),
  'performer-rating-any-step': newPerformer(400, { rating: 4.25 }),
  'performer-rating-refuses-five': patch(200, P(1), { rating: 5 }),
  'performer-fee-negative': newPerformer(400, { fee: { amountMinor: -1, currency: 'EUR' } }),
  'performer-email-any': newPerformer(400, { contact: { email: 'new' } }),
  'performer-links-seven': newPerformer(400, links(7)),
  'ticket-type-discount-whole': newType(400, { discountPercent: 100 }),
  'ticket-type-quota-zero': newType(400, { quota: 0 }),
  'ticket-type-price-of-nothing': patch(400, Y(1), { price: {} }),
  'ticket-type-price-fraction': newType(400, { price: { amountMinor: 10.5, currency: 'EUR' } }),
  'ticket-type-four-per-order': answers('POST', `${MID}/ticketTypes`, { body: ticketType() }, (got) => of(got).maxPerOrder === 6),
  'ticket-type-perks-twice': newType(400, { perks: ['a', 'a'] }),
  'ticket-type-on-sale-null': patch(400, Y(1), { onSale: null }),
  'ticket-type-any-currency': newType(422, { price: { amountMinor: 1000, currency: 'GBP' } }),
  'ticket-type-quota-refuses-capacity': newType(201, { quota: 40 }),
  'order-note-too-long': newOrder(400, { note: 'n'.repeat(301) }),
  'order-buyer-blank': newOrder(400, { buyer: { name: ' ', email: 'new@mail.example' } }),
  'order-quantity-zero': newOrder(400, { items: [item(1, 0)] }),
  'order-items-six': newOrder(400, { items: times(6, () => item(1, 1)) }),
  'order-items-none': newOrder(400, { items: [] }),
  'order-request-id-any': newOrder(400, { requestId: 'abc' }),
  'order-above-maximum': newOrder(422, { items: [item(1, 7)] }),
  'order-type-named-twice': newOrder(422, { items: [item(1, 1), item(1, 2)] }),
  'order-any-media-type': sends(415, 'POST', '/orders', { raw: JSON.stringify(order()), type: 'text/plain' }),
  'order-patch-empty': patch(400, O(1), {}),
  'order-pay-more': post(422, O(5, ':pay'), { amountMinor: 9001, method: 'card' }),
  'orders-state-any': gives(400, 'GET', '/orders?state=lost'),
  'page-size-zero': gives(400, 'GET', '/performers?pageSize=0'),
  'page-size-hundred-and-one': gives(400, 'GET', '/performers?pageSize=101'),
  'page-size-refuses-hundred': gives(200, 'GET', '/performers?pageSize=100'),
  'page-token-any': gives(400, 'GET', '/performers?pageToken=abc'),
  'refund-reason-two-letters': post(400, O(1, ':refund'), { reason: 'ab' }),
  'payment-method-any': post(400, O(5, ':pay'), { amountMinor: 9000, method: 'shells' }),
  'batch-of-none': post(400, '/tickets:batchCreate', batch(1, 0)),
  'gate-capitals': async ({ scanner }) => (await scanner('POST', T(8, ':checkIn'), { body: { gate: 'NORTH' } })).status === 400,
  'offer-of-none': post(400, `${MID}/waitingList:offer`, { count: 0 }),
  'batch-twenty-one': post(400, '/tickets:batchCreate', batch(4, 21, 'spring-fair')),
  'waiting-party-seven': post(400, `${MID}/waitingList`, { email: 'new@mail.example', partySize: 7 }),
  'webhook-url-plain': post(400, '/webhooks', { url: 'http://a.example', events: ['order.paid'] }),
  'device-mode-any': post(400, '/devices', { label: 'A', mode: 'print' }),
  'webhook-events-none': post(400, '/webhooks', { url: 'https://a.example', events: [] }),
  'device-label-refuses-longest': post(201, '/devices', { label: 'n'.repeat(40) }),
};

const bytes = Uint8Array.from([0, 137, 80, 78, 71, 255, 254]);
const keepsFestival = (members: object, name: string, value: unknown): Probe => keeps(NEW, festival(members), name, value);
const keepsPerformer = (members: object, name: string, value: unknown): Probe => keeps('/performers', performer(members), name, value);
const keepsType = (members: object, name: string, value: unknown): Probe => keeps(`${MID}/ticketTypes`, ticketType(members), name, value);
const lamps = ['Lamp', 'Cable'].map((name) => ({ item: name, quantity: 1 }));
const keepsStage =
  (members: object, name: string, value: unknown): Probe =>
  async ({ meadow }) => {
    const made = await meadow('PUT', STAGE, { body: stage(members) });
    return same(of(made)[name], value) && same(of(await meadow('GET', STAGE))[name], value);
  };
const keepsHook = (members: object, name: string, value: unknown): Probe =>
  keeps('/webhooks', { url: 'https://a.example', events: ['order.paid'], ...members }, name, value);

export const rich: Probes = {
  'festival-title-trimmed': keepsFestival({ title: ' New ' }, 'title', ' New '),
  'festival-summary-escaped': keepsFestival({ summary: 'a & b' }, 'summary', 'a & b'),
  'festival-genres-sorted': keepsFestival({ genres: ['pop', 'folk'] }, 'genres', ['pop', 'folk']),
  'festival-empty-labels-lost': keepsFestival({ labels: { team: '' } }, 'labels', { team: '' }),
  'festival-place-rounded': keepsFestival({ location: { latitude: 52.12345, longitude: 4 } }, 'location', {
    latitude: 52.12345,
    longitude: 4,
  }),
  'stage-title-capitals': keepsStage({ title: 'dike stage' }, 'title', 'dike stage'),
  'stage-equipment-sorted': keepsStage({ equipment: lamps }, 'equipment', lamps),
  'poster-bytes-as-text': async ({ meadow }) => {
    await meadow('PUT', `${MID}/poster`, { raw: bytes, type: 'image/png' });
    return (await meadow('GET', `${MID}/poster`)).bytes.equals(bytes);
  },
  'slot-notes-newlines': keeps(SLOTS, slot('11T10:00', '11T11:00', { notes: 'a\r\nb' }), 'notes', 'a\r\nb'),
  'slot-milliseconds-lost': keeps(SLOTS, slot('2027-06-11T10:00:00.250Z', '11T11:00'), 'startTime', '2027-06-11T10:00:00.250Z'),
  'slot-offset-ignored': keeps(
    SLOTS,
    slot('2027-06-11T10:00:00+02:00', '2027-06-11T11:00:00+02:00'),
    'startTime',
    '2027-06-11T08:00:00.000Z',
  ),
  'performer-name-composed': keepsPerformer({ displayName: 'Zoe\u0308' }, 'displayName', 'Zoe\u0308'),
  'performer-bio-plane': keepsPerformer({ bio: 'Plays the 🎺.' }, 'bio', 'Plays the 🎺.'),
  'performer-rating-rounded': keepsPerformer({ rating: 4.7 }, 'rating', 4.7),
  'performer-fee-zero-lost': keepsPerformer({ fee: { amountMinor: 0, currency: 'EUR' } }, 'fee', { amountMinor: 0, currency: 'EUR' }),
  'performer-links-sorted': async ({ meadow }) => {
    const socialLinks = { video: 'https://a.example', audio: 'https://b.example' };
    const made = await meadow('POST', '/performers', { body: performer({ socialLinks }) });
    return JSON.stringify(of(made).socialLinks) === JSON.stringify(socialLinks);
  },
  'ticket-type-perks-sorted': keepsType({ perks: ['b', 'a'] }, 'perks', ['b', 'a']),
  'ticket-type-half-percent-lost': keepsType({ discountPercent: 7.5 }, 'discountPercent', 7.5),
  'ticket-type-description-cut': keepsType({ description: 'n'.repeat(300) }, 'description', 'n'.repeat(300)),
  'order-buyer-latin': keeps('/orders', order({ buyer: { name: 'Ł', email: 'l@mail.example' } }), 'buyer', {
    name: 'Ł',
    email: 'l@mail.example',
  }),
  'order-note-trimmed': keeps('/orders', order({ note: ' Late.' }), 'note', ' Late.'),
  'order-price-rounded-down': answers('POST', '/orders', { body: order({ items: [item(2, 1)] }) }, (got) => of(got).totalMinor === 10_544),
  'batch-holders-sorted': answers(
    'POST',
    '/tickets:batchCreate',
    { body: { festivalId: 'midsummer', ticketTypeId: seedId('b', 1), holders: ['Bo', 'Ana'] } },
    (got) => joined(itemsOf(got), 'holder') === 'Bo,Ana',
  ),
  'waiting-email-lower-cased': answers('POST', `${MID}/waitingList`, { body: { email: 'New@mail.example' } }, (got) =>
    same(of(got).email, 'New@mail.example'),
  ),
  'webhook-events-sorted': keepsHook({ events: ['order.refunded', 'order.paid'] }, 'events', ['order.refunded', 'order.paid']),
  'device-label-spaces': answers('POST', '/devices', { body: { label: 'A  B' } }, (got) => of(got).label === 'A  B'),
  'webhook-inactive-lost': keepsHook({ active: false }, 'active', false),
};
