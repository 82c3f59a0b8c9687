// The three webhooks of the scheduling service at one address: each reaches its handler, and only recent, signed ones are accepted.
import { createHmac } from 'node:crypto';
import {
  createSchedulingWebhookReceiver,
  createSchedulingWebhookSender,
  type ErrorResponse,
  type InviteeCanceled,
  type InviteeCreated,
  type RoutingFormSubmissionCreated,
} from '@octavo/interfaces/e-scheduling';
import { byRequest, inMemoryFetch } from '@octavo/runtime';
import { afterEach, beforeEach, expect, it, test, vi } from 'vitest';
import { bodyOf, operationAt, readDocument } from '../specs/document.ts';

const SECRET = 'a-secret-of-your-own';
/** Unix time of the routing form's submission. */
const NOW = Date.UTC(2026, 10, 24, 8, 12, 50) / 1000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1000 }));
afterEach(() => void vi.useRealTimers());

const document = readDocument('e-scheduling');

/** The document's example with that name. */
function example<Body>(kind: string, name: string): Body {
  const found = bodyOf(document, operationAt({ ...document, paths: document.webhooks ?? {} }, 'POST', kind)).examples[name];
  if (found === undefined) throw new Error(`${kind} has no example ${name}`);
  return found.value as Body;
}

const heard: string[] = [];
const receiver = createSchedulingWebhookReceiver(
  {
    inviteeCreated({ body }) {
      heard.push(`${body.payload.name} comes at ${body.payload.scheduled_event.start_time}`);
      return { status: 204 };
    },
    inviteeCanceled({ body: { payload } }) {
      heard.push(`${payload.name} does not come: ${payload.cancellation?.reason}`);
      return { status: 200 };
    },
    routingFormSubmissionCreated({ body: { payload } }) {
      heard.push(`${payload.questions_and_answers[0]?.answer} leads to ${payload.result?.type}`);
      return { status: 202 };
    },
  },
  { secrets: SECRET },
);

beforeEach(() => void heard.splice(0));

test('a sender and a receiver of the same document work together', async () => {
  const posted: Request[] = [];
  const sender = createSchedulingWebhookSender({
    url: 'https://office.northlight.example/hooks/scheduling',
    secret: SECRET,
    fetch: byRequest((request) => {
      posted.push(request.clone());
      return inMemoryFetch(receiver)(request);
    }),
  });
  const submission = example<RoutingFormSubmissionCreated>('routing_form_submission.created', 'jonasAnswers');
  expect(await sender.routingFormSubmissionCreated({ body: submission })).toMatchObject({ status: 202 });
  expect(await sender.inviteeCreated({ body: example<InviteeCreated>('invitee.created', 'jonasBooks') })).toMatchObject({ status: 204 });
  expect(await sender.inviteeCanceled({ body: example<InviteeCanceled>('invitee.canceled', 'jonasMoves') })).toMatchObject({ status: 200 });
  expect(heard).toEqual([
    'Cello leads to event_type',
    'Jonas Weber comes at 2026-12-01T15:00:00.000000Z',
    'Jonas Weber does not come: I have an exam on Tuesday.',
  ]);
  for (const request of posted) {
    const signature = createHmac('sha256', SECRET)
      .update(`${NOW}.${await request.text()}`)
      .digest('hex');
    expect(request.headers.get('calendly-webhook-signature')).toBe(`t=${NOW},v1=${signature}`);
  }
});

// The signature was computed with `openssl dgst -sha256 -hmac`.
const BODY =
  '{"event":"routing_form_submission.created","created_at":"2026-11-24T08:12:50.000000Z",' +
  '"created_by":"https://scheduling.example.com/api/v2/users/ADHCGEBFAHDCBGEF","payload":{' +
  '"uri":"https://scheduling.example.com/api/v2/routing_form_submissions/SDGEBHCAFDGHEBAC",' +
  '"routing_form":"https://scheduling.example.com/api/v2/routing_forms/QFHADCEBGHFADBCE",' +
  '"questions_and_answers":[{"question_uuid":null,"question":"Which instrument?","answer":"Cello"}],' +
  '"tracking":{"utm_campaign":null,"utm_source":null,"utm_medium":null,"utm_content":null,"utm_term":null,"salesforce_uuid":null},' +
  '"result":{"type":"external_url","value":"https://northlight.example/cello"},"submitter":null,"submitter_type":null,' +
  '"created_at":"2026-11-24T08:12:50.077934Z","updated_at":"2026-11-24T08:12:50.077934Z"}}';
const SIGNED = 'd34ac3310125b32a46edaff010013bb138f41e2da1d7d2638a4122110206ad5c';

it.each([
  ['signed now', `t=${NOW},v1=${SIGNED}`, BODY, 0, 202],
  ['three minutes old', `t=${NOW},v1=${SIGNED}`, BODY, 180, 202],
  ['older than that', `t=${NOW},v1=${SIGNED}`, BODY, 181, 401],
  ['with another time', `t=${NOW + 1},v1=${SIGNED}`, BODY, 0, 401],
  ['with another body', `t=${NOW},v1=${SIGNED}`, BODY.replace('Cello', 'Violin'), 0, 401],
  ['without a time', `v1=${SIGNED}`, BODY, 0, 401],
  ['unsigned', '', BODY, 0, 401],
])('%s', async (_, signature, body, seconds, status) => {
  vi.setSystemTime((NOW + seconds) * 1000);
  const headers = { 'content-type': 'application/json', ...(signature === '' ? {} : { 'Calendly-Webhook-Signature': signature }) };
  const answer = await receiver(new Request('https://office.northlight.example/hooks/scheduling', { method: 'POST', headers, body }));
  expect(answer.status).toBe(status);
  if (status !== 401) return expect(heard).toEqual(['Cello leads to external_url']);
  expect(heard).toEqual([]);
  expect((await answer.json()) as ErrorResponse).toEqual({ title: 'Unauthenticated', message: 'The signature is missing or wrong.' });
});
