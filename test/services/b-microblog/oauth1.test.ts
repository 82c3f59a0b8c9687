// Tests the signatures of OAuth 1.0a by the examples of RFC 5849, and requests of version 1.1 that are signed well and badly.

import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { parametersOf, signatureOf } from '../../../services/b-microblog/access/oauth1.ts';
import { apps, REDIRECTS, signing } from '../../../services/b-microblog/seeds/credentials.ts';
import { INES } from '../../../services/b-microblog/seeds/people.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { ines, microblog, type Signing, signed, streamed, V1 } from './support.ts';

test('the text that is signed is that of RFC 5849 section 3.4.1.1', () => {
  const pairs = [
    ...new URLSearchParams('b5=%3D%253D&a3=a&c%40=&a2=r%20b'),
    ...new URLSearchParams('c2&a3=2+q'),
    ...new URLSearchParams('oauth_consumer_key=9djdj82h48djs9d2&oauth_token=kkk9d7dh3k39sjv7&oauth_signature_method=HMAC-SHA1'),
    ...new URLSearchParams('oauth_timestamp=137131201&oauth_nonce=7d8f3e4a'),
  ];
  const text =
    'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26' +
    'oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26' +
    'oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7';
  const request = { method: 'post', origin: 'HTTP://EXAMPLE.COM:80', path: '/request', pairs };
  expect(signatureOf('HMAC-SHA1', request, 'j49sk3j29djd', 'dh893hdasih9')).toBe(
    createHmac('sha1', 'j49sk3j29djd&dh893hdasih9').update(text).digest('base64'),
  );
});

test('the signature is that of RFC 5849 section 1.2', () => {
  const header =
    'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="nnch734d00sl2jdk", oauth_signature_method="HMAC-SHA1", ' +
    'oauth_timestamp="137131202", oauth_nonce="chapoH", oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"';
  const given = parametersOf(header) ?? new Map<string, string>();
  const own = [...given].filter(([name]) => name !== 'realm' && name !== 'oauth_signature');
  const pairs = [...new URLSearchParams('file=vacation.jpg&size=original'), ...own];
  const request = { method: 'GET', origin: 'http://photos.example.net', path: '/photos', pairs };
  expect(signatureOf('HMAC-SHA1', request, 'kd94hf93k423kf44', 'pfkkdhi9sl3r4s00')).toBe(given.get('oauth_signature'));
  expect(signatureOf('PLAINTEXT', request, 'a', 'b')).toBeUndefined();
});

test.each([
  ['Bearer x', undefined],
  [
    'OAuth a="1", b="x%20y"',
    [
      ['a', '1'],
      ['b', 'x y'],
    ],
  ],
  ['OAuth a="1", a="2"', undefined],
  ['OAuth a=1', undefined],
  ['OAuth a="%"', undefined],
])('the header %j', (header, want) => {
  const found = parametersOf(header);
  expect(found && [...found]).toEqual(want);
});

describeOnEngines('signed requests of version 1.1', (engine) => {
  async function open() {
    const { fetchV1 } = microblog(await engine.open('b-microblog'));
    const ask = async (given: Signing, path = '/account/settings.json', init: RequestInit = {}) => {
      const answer = await fetchV1(await signed(new Request(V1 + path, init), given));
      const body = (await answer.json()) as { errors?: { code: number }[]; screen_name?: string };
      return [answer.status, body.errors?.[0]?.code ?? body.screen_name];
    };
    return { ask, fetchV1 };
  }

  test('act for the account of the token', async () => {
    const { ask, fetchV1 } = await open();
    expect(await ask(ines)).toEqual([200, 'ines_b']);
    expect(await ask({ ...ines, method: 'HMAC-SHA256' })).toEqual([200, 'ines_b']);
    expect(await ask({ ...ines, token: signing.tideWatch[0], tokenSecret: signing.tideWatch[1] })).toEqual([200, 'tidewatch']);
    const form = { method: 'POST', body: new URLSearchParams({ description: "It's (100 %) *new* & plain + good" }) };
    expect(await ask(ines, '/account/update_profile.json?include_entities=false', form)).toEqual([200, 'ines_b']);
    // A token of version 2 has no effect.
    const plain = await fetchV1(`${V1}/account/settings.json`, { headers: { authorization: `Bearer ${apps.pro.bearer}` } });
    expect(await plain.json()).toMatchObject({ screen_name: 'tidewatch' });
  });

  test('show the user of the token to clients that ask who it is', async () => {
    const { ask, fetchV1 } = await open();
    const path = '/account/verify_credentials.json?include_entities=false&skip_status=true';
    const once = { ...ines, nonce: 'who', timestamp: Math.floor(Date.now() / 1000) };
    expect(await ask(once, path)).toEqual([200, 'ines_b']);
    expect(await ask(once, path)).toEqual([401, 32]);
    expect(await ask({ ...ines, secret: 'x' }, path)).toEqual([401, 32]);
    const unsigned = await fetchV1(`${V1}/account/verify_credentials.json`);
    expect(await unsigned.json()).toMatchObject({ screen_name: 'tidewatch' });
    const older = await fetchV1(`${V1}/account/settings`);
    expect([older.status, await older.json()]).toMatchObject([404, { errors: [{ code: 34 }] }]);
  });

  test('may have come by TLS that ended before the service', async () => {
    const { fetchV1 } = await open();
    const { headers } = await signed(new Request(`${V1}/account/settings.json`), ines);
    const plain = `${V1.replace('https:', 'http:')}/account/settings.json`;
    expect((await fetchV1(plain, { headers })).status).toBe(200);
    // The other way round, the client has signed what it did not call.
    const { headers: wrong } = await signed(new Request(plain), ines);
    expect((await fetchV1(`${V1}/account/settings.json`, { headers: wrong })).status).toBe(401);
  });

  test('may have the fields of a form in the query', async () => {
    const { ask } = await open();
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
    expect(await ask(ines, '/account/update_profile.json?description=It%27s%20%2A', post)).toEqual([200, 'ines_b']);
    expect(await ask({ ...ines, secret: 'x' }, '/account/update_profile.json?description=a', post)).toEqual([401, 32]);
    const form = { method: 'POST', body: new URLSearchParams({ name: 'Inês' }) };
    // Beside a form, the query is what it is to every operation: unknown.
    expect(await ask(ines, '/account/update_profile.json?location=here', form)).toEqual([200, 'ines_b']);
  });

  test.each([
    ['too long', 'a'.repeat(13_000_000), 413],
    ['with U+0000', 'name=a%00', 400],
  ])('are refused with a body %s', async (_what, body, status) => {
    const { fetchV1 } = await open();
    const { headers } = await signed(new Request(`${V1}/account/update_profile.json`, { method: 'POST' }), ines);
    const authorization = headers.get('authorization') ?? '';
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const paths = ['/1.1/account/update_profile.json?location=here', '/1.1/account/update_profile.json', '/oauth/request_token'];
    for (const own of [form, { ...form, authorization }])
      for (const path of own === form ? paths.slice(0, 2) : paths)
        expect([path, (await fetchV1(streamed(new URL(path, V1).href, body, own))).status]).toEqual([path, status]);
  });

  test('get 401 with code 32 where something is wrong', async () => {
    const { ask, fetchV1 } = await open();
    const now = Math.floor(Date.now() / 1000);
    const wrong: Signing[] = [
      { ...ines, secret: 'x' },
      { ...ines, tokenSecret: 'x' },
      { ...ines, key: 'x' },
      { ...ines, token: 'x' },
      // The token belongs to another application.
      { ...ines, key: apps.basic.consumer[0], secret: apps.basic.consumer[1] },
      { ...ines, timestamp: now - 400 },
      { ...ines, timestamp: now + 400 },
      { ...ines, more: [['lang', 'en']] },
    ];
    for (const given of wrong) expect(await ask(given)).toEqual([401, 32]);
    const malformed = await fetchV1(`${V1}/account/settings.json`, { headers: { authorization: 'OAuth x' } });
    expect(malformed.status).toBe(401);
  });

  test('are good once', async () => {
    const { ask } = await open();
    const once = { ...ines, nonce: 'n1', timestamp: Math.floor(Date.now() / 1000) };
    expect(await ask(once)).toEqual([200, 'ines_b']);
    expect(await ask(once)).toEqual([401, 32]);
    expect(await ask({ ...once, nonce: 'n2' })).toEqual([200, 'ines_b']);
  });
});

describeOnEngines('logins by OAuth 1.0a', (engine) => {
  const ORIGIN = new URL(V1).origin;
  const application = { key: apps.pro.consumer[0], secret: apps.pro.consumer[1], tokenSecret: '' };
  const [REDIRECT = ''] = REDIRECTS;

  async function open() {
    const sandbox = await engine.open('b-microblog');
    const { fetchV1, v1As } = microblog(sandbox);
    const post = async (path: string, given: Signing) => {
      const answer = await fetchV1(await signed(new Request(ORIGIN + path, { method: 'POST' }), given));
      return { status: answer.status, fields: new URLSearchParams(await answer.text()) };
    };
    const requestToken = async (callback: string) => {
      const { status, fields } = await post('/oauth/request_token', { ...application, oauth: { oauth_callback: callback } });
      return { status, token: fields.get('oauth_token') ?? '', secret: fields.get('oauth_token_secret') ?? '' };
    };
    const grant = async (token: string, form: Record<string, string> = {}) => {
      const url = `${ORIGIN}/oauth/authorize?${new URLSearchParams({ oauth_token: token })}`;
      const hidden = /name="token" value="([^"]+)"/.exec(await (await fetchV1(url)).text())?.[1] ?? '';
      const body = new URLSearchParams({ token: hidden, user: INES, decision: 'allow', ...form });
      return fetchV1(url, { method: 'POST', body, redirect: 'manual' });
    };
    const exchange = (token: string, tokenSecret: string, verifier: string) =>
      post('/oauth/access_token', { ...application, token, tokenSecret, oauth: { oauth_verifier: verifier } });
    return { sandbox, v1As, requestToken, grant, exchange };
  }

  test('a user grants an application what it signs with', async () => {
    const { v1As, requestToken, grant, exchange } = await open();
    const { token, secret } = await requestToken(REDIRECT);
    const back = new URL((await grant(token)).headers.get('location') ?? '');
    expect(back.href.startsWith(`${REDIRECT}?oauth_token=${token}&oauth_verifier=`)).toBe(true);
    const verifier = back.searchParams.get('oauth_verifier') ?? '';
    expect((await exchange(token, secret, 'wrong')).status).toBe(401);
    const { fields } = await exchange(token, secret, verifier);
    expect([fields.get('user_id'), fields.get('screen_name')]).toEqual([INES, 'ines_b']);
    const client = v1As({ ...application, token: fields.get('oauth_token') ?? '', tokenSecret: fields.get('oauth_token_secret') ?? '' });
    expect(await client.getAccountSettings({})).toMatchObject({ status: 200, body: { screen_name: 'ines_b' } });
    // It is exchanged once.
    expect((await exchange(token, secret, verifier)).status).toBe(401);
  });

  test('a verifier is typed by hand', async () => {
    const { requestToken, grant, exchange } = await open();
    const { token, secret } = await requestToken('oob');
    const verifier = /id="verifier">(\d{7})</.exec(await (await grant(token)).text())?.[1] ?? '';
    expect((await exchange(token, secret, verifier)).status).toBe(200);
  });

  test('parameters of a login may be in the form', async () => {
    const { sandbox, grant } = await open();
    const { fetchV1 } = microblog(sandbox);
    const post = async (path: string, fields: Record<string, string>, given: Signing) => {
      const request = new Request(ORIGIN + path, { method: 'POST', body: new URLSearchParams(fields) });
      const answer = await fetchV1(await signed(request, given));
      return [answer.status, new URLSearchParams(await answer.text())] as const;
    };
    const [, asked] = await post('/oauth/request_token', { oauth_callback: REDIRECT, x_auth_access_type: 'write' }, application);
    const token = asked.get('oauth_token') ?? '';
    const back = new URL((await grant(token)).headers.get('location') ?? '').searchParams;
    const given = { ...application, token, tokenSecret: asked.get('oauth_token_secret') ?? '' };
    // The token is in the header too, and signed once.
    const fields = { oauth_token: token, oauth_verifier: back.get('oauth_verifier') ?? '' };
    const [status, granted] = await post('/oauth/access_token', fields, given);
    expect([status, granted.get('screen_name')]).toEqual([200, 'ines_b']);
  });

  test('a login may end without the secret of the request token, but not without its verifier', async () => {
    const { requestToken, grant, exchange } = await open();
    const { token } = await requestToken(REDIRECT);
    const back = new URL((await grant(token)).headers.get('location') ?? '').searchParams;
    expect((await exchange(token, '', 'wrong')).status).toBe(401);
    expect((await exchange(token, 'wrong', back.get('oauth_verifier') ?? '')).status).toBe(401);
    expect((await exchange(token, '', back.get('oauth_verifier') ?? '')).status).toBe(200);
  });

  test('what is wrong with a login', async () => {
    const { sandbox, requestToken, grant, exchange } = await open();
    expect((await requestToken('https://evil.example')).status).toBe(401);
    const denied = await requestToken(REDIRECT);
    expect((await grant(denied.token, { decision: 'deny' })).headers.get('location')).toBe(`${REDIRECT}?denied=${denied.token}`);
    expect((await exchange(denied.token, denied.secret, '')).status).toBe(401);
    expect((await grant('unknown')).status).toBe(400);
    const late = await requestToken(REDIRECT);
    await sandbox.moveClock(sandbox.clock.now() + 300_000);
    expect((await grant(late.token)).status).toBe(400);
  });
});
