// Tests that a post which is deleted takes with it all that points at it, however much that is and whatever happens at the same time, and that
// counters are as many as what they count afterwards.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { PLAIN_USER } from '../../../services/b-microblog/people/tables.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { platformOf, posting } from './posting.ts';
import { openPosts, type Person } from './posts-support.ts';

type Opened = Awaited<ReturnType<typeof openPosts>>;

async function publish({ client }: Person, body: Parameters<Person['client']['createPost']>[0]['body']): Promise<string> {
  return unwrap(await client.createPost({ body }), 201).data?.id ?? '';
}

/** All rows that name a post. */
async function traces({ rows }: Pick<Opened, 'rows'>, ids: readonly string[]): Promise<Record<string, number>> {
  const all = [...ids];
  const [posts, reposts, edges, mentions, foldered, notes, pinned] = await Promise.all([
    rows.selectFrom('b_posts').select('id').where('id', 'in', all).execute(),
    rows.selectFrom('b_posts').select('id').where('reposted', 'in', all).execute(),
    rows.selectFrom('b_edges').select('target').where('target', 'in', all).execute(),
    rows.selectFrom('b_mentions').select('post_id').where('post_id', 'in', all).execute(),
    rows.selectFrom('b_foldered').select('post_id').where('post_id', 'in', all).execute(),
    rows.selectFrom('b_notes').select('id').where('post_id', 'in', all).execute(),
    rows.selectFrom('b_users').select('id').where('pinned_post_id', 'in', all).execute(),
  ]);
  const lists = { posts, reposts, edges, mentions, foldered, notes, pinned };
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]));
}

const NOTHING = { posts: 0, reposts: 0, edges: 0, mentions: 0, foldered: 0, notes: 0, pinned: 0 };

describeOnEngines('a deleted post', (engine) => {
  test('takes all of its versions with it, and what people did with each of them', async () => {
    const all = await openPosts(engine);
    const { person, act, drift, post, userOf, sandbox } = all;
    const [gull, tern, crow] = [await person('gull'), await person('tern'), await person('crow')];
    const first = await publish(gull, { text: 'High water at 20:14 @tern' });
    const react = async (by: Person, tweet_id: string) => {
      unwrap(await by.client.createLike({ path: { id: by.id }, body: { tweet_id } }), 200);
      unwrap(await by.client.createBookmark({ path: { id: by.id }, body: { tweet_id } }), 200);
      unwrap(await by.client.createRepost({ path: { id: by.id }, body: { tweet_id } }), 200);
    };
    await react(tern, first);
    const second = await publish(gull, { text: 'High water at 20:15 @tern', edit_options: { previous_post_id: first } });
    await react(crow, second);
    await react(gull, second);
    const third = await publish(gull, { text: 'High water at 20:16 @crow', edit_options: { previous_post_id: second } });
    await react(crow, third);
    await act('put-in-folder', { username: 'crow', post: third, folder: 'Water' });
    await act('write-note', { post: third, text: 'It was at 20:10.' });
    const reply = await publish(tern, { text: 'Thanks', reply: { in_reply_to_tweet_id: third } });
    const quote = await publish(crow, { text: 'See this', quote_tweet_id: third });
    const platform = platformOf(sandbox);
    await platform.store.write((tables) =>
      tables.updateTable('b_users').set({ pinned_post_id: third }).where('id', '=', gull.id).execute(),
    );
    const versions = [first, second, third];
    expect(await traces(all, versions)).toEqual({ posts: 3, reposts: 4, edges: 12, mentions: 3, foldered: 1, notes: 1, pinned: 1 });
    expect(await drift()).toEqual([]);

    // Any of its versions names the post.
    unwrap(await gull.client.deletePost({ path: { id: second } }), 200);
    expect(await traces(all, versions)).toEqual(NOTHING);
    expect([(await post(reply))?.reply_to, (await post(quote))?.quoted]).toEqual([third, third]);
    const counts = await Promise.all([gull, tern, crow].map(async ({ id }) => userOf(id)));
    expect(counts.map((row) => [row.post_count, row.like_count])).toEqual([
      [0, 0],
      [1, 0],
      [1, 0],
    ]);
    expect(await drift()).toEqual([]);
  });

  test('takes its poll and the votes with it', async () => {
    const { person, act, rows, drift } = await openPosts(engine);
    const gull = await person('gull');
    const id = await publish(gull, { text: 'Which one?', poll: { options: ['One', 'Two'], duration_minutes: 60 } });
    const polls = async () => (await rows.selectFrom('b_polls').selectAll().execute()).length;
    const before = await polls();
    expect((await act('vote', { username: 'gull', post: id, option: 1 })).status).toBe(200);
    unwrap(await gull.client.deletePost({ path: { id } }), 200);
    expect(await polls()).toBe(before - 1);
    expect(await rows.selectFrom('b_edges').selectAll().where('target', '=', id).execute()).toEqual([]);
    expect(await drift()).toEqual([]);
  });

  test('leaves what is too much for one unit of work to jobs, and is gone at once everywhere', async () => {
    const all = await openPosts(engine);
    const { person, rows, drift, later } = all;
    const gull = await person('gull');
    const id = await publish(gull, { text: 'Everybody likes this' });
    const reposts = await crowd(all, id);
    expect(await traces(all, [id])).toMatchObject({ posts: 1, reposts: 600, edges: 1_900 });
    expect(await drift()).toEqual([]);

    unwrap(await gull.client.deletePost({ path: { id } }), 200);
    const left = await traces(all, [id]);
    expect(left).toMatchObject({ posts: 0 });
    // A repost that a job has not removed yet shows nothing of the post.
    const remaining = await rows.selectFrom('b_posts').select('id').where('reposted', '=', id).limit(1).execute();
    const shown = await gull.client.getPost({ path: { id: remaining[0]?.id ?? reposts[0] ?? '' } });
    expect(unwrap(shown, 200).data).toBeUndefined();
    await later(1_000);
    await expect.poll(() => traces(all, [id])).toEqual(NOTHING);
    const counted = await rows
      .selectFrom('b_users')
      .select(({ fn }) => [fn.sum<number>('like_count').as('likes'), fn.sum<number>('post_count').as('posts')])
      .where('username_key', 'like', 'crowd%')
      .executeTakeFirstOrThrow();
    expect([Number(counted.likes), Number(counted.posts)]).toEqual([0, 0]);
    expect(await drift()).toEqual([]);
  });

  test('is not liked, reposted or bookmarked by those who come at the same time', async () => {
    const all = await openPosts(engine);
    const { person, drift, later } = all;
    const gull = await person('gull');
    const people = await Promise.all(Array.from({ length: 4 }, (_, index) => person(`tern${index}`)));
    for (let round = 0; round < 4; round += 1) {
      const tweet_id = await publish(gull, { text: `Round ${round}` });
      const answers = await Promise.all([
        ...people
          .slice(0, 2)
          .flatMap(({ id, client }) => [
            client.createLike({ path: { id }, body: { tweet_id } }),
            client.createRepost({ path: { id }, body: { tweet_id } }),
            client.createBookmark({ path: { id }, body: { tweet_id } }),
          ]),
        gull.client.deletePost({ path: { id: tweet_id } }),
        ...people
          .slice(2)
          .flatMap(({ id, client }) => [
            client.createLike({ path: { id }, body: { tweet_id } }),
            client.createRepost({ path: { id }, body: { tweet_id } }),
            client.createPost({ body: { text: `Answer ${round}`, reply: { in_reply_to_tweet_id: tweet_id } } }),
          ]),
      ]);
      expect(answers.every(({ status }) => status === 200 || status === 201 || status === 400)).toBe(true);
      expect(await traces(all, [tweet_id])).toEqual(NOTHING);
      await later(1_000);
    }
    expect(await drift()).toEqual([]);
  });
});

/** Adds 700 users who like a post, of whom 600 have reposted and bookmarked it, with all counters. @returns the reposts */
async function crowd({ sandbox, rows }: Pick<Opened, 'sandbox' | 'rows'>, id: string): Promise<readonly string[]> {
  const platform = platformOf(sandbox);
  const now = platform.clock.now();
  const before = await rows
    .selectFrom('b_users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(before.count)).toBeLessThan(100);
  const users = Array.from({ length: 700 }, (_, index) => {
    const username = `crowd${index}`;
    const counters = { like_count: 1, post_count: index < 600 ? 1 : 0 };
    return {
      ...PLAIN_USER,
      id: `18000000000000${10_000 + index}`,
      username,
      username_key: username,
      name: username,
      created_at: now,
      ...counters,
    };
  });
  const edges = users.flatMap(({ id: source }, index) =>
    (index < 600 ? (['like', 'repost', 'bookmark'] as const) : (['like'] as const)).map((kind) => ({
      kind,
      source,
      target: id,
      seq: now + index,
      at: now,
      notifies: false,
      shows_reposts: true,
    })),
  );
  await platform.store.write(async (tables) => {
    for (let start = 0; start < users.length; start += 350)
      await tables
        .insertInto('b_users')
        .values(users.slice(start, start + 350))
        .execute();
    for (let start = 0; start < edges.length; start += 500)
      await tables
        .insertInto('b_edges')
        .values(edges.slice(start, start + 500))
        .execute();
    await tables.updateTable('b_posts').set({ like_count: 700, repost_count: 600, bookmark_count: 600 }).where('id', '=', id).execute();
  });
  const made = await posting(platform).posts(...users.slice(0, 600).map(({ id: author }) => ({ author, reposted: id, text: 'RT' })));
  return made.map((row) => row.id);
}
