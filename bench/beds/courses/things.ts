// The things of a school as the service keeps them.

export interface Thing {
  readonly id: string;
  readonly createdAt: string;
  updatedAt: string;
}

export interface Money {
  readonly minor: number;
  readonly currency: string;
}

export interface SubjectInput {
  readonly slug: string;
  readonly title: string;
  readonly colour?: string;
}

export type Subject = Thing & SubjectInput;

export interface Span {
  readonly weekday: number;
  readonly from: string;
  readonly until: string;
}

export interface TeacherInput {
  readonly name: string;
  readonly email: string;
  readonly subjects: readonly string[];
  readonly hours?: readonly Span[];
  readonly biography: string | null;
  readonly homepage: string | null;
  readonly active: boolean;
}

export type Teacher = Thing & TeacherInput;

export interface CourseInput {
  readonly title: string;
  readonly subject: string;
  readonly level: string;
  readonly description: string | null;
  readonly teacherId: string;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly seats: number;
  readonly minimumAge: number;
  readonly fee: Money;
  readonly instalments: number;
  readonly state?: CourseState;
  readonly tags?: readonly string[];
  readonly delivery: Readonly<Record<string, unknown>>;
}

export type CourseState = 'draft' | 'open' | 'cancelled';

export type Course = Thing & CourseInput & { state: CourseState; cancelReason: string | null };

export interface Entry {
  readonly enrolmentId: string;
  readonly presence: 'present' | 'late' | 'excused' | 'absent';
  readonly minutesMissed?: number;
  readonly note?: string;
}

/** Whether the learner was in the lesson. */
export const isPresent = ({ presence }: Entry): boolean => presence === 'present' || presence === 'late';

export interface LessonInput {
  readonly topic: string;
  readonly startsAt: string;
  readonly minutes: number;
  readonly room?: string;
}

export type Lesson = Thing & LessonInput & { readonly courseId: string; attendance: readonly Entry[] };

export interface LearnerInput {
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
  readonly bornOn: string;
  readonly phone: string | null;
  readonly address?: object;
}

export type Learner = Thing & LearnerInput & { readonly accessCode: string };

export interface PaymentInput {
  readonly amount: Money;
  readonly method: string;
  readonly paidOn: string;
  readonly account?: string;
}

/** The id of a payment is its reference. */
export type Payment = Thing & { readonly input: PaymentInput };

export type Certificate = Thing & { readonly language: string; readonly number: string; readonly lessonsAttended: number };

export interface EnrolmentInput {
  readonly courseId: string;
  readonly learnerId: string;
  readonly discountPercent: number;
  readonly mayWait: boolean;
}

export type EnrolmentState = 'enrolled' | 'waiting' | 'withdrawn' | 'cancelled';

export type Enrolment = Thing &
  Omit<EnrolmentInput, 'mayWait'> & {
    readonly fee: Money;
    readonly hasWaited: boolean;
    readonly payments: Payment[];
    state: EnrolmentState;
    refund: number;
    certificate?: Certificate;
  };

export interface AssignmentInput {
  readonly title: string;
  readonly instructions: string | null;
  readonly points: number;
  readonly dueAt: string;
  readonly allowsLate: boolean;
}

export type Assignment = Thing & AssignmentInput & { readonly courseId: string; readonly version: number };

export interface SubmissionInput {
  readonly enrolmentId: string;
  readonly files: readonly object[];
  readonly comment?: string;
}

export type Submission = Thing &
  SubmissionInput & { readonly assignmentId: string; readonly late: boolean; grade: number | null; feedback: string | null };
