// Classes and their timetables.
import { byText } from '../../texts.ts';
import { newId, pupilsOf, type School } from '../store.ts';
import { type Class, type Lesson, WEEKDAYS } from '../things.ts';
import { classView } from '../views.ts';
import { must, tagOf } from '../wire.ts';
import { type Call, classOf, find, guard, type Handlers, pageOf, showTagged, tagged } from './call.ts';

const classTag = ({ has }: Call, view: object): string => (has('class-tag-without-count') ? tagOf(view, 'pupilCount') : tagOf(view));

function checkClass({ classes, teachers, years }: School, one: Class, anyName: boolean): void {
  must(years.has(one.year), 422, 'The year does not exist.');
  must(one.formTeacher === null || teachers.has(one.formTeacher), 422, 'The form teacher does not exist.');
  const others = [...classes.values()].filter(({ id, year }) => id !== one.id && year === one.year);
  must(anyName || others.every(({ name }) => name !== one.name), 409, `There is a class ${one.name} in the year.`);
  const free = one.formTeacher === null || others.every(({ formTeacher }) => formTeacher !== one.formTeacher);
  must(free, 409, 'The teacher is form teacher of another class of the year.');
}

function checkLesson({ school, has }: Call, lesson: Lesson): void {
  const teacher = school.teachers.get(lesson.teacher);
  must(school.subjects.has(lesson.subject), 422, 'The subject does not exist.');
  must(teacher !== undefined, 422, 'The teacher does not exist.');
  must(teacher.subjects.includes(lesson.subject), 422, 'The teacher does not teach the subject.');
  const year = school.classes.get(lesson.class)?.year;
  const all = [...school.lessons.values()].filter((one) => {
    const its = school.classes.get(one.class);
    return its === undefined || its.year === year;
  });
  const together = all.filter(({ weekday, period }) => weekday === lesson.weekday && period === lesson.period);
  must(
    together.every((one) => one.class !== lesson.class),
    409,
    'The class has another lesson then.',
  );
  must(has('lesson-teacher-twice') || together.every((one) => one.teacher !== lesson.teacher), 409, 'The teacher has another lesson then.');
  must(has('lesson-room-twice') || together.every((one) => one.room !== lesson.room), 409, 'The room is taken then.');
  const count = all.filter((one) => one.teacher === lesson.teacher).length;
  must(count < teacher.weeklyPeriods, 409, 'The teacher has as many lessons as they can have.');
}

const lessonOrder =
  (has: Call['has']) =>
  (a: Lesson, b: Lesson): number => {
    const days = has('lessons-days-by-name') ? byText(a.weekday, b.weekday) : WEEKDAYS.indexOf(a.weekday) - WEEKDAYS.indexOf(b.weekday);
    return days || a.period - b.period;
  };

export const classHandlers: Handlers = {
  listClasses: (call) => {
    const { school, has } = call;
    const { year, grade } = call.query as { year?: string; grade?: readonly number[] };
    const found = [...school.classes.values()].filter((one) => {
      const inYear = year === undefined || one.year === year;
      const inGrades = grade === undefined || grade.includes(one.grade);
      const either = has('classes-filters-either') && year !== undefined && grade !== undefined;
      return either ? inYear || inGrades : inYear && inGrades;
    });
    const hidden = has('classes-list-no-count') ? { pupilCount: 0 } : {};
    return pageOf(call, found, { show: (one) => ({ ...classView(school, one), ...hidden }), faults: { beyond: 'classes-beyond-end' } });
  },
  createClass: (call) => {
    const { body, has, school, store } = call;
    const now = store.clock.now();
    const one: Class = { id: newId(), ...(body as Omit<Class, 'id'>), createdAt: now, updatedAt: now };
    checkClass(school, one, has('class-name-twice'));
    school.classes.set(one.id, one);
    const view = classView(school, one);
    return tagged(has('create-class-200') ? 200 : 201, view, classTag(call, view), { location: `/classes/${one.id}` });
  },
  getClass: (call) => {
    const view = classView(call.school, classOf(call));
    return showTagged(call, view, classTag(call, view));
  },
  updateClass: (call) => {
    const { body, has, school, store } = call;
    const before = classOf(call);
    const view = classView(school, before);
    guard(call, view, classTag(call, view));
    const updatedAt = has('class-updated-at-stays') ? before.updatedAt : store.clock.now();
    const one: Class = { ...before, ...(body as Partial<Class>), updatedAt };
    checkClass(school, one, has('class-rename-unchecked'));
    const enough = one.capacity >= pupilsOf(school, one.id).length;
    must(enough || has('capacity-below-pupils'), 409, 'The class has more pupils than that.');
    school.classes.set(one.id, one);
    const after = classView(school, one);
    return tagged(200, after, classTag(call, after));
  },
  deleteClass: (call) => {
    const { has, school } = call;
    const one = classOf(call);
    const view = classView(school, one);
    guard(call, view, classTag(call, view));
    must(pupilsOf(school, one.id).length === 0, 409, 'The class has pupils.');
    const invited = [...school.trips.values()].some(({ classes, state }) => state === 'open' && classes.includes(one.id));
    must(!invited || has('delete-invited-class'), 409, 'The class is invited to a trip.');
    school.classes.delete(one.id);
    if (has('delete-class-keeps-lessons')) return { status: 204 };
    for (const lesson of school.lessons.values()) if (lesson.class === one.id) school.lessons.delete(lesson.id);
    return { status: 204 };
  },

  listLessons: (call) => {
    const { id } = classOf(call);
    const { weekday } = call.query;
    const found = [...call.school.lessons.values()].filter((one) => one.class === id && (weekday === undefined || one.weekday === weekday));
    return pageOf(call, found.toSorted(lessonOrder(call.has)), { show: (one) => one });
  },
  createLesson: (call) => {
    const one = classOf(call);
    const lesson: Lesson = { id: newId(), class: one.id, room: one.room, ...(call.body as Omit<Lesson, 'id' | 'class' | 'room'>) };
    checkLesson(call, lesson);
    call.school.lessons.set(lesson.id, lesson);
    return { status: 201, body: lesson };
  },
  deleteLesson: (call) => {
    const one = classOf(call);
    const lesson = find(call.school.lessons, call.path('lessonId'));
    must(lesson.class === one.id || call.has('lesson-of-other-class'), 404, 'The class has no such lesson.');
    call.school.lessons.delete(lesson.id);
    return { status: 204 };
  },
};
