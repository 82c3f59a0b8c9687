// Who has the seats of a course, and who waits for one.
import type { School } from '../store.ts';
import type { Course, Enrolment } from '../things.ts';
import type { Faults } from './call.ts';

export const enrolledIn = (school: School, { id }: Course): number => school.enrolmentsOf(id, 'enrolled').length;

export const freeSeats = (school: School, course: Course): number => Math.max(0, course.seats - enrolledIn(school, course));

/** The place of an enrolment on the waiting list. */
export function positionOf(school: School, enrolment: Enrolment, faults: Faults): number | null {
  if (enrolment.state !== 'waiting') return null;
  const gaps = faults.has('waiting-list-has-gaps') ? ['enrolled', 'withdrawn', 'waiting'] : ['waiting'];
  const line = school.enrolmentsOf(enrolment.courseId, ...gaps).filter(({ hasWaited }) => hasWaited);
  return line.indexOf(enrolment) + 1;
}

/** Gives free seats to those who wait, in their order. */
export function fillSeats(school: School, course: Course, now: string): void {
  const line = school.enrolmentsOf(course.id, 'waiting');
  for (const enrolment of line.slice(0, freeSeats(school, course))) {
    enrolment.state = 'enrolled';
    enrolment.updatedAt = now;
  }
}
