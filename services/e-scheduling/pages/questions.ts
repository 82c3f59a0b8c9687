// The questions of an event type on its booking page, and their answers.

import type { CustomQuestion, InviteeAnswer } from '@octavo/interfaces/e-scheduling';
import { refuse } from '@octavo/runtime';
import { type Html, html } from '../../platform/pages/html.ts';
import type { Row } from '../tables.ts';

export function questionsOf({ questions }: Row<'e_event_types'>): CustomQuestion[] {
  return questions.filter(({ enabled }) => enabled);
}

/** @param given what was sent before */
export function questionField(
  { name, type, position, required, answer_choices, include_other }: CustomQuestion,
  given: URLSearchParams,
): Html {
  const field = `answer${position}`;
  const answers = given.getAll(field);
  const [answer = ''] = answers;
  const isRequired = required && html` required`;
  if (type === 'text') return html`<p><label>${name}<textarea name="${field}"${isRequired}>${answer}</textarea></label></p>`;
  // Free text where other answers are allowed too: a list of choices would not let people enter them.
  if (answer_choices.length === 0 || include_other) {
    const kind = type === 'phone_number' ? 'tel' : 'text';
    return html`<p><label>${name}<input type="${kind}" name="${field}" value="${answer}"${isRequired}></label></p>`;
  }
  return choiceField(name, field, answer_choices, answers, type === 'multi_select' ? 'checkbox' : 'radio', required);
}

/** Choices as tiles. Browsers cannot require one of several boxes, so the service checks these alone. */
export function choiceField(
  name: string,
  field: string,
  choices: readonly string[],
  chosen: readonly string[],
  type: 'radio' | 'checkbox',
  required: boolean,
): Html {
  const isRequired = required && type === 'radio' && html` required`;
  const tiles = choices.map(
    (choice) =>
      html`<label><input type="${type}" name="${field}" value="${choice}"${isRequired}${chosen.includes(choice) && html` checked`}>${choice}</label>`,
  );
  return html`<fieldset><legend>${name}</legend><div class="choices">${tiles}</div></fieldset>`;
}

/** @throws the refusal 400 where a required answer is missing, or is not one of the choices */
export function answersOf(form: URLSearchParams, questions: readonly CustomQuestion[]): InviteeAnswer[] {
  return questions.flatMap(({ name, position, required, answer_choices, include_other }) => {
    const given = form.getAll(`answer${position}`).filter((answer) => answer.trim() !== '');
    if (given.length === 0 && required) throw refuse(400, { detail: `Please answer: ${name}` });
    const isFree = include_other || answer_choices.length === 0;
    if (!isFree && !given.every((answer) => answer_choices.includes(answer)))
      throw refuse(400, { detail: `Please choose an answer: ${name}` });
    return given.length === 0 ? [] : [{ question: name, answer: given.join('\n'), position }];
  });
}
