// Tests what a project reads: each post counts once a day, in batches that no request waits for, and the quota of the month ends it.

import { createMicroblogClient } from '@octavo/interfaces/b-microblog';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { ownDocument } from '../../../services/b-microblog/document.ts';
import { apps } from '../../../services/b-microblog/seeds/credentials.ts';
import { INES, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { NOTICE, OFFER, QUESTION, WARNING } from '../../../services/b-microblog/seeds/posts.ts';
import { RETURNING_POSTS } from '../../../services/b-microblog/usage/caps.ts';
import { createSandbox } from '../../../services/index.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { platformOf, posting } from './posting.ts';
import { openPosts, rowsOf } from './posts-support.ts';
import { microblog } from './support.ts';

const DAY = 86_400_000;
const ALL = ['cap_reset_day', 'daily_client_app_usage', 'daily_project_usage', 'project_cap', 'project_id', 'project_usage'] as const;

type Client = ReturnType<ReturnType<typeof microblog>['app']>;

async function used(client: Client): Promise<number | undefined> {
  return unwrap(await client.getUsage({}), 200).data?.project_usage;
}

async function perDay(client: Client, days: number): Promise<readonly (number | undefined)[] | undefined> {
  const { data } = unwrap(await client.getUsage({ query: { days, 'usage.fields': ['daily_project_usage'] } }), 200);
  return data?.daily_project_usage?.usage?.map(({ usage }) => usage);
}

test('the operations that return posts are those of the document', () => {
  const returning: string[] = [];
  const { paths = {}, components } = ownDocument() as unknown as Document;
  const schemaOf = ({ $ref, ...own }: Schema): Schema =>
    $ref === undefined ? own : (components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  const responseOf = ({ $ref, ...own }: DocumentResponse): DocumentResponse =>
    $ref === undefined ? own : (components.responses[$ref.split('/').at(-1) ?? ''] ?? {});
  for (const { get } of Object.values(paths)) {
    const content = responseOf(get?.responses['200'] ?? {}).content?.['application/json'];
    if (get === undefined || content === undefined) continue;
    const { data } = schemaOf(content.schema ?? {}).properties ?? {};
    if ((data?.items ?? data)?.$ref?.endsWith('/Post') === true) returning.push(get.operationId);
  }
  expect(returning.length).toBeGreaterThan(10);
  expect([...RETURNING_POSTS].sort()).toEqual(returning.sort());
});

interface Schema {
  readonly $ref?: string;
  readonly items?: Schema;
  readonly properties?: { readonly data?: Schema };
}

interface DocumentResponse {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly get?: {
          readonly operationId: string;
          readonly responses: Readonly<Record<string, DocumentResponse>>;
        };
      }
    >
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, DocumentResponse>>;
  };
}

describeOnEngines('usage', (engine) => {
  test('a post counts once a day for its project, also in includes', async () => {
    const { app, user, later } = await openPosts(engine);
    const client = app();
    expect(await used(client)).toBe(0);
    for (let time = 0; time < 3; time += 1) unwrap(await client.getPosts({ query: { ids: [WARNING, NOTICE] } }), 200);
    unwrap(await user().getPost({ path: { id: WARNING } }), 200);
    expect(await used(client)).toBe(2);
    // The question refers to the warning, which counts already; the notice quotes a post that does not.
    unwrap(await client.getPosts({ query: { ids: [QUESTION, NOTICE], expansions: ['referenced_tweets.id'] } }), 200);
    expect(await used(client)).toBe(4);
    unwrap(await client.getUser({ path: { id: INES }, query: { expansions: ['most_recent_tweet_id'] } }), 200);
    expect(await used(client)).toBe(5);
    await later(DAY);
    unwrap(await client.getPost({ path: { id: WARNING } }), 200);
    expect(await used(client)).toBe(6);
    expect(await perDay(client, 3)).toEqual([0, 5, 1]);
    await later(DAY);
    unwrap(await client.listUserPosts({ path: { id: TIDE_WATCH }, query: { max_results: 5 } }), 200);
    expect(await perDay(client, 3)).toEqual([5, 1, 5]);
    expect(await used(client)).toBe(11);
  });

  test('what is not shown does not count', async () => {
    const { app, user } = await openPosts(engine);
    unwrap(await app().getPosts({ query: { ids: ['7', '1990000000000000113'] } }), 200);
    unwrap(await user().createLike({ path: { id: INES }, body: { tweet_id: OFFER } }), 200);
    unwrap(await app().getUsers({ query: { ids: [INES] } }), 200);
    expect(await used(app())).toBe(0);
  });

  test('usage has the fields that are asked for, and each app of the project', async () => {
    const { app, sandbox } = await openPosts(engine);
    const { store } = platformOf(sandbox);
    await store.write((tables) => tables.updateTable('b_apps').set({ project: apps.pro.id }).where('id', '=', apps.basic.id).execute());
    unwrap(await app().getPosts({ query: { ids: [WARNING, NOTICE] } }), 200);
    unwrap(await app(apps.basic.bearer).getPosts({ query: { ids: [WARNING, QUESTION] } }), 200);
    const usual = { cap_reset_day: 1, project_cap: 1_000_000, project_id: apps.pro.id, project_usage: 3 };
    // Another app of the project writes what it has read for itself.
    expect(unwrap(await app().getUsage({}), 200).data).toEqual(usual);
    const { data } = unwrap(await app().getUsage({ query: { days: 2, 'usage.fields': [...ALL] } }), 200);
    const days = (...usage: readonly number[]) => usage.map((posts, day) => ({ date: `2026-11-${19 + day}T00:00:00.000Z`, usage: posts }));
    const ofApp = (client_app_id: string, posts: number) => ({ client_app_id, usage: days(0, posts), usage_result_count: 2 });
    expect(data).toEqual({
      ...usual,
      daily_project_usage: { project_id: Number(apps.pro.id), usage: days(0, 3) },
      daily_client_app_usage: [ofApp(apps.pro.id, 2), ofApp(apps.basic.id, 1)],
    });
    expect(unwrap(await app(apps.basic.bearer).getUsage({}), 200).data).toEqual({ ...usual, project_cap: 15_000 });
    expect(await perDay(app(), 90)).toHaveLength(90);
    expect((await perDay(app(), 7))?.length).toBe(
      unwrap(await app().getUsage({ query: { 'usage.fields': ['daily_project_usage'] } }), 200).data?.daily_project_usage?.usage?.length,
    );
  });

  test('a project that has used up its quota gets no posts until the next month', async () => {
    const { app, user, act, later } = await openPosts(engine);
    const client = app();
    await act('set-usage-cap', { app: apps.pro.id, cap: 3 });
    for (let time = 0; time < 4; time += 1) unwrap(await client.getPosts({ query: { ids: [WARNING, NOTICE] } }), 200);
    unwrap(await client.getPosts({ query: { ids: [QUESTION, OFFER] } }), 200);
    const refused = await client.getPost({ path: { id: WARNING } });
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        title: 'UsageCapExceeded',
        type: 'https://microblog.example.com/problems/usage-capped',
        status: 429,
        detail: 'The quota of posts is used up.',
        period: 'Monthly',
        scope: 'Product',
      },
    ]);
    expect((await user().listUserPosts({ path: { id: TIDE_WATCH } })).status).toBe(429);
    // Other projects, users and what changes something have no part in it.
    unwrap(await app(apps.basic.bearer).getPost({ path: { id: WARNING } }), 200);
    unwrap(await client.getUser({ path: { id: INES } }), 200);
    unwrap(await user().createLike({ path: { id: INES }, body: { tweet_id: OFFER } }), 200);
    expect(unwrap(await client.getUsage({}), 200).data).toMatchObject({ project_cap: 3, project_usage: 4 });
    await later(10 * DAY);
    expect((await client.getPost({ path: { id: WARNING } })).status).toBe(429);
    // The story is on the 20th, and the month has 30 days.
    await later(DAY);
    unwrap(await client.getPost({ path: { id: WARNING } }), 200);
    expect(await used(client)).toBe(1);
    await act('set-usage-cap', { app: apps.pro.id, cap: 1 });
    expect((await client.getPost({ path: { id: WARNING } })).status).toBe(429);
    await act('set-usage-cap', { app: apps.pro.id });
    unwrap(await client.getPost({ path: { id: WARNING } }), 200);
  });

  test('what was written, and a quota that was set, hold at once', async () => {
    const { app, act } = await openPosts(engine);
    const client = app();
    const read = async (id: string) => (await client.getPost({ path: { id } })).status;
    await act('set-usage-cap', { app: apps.pro.id, cap: 2 });
    expect([await read(WARNING), await read(NOTICE), await used(client), await read(QUESTION)]).toEqual([200, 200, 2, 429]);
    await act('set-usage-cap', { app: apps.pro.id, cap: 20 });
    expect([await read(QUESTION), await used(client), await read(WARNING)]).toEqual([200, 3, 200]);
    await act('set-usage-cap', { app: apps.pro.id, cap: 3 });
    expect(await read(WARNING)).toBe(429);
  });

  test('the free level reads 100 posts a month, however many requests come at once', async () => {
    const { app, sandbox } = await openPosts(engine);
    const client = app(apps.free.bearer);
    const made = await posting(platformOf(sandbox)).posts(...Array.from({ length: 120 }, () => ({ author: TIDE_WATCH })));
    const ids = made.map(({ id }) => id);
    const readAll = (from: number, to: number) =>
      Promise.all(ids.slice(from, to).map(async (id) => (await client.getPost({ path: { id } })).status));
    expect(new Set(await readAll(0, 99))).toEqual(new Set([200]));
    // The same posts again do not use up the quota.
    expect(new Set(await readAll(0, 99))).toEqual(new Set([200]));
    expect((await client.getPost({ path: { id: ids[99] ?? '' } })).status).toBe(200);
    expect(new Set(await readAll(100, 120))).toEqual(new Set([429]));
    expect(await used(client)).toBe(100);
  });

  test('wrong caps and unknown applications are refused', async () => {
    const { act } = await openPosts(engine);
    expect((await act('set-usage-cap', { app: apps.pro.id, cap: -1 })).status).toBe(400);
    expect((await act('set-usage-cap', { app: apps.pro.id, cap: 'many' })).status).toBe(400);
    expect((await act('set-usage-cap', { app: '1', cap: 1 })).status).toBe(404);
  });

  test('no answer waits until reads are written', async () => {
    const { app, rows, sandbox } = await openPosts(engine);
    const reads = () => rows.selectFrom('b_reads').selectAll().execute();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const unit = platformOf(sandbox).store.write(() => held, 'b_usage_days');
    for (let time = 0; time < 2; time += 1) unwrap(await app().getPosts({ query: { ids: [WARNING, NOTICE] } }), 200);
    expect(await reads()).toEqual([]);
    release();
    await unit;
    await expect.poll(reads).toHaveLength(2);
  });

  test('many reads are written together', async () => {
    const { app, rows, sandbox } = await openPosts(engine);
    const made = await posting(platformOf(sandbox)).posts(...Array.from({ length: 2_100 }, () => ({ author: TIDE_WATCH })));
    for (let start = 0; start < made.length; start += 100) {
      const [first = '', ...others] = made.slice(start, start + 100).map(({ id }) => id);
      unwrap(await app().getPosts({ query: { ids: [first, ...others] } }), 200);
    }
    expect(await used(app())).toBe(2_100);
    expect(await rows.selectFrom('b_reads').selectAll().execute()).toHaveLength(2_100);
  });

  test('which posts were read is forgotten two days later, and how many is not', async () => {
    const { app, rows, later } = await openPosts(engine);
    const client = app();
    for (let day = 0; day < 4; day += 1) {
      unwrap(await client.getPosts({ query: { ids: [WARNING, NOTICE] } }), 200);
      await client.getUsage({});
      await later(DAY);
    }
    const days = await rows.selectFrom('b_reads').select('day').distinct().orderBy('day').execute();
    expect(days.map(({ day }) => day)).toEqual(['2026-11-22', '2026-11-23']);
    expect(await perDay(client, 5)).toEqual([2, 2, 2, 2, 0]);
  });

  test.skipIf(engine.name === 'memory')('what was read before the sandbox ends is written', async () => {
    const place = await engine.place();
    const first = await createSandbox({ services: ['b-microblog'], at: 'story', ...place });
    unwrap(
      await microblog(first)
        .app()
        .getPosts({ query: { ids: [WARNING, NOTICE] } }),
      200,
    );
    await first.close();
    const second = await createSandbox({ services: ['b-microblog'], ...place });
    expect(await rowsOf(second).selectFrom('b_reads').selectAll().execute()).toHaveLength(2);
    const client = createMicroblogClient({ fetch: second.fetch('b-microblog'), credentials: { bearer: apps.pro.bearer } });
    expect(await used(client)).toBe(2);
    await second.close();
  });
});
