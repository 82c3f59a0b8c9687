// What the service remembers: each school has its own things, in the order in which they were created.
import { randomInt } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { Absence, Class, Lesson, Mark, Pupil, Subject, Teacher, Trip, Year } from './things.ts';

export interface School {
  readonly years: Map<string, Year>;
  readonly subjects: Map<string, Subject>;
  readonly teachers: Map<string, Teacher>;
  readonly classes: Map<string, Class>;
  readonly lessons: Map<string, Lesson>;
  readonly pupils: Map<string, Pupil>;
  readonly absences: Map<string, Absence>;
  readonly marks: Map<string, Mark>;
  readonly trips: Map<string, Trip>;
  /** Register numbers that were ever given. */
  readonly numbers: Set<string>;
}

export const emptySchool = (): School => ({
  years: new Map(),
  subjects: new Map(),
  teachers: new Map(),
  classes: new Map(),
  lessons: new Map(),
  pupils: new Map(),
  absences: new Map(),
  marks: new Map(),
  trips: new Map(),
  numbers: new Set(),
});

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

export const newId = (): string => Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

export interface Store {
  readonly clock: Clock;
  /** By name. */
  readonly schools: ReadonlyMap<string, School>;
}

export const storeOf = (schools: Readonly<Record<string, School>>): Store => ({
  clock: new Clock(),
  schools: new Map(Object.entries(schools)),
});

export const pupilsOf = (school: School, classId: string): Pupil[] => [...school.pupils.values()].filter((one) => one.class === classId);

/** The school year of the class of a pupil. Classes with pupils and years stay, so that there is always one. */
export function yearOf(school: School, pupil: Pupil): Year {
  const year = school.years.get(school.classes.get(pupil.class)?.year ?? '');
  if (year === undefined) throw new Error(`The pupil ${pupil.id} has no year.`);
  return year;
}
