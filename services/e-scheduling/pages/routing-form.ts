// The page of a routing form: asks its questions, and leads to the booking page, the address or the message that fits the answers.

import type { RoutingFormQuestion } from '@octavo/interfaces/e-scheduling';
import { refuse } from '@octavo/runtime';
import { type Html, html } from '../../platform/pages/html.ts';
import { page } from '../../platform/pages/page.ts';
import type { Platform } from '../../platform/service.ts';
import { write } from '../../platform/unit.ts';
import type { Destination } from '../rules/routing.ts';
import { find, newId } from '../store/rows.ts';
import { answersTo, submit } from '../submissions.ts';
import type { Row, SchedulingTables } from '../tables.ts';
import { pathOfType } from './paths.ts';
import { choiceField } from './questions.ts';
import { alertOf, answerForm, checkForm, formOn, trackingOf, type Visit } from './visit.ts';

/** @returns `undefined` for a form that does not exist or is a draft */
export async function routingFormPage(platform: Platform<SchedulingTables>, visit: Visit, form_id: string): Promise<Response | undefined> {
  const { store, ids } = platform;
  const form = await find(store.read, 'e_forms', form_id);
  if (form === undefined || form.status === 'draft') return undefined;
  const questions = form.questions;
  const { form: sent, query } = visit;
  const show = async (status: number, problem?: string) => {
    const given = sent ?? query;
    const fields = html`${questions.map((question, index) => questionField(question, index, given))}<p><button>Continue</button></p>`;
    return page(status, form.name, html`${alertOf(problem)}${formOn(visit, fields)}`, addressesOf(form));
  };
  if (sent === undefined) return show(200);
  checkForm(visit);
  return answerForm(async () => {
    const answers = answersTo(
      form,
      questions.map((_, index) => sent.get(`answer${index}`) ?? ''),
      (_index, { name }, problem) => {
        throw refuse(400, { detail: `The answer ${problem}: ${name}` });
      },
    );
    const submission = { id: newId(ids), answers, tracking: trackingOf(query) };
    const destination = await write(platform, (unit) => submit(unit, form, submission));
    return toAnswer(destination, submission.id, query);
  }, show);

  async function toAnswer(destination: Destination, submission: string, found: URLSearchParams): Promise<Response> {
    if (destination.type === 'custom_message') {
      const { headline, body } = destination.value;
      return page(200, headline, html`<p>${body}</p>`);
    }
    if (destination.type === 'external_url') return redirect(destination.value);
    const path = await pathOfType(store.read, destination.id);
    if (path === undefined) return page(200, 'Thank you!', html`<p>Nothing can be booked at the moment.</p>`);
    // How the person found the form is how they found the booking page.
    return redirect(`${path}?${new URLSearchParams([...found, ['submission', submission]])}`);
  }
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

/** The addresses outside of the service that the form may lead to. */
function addressesOf({ routes }: Row<'e_forms'>): string[] {
  return routes.flatMap(({ to }) => (to.type === 'external_url' ? [to.value] : []));
}

const TYPES = { name: 'text', text: 'text', email: 'email', phone: 'tel' } as const;

function questionField({ name, type, required, answer_choices }: RoutingFormQuestion, index: number, given: URLSearchParams): Html {
  const field = `answer${index}`;
  const answer = given.get(field) ?? '';
  const isRequired = required && html` required`;
  switch (type) {
    case 'radios':
      return choiceField(name, field, answer_choices ?? [], [answer], 'radio', required);
    case 'select': {
      const options = ['', ...(answer_choices ?? [])].map(
        (choice) => html`<option${choice === answer && html` selected`}>${choice}</option>`,
      );
      return html`<p><label>${name}<select name="${field}"${isRequired}>${options}</select></label></p>`;
    }
    case 'textarea':
      return html`<p><label>${name}<textarea name="${field}"${isRequired}>${answer}</textarea></label></p>`;
    default:
      return html`<p><label>${name}<input type="${TYPES[type]}" name="${field}"${isRequired} value="${answer}"></label></p>`;
  }
}
