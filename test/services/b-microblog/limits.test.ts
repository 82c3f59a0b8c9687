// Tests the limits of both versions: whose requests count, the headers of answers and refusals, and what version 1.1 tells of them.

import { expect, test } from 'vitest';
import { apps, signing, tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { INES, JONAS } from '../../../services/b-microblog/seeds/people.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { ines, microblog, V1, V2 } from './support.ts';

const START = Date.parse('2026-11-20T12:00:00Z') / 1000;

function rateOf({ headers }: Response, name = 'x-rate-limit') {
  return ['limit', 'remaining', 'reset'].map((part) => Number(headers.get(`${name}-${part}`)));
}

describeOnEngines('limits of the microblogging service', (engine) => {
  async function open() {
    const sandbox = await engine.open('b-microblog');
    const all = microblog(sandbox);
    const ask = (path: string, token: string, init: RequestInit = {}) =>
      all.fetchV2(V2 + path, { ...init, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } });
    return { sandbox, ask, ...all };
  }

  test('requests of a user and of an application count each for themselves', async () => {
    const { ask } = await open();
    expect(rateOf(await ask('/2/users/by/username/ines_b', tokens.ines))).toEqual([900, 899, START + 900]);
    expect(rateOf(await ask('/2/users/by/username/ines_b', tokens.ines))).toEqual([900, 898, START + 900]);
    // Two tokens of one user and application share a counter.
    expect(rateOf(await ask('/2/users/by/username/ines_b', tokens.inesReader))).toEqual([900, 897, START + 900]);
    expect(rateOf(await ask('/2/users/by/username/ines_b', tokens.tideWatch))).toEqual([900, 899, START + 900]);
    expect(rateOf(await ask('/2/users/by/username/ines_b', apps.pro.bearer))).toEqual([300, 299, START + 900]);
    expect(rateOf(await ask('/2/users/by/username/ines_b', apps.basic.bearer))).toEqual([300, 299, START + 900]);
  });

  test('the request after the last one is refused until the window ends', async () => {
    const { ask, sandbox } = await open();
    for (let count = 0; count < 15; count++) await ask(`/2/users/${INES}/muting`, tokens.ines);
    const refused = await ask(`/2/users/${INES}/muting`, tokens.ines);
    expect(rateOf(refused)).toEqual([15, 0, START + 900]);
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
      429,
      '900',
      { type: 'https://microblog.example.com/problems/rate-limit-exceeded', status: 429 },
    ]);
    await sandbox.moveClock((START + 900) * 1000);
    const answer = await ask(`/2/users/${INES}/muting`, tokens.ines);
    expect([answer.status, rateOf(answer)]).toEqual([200, [15, 14, START + 1800]]);
  });

  test('refusals of other kinds count, and say what is left', async () => {
    const { ask } = await open();
    const invalid = await ask('/2/users/by/username/no-name', tokens.ines);
    expect([invalid.status, rateOf(invalid)]).toEqual([400, [900, 899, START + 900]]);
    const other = await ask(`/2/users/${JONAS}/muting`, tokens.ines);
    expect([other.status, rateOf(other)]).toEqual([400, [15, 14, START + 900]]);
    const unread = await ask('/2/tweets/search/recent?query=is:reply', tokens.ines);
    expect([unread.status, rateOf(unread)]).toEqual([400, [300, 299, START + 900]]);
    expect((await ask('/2/users/me', 'unknown')).headers.has('x-rate-limit-limit')).toBe(false);
  });

  test('a window of 24 hours has headers of its own', async () => {
    const { ask } = await open();
    const liked = await ask(`/2/users/${INES}/likes`, tokens.ines, { method: 'POST', body: '{"tweet_id":"1990000000000000102"}' });
    expect(rateOf(liked, 'x-user-limit-24hour')).toEqual([1000, 999, START + 86_400]);
    const posted = await ask('/2/tweets', tokens.ines, { method: 'POST', body: '{"text":"High water at noon."}' });
    expect(rateOf(posted)).toEqual([100, 99, START + 900]);
    expect(rateOf(posted, 'x-app-limit-24hour')).toEqual([10_000, 9_999, START + 86_400]);
    // All users of the application share that one.
    const others = await ask('/2/tweets', tokens.tideWatch, { method: 'POST', body: '{"text":"High water at noon."}' });
    expect([rateOf(others)[1], rateOf(others, 'x-app-limit-24hour')[1]]).toEqual([99, 9_998]);
  });

  test('the level of an application decides, where the document says so', async () => {
    const { ask } = await open();
    expect(rateOf(await ask('/2/tweets/search/recent?query=storm', apps.pro.bearer))[0]).toBe(450);
    expect(rateOf(await ask('/2/tweets/search/recent?query=storm', apps.basic.bearer))[0]).toBe(60);
  });

  test('control turns limits off, and multiplies them', async () => {
    const { ask, act } = await open();
    await act('set-limits', { limits: '2' });
    expect(rateOf(await ask(`/2/users/${INES}/muting`, tokens.ines))[0]).toBe(30);
    await act('set-limits', { limits: 'off' });
    const answer = await ask(`/2/users/${INES}/muting`, tokens.ines);
    expect([answer.status, answer.headers.has('x-rate-limit-limit')]).toEqual([200, false]);
    await act('set-limits', { limits: 'record' });
    expect(rateOf(await ask(`/2/users/${INES}/muting`, tokens.ines))[0]).toBe(15);
    for (const limits of ['none', '0', '-1', '']) expect((await act('set-limits', { limits })).status).toBe(400);
  });

  test('B14: version 1.1 refuses with code 88, and tells what is left from the same counters', async () => {
    const { v1, v1As, fetchV1 } = await open();
    for (let count = 0; count < 15; count++) await v1.listFollowerIds({});
    const refused = await fetchV1(`${V1}/followers/ids.json`);
    expect([refused.status, rateOf(refused), await refused.json()]).toMatchObject([429, [15, 0, START + 900], { errors: [{ code: 88 }] }]);
    const status = async (client: typeof v1) => {
      const answer = await client.getRateLimitStatus({ query: { resources: ['followers', 'application', 'nothing'] } });
      return answer.status === 200 ? answer.body : answer.status;
    };
    expect(await status(v1)).toEqual({
      rate_limit_context: {},
      resources: {
        followers: { '/followers/ids': { limit: 15, remaining: 0, reset: START + 900 } },
        // The call counts itself.
        application: { '/application/rate_limit_status': { limit: 180, remaining: 179, reset: START + 900 } },
      },
    });
    expect(await status(v1As(ines))).toMatchObject({
      rate_limit_context: { access_token: signing.ines[0] },
      resources: { followers: { '/followers/ids': { remaining: 15 } } },
    });
    const all = await v1.getRateLimitStatus({});
    expect(all.status === 200 && Object.keys(all.body.resources).length).toBeGreaterThan(10);
  });
});
