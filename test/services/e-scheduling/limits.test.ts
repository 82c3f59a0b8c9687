// Tests what plans, seats and rates allow, what HEAD answers, and which address deliveries name.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { tokens } from '../../../services/e-scheduling/seed.ts';
import { API, openScheduling, organization } from './support.ts';

const harbour = `${API}/organizations/HDGBCFAEHGDBCEAF`;

test('a plan without webhooks has none', async () => {
  const { clientOf } = await openScheduling();
  const client = clientOf(tokens.stranger);
  const body = {
    url: 'https://harbour.example/hook',
    events: ['invitee.created'] as const,
    organization: harbour,
    scope: 'organization' as const,
  };
  expect(await client.createWebhookSubscription({ body: { ...body, events: [...body.events] } })).toMatchObject({
    status: 403,
    body: { title: 'Permission Denied', message: "Webhooks are not part of the organization's plan." },
  });
  expect(
    unwrap(await client.listWebhookSubscriptions({ query: { organization: harbour, scope: 'organization' } }), 200).collection,
  ).toEqual([]);
});

test('a plan has as many seats as it pays for, counting invitations', async () => {
  const { clientOf } = await openScheduling();
  const client = clientOf(tokens.stranger);
  const path = { uuid: 'HDGBCFAEHGDBCEAF' };
  expect(await client.createInvitation({ path, body: { email: 'ole@example.com' } })).toMatchObject({
    status: 403,
    body: { message: 'All seats of the plan are taken or reserved for an invitation.' },
  });
});

test('every answer says what is left, refusals too, and each request counts once', async () => {
  const { sandbox } = await openScheduling();
  const ask = async (path: string, { token = tokens.owner as string, method = 'GET', body = '' } = {}) => {
    const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
    if (body !== '') headers['content-type'] = 'application/json';
    const response = await sandbox.fetch('e-scheduling')(API + path, { method, headers, ...(body === '' ? {} : { body }) });
    const header = (name: string) => response.headers.get(`x-ratelimit-${name}`);
    return [response.status, header('limit'), header('remaining'), header('reset')];
  };
  expect(await ask('/users/me')).toEqual([200, '180', '179', '60']);
  expect(await ask('/event_types?count=0')).toEqual([400, '180', '178', '60']);
  expect(await ask(`/organizations/${'X'.repeat(16)}`)).toEqual([404, '180', '177', '60']);
  expect(await ask('/scheduling_links', { method: 'POST', body: '{' })).toEqual([400, '180', '176', '60']);
  expect(await ask('/users/me', { token: '' })).toEqual([401, '180', '180', expect.any(String)]);
  expect(await ask('/users/me', { token: tokens.application })).toEqual([200, '180', '179', '60']);
  await sandbox.moveClock(sandbox.clock.now() + 45_000);
  expect(await ask('/users/me')).toEqual([200, '180', '175', '15']);
});

test.each([
  '/book/northlight-felix',
  '/book/northlight-felix/first-lesson',
  '/book/d/ck7p-2mx-t8q/first-lesson',
  '/book/forms/QFHADCEBGHFADBCE',
  '/book/nothing',
])('HEAD %s has the headers of GET and no body', async (path) => {
  const { sandbox } = await openScheduling();
  const ask = (method: string) => sandbox.fetch('e-scheduling')(`https://scheduling.example.com${path}`, { method });
  const [head, get] = [await ask('HEAD'), await ask('GET')];
  expect([head.status, head.headers.get('content-security-policy'), await head.text()]).toEqual([
    get.status,
    get.headers.get('content-security-policy'),
    '',
  ]);
  expect((await get.text()).length).toBeGreaterThan(0);
  expect((await ask('DELETE')).status).toBe(405);
});

test('deliveries of the seeded subscription name the address of the service', async () => {
  const { sandbox, delivered, act, later } = await openScheduling();
  const { baseUrl } = await sandbox.listen('e-scheduling');
  await act('submit-form', { form: 'QFHADCEBGHFADBCE', answers: ['Cello'] });
  await later();
  const { created_by, payload } = JSON.parse(delivered[0]?.text ?? '') as { created_by: string; payload: { uri: string } };
  expect(new Set([created_by, payload.uri].map((uri) => new URL(uri).origin))).toEqual(new Set([new URL(baseUrl).origin]));
  expect((await fetch(created_by, { headers: { authorization: `Bearer ${tokens.owner}` } })).status).toBe(200);
});

test('a booking page prefills what its address says, and shows later days on demand', async () => {
  const { visit } = await openScheduling();
  const first = await (await visit('/book/northlight-felix/first-lesson?name=Mo+%22Ito%22&email=mo%40example.com')).text();
  expect(first).toContain('value="Mo &#34;Ito&#34;"');
  expect(first).toContain('value="mo@example.com"');
  const later = /class="later"><a href="([^"]+)"/.exec(first)?.[1]?.replaceAll('&#38;', '&') ?? '';
  const times = (text: string) => [...text.matchAll(/name="start" value="(\d+)"/g)].map(([, time]) => Number(time));
  const next = times(await (await visit(later)).text());
  expect(Math.max(...times(first))).toBeLessThan(Math.min(...next));
  expect(times(first).concat(next).length).toBe(new Set(times(first).concat(next)).size);
});

test('a form that is refused shows what was entered', async () => {
  const { sandbox, client, submit, visit, later } = await openScheduling();
  const path = '/book/northlight/advice';
  const start = /name="start" value="(\d+)"/.exec(await (await visit(path)).text())?.[1] ?? '';
  const person = { start, name: 'Mo Ito', email: 'mo@example.com', guests: 'ann@example.com, ben', reminder: '+49 30 1' };
  const refused = await submit(path, person);
  const text = await refused.text();
  expect(refused.status).toBe(400);
  expect(text).toContain('Please fill in your telephone number.');
  expect(text).toContain(`value="${start}" required checked`);
  expect(await (await submit(path, { ...person, place: '+49 30 2' })).text()).toContain('This is not an email address: ben');
  expect((await submit(path, { ...person, guests: 'ann@example.com', place: '+49 30 2' })).status).toBe(200);
  const [event] = unwrap(await client.listScheduledEvents({ query: { organization, invitee_email: 'mo@example.com' } }), 200).collection;
  expect(event).toMatchObject({ location: { type: 'outbound_call', location: '+49 30 2' }, event_guests: [{ email: 'ann@example.com' }] });
  const [invitee] = unwrap(await client.listInvitees({ path: { uuid: event?.uri.split('/').at(-1) ?? '' } }), 200).collection;
  expect(invitee).toMatchObject({ text_reminder_number: '+49 30 1', timezone: 'Europe/Berlin' });
  // The number is the person's, so it is removed with their data.
  await client.deleteInviteeData({ body: { emails: ['MO@example.com'] } });
  await later(3_600_000);
  expect(JSON.stringify(await client.getScheduledEvent({ path: { uuid: event?.uri.split('/').at(-1) ?? '' } }))).not.toContain('+49');
  expect(JSON.stringify(unwrap(await sandbox.control.listDeliveries({}), 200))).not.toMatch(/\+49|mo@/);
});
