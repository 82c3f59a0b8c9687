// The things that the office of a school keeps.

export interface Term {
  readonly name: string;
  readonly startsOn: string;
  readonly endsOn: string;
}

export interface Year {
  readonly name: string;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly terms: readonly Term[];
  readonly createdAt: string;
}

export interface Subject {
  readonly code: string;
  readonly name: string;
  readonly colour: string | null;
  readonly graded: boolean;
}

export interface Teacher {
  readonly initials: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly subjects: readonly string[];
  readonly weeklyPeriods: number;
}

export interface Class {
  readonly id: string;
  readonly year: string;
  readonly grade: number;
  readonly name: string;
  readonly capacity: number;
  readonly room: string;
  readonly formTeacher: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

export interface Lesson {
  readonly id: string;
  readonly class: string;
  readonly weekday: string;
  readonly period: number;
  readonly subject: string;
  readonly teacher: string;
  readonly room: string;
}

export interface Guardian {
  readonly name: string;
  readonly relation: string;
  readonly email?: string;
  readonly phone?: string;
  readonly mayCollect: boolean;
}

export interface Pupil {
  readonly id: string;
  readonly registerNumber: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly bornOn: string;
  readonly class: string;
  readonly guardians: readonly Guardian[];
  readonly languages: readonly string[];
  readonly busStop: string | null;
  readonly photoConsent: boolean;
  readonly officeNote: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Absence {
  readonly id: string;
  readonly pupil: string;
  readonly from: string;
  readonly until: string;
  readonly reason: string;
  readonly note: string | null;
  readonly status: 'open' | 'excused' | 'unexcused';
  readonly letterOn: string | null;
  readonly decidedAt: string | null;
  readonly createdAt: string;
}

export interface Mark {
  readonly id: string;
  readonly pupil: string;
  readonly subject: string;
  readonly value: number;
  readonly weight: number;
  readonly kind: string;
  readonly givenOn: string;
  readonly comment: string | null;
}

export interface SignUp {
  readonly trip: string;
  readonly pupil: string;
  readonly consent: boolean;
  readonly diets: readonly string[];
  readonly pocketMoneyCents: number | null;
  readonly signedUpAt: string;
}

export interface Trip {
  readonly id: string;
  readonly title: string;
  readonly destination: string;
  readonly departsAt: string;
  readonly returnsAt: string;
  readonly priceCents: number;
  readonly places: number;
  readonly classes: readonly string[];
  readonly packing: Readonly<Record<string, number>>;
  readonly state: 'open' | 'cancelled';
  readonly cancelReason: string | null;
  readonly createdAt: string;
  /** By the id of the pupil. */
  readonly signUps: ReadonlyMap<string, SignUp>;
}
