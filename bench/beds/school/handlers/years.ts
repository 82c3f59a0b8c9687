// School years, subjects and teachers.
import { byText } from '../../texts.ts';
import type { Subject, Teacher, Year } from '../things.ts';
import { teacherView } from '../views.ts';
import { must } from '../wire.ts';
import { type Call, find, type Handlers, pageOf } from './call.ts';

function checkTerms({ startsOn, endsOn, terms }: Year, has: Call['has']): void {
  must(startsOn < endsOn, 422, 'The year ends before it starts.');
  let last = '';
  for (const term of terms) {
    must(term.startsOn < term.endsOn, 422, `The term ${term.name} ends before it starts.`);
    must(term.startsOn >= startsOn, 422, `The term ${term.name} starts before the year.`);
    must(has('term-beyond-year') || term.endsOn <= endsOn, 422, `The term ${term.name} ends after the year.`);
    must(term.startsOn > last, 422, `The term ${term.name} starts too early.`);
    last = term.endsOn;
  }
  must(new Set(terms.map(({ name }) => name)).size === terms.length, 422, 'Two terms have the same name.');
}

export const yearHandlers: Handlers = {
  listYears: (call) => {
    const years = [...call.school.years.values()].toSorted((a, b) => byText(b.startsOn, a.startsOn));
    return pageOf(call, years, { show: (one) => one });
  },
  createYear: ({ body, has, school, store }) => {
    const year: Year = { ...(body as Year), createdAt: store.clock.now() };
    checkTerms(year, has);
    must(!school.years.has(year.name), 409, `There is a year ${year.name}.`);
    school.years.set(year.name, year);
    return { status: 201, body: year, headers: { location: `/years/${year.name}` } };
  },
  getYear: ({ path, school }) => ({ status: 200, body: find(school.years, path('year')) }),

  listSubjects: (call) => {
    const { graded } = call.query;
    const found = [...call.school.subjects.values()].filter((one) => graded === undefined || one.graded === graded);
    return pageOf(
      call,
      found.toSorted((a, b) => byText(a.code, b.code)),
      { show: (one) => one },
    );
  },
  putSubject: ({ body, has, path, school: { subjects } }) => {
    const code = path('code');
    const known = subjects.get(code);
    const { name, colour, graded } = body as Subject;
    const kept = has('subject-put-keeps-colour') ? known?.colour : null;
    const subject: Subject = { code, name, colour: colour ?? kept ?? null, graded: has('subject-always-graded') || graded };
    subjects.set(code, subject);
    return { status: known === undefined ? 201 : 200, body: subject };
  },

  listTeachers: (call) => {
    const { school, query, has } = call;
    const { subject } = query;
    const found = [...school.teachers.values()].filter((one) => subject === undefined || one.subjects.includes(String(subject)));
    const show = (one: Teacher): object => ({ ...teacherView(school, one), ...(has('teachers-list-no-count') ? { lessonCount: 0 } : {}) });
    return pageOf(
      call,
      found.toSorted((a, b) => byText(a.initials, b.initials)),
      { show },
    );
  },
  putTeacher: ({ body, has, path, school }) => {
    const teacher: Teacher = { initials: path('initials'), ...(body as Omit<Teacher, 'initials'>) };
    const exist = teacher.subjects.every((one) => school.subjects.has(one));
    must(exist || has('teacher-subject-unknown'), 422, 'A subject of the teacher does not exist.');
    const status = school.teachers.has(teacher.initials) ? 200 : 201;
    school.teachers.set(teacher.initials, teacher);
    return { status, body: teacherView(school, teacher) };
  },
};
