// Tests that refusals of the scheduling service are as its document shows them: titles, messages, and details that name what is invalid.

import { expect, onTestFinished, test } from 'vitest';
import { tokens } from '../../../services/e-scheduling/seed.ts';
import { createSandbox } from '../../../services/index.ts';

const API = 'https://scheduling.example.com/api/v2';
const SCHOOL = `${API}/organizations/NGHCEBDAFHBDCAGE`;

async function open() {
  const sandbox = await createSandbox({ services: ['e-scheduling'], at: 'story' });
  onTestFinished(() => sandbox.close());
  return async (method: string, path: string, body?: object, token: string = tokens.owner) => {
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    if (token !== '') headers.authorization = `Bearer ${token}`;
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await sandbox.fetch('e-scheduling')(API + path, { method, headers, ...init });
    return { status: response.status, body: await response.json() };
  };
}

const invalid = (...details: readonly (readonly [parameter: string, message: string])[]) => ({
  status: 400,
  body: {
    title: 'Invalid Argument',
    message: 'A parameter or a field is invalid.',
    details: details.map(([parameter, message]) => ({ parameter, message })),
  },
});

test.each([
  ['a parameter out of bounds', 'GET', '/event_types?count=101', undefined, ['count', 'must be at most 100']],
  [
    'a page token of another list',
    'GET',
    '/event_types?page_token=bmV4dDpSSENC',
    undefined,
    ['page_token', 'does not belong to this list'],
  ],
  ['the URI of something else', 'GET', `/event_types?user=${SCHOOL}`, undefined, ['user', 'is not the URI of a user']],
  [
    'a member',
    'POST',
    '/organizations/NGHCEBDAFHBDCAGE/invitations',
    { email: 'felix.brandt@northlight.example' },
    ['email', 'belongs to a member of the organization'],
  ],
  [
    'an owner that cannot be booked',
    'POST',
    '/scheduling_links',
    { owner: SCHOOL },
    ['owner', 'is not the URI of a user or an event type'],
  ],
  ['a field that is missing', 'POST', '/scheduling_links', {}, ['owner', 'is missing']],
  [
    'the scope user without a user',
    'POST',
    '/webhook_subscriptions',
    { url: 'https://a.example', events: [], organization: SCHOOL, scope: 'user' },
    ['user', 'is required with the scope user'],
  ],
  [
    'an item of a list',
    'POST',
    '/data_compliance/deletion/invitees',
    { emails: ['a@example.com', 'b'] },
    ['emails.1', 'must be a valid email'],
  ],
] as const)('details name %s', async (_, method, path, body, detail) => {
  expect(await (await open())(method, path, body)).toEqual(invalid(detail));
});

test('details name all that is invalid', async () => {
  const answered = await (await open())('GET', '/scheduled_events?count=0&status=lost');
  expect(answered).toEqual(invalid(['status', 'must be one of: active, canceled'], ['count', 'must be at least 1']));
});

test.each([
  ['without a token', '', 401, { title: 'Unauthenticated', message: 'The request has no access token.' }],
  ['with an unknown token', 'unknown', 401, { title: 'Unauthenticated', message: 'The access token is not valid.' }],
  [
    'of an ordinary member',
    tokens.member,
    403,
    { title: 'Permission Denied', message: 'Only the owner and admins of the organization may do this.' },
  ],
] as const)('a request %s has no details', async (_, token, status, body) => {
  expect(await (await open())('GET', '/organizations/NGHCEBDAFHBDCAGE/invitations', undefined, token)).toEqual({ status, body });
});

test('what does not exist is not found, and too many requests have the title of their status', async () => {
  const ask = await open();
  expect(await ask('GET', '/users/NOBODY')).toEqual({
    status: 404,
    body: { title: 'Resource Not Found', message: 'The resource does not exist.' },
  });
  for (let index = 1; index < 180; index += 1) await ask('GET', '/users/me');
  expect(await ask('GET', '/users/me')).toEqual({
    status: 429,
    body: { title: 'Too Many Requests', message: 'The token may make 180 requests a minute.' },
  });
});
