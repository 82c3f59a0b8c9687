// Tests the older paths of operations, and whole URIs where a path has an identifier: existing clients use both.

import { expect, test } from 'vitest';
import { tokens } from '../../../services/e-scheduling/seed.ts';
import { API, felix, openScheduling, organization } from './support.ts';

const FORM = `${API}/routing_forms/QFHADCEBGHFADBCE`;

async function open() {
  const { sandbox } = await openScheduling();
  return async (path: string, method = 'GET') => {
    const headers = { authorization: `Bearer ${tokens.owner}` };
    const response = await sandbox.fetch('e-scheduling')(API + path, { method, headers });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
}

test.each([
  [
    'memberships',
    `/organization_memberships?organization=${encodeURIComponent(organization)}&user=${encodeURIComponent(felix)}`,
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
