// One table of all problem types of version 2 and all codes of version 1.1: a request that gets each, or the part of the service that will bring it.

import { readFileSync } from 'node:fs';
import { unwrap } from '@octavo/runtime';
import { load } from 'js-yaml';
import { expect, onTestFinished, test } from 'vitest';
import { apps, tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { HARBOURS } from '../../../services/b-microblog/seeds/lists.ts';
import { HARBOUR, INES, JONAS } from '../../../services/b-microblog/seeds/people.ts';
import { NOTICE, PROTECTED_POST, QUESTION, WARNING } from '../../../services/b-microblog/seeds/posts.ts';
import type { ControlledSandbox } from '../../../services/index.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { microblog, V1, V2 } from './support.ts';

const PHOTO = '1990000000000000201';

type Parts = ReturnType<typeof microblog> & Pick<ControlledSandbox, 'control'>;

/** Sends what gets the problem, or says why nothing does: the part that brings it, or that it cannot be. */
type Row = ((parts: Parts) => Promise<Response>) | `with ${string}` | `never: ${string}`;

const get = (path: string, token: string) => (parts: Parts) => parts.fetchV2(V2 + path, { headers: { authorization: `Bearer ${token}` } });

const rules =
  (body: object, token: string = apps.pro.bearer) =>
  (parts: Parts) =>
    parts.fetchV2(`${V2}/2/tweets/search/stream/rules`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

const TYPES: Readonly<Record<string, Row>> = {
  'about:blank': get('/2/users/me', 'unknown'),
  'client-disconnected': 'never: who has closed the connection gets no answer',
  'client-forbidden': get('/2/tweets/search/all?query=storm', apps.basic.bearer),
  conflict: async (parts) => {
    unwrap(await parts.app().createComplianceJob({ body: { type: 'users' } }), 200);
    const headers = { authorization: `Bearer ${apps.pro.bearer}`, 'content-type': 'application/json' };
    return parts.fetchV2(`${V2}/2/compliance/jobs`, { method: 'POST', headers, body: '{"type":"users"}' });
  },
  'disallowed-resource': 'never: no object may not be returned for another reason than its privacy',
  'duplicate-rules': rules({ add: [{ value: 'storm' }, { value: 'storm' }] }),
  'invalid-request': get('/2/users?ids=x', tokens.ines),
  'invalid-rules': rules({ add: [{ value: 'is:retweet' }] }),
  'noncompliant-rules': 'never: no rule that can be read is forbidden',
  'not-authorized-for-field': get(`/2/tweets/${WARNING}?tweet.fields=non_public_metrics`, tokens.ines),
  'not-authorized-for-resource': get(`/2/users/${HARBOUR}/followers`, tokens.ines),
  'oauth1-permissions': 'never: no operation accepts a credential of version 1.1',
  'operational-disconnect': async (parts) => {
    const stream = await get('/2/tweets/sample/stream', apps.pro.bearer)(parts);
    await parts.app().closeAllConnections({});
    return stream;
  },
  'rate-limit-exceeded': async (parts) => {
    for (let count = 0; count < 15; count++) await get(`/2/users/${INES}/blocking`, tokens.ines)(parts);
    return get(`/2/users/${INES}/blocking`, tokens.ines)(parts);
  },
  'resource-not-found': get('/2/users/1', apps.pro.bearer),
  'resource-unavailable': 'never: every object is available as long as the store is',
  'rule-cap': rules({ add: Array.from({ length: 26 }, (_, index) => ({ value: `wave${index}` })) }, apps.basic.bearer),
  'streaming-connection': async (parts) => {
    const path = '/2/tweets/sample/stream';
    const first = await get(path, apps.pro.bearer)(parts);
    onTestFinished(() => first.body?.cancel());
    return get(path, apps.pro.bearer)(parts);
  },
  'unsupported-authentication': get('/2/users/me', apps.pro.bearer),
  'usage-capped': async (parts) => {
    await parts.act('set-usage-cap', { app: apps.pro.id, cap: 0 });
    return get('/2/tweets?ids=1990000000000000102', apps.pro.bearer)(parts);
  },
};

const read = (path: string) => (parts: Parts) => parts.fetchV1(V1 + path);
const post = (path: string, fields: Record<string, string>) => (parts: Parts) =>
  parts.fetchV1(V1 + path, { method: 'POST', body: new URLSearchParams(fields) });
const update = (fields: Record<string, string>) => post('/statuses/update.json', fields);
const twice = (path: string, fields: Record<string, string>) => async (parts: Parts) => {
  await post(path, fields)(parts);
  return post(path, fields)(parts);
};
const failing = (status: number) => async (parts: Parts) => {
  await parts.control.addFault({ body: { document: 'b-microblog-v1', operation: 'listLanguages', status, count: 1 } });
  return read('/help/languages.json')(parts);
};

const CODES: Readonly<Record<number, Row>> = {
  3: read('/geo/reverse_geocode.json?lat=91&long=0'),
  8: read('/users/show.json?user_id=x'),
  13: read('/geo/reverse_geocode.json?lat=0&long=0'),
  17: read('/users/lookup.json?user_id=1'),
  32: (parts) => parts.fetchV1(`${V1}/help/languages.json`, { headers: { authorization: 'OAuth x' } }),
  34: read('/nothing.json'),
  36: post('/users/report_spam.json', { screen_name: 'tidewatch' }),
  38: post('/friendships/create.json', {}),
  44: update({ status: 'A quote', attachment_url: 'https://harbour.example' }),
  50: read('/users/show.json?user_id=1'),
  63: async (parts) => {
    await parts.act('change-user', { username: 'jholm_ferry', suspended: true });
    return read(`/users/show.json?user_id=${JONAS}`)(parts);
  },
  88: async (parts) => {
    for (let count = 0; count < 15; count++) await read('/help/tos.json')(parts);
    return read('/help/tos.json')(parts);
  },
  109: read(`/lists/members/show.json?list_id=${HARBOURS}&user_id=${INES}`),
  120: post('/account/update_profile.json', { name: '' }),
  130: failing(503),
  131: failing(500),
  139: twice('/favorites/create.json', { id: NOTICE }),
  144: read('/statuses/show/1.json'),
  150: post('/direct_messages/new.json', { user_id: HARBOUR, text: 'Good evening.' }),
  160: post('/friendships/create.json', { user_id: HARBOUR }),
  161: 'never: the window of 400 follows a day refuses with 88',
  179: read(`/statuses/show/${PROTECTED_POST}.json`),
  185: 'never: the window of 300 posts in three hours refuses with 88',
  186: update({ status: 'a'.repeat(281) }),
  187: twice('/statuses/update.json', { status: 'Twice' }),
  205: 'never: no limit of reports is on record',
  220: read(`/followers/ids.json?user_id=${HARBOUR}`),
  251: 'never: no operation is retired',
  324: update({ status: 'A file', media_ids: '1' }),
  327: twice(`/statuses/retweet/${QUESTION}.json`, {}),
  349: post('/direct_messages/new.json', { screen_name: 'cheapboats', text: 'Good evening.' }),
  354: post('/direct_messages/new.json', { user_id: INES, text: 'a'.repeat(10_001) }),
  385: update({ status: 'To nobody', in_reply_to_status_id: '1' }),
  386: update({ status: 'Both', media_ids: PHOTO, attachment_url: `https://microblog.example.com/jholm_ferry/status/${NOTICE}` }),
  433: async (parts) => {
    const body = { text: 'Only for the verified.', reply_settings: 'verified' as const };
    const { data } = unwrap(await parts.user().createPost({ body }), 201);
    await parts.act('change-user', { username: 'tidewatch', verified: false });
    return update({ status: '@ines_b Me?', in_reply_to_status_id: data?.id ?? '' })(parts);
  },
};

const documentOf = (name: string) => load(readFileSync(new URL(`../../../specs/${name}.yaml`, import.meta.url), 'utf8')) as never;

test('the tables have all problem types and all codes', () => {
  const v2: { components: { schemas: { ProblemType: { enum: string[] } } } } = documentOf('b-microblog');
  expect(Object.keys(TYPES).sort()).toEqual(v2.components.schemas.ProblemType.enum.map((type) => type.split('/').at(-1) ?? '').sort());
  const v1: { 'x-errors': object } = documentOf('b-microblog-v1');
  const codes = [...JSON.stringify(v1['x-errors']).matchAll(/"code":(\d+)/g)].map(([, code]) => Number(code));
  expect(Object.keys(CODES).map(Number)).toEqual([...new Set(codes)].sort((left, right) => left - right));
});

describeOnEngines('each problem', (engine) => {
  async function open(): Promise<Parts> {
    const sandbox = await engine.open('b-microblog');
    return { ...microblog(sandbox), control: sandbox.control };
  }
  const tried = <Key extends string>(rows: Readonly<Record<Key, Row>>) =>
    Object.entries<Row>(rows).flatMap(([name, row]) => (typeof row === 'string' ? [] : [[name, row] as const]));

  test.each(tried(TYPES))('version 2 answers %s', async (type, row) => {
    const body = (await (await row(await open())).json()) as { type?: string; errors?: { type?: string }[] };
    const found = body.type ?? body.errors?.[0]?.type;
    expect(found).toBe(type === 'about:blank' ? type : `${V2}/problems/${type}`);
  });

  test.each(tried(CODES))('version 1.1 answers the code %s', async (code, row) => {
    const body = (await (await row(await open())).json()) as { errors?: { code: number }[] };
    expect(body.errors?.[0]?.code).toBe(Number(code));
  });
});
