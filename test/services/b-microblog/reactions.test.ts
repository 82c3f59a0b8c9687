// Tests likes, reposts and bookmarks: what changes once, who may, and that counters are as many as what they count.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { HARBOUR, INES, JONAS, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { NOTICE, PROTECTED_POST, WARNING } from '../../../services/b-microblog/seeds/posts.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { openPosts, problemOf } from './posts-support.ts';

const NONE = '1990000000000000999';
const INES_REPOST = '1990000000000000106';

describeOnEngines('reactions to posts', (engine) => {
  test('a like and a bookmark change something once, and are taken back once', async () => {
    const { person, post, userOf, drift } = await openPosts(engine);
    const { id, client } = await person('gull');
    const body = { tweet_id: WARNING };
    const path = { id, tweet_id: WARNING };
    const counts = async () => {
      const row = await post(WARNING);
      return [row?.like_count, row?.bookmark_count, (await userOf(id)).like_count];
    };
    for (let time = 0; time < 2; time += 1) {
      expect(unwrap(await client.createLike({ path: { id }, body }), 200).data).toEqual({ liked: true });
      expect(unwrap(await client.createBookmark({ path: { id }, body }), 200).data).toEqual({ bookmarked: true });
      expect(await counts()).toEqual([3, 2, 1]);
    }
    for (let time = 0; time < 2; time += 1) {
      expect(unwrap(await client.deleteLike({ path }), 200).data).toEqual({ liked: false });
      expect(unwrap(await client.deleteBookmark({ path }), 200).data).toEqual({ bookmarked: false });
      expect(await counts()).toEqual([2, 1, 0]);
    }
    expect(await drift()).toEqual([]);
  });

  test('a bookmark leaves its folders when it is removed', async () => {
    const { user, rows } = await openPosts(engine);
    const foldered = () => rows.selectFrom('b_foldered').selectAll().where('post_id', '=', WARNING).execute();
    expect(await foldered()).toHaveLength(1);
    unwrap(await user().deleteBookmark({ path: { id: INES, tweet_id: WARNING } }), 200);
    expect(await foldered()).toEqual([]);
  });

  test('a repost is a post that shows the beginning of its source, and is undone with it', async () => {
    const { person, post, userOf, drift, rows } = await openPosts(engine);
    const { id, client } = await person('gull');
    const create = async () => unwrap(await client.createRepost({ path: { id }, body: { tweet_id: WARNING } }), 200).data;
    const made = await create();
    expect(made?.retweeted).toBe(true);
    expect(await create()).toEqual(made);
    const row = await post(made?.id ?? '');
    const source = await post(WARNING);
    expect(row).toMatchObject({
      author: id,
      reposted: WARNING,
      text: `RT @tidewatch: ${[...(source?.text ?? '')].slice(0, 124).join('')}…`,
      entities: { mentions: [{ start: 3, end: 13, username: 'tidewatch', id: TIDE_WATCH }] },
      source: 'Tide desk',
      lang: 'en',
      conversation: made?.id,
    });
    expect([...(row?.text ?? '')]).toHaveLength(140);
    expect(source?.repost_count).toBe(2);
    expect((await userOf(id)).post_count).toBe(1);
    expect(
      await rows
        .selectFrom('b_mentions')
        .selectAll()
        .where('post_id', '=', row?.id ?? '')
        .execute(),
    ).toEqual([]);
    for (let time = 0; time < 2; time += 1) {
      const undone = await client.deleteRepost({ path: { id, source_tweet_id: WARNING } });
      expect(unwrap(undone, 200).data).toEqual({ retweeted: false });
    }
    expect(await post(made?.id ?? '')).toBeUndefined();
    expect([(await post(WARNING))?.repost_count, (await userOf(id)).post_count]).toEqual([1, 0]);
    expect(await drift()).toEqual([]);
  });

  test('the repost of the examples is undone by deleting it', async () => {
    const { user, post, userOf } = await openPosts(engine);
    const before = await userOf(INES);
    expect(unwrap(await user().deletePost({ path: { id: INES_REPOST } }), 200).data).toEqual({ deleted: true });
    expect([(await post(WARNING))?.repost_count, (await userOf(INES)).post_count]).toEqual([0, before.post_count - 1]);
    unwrap(await user().createRepost({ path: { id: INES }, body: { tweet_id: WARNING } }), 200);
    expect((await post(WARNING))?.repost_count).toBe(1);
  });

  test('a reaction to a repost is one to its source', async () => {
    const { person, post, drift } = await openPosts(engine);
    const { id, client } = await person('gull');
    unwrap(await client.createLike({ path: { id }, body: { tweet_id: INES_REPOST } }), 200);
    unwrap(await client.createBookmark({ path: { id }, body: { tweet_id: INES_REPOST } }), 200);
    const made = unwrap(await client.createRepost({ path: { id }, body: { tweet_id: INES_REPOST } }), 200).data;
    expect((await post(made?.id ?? ''))?.reposted).toBe(WARNING);
    expect(await post(WARNING)).toMatchObject({ like_count: 3, bookmark_count: 2, repost_count: 2 });
    expect(await post(INES_REPOST)).toMatchObject({ like_count: 0, bookmark_count: 0, repost_count: 0 });
    unwrap(await client.deleteLike({ path: { id, tweet_id: INES_REPOST } }), 200);
    unwrap(await client.deleteRepost({ path: { id, source_tweet_id: made?.id ?? '' } }), 200);
    expect(await post(WARNING)).toMatchObject({ like_count: 2, repost_count: 1 });
    expect(await drift()).toEqual([]);
  });

  test('a post that the caller may not see gets no reaction, and nothing is half written', async () => {
    const { person, act, drift, rows } = await openPosts(engine);
    const gull = await person('gull');
    const react = async (tweet_id: string) => {
      const answers: (readonly unknown[])[] = [];
      for (const kind of ['likes', 'bookmarks', 'retweets'])
        answers.push(await problemOf(await gull.fetch(`/2/users/${gull.id}/${kind}`, { tweet_id })));
      const [first, ...others] = answers;
      expect(others).toEqual([first, first]);
      return first;
    };
    expect(await react(PROTECTED_POST)).toEqual([403, 'not-authorized-for-resource', 'You may not see this post.']);
    expect(await react(NONE)).toEqual([400, 'invalid-request', 'There is no such post.']);
    expect(await react('7')).toEqual([400, 'invalid-request', 'There is no such post.']);
    await act('change-user', { username: 'jholm_ferry', suspended: true });
    expect(await react(NOTICE)).toEqual([400, 'invalid-request', 'There is no such post.']);
    expect(await rows.selectFrom('b_edges').selectAll().where('source', '=', gull.id).execute()).toEqual([]);
    expect(await rows.selectFrom('b_posts').selectAll().where('author', '=', gull.id).execute()).toEqual([]);
    expect(await drift()).toEqual([]);
  });

  test('posts of protected users are liked by followers, and reposted by nobody', async () => {
    const { person, post, drift, act } = await openPosts(engine);
    const gull = await person('gull');
    await gull.client.followUser({ path: { id: gull.id }, body: { target_user_id: HARBOUR } });
    await act('answer-request', { username: 'vesterhavn_hbr', follower: 'gull' });
    const body = { tweet_id: PROTECTED_POST };
    unwrap(await gull.client.createLike({ path: { id: gull.id }, body }), 200);
    const refused = [403, 'about:blank', 'Posts of protected users cannot be reposted.'];
    expect(await problemOf(await gull.fetch(`/2/users/${gull.id}/retweets`, body))).toEqual(refused);
    expect(await post(PROTECTED_POST)).toMatchObject({ like_count: 1, repost_count: 0 });
    expect(await drift()).toEqual([]);
  });

  test('reactions to a post that is hidden meanwhile can be taken back', async () => {
    const { person, post, act, drift } = await openPosts(engine);
    const { id, client } = await person('gull');
    const body = { tweet_id: NOTICE };
    unwrap(await client.createLike({ path: { id }, body }), 200);
    unwrap(await client.createRepost({ path: { id }, body }), 200);
    await act('change-user', { username: 'jholm_ferry', protected: true });
    unwrap(await client.deleteLike({ path: { id, tweet_id: NOTICE } }), 200);
    unwrap(await client.deleteRepost({ path: { id, source_tweet_id: NOTICE } }), 200);
    expect(await post(NOTICE)).toMatchObject({ author: JONAS, like_count: 8, repost_count: 1 });
    expect(await drift()).toEqual([]);
  });

  test('the same reaction sent many times at once counts once', async () => {
    const { person, post, drift } = await openPosts(engine);
    const { id, client } = await person('gull');
    const body = { tweet_id: WARNING };
    const sent = await Promise.all([
      ...Array.from({ length: 8 }, () => client.createLike({ path: { id }, body })),
      ...Array.from({ length: 8 }, () => client.createRepost({ path: { id }, body })),
    ]);
    expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
    expect(await post(WARNING)).toMatchObject({ like_count: 3, repost_count: 2 });
    expect(await drift()).toEqual([]);
  });
});
