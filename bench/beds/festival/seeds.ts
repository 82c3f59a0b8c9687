// What the festival service has when it starts.
import { createHash } from 'node:crypto';
import { type Account, type FestivalRecord, Store } from './store.ts';
import type { Device, Festival, Order, Performer, Slot, Stage, Ticket, TicketType, WaitingEntry, Webhook } from './things.ts';

/** The id of a seed: `a` performers, `b` ticket types, `c` slots, `d` orders, `e` tickets, `f` webhooks, `8` waiting entries, `9` devices. */
export const seedId = (kind: 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | '8' | '9', number: number): string =>
  `00000000-0000-4000-8000-${`${kind}${number}`.padStart(12, '0')}`;

const day = (number: number): string => new Date(Date.UTC(2026, 0, number, 8)).toISOString();
const times = (number: number): { createTime: string; updateTime: string } => ({ createTime: day(number), updateTime: day(number) });

const festival = (festivalId: string, number: number, more: Partial<Festival> & { summary?: string }): Festival => ({
  festivalId,
  title: 'Midsummer',
  city: 'Utrecht',
  timeZone: 'Europe/Amsterdam',
  startDate: '2027-06-11',
  endDate: '2027-06-13',
  capacity: 40,
  currency: 'EUR',
  genres: [],
  minimumAge: 0,
  labels: {},
  state: 'published',
  ...times(number),
  ...more,
});

const stage = (stageId: string, festivalId: string, number: number, more: Partial<Stage>): Stage => ({
  stageId,
  festivalId,
  title: 'Main',
  kind: 'open',
  capacity: 30,
  covered: false,
  equipment: [],
  ...times(number),
  ...more,
});

const performer = (number: number, displayName: string, more: Partial<Performer> = {}): Performer => ({
  performerId: seedId('a', number),
  displayName,
  country: 'NL',
  genres: [],
  socialLinks: {},
  active: true,
  bankAccount: 'NL91ABNA0417164300',
  ...times(number),
  ...more,
});

const slot = (number: number, stageId: string, performerNumber: number, startTime: string, endTime: string): Slot => ({
  slotId: seedId('c', number),
  festivalId: 'midsummer',
  stageId,
  performerId: seedId('a', performerNumber),
  startTime: `2027-06-${startTime}:00.000Z`,
  endTime: `2027-06-${endTime}:00.000Z`,
  setKind: 'concert',
  ...times(30 + number),
});

const ticketType = (number: number, festivalId: string, title: string, amountMinor: number, more: Partial<TicketType>): TicketType => ({
  ticketTypeId: seedId('b', number),
  festivalId,
  title,
  price: { amountMinor, currency: 'EUR' },
  discountPercent: 0,
  quota: 20,
  maxPerOrder: 6,
  perks: [],
  onSale: true,
  ...times(20 + number),
  ...more,
});

const order = (
  number: number,
  buyerName: string,
  items: Order['items'],
  ticketNumbers: readonly number[],
  more: Partial<Order>,
): Order => ({
  orderId: seedId('d', number),
  festivalId: 'midsummer',
  buyer: { name: buyerName, email: `buyer${number}@mail.example` },
  items,
  state: 'paid',
  channel: 'online',
  totalMinor: items.reduce((sum, { quantity, unitPriceMinor }) => sum + quantity * unitPriceMinor, 0),
  currency: 'EUR',
  ticketIds: ticketNumbers.map((one) => seedId('e', one)),
  ...times(40 + number),
  ...more,
});

const ticket = (number: number, orderNumber: number | undefined, more: Partial<Ticket>): Ticket => ({
  ticketId: seedId('e', number),
  festivalId: 'midsummer',
  ticketTypeId: seedId('b', 1),
  ...(orderNumber === undefined ? {} : { orderId: seedId('d', orderNumber) }),
  holder: 'Bo Dahl',
  state: 'valid',
  createTime: day(40 + (orderNumber ?? 0)),
  ...more,
});

const waitingEntry = (number: number, state: WaitingEntry['state'], email: string): WaitingEntry => ({
  entryId: seedId('8', number),
  email,
  partySize: number,
  state,
  createTime: day(50 + number),
});

const record = (value: Festival): FestivalRecord => ({ value, stages: new Map(), ticketTypes: new Map(), waiting: [] });

const DAY_TICKET = { ticketTypeId: seedId('b', 1), unitPriceMinor: 4500 };

const FESTIVALS: readonly Festival[] = [
  festival('midsummer', 1, {
    genres: ['folk', 'pop'],
    summary: 'Songs & stories by the river.',
    labels: { team: 'south' },
    minimumAge: 16,
  }),
  festival('winterlight', 2, {
    title: 'Winter Light',
    city: 'Gent',
    startDate: '2027-12-03',
    endDate: '2027-12-05',
    capacity: 150,
    state: 'draft',
  }),
  festival('spring-fair', 3, {
    title: 'Spring Fair',
    city: 'Utrecht-Oost',
    startDate: '2027-04-02',
    endDate: '2027-04-03',
    capacity: 500,
    genres: ['jazz'],
  }),
  festival('may-days', 4, {
    title: 'May Days',
    city: 'Gouda',
    startDate: '2026-05-01',
    endDate: '2026-05-02',
    capacity: 90,
    state: 'cancelled',
  }),
];

const PERFORMERS: readonly Performer[] = [
  performer(1, 'Anna Vos', {
    rating: 4.2,
    genres: ['folk', 'jazz'],
    contact: { email: 'anna@vos.example', phone: '+31611223344' },
    bio: 'Sings.',
  }),
  performer(2, 'brass & co', { country: 'BE', genres: ['jazz'], active: false, socialLinks: { video: 'https://video.example/brass' } }),
  performer(3, 'Delta Five', { country: 'GB', rating: 3.5, genres: ['rock'], fee: { amountMinor: 250_000, currency: 'GBP' } }),
  performer(4, 'Calm Sea', { rating: 5, genres: ['electronic'], bio: 'Once played with Anna Vos.' }),
];

const TYPES: readonly TicketType[] = [
  ticketType(1, 'midsummer', 'Day', 4500, { perks: ['Shuttle', 'Locker'] }),
  ticketType(2, 'midsummer', 'Camping', 12_050, { quota: 5, discountPercent: 12.5, maxPerOrder: 4 }),
  ticketType(3, 'midsummer', 'Press', 0, { quota: 3, onSale: false }),
  ticketType(4, 'spring-fair', 'Entry', 2000, { quota: 400 }),
];

const SLOTS: readonly Slot[] = [
  slot(1, 'main', 1, '11T20:00', '11T21:30'),
  slot(2, 'main', 2, '12T18:00', '12T19:00'),
  slot(3, 'tent', 2, '11T22:00', '11T23:00'),
];

const WEBHOOKS: readonly Webhook[] = [
  { webhookId: seedId('f', 1), url: 'https://hooks.meadow.example/a', events: ['order.paid'], active: true, createTime: day(60) },
  { webhookId: seedId('f', 2), url: 'https://hooks.meadow.example/b', events: ['order.expired'], active: false, createTime: day(61) },
];

/** A paid, a refunded, an expired, a checked in and a reserved order, and a ticket that was given away. */
function sell(store: Store, { orders, tickets }: Account): void {
  const now = store.now();
  const expireTime = new Date(Date.parse(now) + 900_000).toISOString();
  const one = [{ ...DAY_TICKET, quantity: 1 }];
  const camping = { ticketTypeId: seedId('b', 2), quantity: 1, unitPriceMinor: 10_544 };
  const made = [
    order(1, 'Iris "Fox" Lund, Jr.', [...one, camping], [1, 2], { paidTime: day(41), paymentMethod: 'card', note: 'Vegan.' }),
    order(2, 'Bo Dahl', one, [3], {
      state: 'refunded',
      paidTime: day(42),
      paymentMethod: 'cash',
      refundedMinor: 4500,
      refundReason: 'Ill.',
    }),
    order(3, 'Bo Dahl', one, [4], { state: 'expired' }),
    order(4, 'Bo Dahl', one, [5], { state: 'checkedIn', paidTime: day(44), paymentMethod: 'card', channel: 'boxOffice' }),
    order(5, 'Bo Dahl', [{ ...DAY_TICKET, quantity: 2 }], [6, 7], { state: 'reserved', expireTime, createTime: now, updateTime: now }),
  ];
  for (const value of made) orders.set(value.orderId, value);
  const given = [
    ticket(1, 1, { holder: 'Iris "Fox" Lund, Jr.' }),
    ticket(2, 1, { holder: 'Iris "Fox" Lund, Jr.', ticketTypeId: seedId('b', 2) }),
    ticket(3, 2, { state: 'void' }),
    ticket(4, 3, { state: 'void' }),
    ticket(5, 4, { state: 'checkedIn', gate: 'north-1', checkInTime: day(45) }),
    ticket(6, 5, { state: 'reserved', createTime: now }),
    ticket(7, 5, { state: 'reserved', createTime: now }),
    ticket(8, undefined, { holder: 'Ana Sousa' }),
  ];
  for (const value of given) tickets.set(value.ticketId, value);
}

function fillMeadow(store: Store, account: Account): void {
  for (const value of FESTIVALS) account.festivals.set(value.festivalId, record(value));
  for (const value of PERFORMERS) account.performers.set(value.performerId, value);
  for (const value of TYPES) account.festivals.get(value.festivalId)?.ticketTypes.set(value.ticketTypeId, value);
  const midsummer = account.festivals.get('midsummer') ?? record(festival('midsummer', 1, {}));
  midsummer.stages.set('main', {
    value: stage('main', 'midsummer', 11, { equipment: [{ item: 'Monitor', quantity: 4 }] }),
    slots: new Map(),
  });
  midsummer.stages.set('tent', {
    value: stage('tent', 'midsummer', 12, { title: 'Big Tent', kind: 'tent', capacity: 10 }),
    slots: new Map(),
  });
  account.festivals
    .get('spring-fair')
    ?.stages.set('barn', { value: stage('barn', 'spring-fair', 13, { title: 'Barn', kind: 'hall', capacity: 200 }), slots: new Map() });
  for (const value of SLOTS) midsummer.stages.get(value.stageId)?.slots.set(value.slotId, value);
  const bytes = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  midsummer.poster = { look: { mediaType: 'image/png', sizeBytes: bytes.length, sha256, updateTime: day(5) }, bytes };
  midsummer.waiting = [
    waitingEntry(1, 'offered', 'ada@mail.example'),
    waitingEntry(2, 'waiting', 'ben@mail.example'),
    waitingEntry(3, 'waiting', 'cleo@mail.example'),
  ];
  sell(store, account);
  for (const value of WEBHOOKS) account.webhooks.set(value.webhookId, { value, secret: `whs_seeded${value.webhookId}`, pings: [] });
  const device: Device = { deviceId: seedId('9', 1), label: 'Old tablet', mode: 'scan', createTime: day(70) };
  account.devices.set(device.deviceId, { value: device, key: `bok_${'s'.repeat(32)}` });
  account.keys.set(`bok_${'s'.repeat(32)}`, device);
}

function fillHarbour({ festivals, performers, orders, tickets }: Account): void {
  const dockside = record(festival('dockside', 9, { title: 'Dockside', city: 'Bremen' }));
  dockside.stages.set('quay', { value: stage('quay', 'dockside', 19, { title: 'Quay' }), slots: new Map() });
  dockside.ticketTypes.set(seedId('b', 9), ticketType(9, 'dockside', 'Quay', 3000, {}));
  festivals.set('dockside', dockside);
  performers.set(seedId('a', 9), performer(9, 'Harbour Choir', { bio: 'Anna Vos leads it.' }));
  const items = [{ ticketTypeId: seedId('b', 9), quantity: 1, unitPriceMinor: 3000 }];
  orders.set(seedId('d', 9), order(9, 'Uwe Horn', items, [9], { festivalId: 'dockside', paidTime: day(49), paymentMethod: 'card' }));
  tickets.set(seedId('e', 9), ticket(9, 9, { festivalId: 'dockside', ticketTypeId: seedId('b', 9), holder: 'Uwe Horn' }));
}

export function createStore(): Store {
  const store = new Store();
  fillMeadow(store, store.account('meadow'));
  fillHarbour(store.account('harbour'));
  return store;
}
