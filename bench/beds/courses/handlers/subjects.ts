// Subjects.
import type { School, Store } from '../store.ts';
import type { Subject, SubjectInput } from '../things.ts';
import { conflict } from '../wire.ts';
import { type Faults, found, type Handlers, type Resource, reply, resource } from './call.ts';
import { pageOf, sorted } from './lists.ts';

function courseCount(school: School, { slug }: Subject): number {
  return [...school.courses.values()].filter(({ subject, state }) => subject === slug && state !== 'cancelled').length;
}

function look(school: School, subject: Subject): Resource {
  const { slug, title, colour } = subject;
  return resource('subjects', subject, { slug, title, colour, courseCount: courseCount(school, subject) });
}

export const subjects = (store: Store, faults: Faults): Handlers => ({
  listSubjects: (call) => {
    const { school } = call;
    const all = [...school.subjects.values()];
    const keyOf = (subject: Subject, name: string): string | number => (name === 'title' ? subject.title : courseCount(school, subject));
    const shown = sorted(all, call.query('sort'), keyOf, faults);
    return pageOf(
      call,
      shown.map((subject) => look(school, subject)),
      faults,
    );
  },
  createSubject: ({ school, input }) => {
    const given = input<SubjectInput>();
    if (school.subjects.has(given.slug) && !faults.has('slug-taken-twice')) throw conflict('Another subject has the slug.');
    const subject = { ...store.thing(), ...given };
    school.subjects.set(given.slug, subject);
    return reply(look(school, subject), faults.has('subject-created-with-200') ? 200 : 201);
  },
  deleteSubject: ({ school, id }) => {
    const { slug } = found(school.subjects, id('slug'));
    const isTaught = [...school.teachers.values()].some((teacher) => teacher.subjects.includes(slug));
    const isInCourses = [...school.courses.values()].some(({ subject }) => subject === slug);
    if (isTaught || (isInCourses && !faults.has('subject-of-courses-deleted'))) throw conflict('A course or a teacher has the subject.');
    school.subjects.delete(slug);
    return { status: 204 };
  },
});
