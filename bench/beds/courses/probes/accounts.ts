// The probes of who may see and do what.
import * as c from './callers.ts';

export const accounts: c.Probes = {
  'course-of-other-school': ({ harbour }) => c.gives(harbour('GET', `/courses/${c.id('C8')}`), 404),
  'learner-of-other-school': ({ harbour }) => c.gives(c.enrol(harbour, c.id('C1'), 'R8')),
  'teachers-of-all-schools': async ({ harbour }) => (await harbour('GET', '/teachers')).items.length === 3,
  'withdraws-for-other-schools': ({ harbour }) => c.gives(c.withdraw(harbour, c.id('E8')), 404),
  'key-of-any-school': ({ astray }) => c.gives(astray('GET', '/courses'), 401),
  'teacher-cancels-courses': ({ teacher }) => c.gives(c.cancel(teacher, c.id('C1')), 403),
  'last-seat-sold-twice': async ({ harbour }) => {
    const courseId = c.idOf(await c.plan(harbour, { seats: 1 }));
    const got = await Promise.all(['R1', 'R2'].map((end) => c.enrol(harbour, courseId, end)));
    const states = got.map((one) => c.shown(one).state).toSorted();
    return states.join() === 'enrolled,waiting';
  },
};
