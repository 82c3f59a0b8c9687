// Lessons: when and where they are, and who was there.
import { instant, millisecondsOf } from '../../clock.ts';
import type { School, Store } from '../store.ts';
import type { Course, Entry, Lesson, LessonInput, Span } from '../things.ts';
import { conflict, invalid } from '../wire.ts';
import { type Faults, found, type Handlers, type Resource, reply, resource } from './call.ts';
import { pageOf } from './lists.ts';

function look(lesson: Lesson, faults: Faults): Resource {
  const { courseId, topic, startsAt, minutes, room, attendance } = lesson;
  const shown = faults.has('minutes-as-text') ? String(minutes) : minutes;
  return resource('lessons', lesson, { courseId, topic, startsAt, minutes: shown, room, attendance });
}

const startOf = ({ startsAt }: LessonInput): number => millisecondsOf(startsAt);
const endOf = (lesson: LessonInput): number => startOf(lesson) + lesson.minutes * 60_000;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Whether a lesson lies within a span of a week, in UTC. */
function isWithin(lesson: LessonInput, { weekday, from, until }: Span): boolean {
  const start = new Date(startOf(lesson));
  const first = (startOf(lesson) % 86_400_000) / 60_000;
  return (start.getUTCDay() || 7) === weekday && first >= minutesOf(from) && first + lesson.minutes <= minutesOf(until);
}

/** Refuses a lesson at a time when its room or its teacher is not free. */
function checkFree(school: School, course: Course, lesson: LessonInput, faults: Faults): void {
  const hours = school.teachers.get(course.teacherId)?.hours ?? [];
  const isTaught = hours.length === 0 || hours.some((span) => isWithin(lesson, span));
  if (!isTaught) throw conflict('The teacher does not teach at this time.');
  const isTouching = faults.has('lessons-may-not-touch');
  for (const other of school.lessons.values()) {
    const { state, teacherId } = found(school.courses, other.courseId);
    const isApart = isTouching
      ? startOf(other) > endOf(lesson) || startOf(lesson) > endOf(other)
      : startOf(other) >= endOf(lesson) || startOf(lesson) >= endOf(other);
    if (state === 'cancelled' || isApart) continue;
    if (teacherId === course.teacherId) throw conflict('The teacher has another lesson then.');
    if (lesson.room !== undefined && lesson.room === other.room) throw conflict('Another lesson is in the room then.');
  }
}

/** Refuses entries of learners who are not in the course, and entries that say too much. */
function checkEntries(school: School, lesson: Lesson, entries: readonly Entry[], faults: Faults): void {
  const seen = new Set<string>();
  for (const [index, { enrolmentId, presence, minutesMissed }] of entries.entries()) {
    const pointer = `/data/attributes/entries/${index}`;
    const enrolment = school.enrolments.get(enrolmentId);
    const isThere = enrolment?.state === 'enrolled' && enrolment.courseId === lesson.courseId;
    if (!isThere) throw invalid(`${pointer}/enrolmentId`, 'The enrolment must be in the course.');
    if (seen.has(enrolmentId)) throw invalid(`${pointer}/enrolmentId`, 'The enrolment is there twice.');
    seen.add(enrolmentId);
    const isLate = minutesMissed === undefined || presence === 'late' || faults.has('missed-without-being-late');
    if (!isLate) throw invalid(`${pointer}/minutesMissed`, 'Only one who came late has missed minutes.');
  }
}

/** The entries as they are kept. */
function entriesOf(lesson: Lesson, entries: readonly Entry[], faults: Faults): readonly Entry[] {
  const kept = faults.has('zero-minutes-lost')
    ? entries.map(({ minutesMissed, ...entry }) =>
        minutesMissed === 0 || minutesMissed === undefined ? entry : { ...entry, minutesMissed },
      )
    : entries;
  const named = new Set(entries.map(({ enrolmentId }) => enrolmentId));
  const old = faults.has('attendance-adds') ? lesson.attendance.filter(({ enrolmentId }) => !named.has(enrolmentId)) : [];
  return [...old, ...kept];
}

export const lessons = (store: Store, faults: Faults): Handlers => ({
  listLessons: (call) => {
    const { school, id, query } = call;
    const course = found(school.courses, id('courseId'));
    const from = millisecondsOf(query<string>('filter[from]') ?? '0001-01-01');
    const until = millisecondsOf(query<string>('filter[until]') ?? '9999-12-31');
    const shown = school
      .lessonsOf(course.id)
      .filter((lesson) => startOf(lesson) >= from && startOf(lesson) < until)
      .toSorted((a, b) => (faults.has('lessons-by-creation') ? 0 : startOf(a) - startOf(b)));
    const looks = shown.map((lesson) => look(lesson, faults));
    return pageOf(call, looks, faults);
  },
  createLesson: ({ school, id, input }) => {
    const course = found(school.courses, id('courseId'));
    if (course.state === 'cancelled') throw conflict('The course is cancelled.');
    const { startsAt: given, ...others } = input<LessonInput>();
    const startsAt = instant(faults.has('offset-ignored') ? given.replace(/[+-]\d\d:\d\d$/, 'Z') : given);
    const day = startsAt.slice(0, 10);
    if (day < course.startsOn || day > course.endsOn)
      throw invalid('/data/attributes/startsAt', 'The lesson must lie within the days of the course.');
    checkFree(school, course, { ...others, startsAt }, faults);
    const lesson: Lesson = { ...store.thing(), ...others, startsAt, courseId: course.id, attendance: [] };
    school.lessons.set(lesson.id, lesson);
    return reply(look(lesson, faults), 201);
  },
  deleteLesson: ({ school, id }) => {
    const lesson = found(school.lessons, id('lessonId'));
    if (lesson.attendance.length > 0) throw conflict('The attendance of the lesson was taken.');
    school.lessons.delete(lesson.id);
    return { status: 204 };
  },
  takeAttendance: ({ school, id, input }) => {
    const lesson = found(school.lessons, id('lessonId'));
    const { entries } = input<{ readonly entries: readonly Entry[] }>();
    checkEntries(school, lesson, entries, faults);
    lesson.attendance = entriesOf(lesson, entries, faults);
    lesson.updatedAt = store.now();
    return reply(look(lesson, faults));
  },
});
