// Tests that no text brings the character U+0000 or half of a character (a lone surrogate) into the service, whatever operation takes it.

import { expect, test } from 'vitest';
import { apps, tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { INES } from '../../../services/b-microblog/seeds/people.ts';
import type { ControlledSandbox } from '../../../services/index.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { v1Request, v2Request } from './requests.ts';
import { microblog, V1, V2 } from './support.ts';

/** The body once for each of its texts, with another one in its place. */
function spoilt(body: unknown, text: string): readonly unknown[] {
  if (typeof body === 'string') return [text];
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    spoilt(value, text).map((other) =>
      Array.isArray(body) ? body.map((own, index) => (String(index) === name ? other : own)) : { ...body, [name]: other },
    ),
  );
}

const operationsOf = (sandbox: ControlledSandbox, document: string) =>
  (sandbox.servers[document]?.served?.routes ?? []).map(({ operation }) => operation);

describeOnEngines('texts', (engine) => {
  async function open() {
    const sandbox = await engine.open('b-microblog');
    const parts = microblog(sandbox);
    await parts.act('set-limits', { limits: 'off' });
    return { sandbox, ...parts };
  }
  const rowsOf = async ({ control }: ControlledSandbox, table: string) =>
    control.listRows({ path: { service: 'b-microblog', table }, query: { limit: 100 } });

  test('with U+0000 or half of a character are refused in each body of version 2', async () => {
    const { sandbox, fetchV2 } = await open();
    const before = await Promise.all(['b_posts', 'b_users', 'b_edges'].map((table) => rowsOf(sandbox, table)));
    let sent = 0;
    for (const { id, method, security = [] } of operationsOf(sandbox, 'b-microblog')) {
      if (method === 'GET' || method === 'DELETE') continue;
      const valid = await v2Request(id);
      if (valid.headers.get('content-type') !== 'application/json') continue;
      const body: unknown = JSON.parse(await valid.clone().text());
      const token = security.flat().some(({ scheme }) => scheme.name === 'oauth2') ? tokens.ines : apps.pro.bearer;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const url = valid.url.replace(/\/users\/\d+\//, `/users/${INES}/`);
      for (const text of ['a\0b', 'a\ud800b', '\udc00']) {
        for (const wrong of spoilt(body, text)) {
          const answer = await fetchV2(url, { method: valid.method, headers, body: JSON.stringify(wrong) });
          if (answer.status === 501) continue;
          expect.soft([id, text, answer.status]).toEqual([id, text, 400]);
          sent += 1;
        }
      }
    }
    expect(sent).toBeGreaterThan(12);
    expect(await Promise.all(['b_posts', 'b_users', 'b_edges'].map((table) => rowsOf(sandbox, table)))).toEqual(before);
  });

  test('with U+0000 are refused in each form of version 1.1, and half of a character is no text there', async () => {
    const { sandbox, fetchV1, v1 } = await open();
    let sent = 0;
    for (const { id, method } of operationsOf(sandbox, 'b-microblog-v1')) {
      if (method !== 'POST') continue;
      const valid = await v1Request(id);
      if (valid.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') !== true) continue;
      const fields = [...new URLSearchParams(await valid.clone().text())];
      for (const [name] of fields) {
        const body = new URLSearchParams(fields.map(([own, value]) => [own, own === name ? 'a\0b' : value]));
        const answer = await fetchV1(valid.url, { method: 'POST', body });
        if (answer.status === 501) continue;
        expect.soft([id, name, answer.status]).toEqual([id, name, 400]);
        sent += 1;
      }
    }
    expect(sent).toBeGreaterThan(30);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const before = await v1.getUser({ query: { screen_name: 'tidewatch' } });
    // The bytes of half of a character, which no UTF-8 has.
    const answer = await fetchV1(`${V1}/account/update_profile.json`, { method: 'POST', headers, body: 'location=a%ED%A0%80b' });
    expect(answer.status).toBe(400);
    expect(await v1.getUser({ query: { screen_name: 'tidewatch' } })).toEqual(before);
  });

  test('with U+0000 or half of a character are refused in queries, and by control', async () => {
    const { fetchV2, fetchV1, sandbox } = await open();
    const headers = { authorization: `Bearer ${tokens.ines}` };
    for (const text of ['%00', '%ED%A0%80']) {
      expect.soft((await fetchV2(`${V2}/2/users/search?query=a${text}`, { headers })).status).toBe(400);
      expect.soft((await fetchV1(`${V1}/users/search.json?q=a${text}`)).status).toBe(400);
    }
    const note = (text: string) =>
      sandbox.control.runAction({ path: { service: 'b-microblog', action: 'write-note' }, body: { post: '1990000000000000102', text } });
    for (const text of ['a\0b', 'a\ud800b']) expect((await note(text)).status).toBe(400);
  });
});
