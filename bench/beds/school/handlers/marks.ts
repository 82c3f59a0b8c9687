// Marks, and the reports that they make.
import { byText } from '../../texts.ts';
import { newId, type School, yearOf } from '../store.ts';
import type { Absence, Mark, Pupil, Term } from '../things.ts';
import { daysBetween } from '../views.ts';
import { must } from '../wire.ts';
import { type Handlers, NOT_FOUND, pupilOf } from './call.ts';

const rounded = (value: number): number => Math.round((value + Number.EPSILON) * 100) / 100;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const later = (a: string, b: string): string => (a > b ? a : b);
const earlier = (a: string, b: string): string => (a < b ? a : b);

const averageOf = (marks: readonly Mark[]): number =>
  sum(marks.map(({ value, weight }) => value * weight)) / sum(marks.map(({ weight }) => weight));

function absentDays({ absences }: School, pupil: Pupil, term: Term, status: Absence['status']): number {
  const its = [...absences.values()].filter((one) => one.pupil === pupil.id && one.status === status);
  return sum(its.map(({ from, until }) => daysBetween(later(from, term.startsOn), earlier(until, term.endsOn))));
}

export const markHandlers: Handlers = {
  createMark: (call) => {
    const { body, has, school } = call;
    const pupil = pupilOf(call);
    const given = body as Omit<Mark, 'id' | 'pupil'>;
    const weight = has('mark-weight-whole') ? Math.max(1, Math.trunc(given.weight)) : given.weight;
    const mark: Mark = { id: newId(), pupil: pupil.id, ...given, weight };
    const subject = school.subjects.get(mark.subject);
    must(subject !== undefined, 422, 'The subject does not exist.');
    must(subject.graded || has('mark-ungraded-subject'), 422, 'The subject has no marks.');
    const { startsOn, endsOn } = yearOf(school, pupil);
    must(mark.givenOn >= startsOn && mark.givenOn <= endsOn, 422, 'The day is not in the school year.');
    school.marks.set(mark.id, mark);
    return { status: 201, body: mark };
  },
  getReport: (call) => {
    const { has, query, school } = call;
    const pupil = pupilOf(call);
    const year = yearOf(school, pupil);
    const term = year.terms.find(({ name }) => name === query.term);
    must(term !== undefined, 404, NOT_FOUND);
    const isInTerm = ({ givenOn }: Mark): boolean =>
      givenOn >= term.startsOn && (has('report-without-last-day') ? givenOn < term.endsOn : givenOn <= term.endsOn);
    const marks = [...school.marks.values()].filter((one) => one.pupil === pupil.id && isInTerm(one));
    const codes = [...new Set(marks.map(({ subject }) => subject))].toSorted(byText);
    const subjects = codes.map((subject) => {
      const its = marks.filter((one) => one.subject === subject).toSorted((a, b) => byText(a.givenOn, b.givenOn));
      return { subject, exact: averageOf(its), marks: its };
    });
    const average = subjects.length === 0 ? null : rounded(sum(subjects.map(({ exact }) => exact)) / subjects.length);
    const days = (status: Absence['status']): number => absentDays(school, pupil, term, status);
    const body = {
      pupil: pupil.id,
      year: year.name,
      term: term.name,
      average,
      subjects: subjects.map(({ exact, ...one }) => ({ ...one, average: rounded(exact) })),
      absentDays: { open: days('open'), excused: days('excused'), unexcused: days('unexcused') },
    };
    return { status: 200, body };
  },
};
