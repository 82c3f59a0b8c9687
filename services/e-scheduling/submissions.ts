// Submits routing forms: reads the answers, decides where they lead, and tells the subscribers.

import type { RoutingFormQuestion, SubmissionAnswer, Tracking } from '@octavo/interfaces/e-scheduling';
import { isEmail } from '@octavo/runtime';
import { type Announcer, announceSubmission } from './deliveries.ts';
import type { Tables } from './deps.ts';
import { type Destination, destinationOf } from './rules/routing.ts';
import { insert } from './store/rows.ts';
import type { FormRow, SubmissionRow } from './tables.ts';

/**
 * The answers that were given, without empty ones.
 * @param given in the order of the questions
 * @param refuse throws for an answer that is missing or not allowed
 */
export function answersTo(
  form: FormRow,
  given: readonly string[],
  refuse: (index: number, question: RoutingFormQuestion, problem: string) => never,
): SubmissionAnswer[] {
  return form.questions.flatMap((question, index): SubmissionAnswer[] => {
    const answer = given[index]?.trim() ?? '';
    if (answer === '') return question.required ? refuse(index, question, 'is missing') : [];
    if (question.answer_choices?.includes(answer) === false)
      refuse(index, question, `must be one of ${question.answer_choices.join(', ')}`);
    if (question.type === 'email' && !isEmail(answer)) refuse(index, question, 'must be an email address');
    return [{ question_uuid: question.uuid, question: question.name, answer }];
  });
}

/** Submits a form, within a unit of work, and says where the submission leads. */
export async function submit(
  tables: Tables,
  announcer: Announcer,
  form: FormRow,
  { id, answers, tracking }: { readonly id: string; readonly answers: readonly SubmissionAnswer[]; readonly tracking: Tracking },
  now: number,
): Promise<Destination> {
  const result = destinationOf(form.routes, answers);
  const row: SubmissionRow = {
    id,
    form_id: form.id,
    answers: [...answers],
    tracking,
    result,
    invitee_id: null,
    event_id: null,
    created_at: now,
    updated_at: now,
  };
  await insert(tables, 'e_submissions', row);
  await announceSubmission(tables, announcer, row, form.organization_id);
  return result;
}

/** A submission that led to a booking page of the organization, and that no booking has followed yet; `undefined` for any other text. */
export async function openSubmission(tables: Tables, id: string | null, organization: string): Promise<string | undefined> {
  if (id === null) return undefined;
  const row = await tables
    .selectFrom('e_submissions')
    .innerJoin('e_forms', 'e_forms.id', 'e_submissions.form_id')
    .select('e_submissions.id')
    .where('e_submissions.id', '=', id)
    .where('organization_id', '=', organization)
    .where('invitee_id', 'is', null)
    .executeTakeFirst();
  return row?.id;
}
