// The probes of what needs several requests.
import { addDays, today } from '../handlers/days.ts';
import * as c from './callers.ts';

const present = (end: string): object => ({ enrolmentId: c.id(end), presence: 'present' });

export const sequences: c.Probes = {
  'slug-taken-twice': ({ harbour }) => c.gives(harbour('POST', '/subjects', c.body('subjects', { slug: 'chess', title: 'Chess' })), 409),
  'subject-of-courses-deleted': async ({ harbour }) => {
    await harbour('PATCH', `/teachers/${c.id('T1')}`, c.body('teachers', { subjects: ['spanish'] }));
    return c.gives(harbour('DELETE', '/subjects/photography'), 409);
  },
  'email-unique-by-case': async ({ harbour }) => {
    await c.join(harbour);
    return c.gives(c.join(harbour, { email: 'Zoe@home.example' }), 409);
  },
  'teacher-of-another-subject': ({ harbour }) => c.gives(c.plan(harbour, { subject: 'drawing' })),
  'drafts-take-enrolments': ({ harbour }) => c.gives(c.enrol(harbour, c.id('C3'), 'R1'), 409),
  'waits-twice': async ({ harbour }) => {
    const { courseId } = await c.crowd(harbour, 'R2');
    return c.gives(c.enrol(harbour, courseId, 'R2'), 409);
  },
  'seat-not-passed-on': async ({ harbour }) => {
    const { ids } = await c.crowd(harbour, 'R2');
    await c.withdraw(harbour, ids[0] ?? '');
    return (await c.enrolment(harbour, ids[1] ?? '')).state === 'enrolled';
  },
  'waiting-list-has-gaps': async ({ harbour }) => {
    const { ids } = await c.crowd(harbour, 'R2', 'R3');
    await c.withdraw(harbour, ids[1] ?? '');
    return (await c.enrolment(harbour, ids[2] ?? '')).position === 1;
  },
  'withdraws-again': async ({ harbour }) => {
    await c.withdraw(harbour, c.id('E1'));
    return c.gives(c.withdraw(harbour, c.id('E1')), 409);
  },
  'cancelled-course-still-waits': async ({ harbour }) => {
    const { courseId, ids } = await c.crowd(harbour, 'R2');
    await c.cancel(harbour, courseId);
    return (await c.enrolment(harbour, ids[1] ?? '')).state === 'cancelled';
  },
  'cancelled-course-changes': async ({ harbour }) => {
    await c.cancel(harbour, c.id('C1'));
    return c.gives(c.change(harbour, c.id('C1'), { title: 'Back again' }), 409);
  },
  'fewer-seats-than-learners': ({ harbour }) => c.gives(c.change(harbour, c.id('C1'), { seats: 1 }), 409),
  'lessons-may-not-touch': ({ teacher }) => c.gives(c.teach(teacher, { startsAt: '2040-02-06T18:30:00Z' }), 201),
  'attendance-adds': async ({ teacher }) => {
    await c.attend(teacher, [present('E1')]);
    const { attendance } = c.shown(await c.attend(teacher, [present('E2')])) as { attendance?: unknown[] };
    return attendance?.length === 1;
  },
  'payment-counts-again': async ({ harbour }) => {
    await c.pay(harbour, c.id('E1'), 'CASH-1');
    await c.pay(harbour, c.id('E1'), 'CASH-1');
    return (await c.enrolment(harbour, c.id('E1'))).paid === 5000;
  },
  'payment-above-balance': ({ harbour }) =>
    c.gives(c.pay(harbour, c.id('E1'), 'CASH-1', { amount: { minor: 18_001, currency: 'EUR' } }), 409),
  'certificate-without-payment': async ({ harbour }) => {
    await c.attend(harbour, [present('E1')]);
    return c.gives(harbour('POST', `/enrolments/${c.id('E1')}/certificate`, c.body('certificates', {})), 409);
  },
  'old-version-replaces': async ({ teacher }) => {
    const replacement = c.body('assignments', { ...c.assignment, version: 1 });
    await teacher('PUT', `/assignments/${c.id('A1')}`, replacement);
    return c.gives(teacher('PUT', `/assignments/${c.id('A1')}`, replacement), 409);
  },
  'put-keeps-instructions': async ({ teacher }) => {
    const got = await teacher('PUT', `/assignments/${c.id('A1')}`, c.body('assignments', { ...c.assignment, version: 1 }));
    return c.shown(got).instructions === null;
  },
  'patch-empties-the-rest': async ({ harbour }) => {
    const got = await harbour('PATCH', `/teachers/${c.id('T1')}`, c.body('teachers', { name: 'Mateo Ruiz Gil' }));
    return c.shown(got).biography === 'From Cádiz.';
  },
  'late-work-taken': async ({ teacher }) => {
    const attributes = { ...c.assignment, dueAt: '2020-01-01T00:00:00Z' };
    const made = await teacher('POST', `/courses/${c.id('C1')}/assignments`, c.body('assignments', attributes));
    return c.gives(teacher('POST', `/assignments/${c.idOf(made)}/submissions`, c.body('submissions', c.work)), 409);
  },
  'refund-after-start': async ({ harbour }) => {
    const courseId = c.idOf(await c.plan(harbour, { startsOn: addDays(today(), -2), endsOn: addDays(today(), 30) }));
    const enrolmentId = c.idOf(await c.enrol(harbour, courseId, 'R1'));
    await c.pay(harbour, enrolmentId, 'CASH-1');
    return c.shown(await c.withdraw(harbour, enrolmentId)).refund === 0;
  },
};
