// Probes of responses, of conditions, and of what callers may do.
import type { Got, Send } from '../../client.ts';
import { ANY, etag, header, location, of } from '../../probes.ts';
import { credentials } from '../server.ts';
import {
  CLASSES,
  elementsOf,
  PUPILS,
  patch,
  place,
  pupil,
  remove,
  type SchoolProbes,
  schoolClass,
  statusOf,
  TRIPS,
  trip,
} from './callers.ts';

const OLD = { 'if-match': '"old"' };
const CONSENT = { consent: true };
const SEVEN = `/classes/${CLASSES.seven}`;
const MIA = `/pupils/${PUPILS.mia}`;
const LAKE = `/trips/${TRIPS.lake}`;
const again = (send: Send): Promise<Got> => send('PUT', place(TRIPS.lake, PUPILS.mia), { body: CONSENT });

const responses: SchoolProbes = {
  'create-class-200': async ({ office }) => (await statusOf(office, 'POST', '/classes', schoolClass())) === 201,
  'trip-location-of-list': async ({ office }) => {
    const made = await office('POST', '/trips', { body: trip() });
    return location(made) === `/trips/${of(made).id}`;
  },
  'delete-pupil-200': async ({ office }) => (await remove(office, PUPILS.tom)).status === 204,
  'sign-up-again-201': async ({ teacher }) => (await again(teacher)).status === 200,
  'signed-up-at-moves': async ({ teacher }) => of(await again(teacher)).signedUpAt === '2026-06-01T08:00:00.000Z',
  'teachers-list-no-count': async ({ office }) => elementsOf(await office('GET', '/teachers?subject=ENG'))[0]?.lessonCount === 2,
  'classes-list-no-count': async ({ office }) => elementsOf(await office('GET', '/classes?grade=7'))[0]?.pupilCount === 2,
  'class-updated-at-stays': async ({ office }) => {
    const { createdAt, updatedAt } = of(await patch(office, SEVEN, { room: 'A108' }));
    return String(updatedAt) > String(createdAt);
  },
  'trip-times-as-sent': async ({ office }) => of(await office('POST', '/trips', { body: trip() })).departsAt === '2040-04-04T07:00:00.000Z',
  'no-allow': async ({ office }) => header(await office('DELETE', '/years'), 'allow') === 'GET, HEAD, POST',
  'conflict-word': async ({ office }) => of(await office('POST', '/classes', { body: schoolClass({ name: '7b' }) })).error === 'conflict',
};

const conditions: SchoolProbes = {
  'delete-pupil-no-match': async ({ office }) => (await remove(office, PUPILS.tom, OLD)).status === 412,
  'if-none-match-single': async ({ office }) => {
    const tag = etag(await office('GET', MIA));
    return (await office('GET', MIA, { headers: { 'if-none-match': `"old", ${tag}` } })).status === 304;
  },
  'class-tag-without-count': async ({ office }) => {
    const before = etag(await office('GET', SEVEN));
    await office('POST', '/pupils', { body: pupil() });
    return etag(await office('GET', SEVEN)) !== before;
  },
  'trip-tag-without-participants': async ({ office }) => {
    const before = etag(await office('GET', LAKE));
    await office('PUT', place(TRIPS.lake, PUPILS.tom), { body: CONSENT });
    return etag(await office('GET', LAKE)) !== before;
  },
  'head-without-tag': async ({ office }) => etag(await office('HEAD', MIA)) === etag(await office('GET', MIA)),
  'if-match-star-refused': async ({ office }) => (await patch(office, SEVEN, { room: 'A108' }, ANY)).status === 200,
  'failed-match-changes': async ({ office }) => {
    const refused = await patch(office, MIA, { busStop: 'Mill' }, OLD);
    return refused.status === 412 && of(await office('GET', MIA)).busStop === null;
  },
};

const accounts: SchoolProbes = {
  'teacher-changes-pupils': async ({ teacher }) => (await patch(teacher, MIA, { busStop: 'Mill' })).status === 403,
  'teacher-no-sign-up': async ({ teacher }) => (await statusOf(teacher, 'PUT', place(TRIPS.lake, PUPILS.tom), CONSENT)) === 201,
  'office-note-listed': async ({ teacher }) =>
    elementsOf(await teacher('GET', '/pupils')).every((one) => !Object.hasOwn(one, 'officeNote')),
  'pupil-of-other-school': async ({ office }) => (await office('GET', `/pupils/${PUPILS.other}`)).status === 404,
  'pupil-foreign-class': async ({ office }) => (await statusOf(office, 'POST', '/pupils', pupil({ class: CLASSES.other }))) === 422,
  'cancel-trip-of-other-school': async ({ office }) =>
    (await statusOf(office, 'POST', `/trips/${TRIPS.other}/cancel`, { reason: 'Storm.' })) === 404,
  'absences-of-all-schools': async ({ office }) => of(await office('GET', '/absences')).total === 3,
  'token-any-case': async ({ withToken }) => (await withToken(credentials.lindenhof.token.toUpperCase())('GET', '/years')).status === 401,
};

export const answerProbes: SchoolProbes = { ...responses, ...conditions, ...accounts };
