// Teachers, and when they can teach.
import type { School, Store } from '../store.ts';
import type { Teacher, TeacherInput } from '../things.ts';
import { invalid } from '../wire.ts';
import { type Faults, found, type Handlers, type Resource, resource, Tags } from './call.ts';
import { pageOf, sorted } from './lists.ts';

function look(teacher: Teacher): Resource {
  const { name, email, subjects, hours, biography, homepage, active } = teacher;
  return resource('teachers', teacher, { name, email, subjects, hours, biography, homepage, active });
}

/** Refuses subjects that are not there, and spans that end before they start. */
function check(school: School, { subjects = [], hours = [] }: Partial<TeacherInput>, faults: Faults): void {
  for (const [index, slug] of subjects.entries())
    if (!school.subjects.has(slug)) throw invalid(`/data/attributes/subjects/${index}`, 'There is no such subject.');
  if (faults.has('hours-end-before-start')) return;
  for (const [index, { from, until }] of hours.entries())
    if (until <= from) throw invalid(`/data/attributes/hours/${index}/until`, 'The span must end after it starts.');
}

/** What a PATCH leaves of the attributes that it does not name. */
function rest(teacher: Teacher, change: Partial<TeacherInput>, faults: Faults): Teacher {
  const kept = faults.has('patch-empties-the-rest') ? { ...teacher, biography: null, homepage: null } : teacher;
  const isNullLost = faults.has('null-keeps-biography') && change.biography === null;
  return { ...kept, ...change, ...(isNullLost ? { biography: teacher.biography } : {}) };
}

export function teachers(store: Store, faults: Faults): Handlers {
  const tags = new Tags(faults);
  return {
    listTeachers: (call) => {
      const schools = faults.has('teachers-of-all-schools') ? store.all() : [call.school];
      const subject = call.query<string>('filter[subject]');
      const active = call.query<boolean>('filter[active]');
      const shown = schools
        .flatMap((school) => [...school.teachers.values()])
        .filter((teacher) => subject === undefined || teacher.subjects.includes(subject))
        .filter((teacher) => active === undefined || teacher.active === active);
      return pageOf(call, sorted(shown, call.query('sort'), ({ name }) => name, faults).map(look), faults);
    },
    createTeacher: ({ school, input }) => {
      const given = input<TeacherInput>();
      check(school, given, faults);
      const teacher = { ...store.thing(), ...given, hours: given.hours ?? [] };
      school.teachers.set(teacher.id, teacher);
      return tags.reply(look(teacher), 201, { location: `/teachers/${teacher.id}` });
    },
    getTeacher: (call) => tags.read(call, look(found(call.school.teachers, call.id('teacherId')))),
    updateTeacher: (call) => {
      const { school, id, input } = call;
      const teacher = found(school.teachers, id('teacherId'));
      const change = input<Partial<TeacherInput>>();
      tags.check(call, look(teacher));
      check(school, change, faults);
      const changed = { ...rest(teacher, change, faults), updatedAt: store.now() };
      school.teachers.set(changed.id, changed);
      return tags.reply(look(changed));
    },
  };
}
