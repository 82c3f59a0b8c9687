// Courses: planned, changed and cancelled.
import { contains } from '../../texts.ts';
import type { School, Store } from '../store.ts';
import type { Course, CourseInput } from '../things.ts';
import { conflict, invalid } from '../wire.ts';
import { type Call, type Faults, found, type Handlers, type Resource, resource, Tags } from './call.ts';
import { pageOf, sorted } from './lists.ts';
import { paidFor } from './money.ts';
import { enrolledIn, fillSeats, freeSeats } from './seats.ts';

/** A course as answers show it. */
function courseLook(school: School, course: Course, faults: Faults): Resource {
  const { id: _, createdAt: __, updatedAt: ___, ...own } = course;
  return resource('courses', course, {
    ...own,
    enrolled: enrolledIn(school, course),
    ...(faults.has('free-seats-missing') ? {} : { freeSeats: freeSeats(school, course) }),
    waiting: school.enrolmentsOf(course.id, 'waiting').length,
  });
}

/** Refuses references that lead to nothing useful, and days in the wrong order. */
function checkNew(school: School, { subject, teacherId, startsOn, endsOn, state }: CourseInput, faults: Faults): void {
  if (!school.subjects.has(subject)) throw invalid('/data/attributes/subject', 'There is no such subject.');
  const teacher = school.teachers.get(teacherId);
  if (teacher === undefined) throw invalid('/data/attributes/teacherId', 'There is no such teacher.');
  const isTaught = teacher.subjects.includes(subject) || faults.has('teacher-of-another-subject');
  if (!teacher.active || !isTaught) throw invalid('/data/attributes/teacherId', 'The teacher must be active and teach the subject.');
  if (endsOn < startsOn && !faults.has('course-ends-before-start'))
    throw invalid('/data/attributes/endsOn', 'The course must not end before it starts.');
  if (state === 'cancelled') throw invalid('/data/attributes/state', 'A new course is a draft or open.');
}

/** Refuses what a course cannot become any more. */
function checkChange(enrolled: number, course: Course, { seats, fee, state }: Partial<CourseInput>, faults: Faults): void {
  if (course.state === 'cancelled' && !faults.has('cancelled-course-changes')) throw conflict('The course is cancelled.');
  if (seats !== undefined && seats < enrolled && !faults.has('fewer-seats-than-learners')) throw conflict('More learners are enrolled.');
  const isOtherFee = fee !== undefined && (fee.minor !== course.fee.minor || fee.currency !== course.fee.currency);
  if (isOtherFee && enrolled > 0) throw conflict('Somebody is enrolled for the fee as it is.');
  if (state === 'draft' && enrolled > 0) throw conflict('Somebody is enrolled.');
}

/** Whether a course fits each filter of a request. */
function filterOf({ school, query }: Call, faults: Faults): (course: Course) => boolean {
  const free = query<boolean>('filter[free]');
  const [from, until] = [query<string>('filter[startsFrom]') ?? '', query<string>('filter[startsUntil]') ?? '~'];
  const title = query<string>('filter[title]') ?? '';
  const isAny = (name: string, has: (text: string) => boolean): boolean => {
    const text = query<string>(`filter[${name}]`);
    return text === undefined || has(text);
  };
  return (course) =>
    isAny('subject', (text) => course.subject === text) &&
    isAny('teacherId', (text) => course.teacherId === text) &&
    isAny('state', (text) => course.state === text) &&
    isAny('tag', (text) => course.tags?.includes(text) === true) &&
    course.startsOn >= from &&
    (faults.has('starts-until-excludes-day') ? course.startsOn < until : course.startsOn <= until) &&
    (faults.has('title-by-case') ? course.title.includes(title) : contains(course.title, title)) &&
    (free === undefined || freeSeats(school, course) > 0 === free || (faults.has('not-free-ignored') && !free));
}

/** What a PATCH makes of the delivery: a fault keeps members of the old one. */
function deliveryOf(course: Course, { delivery = course.delivery }: Partial<CourseInput>, faults: Faults): CourseInput['delivery'] {
  return faults.has('deliveries-mixed') ? { ...course.delivery, ...delivery } : delivery;
}

function cancel(school: School, course: Course, now: string, faults: Faults): void {
  const states = faults.has('cancelled-course-still-waits') ? ['enrolled'] : ['enrolled', 'waiting'];
  for (const enrolment of school.enrolmentsOf(course.id, ...states)) {
    enrolment.state = 'cancelled';
    enrolment.refund = paidFor(enrolment);
    enrolment.updatedAt = now;
  }
}

export function courses(store: Store, faults: Faults): Handlers {
  const tags = new Tags(faults);
  const courseOf = ({ school, id }: Call): Course => found(school.courses, id('courseId'));
  const textOf = (text: string): string => (faults.has('title-trimmed') ? text.trim() : text);

  return {
    listCourses: (call) => {
      const fits = filterOf(call, faults);
      const keyOf = (course: Course, name: string): string | number =>
        name === 'title' ? course.title : name === 'seats' ? course.seats : course.startsOn;
      const shown = sorted([...call.school.courses.values()].filter(fits), call.query('sort'), keyOf, faults);
      const looks = shown.map((course) => courseLook(call.school, course, faults));
      return pageOf(call, looks, faults);
    },
    createCourse: ({ school, input }) => {
      const { state = 'draft', tags: names = [], ...given } = input<CourseInput>();
      checkNew(school, { ...given, state }, faults);
      const course: Course = { ...store.thing(), ...given, title: textOf(given.title), state, tags: names, cancelReason: null };
      school.courses.set(course.id, course);
      const location = faults.has('course-without-location') ? {} : { location: `/courses/${course.id}` };
      return tags.reply(courseLook(school, course, faults), 201, location);
    },
    getCourse: (call) => {
      const schools = faults.has('course-of-other-school') ? store.all() : [call.school];
      const school = schools.find(({ courses: known }) => known.has(call.id('courseId'))) ?? call.school;
      return tags.read(call, courseLook(school, courseOf({ ...call, school }), faults));
    },
    updateCourse: (call) => {
      const { school, input } = call;
      const course = courseOf(call);
      const change = input<Partial<CourseInput>>();
      if (!faults.has('if-match-ignored')) tags.check(call, courseLook(school, course, faults));
      checkChange(enrolledIn(school, course), course, change, faults);
      const changed: Course = { ...course, ...change, delivery: deliveryOf(course, change, faults), updatedAt: store.now() };
      school.courses.set(changed.id, changed);
      fillSeats(school, changed, store.now());
      return tags.reply(courseLook(school, changed, faults));
    },
    cancelCourse: (call) => {
      const { school, input } = call;
      const course = courseOf(call);
      const { reason } = input<{ readonly reason: string }>();
      if (course.state === 'cancelled') throw conflict('The course is cancelled already.');
      const now = store.now();
      const cancelled: Course = { ...course, state: 'cancelled', cancelReason: reason, updatedAt: now };
      school.courses.set(course.id, cancelled);
      cancel(school, cancelled, now, faults);
      return tags.reply(courseLook(school, cancelled, faults));
    },
  };
}
