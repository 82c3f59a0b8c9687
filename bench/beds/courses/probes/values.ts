// The probes of single values and of values with structure.
import { times } from '../../probes.ts';
import * as c from './callers.ts';

const hours = (until: string): { hours: object[] } => ({ hours: [{ weekday: 2, from: '09:00', until }] });

export const values: c.Probes = {
  'slug-with-capitals': ({ harbour }) => c.gives(harbour('POST', '/subjects', c.body('subjects', { ...c.subject, slug: 'Pottery' }))),
  'longest-title-refused': ({ harbour }) => c.gives(c.plan(harbour, { title: 'a'.repeat(80) }), 201),
  'seats-of-zero': ({ harbour }) => c.gives(c.plan(harbour, { seats: 0 })),
  'seven-instalments': ({ harbour }) => c.gives(c.plan(harbour, { instalments: 7 })),
  'lowest-age-refused': ({ harbour }) => c.gives(c.plan(harbour, { minimumAge: 14 }), 201),
  'fee-with-fractions': ({ harbour }) => c.gives(c.plan(harbour, { fee: { minor: 99.5, currency: 'EUR' } })),
  'end-day-not-checked': ({ harbour }) => c.gives(c.plan(harbour, { endsOn: '2040-06-31' })),
  'course-ends-before-start': ({ harbour }) => c.gives(c.plan(harbour, { endsOn: '2040-03-04' })),
  'email-not-checked': ({ harbour }) => c.gives(c.join(harbour, { email: 'zoe at home' })),
  'homepage-not-checked': ({ harbour }) => c.gives(c.hire(harbour, { homepage: 'my page' })),
  'hours-until-24': ({ harbour }) => c.gives(c.hire(harbour, hours('24:00'))),
  'hours-end-before-start': ({ harbour }) => c.gives(c.hire(harbour, hours('08:00'))),
  'subject-taught-twice': ({ harbour }) => c.gives(c.hire(harbour, { subjects: ['spanish', 'spanish'] })),
  'country-in-lower-case': ({ harbour }) => c.gives(c.join(harbour, { address: { ...c.address, country: 'ie' } })),
  'address-with-more': ({ harbour }) => c.gives(c.join(harbour, { address: { ...c.address, floor: 2 } })),
  'minutes-in-any-step': ({ teacher }) => c.gives(c.teach(teacher, { minutes: 47 })),
  'presence-in-any-word': ({ teacher }) => c.gives(c.attend(teacher, [{ enrolmentId: c.id('E1'), presence: 'asleep' }])),
  'missed-without-being-late': ({ teacher }) =>
    c.gives(c.attend(teacher, [{ enrolmentId: c.id('E1'), presence: 'present', minutesMissed: 5 }])),
  'eleven-in-a-batch': ({ harbour }) => {
    const data = times(11, () => ({ type: 'enrolments', attributes: { courseId: c.id('C2'), learnerId: c.id('R1') } }));
    return c.gives(harbour('POST', '/enrolments/batch', { body: { data } }));
  },
  'reference-in-lower-case': ({ harbour }) => c.gives(c.pay(harbour, c.id('E1'), 'cash-1'), 404),
  'page-of-hundred': ({ harbour }) => c.gives(harbour('GET', '/teachers?page[size]=51'), 400),
  'correlation-id-not-checked': ({ harbour }) => c.gives(harbour('GET', '/subjects', { headers: { 'correlation-id': 'a b' } }), 400),
  'any-media-type': ({ harbour }) => c.gives(harbour('POST', '/subjects', { ...c.body('subjects', c.subject), type: 'text/plain' }), 415),
  'grade-in-quarters': ({ teacher }) => c.gives(teacher('PATCH', `/submissions/${c.id('W1')}`, c.body('submissions', { grade: 7.25 }))),
  'online-without-url': ({ harbour }) => c.gives(c.plan(harbour, { delivery: { mode: 'online', platform: 'Meet' } })),
};

export const richValues: c.Probes = {
  'offset-ignored': async ({ teacher }) => {
    const { startsAt } = c.shown(await c.teach(teacher, { startsAt: '2040-02-13T18:00:00+01:00' }));
    return Date.parse(String(startsAt)) === Date.parse('2040-02-13T17:00:00Z');
  },
  'title-trimmed': async ({ harbour }) => c.shown(await c.plan(harbour, { title: ' Spanish ' })).title === ' Spanish ',
  'names-decomposed': async ({ harbour }) => c.shown(await c.join(harbour)).givenName === c.learner.givenName,
  'zero-minutes-lost': async ({ teacher }) => {
    const entry = { enrolmentId: c.id('E1'), presence: 'late', minutesMissed: 0 };
    const { attendance } = c.shown(await c.attend(teacher, [entry])) as { attendance?: (typeof entry)[] };
    return attendance?.[0]?.minutesMissed === 0;
  },
  'null-keeps-biography': async ({ harbour }) => {
    const got = await harbour('PATCH', `/teachers/${c.id('T1')}`, c.body('teachers', { biography: null }));
    return c.shown(got).biography === null;
  },
  'deliveries-mixed': async ({ harbour }) => {
    const { delivery } = c.shown(await c.change(harbour, c.id('C1'), { delivery: { mode: 'online', url: 'https://meet.example/a' } }));
    return !Object.hasOwn(delivery as object, 'room');
  },
  'grades-rounded': async ({ teacher }) => {
    const got = await teacher('PATCH', `/submissions/${c.id('W1')}`, c.body('submissions', { grade: 7.5 }));
    return c.shown(got).grade === 7.5;
  },
  'instalments-lose-cents': async ({ harbour }) => {
    const courseId = c.idOf(await c.plan(harbour, { instalments: 3 }));
    const { instalments } = c.shown(await c.enrol(harbour, courseId, 'R1')) as { instalments?: { minor: number }[] };
    return instalments?.map(({ minor }) => minor).join() === '3334,3333,3333';
  },
};
