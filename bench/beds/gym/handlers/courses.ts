// Courses.
import { bookingsOf, type Chain, newId, scheduledIn } from '../store.ts';
import type { Course, Faults, NewCourse } from '../things.ts';
import { tagged, viewsWith } from '../views.ts';
import { conflict, created, deleted, ok, Refusal, tagOf, unfit, withTag } from '../wire.ts';
import { type Call, found, merged, type Part, readTagged, requireMatch } from './call.ts';
import { type Paging, pageOf, sortedBy } from './lists.ts';

interface Filters extends Paging {
  readonly level?: readonly string[];
  readonly trainer?: string;
  readonly maxDuration?: number;
  readonly sort?: string;
}

const sortsWith = (faults: Faults) => ({
  title: ({ title }: Course) => title,
  durationMinutes: ({ durationMinutes }: Course) => (faults.has('durations-sorted-as-texts') ? String(durationMinutes) : durationMinutes),
});

const fits = ({ level, trainer, durationMinutes }: Course, filters: Filters): boolean =>
  (filters.level === undefined || filters.level.includes(level)) &&
  (filters.trainer === undefined || trainer === filters.trainer) &&
  durationMinutes <= (filters.maxDuration ?? Number.POSITIVE_INFINITY);

function requireTrainer({ trainers }: Chain, trainer: string | null | undefined): void {
  if (typeof trainer === 'string' && !trainers.has(trainer)) throw unfit('trainer', 'is no handle of a trainer');
}

/** A new course as it is kept. */
function keptOf(input: NewCourse, faults: Faults): NewCourse {
  const { description } = input;
  return faults.has('description-in-one-line') && typeof description === 'string'
    ? { ...input, description: description.replace(/\s+/g, ' ').trim() }
    : input;
}

/** Removes the sessions of a course, and their bookings. */
function removeSessions(chain: Chain, courseId: string): void {
  for (const session of [...chain.sessions.values()].filter((one) => one.courseId === courseId)) {
    for (const { id } of bookingsOf(chain, 'sessionId', session.id)) chain.bookings.delete(id);
    chain.sessions.delete(session.id);
  }
}

export const courses: Part = (faults) => {
  const views = viewsWith(faults);
  const tag = (course: Course): string => tagOf(faults.has('course-tag-never-changes') ? course.id : views.course(course));

  function requireCurrent(call: Call, course: Course): void {
    const isAny = call.header('if-match') === '*';
    if (isAny && faults.has('any-version-refused')) throw new Refusal(412, 'It has changed since you read it.');
    requireMatch(call, tag(course));
  }

  return {
    listCourses: ({ chain, given }) => {
      const filters = given<Filters>();
      const all = [...chain.courses.values()].filter((one) => fits(one, filters));
      return pageOf('courses', sortedBy(all, filters.sort, sortsWith(faults)), filters, views.course, faults);
    },
    createCourse: ({ chain, input }) => {
      const body = input<NewCourse>();
      requireTrainer(chain, body.trainer);
      const now = chain.clock.now();
      const course = { id: newId(), ...keptOf(body, faults), createdAt: now, updatedAt: now };
      chain.courses.set(course.id, course);
      return withTag(created(views.course(course), `/courses/${course.id}`), tag(course));
    },
    getCourse: (call) => {
      const course = found(call.chain.courses, call.path('courseId'));
      return readTagged(call, views.course(course), tag(course));
    },
    updateCourse: (call) => {
      const { chain, path, input } = call;
      const course = found(chain.courses, path('courseId'));
      requireCurrent(call, course);
      const patch = input<Partial<NewCourse>>();
      if (!faults.has('patched-trainer-unknown')) requireTrainer(chain, patch.trainer);
      const isLonger = (patch.durationMinutes ?? course.durationMinutes) !== course.durationMinutes;
      const isFixed = scheduledIn(chain, 'courseId', course.id).length > 0 && !faults.has('duration-changed-when-scheduled');
      if (isLonger && isFixed) throw conflict('A session of the course is scheduled.');
      const after = { ...merged(course, patch), updatedAt: chain.clock.now() };
      chain.courses.set(course.id, after);
      return faults.has('patched-course-with-old-tag') ? withTag(ok(views.course(after)), tag(course)) : tagged(ok(views.course(after)));
    },
    deleteCourse: (call) => {
      const { chain, others, path } = call;
      const owner = faults.has('course-of-others-deleted') ? [chain, ...others].find((one) => one.courses.has(path('courseId'))) : chain;
      const course = found((owner ?? chain).courses, path('courseId'));
      requireCurrent(call, course);
      const scheduled = scheduledIn(owner ?? chain, 'courseId', course.id);
      if (scheduled.length > 0 && !faults.has('course-deleted-when-scheduled')) throw conflict('A session of the course is scheduled.');
      removeSessions(owner ?? chain, course.id);
      (owner ?? chain).courses.delete(course.id);
      return deleted;
    },
  };
};
