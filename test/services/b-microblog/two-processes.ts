// Tests two processes of the microblogging service on one PostgreSQL and Redis: limits, follows, tokens and nonces are those of one.

import { createMicroblogClient } from '@octavo/interfaces/b-microblog';
import { unwrap } from '@octavo/runtime';
import { beforeAll, expect, test } from 'vitest';
import { apps, tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { INES, JONAS } from '../../../services/b-microblog/seeds/people.ts';
import { NOTICE, OFFER, QUESTION, WARNING } from '../../../services/b-microblog/seeds/posts.ts';
import type { SandboxProcess, TwoProcesses } from '../../support/sandbox-process.ts';
import { openStream } from './streaming.ts';
import { ines, signed } from './support.ts';

/** Declares the tests. The processes are there when these begin, as new. */
export function describeMicroblog(of: () => TwoProcesses['processes']): void {
  let processes: TwoProcesses['processes'];
  beforeAll(() => {
    processes = of();
  });

  const clientOf = (at: SandboxProcess, oauth2: string = tokens.ines) =>
    createMicroblogClient({ baseUrl: at.url('b-microblog'), credentials: { oauth2, bearer: apps.pro.bearer } });
  const run = async ({ control }: SandboxProcess, action: string, body: Record<string, string>) =>
    unwrap(await control.runAction({ path: { service: 'b-microblog', action }, body }), 200).result as Record<string, string>;
  /** Acts at once, in turn by one process and the other. */
  const atOnce = <Result>(count: number, act: (at: SandboxProcess, index: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_, index) => act(processes[index % 2 === 0 ? 0 : 1], index)));

  test('together allow as many requests as one', async () => {
    const answers = await atOnce(40, (at) => clientOf(at).listBlockedUsers({ path: { id: INES } }));
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(15);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
  });

  test('count each follow once', async () => {
    const gulls = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const { id = '' } = await run(processes[0], 'add-user', { username: `gull${index}` });
        const minted = await run(processes[0], 'mint-token', {
          app: apps.pro.id,
          username: `gull${index}`,
          scopes: 'follows.write tweet.read users.read',
        });
        return { id, token: minted.access_token ?? '' };
      }),
    );
    const answers = await atOnce(24, (at, index) => {
      const { id = '', token } = gulls[Math.floor(index / 4)] ?? {};
      return clientOf(at, token).followUser({ path: { id }, body: { target_user_id: JONAS } });
    });
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 24 }, () => 200));
    for (const at of processes) {
      const { data } = unwrap(await clientOf(at).getUser({ path: { id: JONAS }, query: { 'user.fields': ['public_metrics'] } }), 200);
      expect(data?.public_metrics?.followers_count).toBe(661);
    }
    const { data = [] } = unwrap(await clientOf(processes[1]).listFollowers({ path: { id: JONAS } }), 200);
    expect(new Set(data.map(({ id }) => id)).size).toBe(7);
  });

  test('know at once what one of them revokes', async () => {
    const [left, right] = processes;
    const { access_token = '' } = await run(left, 'mint-token', { app: apps.pro.id, username: 'ines_b', scopes: 'tweet.read users.read' });
    const status = async () => (await clientOf(right, access_token).getCurrentUser({})).status;
    expect(await status()).toBe(200);
    await run(left, 'revoke-token', { token: access_token });
    await expect.poll(status).toBe(401);
  });

  test('let a refresh token be used once, and revoke its grant after a second use', async () => {
    const [left] = processes;
    const scopes = 'tweet.read users.read offline.access';
    const { refresh_token = '' } = await run(left, 'mint-token', { app: apps.pro.id, username: 'ines_b', scopes });
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token, client_id: apps.pro.client });
    const answers = await atOnce(8, async (at) => {
      const answer = await fetch(new URL('/2/oauth2/token', at.url('b-microblog')), { method: 'POST', body });
      return [answer.status, ((await answer.json()) as { access_token?: string }).access_token] as const;
    });
    expect(answers.map(([status]) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
    const access = answers.find(([status]) => status === 200)?.[1] ?? '';
    for (const at of processes) await expect.poll(async () => (await clientOf(at, access).getCurrentUser({})).status).toBe(401);
  });

  test('deliver in streams what the other one publishes, and close the streams of both', async () => {
    const [left, right] = processes;
    // Reads count for the project of an app, and later tests count those of the other one.
    const { bearer } = apps.academic;
    const readers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        openStream(fetch, new URL(`/2/tweets/firehose/stream?partition=${index + 1}`, right.url('b-microblog')).href, bearer),
      ),
    );
    await run(left, 'add-user', { username: 'petrel' });
    const { access_token = '' } = await run(left, 'mint-token', {
      app: apps.pro.id,
      username: 'petrel',
      scopes: 'tweet.write tweet.read users.read',
    });
    const ids: string[] = [];
    for (let index = 0; index < 10; index++) {
      const { data } = unwrap(await clientOf(left, access_token).createPost({ body: { text: `The wave ${index} breaks.` } }), 201);
      ids.push(data?.id ?? '');
    }
    await expect.poll(() => readers.flatMap(({ items }) => items.map(({ data }) => data.id)).sort()).toEqual(ids);
    // An app has one connection to a stream, whichever process serves it.
    const path = new URL('/2/tweets/firehose/stream?partition=1', left.url('b-microblog'));
    const ask = async () => (await fetch(path, { headers: { authorization: `Bearer ${bearer}` } })).status;
    expect(await ask()).toBe(429);
    await createMicroblogClient({ baseUrl: left.url('b-microblog'), credentials: { bearer } }).closeAllConnections({});
    for (const reader of readers) expect((await reader.ended()).at(-1).errors[0].disconnect_type).toBe('ForceDisconnect');
  });

  test('let a nonce be used once', async () => {
    const given = { ...ines, nonce: 'both', timestamp: Math.floor(Date.now() / 1000) };
    const [left, right] = processes;
    const url = (at: SandboxProcess) => `${at.url('b-microblog-v1').replace(/\/$/, '')}/account/settings.json`;
    const ask = async (at: SandboxProcess) => (await fetch(await signed(new Request(url(at)), given))).status;
    expect([await ask(left), await ask(right)]).toEqual([200, 401]);
  });

  test('count each post that they return once', async () => {
    const pairs = [
      [WARNING, NOTICE],
      [NOTICE, QUESTION],
      [QUESTION, OFFER],
    ] as const;
    const answers = await atOnce(16, (at, index) => clientOf(at).getPosts({ query: { ids: [...(pairs[index % 3] ?? pairs[0])] } }));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
    for (const at of processes) {
      const app = createMicroblogClient({ baseUrl: at.url('b-microblog'), credentials: { bearer: apps.pro.bearer } });
      await expect.poll(async () => unwrap(await app.getUsage({}), 200).data?.project_usage).toBe(4);
    }
  });

  test('refuse posts together once the quota is used up', async () => {
    const [left, right] = processes;
    const read = async (at: SandboxProcess) => (await clientOf(at).getPost({ path: { id: NOTICE } })).status;
    expect([await read(left), await read(right)]).toEqual([200, 200]);
    unwrap(
      await left.control.runAction({ path: { service: 'b-microblog', action: 'set-usage-cap' }, body: { app: apps.pro.id, cap: 1 } }),
      200,
    );
    for (const at of processes) await expect.poll(() => read(at)).toBe(429);
    await run(right, 'set-usage-cap', { app: apps.pro.id });
    for (const at of processes) await expect.poll(() => read(at)).toBe(200);
  });

  test('publish in one order, of which a reader misses no post', async () => {
    const [left, right] = processes;
    const scopes = 'tweet.read tweet.write users.read follows.write';
    await run(left, 'set-limits', { limits: 'off' });
    const addPerson = async (username: string) => {
      const { id = '' } = await run(left, 'add-user', { username });
      const { access_token = '' } = await run(left, 'mint-token', { app: apps.pro.id, username, scopes });
      return { id, token: access_token };
    };
    const reader = await addPerson('reader');
    const writers: { readonly id: string; readonly token: string }[] = [];
    for (let index = 0; index < 8; index += 1) {
      const writer = await addPerson(`author${index}`);
      unwrap(await clientOf(right, reader.token).followUser({ path: { id: reader.id }, body: { target_user_id: writer.id } }), 200);
      writers.push(writer);
    }
    const published: string[] = [];
    let isOver = false;
    const writing = atOnce(writers.length, async (at, index) => {
      for (let post = 0; post < 5; post += 1) {
        const body = { text: `Post ${post} of author ${index}` };
        published.push(unwrap(await clientOf(at, writers[index]?.token).createPost({ body }), 201).data?.id ?? '');
      }
    }).finally(() => {
      isOver = true;
    });
    const seen: string[] = [];
    const readOn = async () => {
      const since_id = seen.at(-1);
      const query = { max_results: 100, ...(since_id !== undefined && { since_id }) };
      const { data = [] } = unwrap(await clientOf(right, reader.token).getHomeTimeline({ path: { id: reader.id }, query }), 200);
      seen.push(...data.map(({ id }) => id).reverse());
    };
    while (!isOver) await readOn();
    await writing;
    await readOn();
    expect(published).toHaveLength(40);
    expect(seen).toEqual([...published].sort());
    for (const at of processes) {
      const query = { 'user.fields': ['public_metrics'] } as const;
      const { data } = unwrap(await clientOf(at).getUser({ path: { id: writers[0]?.id ?? '' }, query: query as never }), 200);
      expect(data?.public_metrics?.tweet_count).toBe(5);
    }
    await run(left, 'set-limits', { limits: 'record' });
  });

  test('learn from each other how limits are counted', async () => {
    const [left, right] = processes;
    await run(left, 'set-limits', { limits: 'off' });
    await expect.poll(async () => (await clientOf(right).listBlockedUsers({ path: { id: INES } })).status).toBe(200);
  });
}
