// Probes of values, of what is kept, and of the form of answers.
import { header, of, times } from '../../probes.ts';
import {
  BOXING,
  course,
  entriesOf,
  FLOW,
  type GymProbe,
  type GymProbes,
  get,
  gives,
  HARBOUR,
  HILL,
  keeps,
  LUCA,
  MAIN,
  make,
  member,
  membership,
  patch,
  post,
  put,
  RUTH,
  read,
  room,
  session,
  studio,
  trainer,
  visitor,
} from './callers.ts';

const ROOMS = `/studios/${HARBOUR}/rooms`;
const MEMBERSHIPS = `/members/${RUTH}/memberships`;
const address = (others: object): object => ({
  address: { street: 'Kramgasse 2', city: 'Bern', postalCode: '3011', country: 'CH', ...others },
});

const studioGives =
  (status: number, others: object): GymProbe =>
  ({ north }) =>
    gives(status, north, '/studios', studio(others));
const roomGives =
  (status: number, others: object): GymProbe =>
  ({ north }) =>
    gives(status, north, ROOMS, room(others));
const courseGives =
  (status: number, others: object): GymProbe =>
  ({ north }) =>
    gives(status, north, '/courses', course(others));
const memberGives =
  (status: number, others: object): GymProbe =>
  ({ north }) =>
    gives(status, north, '/members', member(others));
const membershipGives =
  (status: number, others: object): GymProbe =>
  ({ north }) =>
    gives(status, north, MEMBERSHIPS, membership({ startsOn: '2036-01-01', ...others }));
const trainerGives =
  (status: number, others: object): GymProbe =>
  async ({ north }) =>
    (await put(north, '/trainers/tom', trainer(others))).status === status;

export const values: GymProbes = {
  'studio-name-of-81': studioGives(422, { name: 'a'.repeat(81) }),
  'street-of-100-refused': studioGives(201, address({ street: 'a'.repeat(100) })),
  'studio-code-with-tail': studioGives(422, { code: 'BRN071' }),
  'postal-code-of-four-refused': studioGives(201, address({ postalCode: '3011' })),
  'amenities-repeated': studioGives(422, { amenities: ['pool', 'pool'] }),
  'lockers-of-400-refused': studioGives(201, { lockerCount: 400 }),
  'south-pole-refused': studioGives(201, { coordinates: { latitude: -90, longitude: 12 } }),
  'six-tags': studioGives(422, { tags: Object.fromEntries(times(6, (index) => [`label${index}`, 'a'])) }),
  'address-with-more': studioGives(422, address({ floor: 2 })),
  'empty-studio-patch': async ({ north }) => (await patch(north, `/studios/${HARBOUR}`, {})).status === 422,
  'area-of-any-decimals': roomGives(422, { area: 20.25 }),
  'equipment-count-as-text': roomGives(422, { equipment: [{ item: 'Mat', count: '3' }] }),
  'floor-30-refused': roomGives(201, { floor: 30 }),
  'no-specialties': trainerGives(422, { specialties: [] }),
  'hourly-rate-null-refused': trainerGives(201, { hourlyRate: null }),
  'duration-any-minute': courseGives(422, { durationMinutes: 47 }),
  'level-any': courseGives(422, { level: 'expert' }),
  'four-languages-refused': courseGives(201, { languages: ['de', 'en', 'fr', 'it'] }),
  'phone-with-leading-zero': memberGives(422, { phone: '+0791234567' }),
  'birth-date-any-day': memberGives(422, { birthDate: '1990-02-30' }),
  'amount-of-10000': membershipGives(422, { price: { amount: 10_000, currency: 'CHF' } }),
  'membership-without-price': membershipGives(422, { price: undefined }),
  'membership-of-one-day-refused': membershipGives(201, { endsOn: '2036-01-01' }),
  'one-locker-too-many': async ({ north }) => (await put(north, `/members/${RUTH}/locker`, { studioId: HILL, number: 9 })).status === 422,
  'per-page-of-51': async ({ north }) => (await get(north, '/members?perPage=51')).status === 400,
  'booked-by-any-text': async ({ north }) => {
    const sessionId = await make(north, `/courses/${FLOW}/sessions`, session());
    const got = await north('POST', '/bookings', { body: { sessionId, memberId: RUTH }, headers: { 'x-booked-by': 'Desk 7' } });
    return got.status === 400;
  },
  'patch-as-plain-json': async ({ north }) => (await north('PATCH', `/studios/${HARBOUR}`, { body: { name: 'Harbour' } })).status === 415,
};

export const richValues: GymProbes = {
  'coordinates-of-zero-lost': ({ north }) => keeps(north, '/studios', studio(), 'coordinates', { latitude: 0, longitude: 6.5 }),
  'tag-names-in-lower-case': ({ north }) => keeps(north, '/studios', studio(), 'tags', { Region: 'East', zoneB: 'ß' }),
  'address-replaced-by-patch': async ({ north }) => {
    const before = (await read(north, `/studios/${HARBOUR}`)).address as object;
    const got = of(await patch(north, `/studios/${HARBOUR}`, { address: { city: 'Riehen' } }));
    return JSON.stringify(got.address) === JSON.stringify({ ...before, city: 'Riehen' });
  },
  'combining-marks-lost': async ({ north }) => {
    const displayName = 'Zoe\u0301 Ångström';
    return of(await put(north, '/trainers/zoe', trainer({ displayName }))).displayName === displayName;
  },
  'description-in-one-line': ({ north }) => keeps(north, '/courses', course(), 'description', 'Bring:\n- a towel\n- water'),
  'offset-of-start-lost': ({ north }) =>
    keeps(north, `/courses/${FLOW}/sessions`, session(), 'startsAt', '2034-08-01T10:00:00+02:00', '2034-08-01T08:00:00.000Z'),
  'names-counted-in-units': ({ north }) => keeps(north, '/members', member(), 'lastName', '𝒜'.repeat(50)),
  'leap-day-of-2000-refused': ({ north }) => keeps(north, '/members', member(), 'birthDate', '2000-02-29'),
  'cents-cut-off': async ({ north }) => {
    const got = await post(north, MEMBERSHIPS, membership({ startsOn: '2036-01-01', price: { amount: 0.29, currency: 'EUR' } }));
    return (of(got).price as { readonly amount: number }).amount === 0.29;
  },
};

export const responses: GymProbes = {
  'room-without-location': async ({ north }) => header(await post(north, ROOMS, room()), 'location') !== null,
  'trainer-always-added': async ({ north }) => (await put(north, '/trainers/jonas', trainer())).status === 200,
  'rooms-missing-in-list': async ({ north }) => entriesOf(await get(north, '/studios')).every(({ rooms }) => Array.isArray(rooms)),
  'end-without-offset': async ({ north }) => {
    const [first] = entriesOf(await get(north, '/sessions'));
    return /Z$/.test(String(first?.endsAt));
  },
  'all-spots-left-in-list': async ({ north }) => {
    const [first] = entriesOf(await get(north, '/sessions'));
    const shown = await read(north, `/sessions/${first?.id}`);
    return shown.spotsLeft === 29 && first?.spotsLeft === 29;
  },
  'locker-released-with-body': async ({ north }) => (await north('DELETE', `/members/${LUCA}/locker`)).status === 204,
  'booking-location-by-session': async ({ north }) => {
    const sessionId = await make(north, `/courses/${BOXING}/sessions`, session());
    const got = await post(north, '/bookings', { sessionId, memberId: await visitor(north, 'ada') });
    return header(got, 'location') === `/bookings/${of(got).id}`;
  },
  'not-found-as-text': async ({ north }) =>
    header(await get(north, `/rooms/${MAIN.replace(/.$/, 'f')}`), 'content-type')?.startsWith('application/json') === true,
  'conflict-with-another-code': async ({ north }) => {
    const got = await north('DELETE', `/courses/${FLOW}`);
    return got.status === 409 && of(got).statusCode === 409;
  },
};
