// What callers see of things.
import { without } from '../members.ts';
import type { Call } from './handlers/call.ts';
import { pupilsOf, type School } from './store.ts';
import type { Absence, Class, Pupil, Teacher, Trip } from './things.ts';

const DAY = 86_400_000;

/** How many days there are from one to another, with both of them. None if the other one is before. */
export const daysBetween = (from: string, until: string): number => Math.max(0, (Date.parse(until) - Date.parse(from)) / DAY + 1);

export const teacherView = ({ lessons }: School, teacher: Teacher): object => ({
  ...teacher,
  lessonCount: [...lessons.values()].filter((one) => one.teacher === teacher.initials).length,
});

export function classView(school: School, { createdAt, updatedAt, ...one }: Class): object {
  return { ...one, pupilCount: pupilsOf(school, one.id).length, createdAt, updatedAt };
}

export const pupilView = ({ office }: Call, pupil: Pupil): object => (office ? pupil : without(pupil, 'officeNote'));

export const absenceView = (absence: Absence): object => ({ ...absence, days: daysBetween(absence.from, absence.until) });

export function tripView({ signUps, ...trip }: Trip): object {
  return { ...trip, placesLeft: trip.places - signUps.size, participants: [...signUps.keys()] };
}
