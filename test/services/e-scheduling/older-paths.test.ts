// Tests the older paths of operations, and whole URIs where a path has an identifier: existing clients use both.

import { expect, test } from 'vitest';
import { tokens } from '../../../services/e-scheduling/seed.ts';
import { API, felix, LESSON, openScheduling, organization } from './support.ts';

const FORM = `${API}/routing_forms/QFHADCEBGHFADBCE`;

async function open() {
  const { sandbox } = await openScheduling();
  return async (path: string, method = 'GET', body?: object) => {
    const headers = { authorization: `Bearer ${tokens.owner}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await sandbox.fetch('e-scheduling')(API + path, init);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
}

test('a query goes on after a further question mark', async () => {
  const ask = await open();
  const path = `/organization_memberships?user=${encodeURIComponent(felix)}&email=a?b@x.example`;
  expect([(await ask(path)).status, (await ask(`${path}&count=0`)).status]).toEqual([200, 400]);
});

test.each([
  [
    'memberships',
    `/organization_memberships?organization=${encodeURIComponent(organization)}&user=${encodeURIComponent(felix)}`,
    `/organizations/NGHCEBDAFHBDCAGE/memberships?user=${encodeURIComponent(felix)}`,
  ],
  [
    'memberships of a user, whose organization the request does not name',
    `/organization_memberships?user=${encodeURIComponent(felix)}`,
    `/organizations/NGHCEBDAFHBDCAGE/memberships?user=${encodeURIComponent(felix)}`,
  ],
  [
    'submissions',
    `/routing_form_submissions?form=${encodeURIComponent(FORM)}&sort=created_at:desc`,
    '/routing_forms/QFHADCEBGHFADBCE/submissions?sort=created_at:desc',
  ],
  ['an organization by its whole URI', `/organizations/${encodeURIComponent(organization)}`, '/organizations/NGHCEBDAFHBDCAGE'],
  [
    'a subscription by its whole URI, unescaped',
    `/webhook_subscriptions/${API}/webhook_subscriptions/WGEBCHADFGBECHDA`,
    '/webhook_subscriptions/WGEBCHADFGBECHDA',
  ],
])('%s are the same by either path', async (_, older, path) => {
  const ask = await open();
  const [before, now] = [await ask(older), await ask(path)];
  expect(before.status).toBe(200);
  expect(before).toEqual(now);
});

test('paths of the public record, without the version, are the same', async () => {
  const { sandbox } = await openScheduling();
  const ask = async (path: string) => {
    const answer = await sandbox.fetch('e-scheduling')(path, { headers: { authorization: `Bearer ${tokens.owner}` } });
    return { status: answer.status, text: await answer.text() };
  };
  const { origin } = new URL(API);
  for (const path of [
    '/users/me',
    `/event_types?organization=${encodeURIComponent(organization)}`,
    `/organization_memberships?user=${felix}`,
  ]) {
    const older = await ask(origin + path);
    expect(older.status).toBe(200);
    expect(older).toEqual(await ask(API + path));
  }
  expect([(await ask(`${origin}/usersandmore`)).status, (await ask(`${origin}/invoices`)).status]).toEqual([404, 404]);
});

test('a member is removed by the path without the organization', async () => {
  const ask = await open();
  expect((await ask('/organization_memberships/MFCBHGADEFCBDAGH', 'DELETE')).status).toBe(204);
  expect((await ask('/organization_memberships/MFCBHGADEFCBDAGH', 'DELETE')).status).toBe(404);
  // A membership of another organization.
  expect((await ask('/organization_memberships/MHDGFBECAHGDFBCE', 'DELETE')).status).toBe(403);
});

test('a page that follows from an older path is at that path', async () => {
  const ask = await open();
  const { body } = await ask(`/routing_form_submissions?form=${encodeURIComponent(FORM)}&count=1`);
  const { pathname, searchParams } = new URL(body.pagination.next_page);
  expect([pathname, searchParams.get('form'), searchParams.get('page_token')]).toEqual([
    '/api/v2/routing_form_submissions',
    FORM,
    body.pagination.next_page_token,
  ]);
  expect((await ask(body.pagination.next_page.slice(API.length))).body.collection).toHaveLength(1);
});

test('memberships of a user page by page keep to the user', async () => {
  const ask = await open();
  const lena = encodeURIComponent(`${API}/users/LFHEBGACHFDBECHA`);
  const { body } = await ask(`/organization_memberships?count=1&user=${encodeURIComponent(felix)}`);
  expect([body.collection[0].user.uri, body.pagination.next_page]).toEqual([felix, null]);
  // A user of nowhere, and a request that names neither.
  expect((await ask(`/organization_memberships?user=${lena}`)).status).toBe(404);
  expect((await ask('/organization_memberships')).status).toBe(400);
});

test('a new link may be described in the query, with an empty body', async () => {
  const ask = await open();
  const owner = `${API}/event_types/${LESSON}`;
  const query = new URLSearchParams({ owner, owner_type: 'EventType', max_event_count: '1' });
  expect(await ask(`/scheduling_links?${query}`, 'POST')).toMatchObject({
    status: 201,
    body: { resource: { owner, owner_type: 'EventType', max_event_count: 1 } },
  });
  expect(await ask('/scheduling_links?owner=nobody', 'POST')).toMatchObject({ status: 400, body: { details: [{ parameter: 'owner' }] } });
  // A body that is there counts.
  expect(await ask(`/scheduling_links?${query}`, 'POST', { owner: felix })).toMatchObject({
    status: 201,
    body: { resource: { owner: felix } },
  });
});
