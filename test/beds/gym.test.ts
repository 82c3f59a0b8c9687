// The bed `gym`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import { callers } from '../../bench/beds/gym/probes/callers.ts';
import { probes } from '../../bench/beds/gym/probes/index.ts';
import { createGym, documentPath, listen } from '../../bench/beds/gym/server.ts';
import { of } from '../../bench/beds/probes.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, taggedBy, testLists, unproven } from './proofs.ts';

const judge = judgeBy(readDocument(documentPath));
const { call, example, rest } = judge;

const service = served(listen);

const idWith = (end: string): string => `65a1f0c2b3d4e5f60718${end}`;
const ids = {
  studioId: idWith('2930'),
  roomId: idWith('293a'),
  courseId: idWith('2940'),
  sessionId: idWith('2950'),
  memberId: idWith('2960'),
  bookingId: idWith('2970'),
  handle: 'mila-k',
};
const SPARRING = { sessionId: idWith('2951') };
const LUCA = { memberId: idWith('2961') };
const { change } = taggedBy(judge, ids);
const idOf = (thing: { readonly json: unknown }): string => String((thing.json as { id: unknown }).id);
const patch = (body: object) => ({ body, type: 'application/merge-patch+json' });
const paging = (got: Parameters<typeof of>[0]): unknown => of(got).pagination;

testLists('gym', probes);

test('answers each operation as its document says', async () => {
  const { north, reception } = callers(service.url);
  const found = await call(reception, 200, 'listStudios', {}, { query: '?q=HARB&city=Basel&amenities=cafe,sauna&sort=-name' });
  expect(of(found)).toMatchObject({ entries: [{ id: ids.studioId, rooms: [{ name: 'Main hall' }, { name: 'Small hall' }] }] });
  expect(paging(found)).toEqual({ page: 1, perPage: 20, totalEntries: 1, totalPages: 1, nextPage: null });
  const studio = { studioId: idOf(await call(north, 201, 'createStudio', {}, example('createStudio'))) };
  await call(north, 409, 'createStudio', {}, example('createStudio'));
  const own = await call(north, 200, 'updateStudio', studio, example('updateStudio'));
  expect(of(own)).toMatchObject({ address: { street: 'Uferweg 12', postalCode: '4058' }, website: null, tags: { zone: 'b' } });
  expect(of(own).tags).toEqual({ zone: 'b' });
  await change(north, 'getStudio', 'updateStudio');
  await call(north, 409, 'updateStudio', { studioId: idWith('2931') }, patch({ lockerCount: 2 }));
  const made = { roomId: idOf(await call(north, 201, 'createRoom', studio, example('createRoom'))) };
  await call(north, 409, 'createRoom', studio, example('createRoom'));
  await call(reception, 200, 'getRoom', made);
  await call(north, 409, 'deleteStudio', ids);
  await call(north, 409, 'deleteStudio', { studioId: idWith('2931') });
  await call(north, 204, 'deleteStudio', studio);
  await call(north, 404, 'getStudio', studio);
  await call(north, 404, 'getRoom', made);

  expect(paging(await call(reception, 200, 'listTrainers', {}, { query: '?specialty=yoga' }))).toMatchObject({ totalEntries: 1 });
  await call(north, 200, 'putTrainer', ids, example('putTrainer'));
  await call(north, 201, 'putTrainer', { handle: 'tom-3' }, example('putTrainer'));
  const query = '?level=all,beginner&trainer=jonas&maxDuration=90&sort=-durationMinutes';
  expect(paging(await call(reception, 200, 'listCourses', {}, { query }))).toMatchObject({ totalEntries: 1 });
  const course = { courseId: idOf(await call(north, 201, 'createCourse', {}, example('createCourse'))) };
  await change(north, 'getCourse', 'updateCourse');
  await call(north, 204, 'deleteTrainer', ids);
  expect(of(await call(north, 200, 'getCourse', course)).trainer).toBeNull();

  const scheduled = await call(north, 201, 'createSession', course, example('createSession'));
  const session = { sessionId: idOf(scheduled) };
  expect(of(scheduled)).toMatchObject({ startsAt: '2035-09-03T05:30:00.000Z', endsAt: '2035-09-03T06:15:00.000Z', spotsLeft: 12 });
  await call(north, 409, 'createSession', ids, example('createSession'));
  await call(north, 422, 'createSession', ids, { body: { roomId: ids.roomId, startsAt: '2020-01-01T10:00:00Z' } });
  await call(north, 422, 'createSession', ids, { body: { roomId: ids.roomId, startsAt: '9999-12-31T23:59:59Z' } });
  const span = `?courseId=${course.courseId}&roomId=${ids.roomId}&status=scheduled&from=2035-09-03T05:30:00Z&to=2035-09-03T07:30:01%2B02:00`;
  expect(paging(await call(reception, 200, 'listSessions', {}, { query: span }))).toMatchObject({ totalEntries: 1 });
  await call(north, 409, 'updateCourse', course, patch({ durationMinutes: 60 }));
  await call(north, 409, 'deleteCourse', course);
  await call(north, 200, 'cancelSession', session);
  await call(north, 409, 'cancelSession', session);
  await call(north, 204, 'deleteCourse', course);
  await call(north, 404, 'getSession', session);

  const member = { memberId: idOf(await call(reception, 201, 'createMember', {}, example('createMember'))) };
  await call(reception, 409, 'createMember', {}, example('createMember'));
  const wanted = '?q=brunn&email=AICHA.BRUNNER@example.org&newsletter=true&sort=-createdAt';
  expect(paging(await call(reception, 200, 'listMembers', {}, { query: wanted }))).toMatchObject({ totalEntries: 1 });
  await change(reception, 'getMember', 'updateMember');
  await call(reception, 409, 'updateMember', member, patch({ email: 'Ruth.Amsler@example.org' }));
  await call(reception, 201, 'createMembership', ids, example('createMembership'));
  await call(reception, 409, 'createMembership', ids, example('createMembership'));
  await call(reception, 200, 'assignLocker', ids, example('assignLocker'));
  await call(reception, 409, 'assignLocker', member, example('assignLocker'));
  await call(reception, 204, 'releaseLocker', ids);
  await call(reception, 404, 'releaseLocker', ids);

  const booked = await call(reception, 201, 'createBooking', {}, { ...example('createBooking'), headers: { 'x-booked-by': 'desk' } });
  expect(of(booked)).toMatchObject({ status: 'confirmed', position: null, creditsTaken: 2, bookedBy: 'desk' });
  await call(reception, 409, 'createBooking', {}, example('createBooking'));
  const booking = { bookingId: idOf(booked) };
  await call(reception, 200, 'getBooking', booking);
  expect(of(await call(reception, 200, 'getMember', ids)).memberships).toMatchObject([{ creditsLeft: 98 }, { creditsLeft: 20 }]);
  expect(of(await call(reception, 200, 'getSession', ids))).toMatchObject({ confirmed: 2, spotsLeft: 28 });
  await call(north, 409, 'deleteMember', ids);
  await call(reception, 200, 'cancelBooking', booking);
  await call(reception, 409, 'cancelBooking', booking);
  const filter = `?sessionId=${ids.sessionId}&memberId=${ids.memberId}&status=waiting,cancelled`;
  expect(paging(await call(reception, 200, 'listBookings', {}, { query: filter }))).toMatchObject({ totalEntries: 1 });
  await call(north, 204, 'deleteMember', ids);
  await call(reception, 404, 'getBooking', booking);
  expect(rest()).toEqual([]);
});

test('keeps a waiting list', async () => {
  await service.restart();
  const { north, reception } = callers(service.url);
  const book = (status: number, memberId: string) => call(reception, status, 'createBooking', {}, { body: { ...SPARRING, memberId } });
  const visitors: string[] = [];
  for (const [index, credits] of [1, 1].entries()) {
    const body = { firstName: 'Vi', lastName: 'Sitor', email: `v${index}@example.org` };
    const memberId = idOf(await call(reception, 201, 'createMember', {}, { body }));
    const price = { amount: 9.5, currency: 'CHF' };
    await call(
      reception,
      201,
      'createMembership',
      { memberId },
      { body: { credits, startsOn: '2034-06-13', endsOn: '2034-06-13', price } },
    );
    visitors.push(memberId);
  }
  const [first = '', second = ''] = visitors;
  await call(north, 200, 'updateCourse', { courseId: idWith('2941') }, patch({ waitingListSize: 2 }));
  const leaves = { bookingId: idOf(await book(201, ids.memberId)) };
  await book(201, LUCA.memberId);
  expect(of(await book(201, first))).toMatchObject({ status: 'waiting', position: 1, creditsTaken: 0 });
  const last = await book(201, second);
  expect(of(last)).toMatchObject({ status: 'waiting', position: 2 });
  await call(north, 200, 'updateCourse', { courseId: idWith('2941') }, patch({ creditCost: 2 }));
  await call(reception, 200, 'cancelBooking', leaves);
  expect(of(await call(reception, 200, 'getSession', SPARRING))).toMatchObject({ confirmed: 1, waiting: 2 });
  const price = { amount: 0, currency: 'EUR' };
  await call(reception, 201, 'createMembership', ids, { body: { credits: 1, startsOn: '2040-01-01', price } });
  await book(409, LUCA.memberId);
  await call(north, 200, 'cancelSession', SPARRING);
  expect(of(await call(reception, 200, 'getBooking', { bookingId: idOf(last) }))).toMatchObject({ status: 'cancelled', position: null });
  expect(of(await call(reception, 200, 'getMember', LUCA)).memberships).toMatchObject([{ creditsLeft: 48 }]);
  await book(409, first);
});

test('refuses as its document says', async () => {
  const { north, south, reception, stranger } = callers(service.url);
  await call(stranger, 401, 'listStudios');
  await call(reception, 403, 'createStudio', {}, example('createStudio'));
  await call(reception, 403, 'deleteMember', ids);
  await call(north, 400, 'listStudios', {}, { query: '?page=1&page=2' });
  await call(north, 400, 'listMembers', {}, { query: '?perPage=51' });
  await call(north, 400, 'getStudio', { studioId: 'short' });
  await call(north, 400, 'createStudio', {}, { raw: '{', type: 'application/json' });
  await call(north, 415, 'createStudio', {}, { raw: '{}', type: 'text/plain' });
  await call(north, 415, 'updateStudio', ids, { body: { name: 'A' } });
  expect(of(await call(north, 422, 'createRoom', ids, { body: { name: 'A', capacity: 0 } })).issues).toMatchObject([{ path: '/capacity' }]);
  const hours = [{ day: 'mon', opens: '09:00', closes: '08:00' }];
  await call(north, 422, 'updateStudio', ids, patch({ openingHours: hours }));
  await call(north, 422, 'updateStudio', ids, patch({ openingHours: [...'ab'].map(() => ({ ...hours[0], closes: '10:00' })) }));
  await call(north, 422, 'updateStudio', ids, patch({ tags: Object.fromEntries([...'abcdef'].map((name) => [name, name])) }));
  await call(north, 422, 'createMember', {}, { body: { firstName: 'A', lastName: 'B', email: 'a@example.org', birthDate: '2090-01-01' } });
  await call(north, 422, 'assignLocker', ids, { body: { studioId: ids.studioId, number: 21 } });
  await call(south, 404, 'getStudio', ids);
  await call(south, 422, 'createBooking', {}, example('createBooking'));
  const wrong = await north('DELETE', '/studios');
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createGym, callers)).toEqual([]);
});
