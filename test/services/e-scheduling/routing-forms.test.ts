// Tests the page of a routing form: what it asks, what it refuses, where it leads, and that the submission stays with the booking.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { API, openScheduling } from './support.ts';

const FORM = 'QFHADCEBGHFADBCE';
const PAGE = `/book/forms/${FORM}`;

describeOnEngines('the page of a routing form', (engine) => {
  async function open() {
    const opened = await openScheduling({ engine });
    const newest = async () => {
      const listed = await opened.client.listRoutingFormSubmissions({ path: { uuid: FORM }, query: { sort: 'created_at:desc' } });
      return unwrap(listed, 200).collection;
    };
    return { ...opened, newest };
  }

  test('leads to a booking page, which carries the submission and how the person came', async () => {
    const { client, delivered, visit, submit, newest, later } = await open();
    const sent = await submit(`${PAGE}?utm_source=poster`, { answer0: 'Cello', answer1: 'I am left-handed.' });
    const [submission] = await newest();
    const id = submission?.uri.split('/').at(-1) ?? '';
    const address = `/book/northlight-felix/first-lesson?utm_source=poster&submission=${id}`;
    expect([sent.status, sent.headers.get('location')]).toEqual([303, address]);
    expect(submission).toMatchObject({
      questions_and_answers: [{ answer: 'Cello' }, { answer: 'I am left-handed.' }],
      tracking: { utm_source: 'poster' },
      result: { type: 'event_type', value: `${API}/event_types/LFEHBADGCHFBEGDA` },
      submitter: null,
    });

    const start = /name="start" value="(\d+)"/.exec(await (await visit(address)).text())?.[1] ?? '';
    const person = { start, name: 'Mo Ito', email: 'mo.ito@example.com', answer0: 'Never' };
    expect((await submit(address, person)).status).toBe(200);
    const { collection } = unwrap(
      await client.listScheduledEvents({ query: { user: `${API}/users/FBGCHADEFCBHGADE`, invitee_email: person.email } }),
      200,
    );
    const uuid = collection[0]?.uri.split('/').at(-1) ?? '';
    const [invitee] = unwrap(await client.listInvitees({ path: { uuid } }), 200).collection;
    expect(invitee).toMatchObject({ routing_form_submission: submission?.uri, tracking: { utm_source: 'poster' } });
    expect((await newest())[0]).toMatchObject({ submitter: invitee?.uri, submitter_type: 'Invitee' });
    await later();
    expect(delivered.map(({ text }) => (JSON.parse(text) as { event: string }).event).toSorted()).toEqual([
      'invitee.created',
      'routing_form_submission.created',
    ]);
  });

  test('a submission belongs to one booking, and one that does not exist to none', async () => {
    const { client, visit, submit, newest } = await open();
    const location = (await submit(PAGE, { answer0: 'Cello' })).headers.get('location') ?? '';
    const [submission] = await newest();
    const booked: (string | null | undefined)[] = [];
    for (const address of [location, location, location.replace(/submission=.*/, 'submission=NOTHING')]) {
      const start = /name="start" value="(\d+)"/.exec(await (await visit(address)).text())?.[1] ?? '';
      await submit(address, { start, name: 'Mo Ito', email: `mo${booked.length}@example.com`, answer0: 'Never' });
      const query = { user: `${API}/users/FBGCHADEFCBHGADE`, invitee_email: `mo${booked.length}@example.com` };
      const [event] = unwrap(await client.listScheduledEvents({ query }), 200).collection;
      const { collection } = unwrap(await client.listInvitees({ path: { uuid: event?.uri.split('/').at(-1) ?? '' } }), 200);
      booked.push(collection[0]?.routing_form_submission);
    }
    expect(booked).toEqual([submission?.uri, null, null]);
  });

  test('ends with a message, or at an address of the form', async () => {
    const { visit, submit } = await open();
    expect(await (await submit(PAGE, { answer0: 'Percussion' })).text()).toContain('Our teacher for percussion starts in the new year.');
    const away = await submit(PAGE, { answer0: 'Violin' });
    expect([away.status, away.headers.get('location')]).toEqual([303, 'https://northlight.example/contact']);
    // Browsers follow a form to another origin only where the policy of its page allows that.
    expect((await visit(PAGE)).headers.get('content-security-policy')).toContain("form-action 'self' https://northlight.example;");
  });

  test('shows again what was entered where an answer is missing or not a choice', async () => {
    const { submit, newest } = await open();
    const before = (await newest()).length;
    const refused = await submit(PAGE, { answer1: 'Hello <you>' });
    const text = await refused.text();
    expect(refused.status).toBe(400);
    expect(text).toContain('The answer is missing: Which instrument would you like to learn?');
    expect(text).toContain('Hello &#60;you&#62;');
    expect(await (await submit(PAGE, { answer0: 'Lute' })).text()).toContain('The answer must be one of Cello, Violin, Percussion');
    expect(await newest()).toHaveLength(before);
  });

  test('is not there for a form that does not exist', async () => {
    const { visit } = await open();
    expect((await visit('/book/forms/NOTHING')).status).toBe(404);
    expect((await visit(`${PAGE}/more`)).status).toBe(404);
  });
});
