// Submits routing forms: reads the answers, decides where they lead, and tells the subscribers.

import type { RoutingFormQuestion, SubmissionAnswer, Tracking } from '@octavo/interfaces/e-scheduling';
import { isEmail } from '@octavo/runtime';
import { announceSubmission } from './deliveries.ts';
import type { Tables, Unit } from './deps.ts';
import { type Destination, destinationOf } from './rules/routing.ts';
import { add } from './store/rows.ts';
import type { Row } from './tables.ts';

/**
 * The answers that were given, without empty ones.
 * @param given in the order of the questions
 * @param refuse throws for an answer that is missing or not allowed
 */
export function answersTo(
  form: Row<'e_forms'>,
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
  unit: Unit,
  { id: form_id, routes, organization_id }: Row<'e_forms'>,
  { id, answers, tracking }: { readonly id: string; readonly answers: readonly SubmissionAnswer[]; readonly tracking: Tracking },
): Promise<Destination> {
  const { tables, at } = unit;
  const result = destinationOf(routes, answers);
  const given = { id, form_id, answers: [...answers], tracking, result };
  const row = await add(tables, 'e_submissions', { ...given, created_at: at, updated_at: at });
  await announceSubmission(unit, row, organization_id);
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
