// Probes of what one request changes for another one, and of who may do what.
import type { Send } from '../../client.ts';
import { of, statusesOfTwo } from '../../probes.ts';
import {
  BOOKED,
  book,
  course,
  creditsOf,
  EVENING,
  entriesOf,
  FLOW,
  fill,
  type GymProbes,
  get,
  gives,
  HARBOUR,
  HILL,
  LUCA,
  make,
  member,
  membership,
  patch,
  post,
  put,
  RUTH,
  read,
  room,
  SMALL,
  SOUTH,
  SPARRING,
  session,
  studio,
  trainer,
  visitor,
} from './callers.ts';

const remove = async (send: Send, path: string): Promise<number> => (await send('DELETE', path)).status;
const statusAt = async (send: Send, path: string): Promise<number> => (await get(send, path)).status;
const cancel = async (send: Send, path: string): Promise<number> => (await post(send, `${path}/cancel`)).status;
const SESSIONS = `/courses/${FLOW}/sessions`;

export const sequences: GymProbes = {
  'room-names-by-case': ({ north }) => gives(409, north, `/studios/${HARBOUR}/rooms`, room({ name: 'MAIN HALL' })),
  'room-names-unique-in-chain': ({ north }) => gives(201, north, `/studios/${HILL}/rooms`, room({ name: 'Main hall' })),
  'rooms-outlive-studio': async ({ north }) => {
    const id = await make(north, '/studios', studio());
    const made = await make(north, `/studios/${id}/rooms`, room());
    return (await remove(north, `/studios/${id}`)) === 204 && (await statusAt(north, `/rooms/${made}`)) === 404;
  },
  'trainer-stays-with-courses': async ({ north }) =>
    (await remove(north, '/trainers/mila-k')) === 204 && (await read(north, `/courses/${FLOW}`)).trainer === null,
  'replaced-trainer-keeps-rest': async ({ north }) => {
    await put(north, '/trainers/tom', trainer({ bio: 'Climbs.' }));
    return of(await put(north, '/trainers/tom', trainer())).bio === null;
  },
  'patched-trainer-unknown': async ({ north }) => (await patch(north, `/courses/${FLOW}`, { trainer: 'no-one' })).status === 422,
  'duration-changed-when-scheduled': async ({ north }) => (await patch(north, `/courses/${FLOW}`, { durationMinutes: 75 })).status === 409,
  'course-deleted-when-scheduled': async ({ north }) => (await remove(north, `/courses/${FLOW}`)) === 409,
  'no-session-right-after': ({ north }) => gives(201, north, SESSIONS, session({ startsAt: '2034-06-12T18:00:00Z' })),
  'cancelled-session-takes-room': async ({ north }) =>
    (await cancel(north, `/sessions/${EVENING}`)) === 200 && gives(201, north, SESSIONS, session({ startsAt: '2034-06-12T17:30:00Z' })),
  'session-cancelled-twice': async ({ north }) =>
    (await cancel(north, `/sessions/${EVENING}`)) === 200 && (await cancel(north, `/sessions/${EVENING}`)) === 409,
  'bookings-outlive-session': async ({ north }) =>
    (await cancel(north, `/sessions/${EVENING}`)) === 200 && (await read(north, `/bookings/${BOOKED}`)).status === 'cancelled',
  'patched-email-taken': async ({ north }) => (await patch(north, `/members/${LUCA}`, { email: 'Ruth.Amsler@example.org' })).status === 409,
  'member-deleted-while-waiting': async ({ north }) => {
    await fill(north);
    const id = await visitor(north, 'ada');
    return of(await book(north, SPARRING, id)).status === 'waiting' && (await remove(north, `/members/${id}`)) === 409;
  },
  'memberships-share-a-day': ({ north }) => gives(409, north, `/members/${RUTH}/memberships`, membership({ startsOn: '2034-12-31' })),
  'old-locker-kept': async ({ north }) => {
    await put(north, `/members/${LUCA}/locker`, { studioId: HILL, number: 4 });
    return (await put(north, `/members/${RUTH}/locker`, { studioId: HILL, number: 3 })).status === 200;
  },
  'cancelled-session-booked': async ({ north }) =>
    (await cancel(north, `/sessions/${SPARRING}`)) === 200 && (await book(north, SPARRING, RUTH)).status === 409,
  'never-booked-again': async ({ north }) =>
    (await cancel(north, `/bookings/${BOOKED}`)) === 200 && (await book(north, EVENING, LUCA)).status === 201,
  'credits-not-given-back': async ({ north }) =>
    (await cancel(north, `/bookings/${BOOKED}`)) === 200 && (await creditsOf(north, LUCA)) === 50,
  'nobody-moves-up': async ({ north }) => {
    const [first] = await fill(north);
    const waiting = await make(north, '/bookings', { sessionId: SPARRING, memberId: await visitor(north, 'ada') });
    await cancel(north, `/bookings/${first}`);
    return (await read(north, `/bookings/${waiting}`)).status === 'confirmed';
  },
  'two-members-at-once': async ({ north }) => (await statusesOfTwo(north, 'POST', '/members', member())) === '201,409',
  'last-spot-booked-twice': async ({ north }) => {
    const id = await make(north, '/courses', course({ maxParticipants: 1, waitingListSize: 0 }));
    const sessionId = await make(north, `/courses/${id}/sessions`, session({ roomId: SMALL }));
    const got = await Promise.all([RUTH, LUCA].map((one) => book(north, sessionId, one)));
    const statuses = got.map(({ status }) => status).toSorted((a, b) => a - b);
    return statuses.join() === '201,409';
  },
};

export const accounts: GymProbes = {
  'key-by-its-beginning': async ({ longer, north }) =>
    (await statusAt(longer, '/studios')) === 401 && (await statusAt(north, '/studios')) === 200,
  'reception-adds-trainers': async ({ reception }) => (await put(reception, '/trainers/tom', trainer())).status === 403,
  'reception-cancels-sessions': async ({ reception }) => (await cancel(reception, `/sessions/${EVENING}`)) === 403,
  'course-of-others-deleted': async ({ north, south }) =>
    (await remove(north, `/courses/${SOUTH.course}`)) === 404 && (await statusAt(south, `/courses/${SOUTH.course}`)) === 200,
  'session-of-others-read': async ({ north, south }) =>
    (await statusAt(north, `/sessions/${SOUTH.session}`)) === 404 && (await statusAt(south, `/sessions/${SOUTH.session}`)) === 200,
  'bookings-of-others-listed': async ({ north, south }) => {
    const mine = entriesOf(await get(south, '/bookings')).map(({ id }) => id);
    return mine.join() === SOUTH.booking && !entriesOf(await get(north, '/bookings')).some(({ id }) => id === SOUTH.booking);
  },
};
