// What the chains have from the start.
import { type Chain, emptyChain, lockerKey, type Store } from './store.ts';
import type { Booking, Course, Member, Membership, Room, Session, Studio, Trainer } from './things.ts';

const OLD = '2026-02-01T08:00:00.000Z';

const idOf = (end: string): string => `65a1f0c2b3d4e5f60718${end}`;

const studio = (id: string, code: string, name: string, city: string, others: Partial<Studio> = {}): Studio => ({
  id,
  code,
  name,
  address: { street: 'Bahnhofstrasse 1', city, postalCode: '4051', country: 'CH' },
  amenities: ['showers'],
  lockerCount: 20,
  tags: {},
  createdAt: OLD,
  updatedAt: OLD,
  ...others,
});

const room = (id: string, studioId: string, name: string, capacity: number): Room => ({
  id,
  studioId,
  name,
  capacity,
  floor: 0,
  area: null,
  equipment: [],
  createdAt: OLD,
});

const trainer = (handle: string, displayName: string, specialties: readonly string[]): Trainer => ({
  handle,
  displayName,
  email: `${handle}@example.org`,
  specialties,
  createdAt: OLD,
});

const course = (id: string, title: string, durationMinutes: number, others: Partial<Course> = {}): Course => ({
  id,
  title,
  level: 'all',
  durationMinutes,
  creditCost: 1,
  waitingListSize: 5,
  languages: ['en'],
  createdAt: OLD,
  updatedAt: OLD,
  ...others,
});

const session = (id: string, courseId: string, roomId: string, startsAt: string, endsAt: string, capacity: number): Session => ({
  id,
  courseId,
  roomId,
  startsAt: `${startsAt}:00.000Z`,
  endsAt: `${endsAt}:00.000Z`,
  status: 'scheduled',
  capacity,
  createdAt: OLD,
});

const membership = (id: string, credits: number, startsOn: string, endsOn: string): Membership => ({
  id,
  credits,
  creditsLeft: credits,
  startsOn,
  endsOn,
  price: { amount: credits * 12.5, currency: 'CHF' },
  createdAt: OLD,
});

const member = (id: string, firstName: string, lastName: string, others: Partial<Member> = {}): Member => ({
  id,
  firstName,
  lastName,
  email: `${firstName}.${lastName}@example.org`.toLowerCase(),
  newsletter: false,
  goals: [],
  memberships: [],
  locker: null,
  createdAt: OLD,
  ...others,
});

const confirmed = (id: string, sessionId: string, memberId: string, paidBy: string, creditsTaken: number): Booking => ({
  id,
  sessionId,
  memberId,
  status: 'confirmed',
  creditsTaken,
  paidBy,
  bookedBy: 'web',
  createdAt: OLD,
  cancelledAt: null,
});

function add<T extends { readonly id: string }>(things: Map<string, T>, ...all: readonly T[]): void {
  for (const one of all) things.set(one.id, one);
}

function addMembers(chain: Chain, ...members: readonly Member[]): void {
  add(chain.members, ...members);
  for (const { id, email, locker } of members) {
    chain.emails.set(email.toLowerCase(), id);
    if (locker !== null) chain.lockers.set(lockerKey(locker.studioId, locker.number), id);
  }
}

function north(): Chain {
  const chain = emptyChain();
  const [harbour, hill] = [idOf('2930'), idOf('2931')];
  add(chain.studios, studio(harbour, 'BSL01', 'Harbour', 'Basel', { amenities: ['sauna', 'showers', 'cafe'], openedOn: '2018-05-01' }));
  add(chain.studios, studio(hill, 'ZRH02', 'On the Hill', 'Zürich', { lockerCount: 8 }));
  add(chain.rooms, room(idOf('293a'), harbour, 'Main hall', 30), room(idOf('293b'), harbour, 'Small hall', 2));
  for (const one of [trainer('mila-k', 'Mila Kovač', ['yoga', 'pilates']), trainer('jonas', 'Jonas Frei', ['boxing'])])
    chain.trainers.set(one.handle, one);
  const [flow, boxing] = [idOf('2940'), idOf('2941')];
  add(chain.courses, course(flow, 'Evening flow', 60, { trainer: 'mila-k', creditCost: 2 }));
  add(chain.courses, course(boxing, 'Boxing basics', 90, { trainer: 'jonas', level: 'beginner', waitingListSize: 1 }));
  add(chain.sessions, session(idOf('2950'), flow, idOf('293a'), '2034-06-12T17:00', '2034-06-12T18:00', 30));
  add(chain.sessions, session(idOf('2951'), boxing, idOf('293b'), '2034-06-13T17:00', '2034-06-13T18:30', 2));
  const paid = membership(idOf('2981'), 50, '2026-01-01', '2034-12-31');
  paid.creditsLeft = 48;
  addMembers(
    chain,
    member(idOf('2960'), 'Ruth', 'Amsler', { memberships: [membership(idOf('2980'), 100, '2026-01-01', '2034-12-31')], newsletter: true }),
    member(idOf('2961'), 'Luca', 'Bianchi', { memberships: [paid], locker: { studioId: hill, number: 3 } }),
  );
  add(chain.bookings, confirmed(idOf('2970'), idOf('2950'), idOf('2961'), paid.id, 2));
  return chain;
}

function south(): Chain {
  const chain = emptyChain();
  const garden = idOf('3930');
  add(
    chain.studios,
    studio(garden, 'MIL01', 'Garden', 'Milano', { address: { street: 'Via Roma 7', city: 'Milano', postalCode: '20121', country: 'IT' } }),
  );
  add(chain.rooms, room(idOf('393a'), garden, 'Sala', 15));
  add(chain.courses, course(idOf('3940'), 'Stretching', 45), course(idOf('3941'), 'Rowing', 30));
  add(chain.sessions, session(idOf('3950'), idOf('3940'), idOf('393a'), '2034-06-12T17:00', '2034-06-12T17:45', 15));
  const paid = membership(idOf('3980'), 10, '2026-01-01', '2034-12-31');
  paid.creditsLeft = 9;
  addMembers(chain, member(idOf('3960'), 'Elena', 'Conti', { memberships: [paid] }));
  add(chain.bookings, confirmed(idOf('3970'), idOf('3950'), idOf('3960'), paid.id, 1));
  return chain;
}

export const createStore = (): Store => ({ north: north(), south: south() });
