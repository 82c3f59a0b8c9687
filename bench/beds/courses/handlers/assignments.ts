// Assignments, what learners hand in, and the grades for it.
import { instant, millisecondsOf } from '../../clock.ts';
import type { School, Store } from '../store.ts';
import type { Assignment, AssignmentInput, Submission, SubmissionInput } from '../things.ts';
import { conflict, invalid } from '../wire.ts';
import { type Faults, found, type Handlers, type Resource, reply, resource } from './call.ts';

function gradesOf(school: School, { id }: Assignment): number[] {
  return school.submissionsOf(id).flatMap(({ grade }) => (grade === null ? [] : [grade]));
}

function look(school: School, assignment: Assignment, faults: Faults): Resource {
  const { id, createdAt: _, updatedAt: __, ...own } = assignment;
  const submissionCount = school.submissionsOf(id).length;
  const grades = gradesOf(school, assignment);
  const over = faults.has('average-counts-ungraded') ? submissionCount : grades.length;
  const averageGrade = grades.length === 0 ? null : grades.reduce((sum, grade) => sum + grade, 0) / over;
  return resource('assignments', assignment, { ...own, submissionCount, averageGrade });
}

function submissionLook(submission: Submission): Resource {
  const { id: _, createdAt: __, updatedAt: ___, ...own } = submission;
  return resource('submissions', submission, { ...own, state: submission.grade === null ? 'submitted' : 'graded' });
}

/** Refuses work that an assignment does not take, and says whether it is late. */
function checkWork(school: School, assignment: Assignment, { enrolmentId }: SubmissionInput, now: string, faults: Faults): boolean {
  const enrolment = school.enrolments.get(enrolmentId);
  const isIn = enrolment?.courseId === assignment.courseId && enrolment.state === 'enrolled';
  if (!isIn) throw invalid('/data/attributes/enrolmentId', 'The enrolment must be in the course.');
  const isThere = school.submissionsOf(assignment.id).some((one) => one.enrolmentId === enrolmentId);
  if (isThere) throw conflict('The learner has handed in already.');
  const isLate = millisecondsOf(now) > millisecondsOf(assignment.dueAt);
  if (isLate && !assignment.allowsLate && !faults.has('late-work-taken')) throw conflict('The work is too late.');
  return isLate;
}

interface Grade {
  readonly grade?: number | null;
  readonly feedback?: string | null;
}

/** Sets what a PATCH names. */
function gradeWith(submission: Submission, { grade, feedback }: Grade, faults: Faults): void {
  const isWhole = faults.has('grades-rounded') && typeof grade === 'number';
  if (grade !== undefined) submission.grade = isWhole ? Math.round(grade) : grade;
  if (feedback !== undefined) submission.feedback = feedback;
}

export const assignments = (store: Store, faults: Faults): Handlers => ({
  createAssignment: ({ school, id, input }) => {
    const course = found(school.courses, id('courseId'));
    if (course.state === 'cancelled') throw conflict('The course is cancelled.');
    const given = input<AssignmentInput>();
    const assignment = { ...store.thing(), ...given, dueAt: instant(given.dueAt), courseId: course.id, version: 1 };
    school.assignments.set(assignment.id, assignment);
    return reply(look(school, assignment, faults), 201, { location: `/assignments/${assignment.id}` });
  },
  getAssignment: ({ school, id }) => reply(look(school, found(school.assignments, id('assignmentId')), faults)),
  replaceAssignment: ({ school, id, input }) => {
    const old = found(school.assignments, id('assignmentId'));
    const { version, ...given } = input<Assignment>();
    if (version !== old.version && !faults.has('old-version-replaces')) throw conflict('The assignment has another version.');
    const isBelow = gradesOf(school, old).some((grade) => grade > given.points);
    if (isBelow) throw conflict('A grade is above the points.');
    const instructions = given.instructions ?? (faults.has('put-keeps-instructions') ? old.instructions : null);
    const replaced = { ...old, ...given, instructions, dueAt: instant(given.dueAt), version: old.version + 1, updatedAt: store.now() };
    school.assignments.set(old.id, replaced);
    return reply(look(school, replaced, faults));
  },
  submitWork: ({ school, id, input }) => {
    const assignment = found(school.assignments, id('assignmentId'));
    const given = input<SubmissionInput>();
    const thing = store.thing();
    const late = checkWork(school, assignment, given, thing.createdAt, faults);
    const submission: Submission = { ...thing, ...given, assignmentId: assignment.id, late, grade: null, feedback: null };
    school.submissions.set(submission.id, submission);
    return reply(submissionLook(submission), 201);
  },
  gradeSubmission: ({ school, id, input }) => {
    const submission = found(school.submissions, id('submissionId'));
    const change = input<Grade>();
    const most = found(school.assignments, submission.assignmentId).points;
    if ((change.grade ?? 0) > most) throw invalid('/data/attributes/grade', 'The grade is above the points.');
    gradeWith(submission, change, faults);
    submission.updatedAt = store.now();
    return reply(submissionLook(submission));
  },
});
