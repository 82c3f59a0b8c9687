// What the courses keep in memory, for each school.
import { randomInt } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { Assignment, Course, Enrolment, Learner, Lesson, Subject, Submission, Teacher, Thing } from './things.ts';

/** What one school has. Maps keep the order of creation. Subjects are found by their slugs, everything else by its id. */
export class School {
  readonly subjects = new Map<string, Subject>();
  readonly teachers = new Map<string, Teacher>();
  readonly courses = new Map<string, Course>();
  readonly lessons = new Map<string, Lesson>();
  readonly learners = new Map<string, Learner>();
  readonly enrolments = new Map<string, Enrolment>();
  readonly assignments = new Map<string, Assignment>();
  readonly submissions = new Map<string, Submission>();

  enrolmentsOf(courseId: string, ...states: readonly string[]): Enrolment[] {
    return [...this.enrolments.values()].filter((one) => one.courseId === courseId && states.includes(one.state));
  }

  lessonsOf(courseId: string): Lesson[] {
    return [...this.lessons.values()].filter((one) => one.courseId === courseId);
  }

  submissionsOf(assignmentId: string): Submission[] {
    return [...this.submissions.values()].filter((one) => one.assignmentId === assignmentId);
  }
}

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID: 48 bits of time and 80 random bits. */
function ulid(time: number): string {
  const digit = (index: number): string => DIGITS[Math.floor(time / 32 ** (9 - index)) % 32] ?? '';
  const random = Array.from({ length: 16 }, () => DIGITS[randomInt(32)]);
  return [...Array.from({ length: 10 }, (_, index) => digit(index)), ...random].join('');
}

/** All schools. They share a clock and the numbers of certificates. */
export class Store extends Clock {
  readonly harbour = new School();
  readonly hill = new School();
  #certificates = 100_000;

  /** What a new thing has besides its attributes. */
  thing(id?: string): Thing {
    const createdAt = this.now();
    return { id: id ?? ulid(Date.parse(createdAt)), createdAt, updatedAt: createdAt };
  }

  certificateNumber(): string {
    this.#certificates += 1;
    return `K-${this.#certificates}`;
  }

  accessCode(): string {
    return String(randomInt(10_000_000, 100_000_000));
  }

  /** All schools, for a service that forgets whose a thing is. */
  all(): School[] {
    return [this.harbour, this.hill];
  }
}
