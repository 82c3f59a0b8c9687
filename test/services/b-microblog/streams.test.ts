// Tests what streams deliver, to whom, from when to when, and how they end.

import { createMicroblogClient } from '@octavo/interfaces/b-microblog';
import { unwrap } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import type { Context } from '../../../services/b-microblog/deps.ts';
import { isSampled, partitionOf } from '../../../services/b-microblog/rules/partitions.ts';
import { apps, tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { INES, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { NOTICE } from '../../../services/b-microblog/seeds/posts.ts';
import type { Hub } from '../../../services/b-microblog/streams/hub.ts';
import { createOpener } from '../../../services/b-microblog/streams/open.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { platformOf, posting } from './posting.ts';
import { openPosts, type Person } from './posts-support.ts';
import { type Item, openStream, type Reader } from './streaming.ts';

const MINUTE = 60_000;

describeOnEngines('streams', (engine) => {
  async function open() {
    const all = await openPosts(engine);
    return {
      ...all,
      posts: posting(platformOf(all.sandbox)).posts,
      stream: (path: string, token: string = apps.pro.bearer) => openStream(all.fetchV2, path, token),
      /** The status of a stream that is not opened, with the body. */
      async refused(path: string, token: string = apps.pro.bearer): Promise<readonly [number, Item]> {
        const answer = await all.fetchV2(`https://microblog.example.com${path}`, { headers: { authorization: `Bearer ${token}` } });
        return [answer.status, answer.status === 200 ? await answer.body?.cancel() : await answer.json()];
      },
      async publish({ client }: Pick<Person, 'client'>, text: string, more: { readonly edit_options?: { previous_post_id: string } } = {}) {
        return unwrap(await client.createPost({ body: { text, ...more } }), 201).data?.id ?? '';
      },
    };
  }
  const parts = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const idsOf = (items: readonly Item[]): string[] => items.map(({ data }) => data.id);
  const end = (reader: Reader) => reader.ended().then((items) => items.at(-1));

  describe('of posts', () => {
    test('deliver all in 20 partitions, each once and in order, as the app would look them up', async () => {
      const { stream, person, publish, app } = await open();
      const gull = await person('gull');
      const looks = 'tweet.fields=created_at,public_metrics&expansions=author_id';
      const readers = await Promise.all(parts(20).map((part) => stream(`/2/tweets/firehose/stream?partition=${part}&${looks}`)));
      const ids: string[] = [];
      for (let number = 1; number <= 30; number++) ids.push(await publish(gull, `The tide stands at ${number} centimetres.`));
      for (const [index, reader] of readers.entries()) {
        const own = ids.filter((id) => partitionOf(id, 20) === index + 1);
        expect(idsOf(await reader.until(own.length))).toEqual(own);
      }
      const [first] = ids as [string];
      const query = { 'tweet.fields': ['created_at', 'public_metrics'], expansions: ['author_id'] } as const;
      const seen = unwrap(await app().getPost({ path: { id: first }, query: query as never }), 200);
      const reader = readers[partitionOf(first, 20) - 1];
      expect(reader?.items[0]).toEqual(seen);
      expect(reader?.text()).toMatch(/^(\{.*\}\r\n)+$/);
    });

    test('have the same sample for everybody, and ten per cent in two parts', async () => {
      const { stream, posts } = await open();
      const paths = ['/2/tweets/sample/stream', '/2/tweets/sample10/stream?partition=1', '/2/tweets/sample10/stream?partition=2'];
      const readers = await Promise.all(paths.map((path) => stream(path)));
      const other = await stream('/2/tweets/sample/stream', apps.basic.bearer);
      const ids = (await posts(...Array.from({ length: 600 }, () => ({ author: TIDE_WATCH })))).map(({ id }) => id);
      const sample = ids.filter((id) => isSampled(id, 1));
      const tenth = ids.filter((id) => isSampled(id, 10));
      expect(tenth.length).toBeGreaterThan(30);
      expect(tenth.length).toBeLessThan(90);
      const wanted = [sample, ...[1, 2].map((part) => tenth.filter((id) => partitionOf(id, 2) === part))];
      for (const [index, own] of wanted.entries()) expect(idsOf((await readers[index]?.until(own.length)) ?? [])).toEqual(own);
      expect(idsOf(await other.until(sample.length))).toEqual(sample);
    });

    test('of a language have the posts that are in it', async () => {
      const { stream, posts } = await open();
      const paths = [
        ...parts(8).map((part) => ['en', part] as const),
        ...['ja', 'ko', 'pt'].flatMap((lang) => [1, 2].map((part) => [lang, part] as const)),
      ];
      const readers = await Promise.all(
        paths.map(([lang, part]) => stream(`/2/tweets/firehose/stream/lang/${lang}?partition=${part}&tweet.fields=lang`)),
      );
      const languages = ['en', 'ja', 'de', 'ko', 'und', 'pt', 'en'];
      const made = await posts(...languages.map((lang) => ({ author: TIDE_WATCH, lang })));
      for (const [index, [lang, part]] of paths.entries()) {
        const own = made.filter((post) => post.lang === lang && partitionOf(post.id, lang === 'en' ? 8 : 2) === part);
        const items = (await readers[index]?.until(own.length)) ?? [];
        expect(items.map(({ data }) => [data.id, data.lang])).toEqual(own.map((post) => [post.id, lang]));
      }
    });

    test('leave out what apps do not see, and have new versions as posts of their own', async () => {
      const { stream, posts, person, publish, user } = await open();
      const readers = await Promise.all(parts(20).map((part) => stream(`/2/tweets/firehose/stream?partition=${part}`)));
      const [gull, shy] = [await person('gull'), await person('shy', { protected: true })];
      await publish(shy, 'Nobody but my friends reads this.');
      await posts({ author: gull.id, is_nullcast: true }, { author: gull.id, is_for_subscribers: true });
      const first = await publish(gull, 'The last ferry leaves at five.');
      const second = await publish(gull, 'The last ferry leaves at six.', { edit_options: { previous_post_id: first } });
      const last = await publish(gull, 'It has left.');
      await user().createRepost({ path: { id: INES }, body: { tweet_id: last } });
      await Promise.all([first, second, last].map((id) => readers[partitionOf(id, 20) - 1]?.until(1)));
      await new Promise((resolve) => setTimeout(resolve, 300));
      const all = readers.flatMap(({ items }) => items.map(({ data }) => data));
      expect(all).toHaveLength(4);
      expect(all.find(({ id }) => id === second)).toMatchObject({ edit_history_tweet_ids: [first, second] });
      expect(all.some(({ text }) => text.startsWith('RT @gull: It has left.'))).toBe(true);
    });

    test('count as posts that the project has read', async () => {
      const { stream, posts, app } = await open();
      const used = async () => unwrap(await app().getUsage(), 200).data?.project_usage ?? 0;
      const before = await used();
      const reader = await stream('/2/tweets/sample10/stream?partition=1');
      const made = await posts(...Array.from({ length: 200 }, () => ({ author: TIDE_WATCH })));
      const own = made.filter(({ id }) => isSampled(id, 10) && partitionOf(id, 2) === 1);
      await reader.until(own.length);
      await expect.poll(used).toBe(before + own.length);
    });
  });

  test('of likes say when a post was liked, and not by whom', async () => {
    const { stream, user, person, sandbox } = await open();
    const paths = parts(20).map((part) => `/2/likes/firehose/stream?partition=${part}`);
    const plain = await Promise.all(paths.map((path) => stream(path)));
    const looks = 'like_with_tweet_author.fields=liked_tweet_author_id&expansions=liked_tweet_id,liked_tweet_author_id';
    const rich = await Promise.all(paths.map((path) => stream(`${path}&${looks}`, apps.academic.bearer)));
    const shy = await person('shy', { protected: true });
    await user().createLike({ path: { id: INES }, body: { tweet_id: NOTICE } });
    // A second time changes nothing, and what is protected is no app's business.
    await user().createLike({ path: { id: INES }, body: { tweet_id: NOTICE } });
    const { data } = unwrap(await shy.client.createPost({ body: { text: 'My own' } }), 201);
    await shy.client.createLike({ path: { id: shy.id }, body: { tweet_id: data?.id ?? '' } });
    await expect.poll(() => plain.flatMap(({ items }) => items).length).toBe(1);
    await expect.poll(() => rich.flatMap(({ items }) => items).length).toBe(1);
    const at = sandbox.clock.now();
    const [like] = plain.flatMap(({ items }) => items);
    expect(like).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f]{20}$/),
        created_at: new Date(at).toISOString(),
        timestamp_ms: at,
        liked_tweet_id: NOTICE,
      },
    });
    const [shown] = rich.flatMap(({ items }) => items);
    expect(shown.data).toEqual({ id: like.data.id, liked_tweet_id: NOTICE, tweet_author_id: expect.any(String) });
    expect(shown.includes.tweets).toMatchObject([{ id: NOTICE }]);
    expect(shown.includes.users).toMatchObject([{ id: shown.data.tweet_author_id }]);
    expect(JSON.stringify([like, shown])).not.toContain(INES);
  });

  test('of compliance say what apps have to delete or change', async () => {
    const { stream, person, publish, act, user, v1 } = await open();
    const posts = await Promise.all(parts(4).map((part) => stream(`/2/tweets/compliance/stream?partition=${part}`)));
    const users = await Promise.all(parts(4).map((part) => stream(`/2/users/compliance/stream?partition=${part}`)));
    const [likes, labels] = await Promise.all([stream('/2/likes/compliance/stream'), stream('/2/tweets/label/stream')]);
    const gull = await person('gull');
    const first = await publish(gull, 'The last ferry leaves at five.');
    const second = await publish(gull, 'The last ferry leaves at six.', { edit_options: { previous_post_id: first } });
    await gull.client.deletePost({ path: { id: first } });
    await user().createRepost({ path: { id: INES }, body: { tweet_id: NOTICE } });
    await user().deleteRepost({ path: { id: INES, source_tweet_id: NOTICE } });
    await user().createLike({ path: { id: INES }, body: { tweet_id: NOTICE } });
    await user().deleteLike({ path: { id: INES, tweet_id: NOTICE } });
    await act('change-user', { username: 'gull', protected: true });
    await act('change-user', { username: 'gull', protected: false, suspended: true });
    await act('change-user', { username: 'gull', suspended: false });
    await v1.updateProfile({ body: { description: '', location: 'The quay' } });
    const data = (readers: readonly Reader[]) => readers.flatMap(({ items }) => items.map((item) => item.data));
    await expect.poll(() => data(posts)).toHaveLength(4);
    const tweet = { id: expect.any(String), author_id: gull.id };
    expect(data(posts)).toEqual(
      expect.arrayContaining([
        { tweet_edit: { event_at: expect.any(String), initial_tweet_id: first, edit_tweet_ids: [first, second], tweet: { id: second } } },
        { delete: { event_at: expect.any(String), tweet: { ...tweet, id: first } } },
        { delete: { event_at: expect.any(String), tweet: { ...tweet, id: second } } },
        { delete: { event_at: expect.any(String), tweet: { id: expect.any(String), author_id: INES } } },
      ]),
    );
    expect((await likes.until(1))[0].data).toEqual({ delete: { event_at: expect.any(String), favorite: { id: NOTICE, user_id: INES } } });
    await expect.poll(() => data(users)).toHaveLength(6);
    const own = users[partitionOf(gull.id, 4) - 1]?.items.filter(({ data }) => !('user_profile_modification' in data));
    expect(own?.map(({ data }) => Object.keys(data)[0])).toEqual(['user_protect', 'user_unprotect', 'user_suspend', 'user_unsuspend']);
    const changed = data(users).flatMap((event) => event.user_profile_modification ?? []);
    expect(changed).toEqual([
      { event_at: expect.any(String), user: { id: TIDE_WATCH }, profile_field: 'description', new_value: '' },
      { event_at: expect.any(String), user: { id: TIDE_WATCH }, profile_field: 'location', new_value: 'The quay' },
    ]);
    expect(labels.items).toEqual([]);

    const told = { posts: data(posts).length, users: data(users).length };
    await act('announce-post', { post: NOTICE, event: 'withheld', countries: 'DK, DE' });
    await act('announce-post', { post: NOTICE, event: 'drop' });
    await act('announce-post', { post: NOTICE, event: 'undrop' });
    await act('announce-user', { username: 'gull', event: 'withheld', countries: 'DK' });
    await act('announce-user', { username: 'gull', event: 'delete' });
    await act('announce-user', { username: 'gull', event: 'undelete' });
    await act('announce-user', { username: 'gull', event: 'scrub_geo', post: NOTICE });
    await act('label-post', { post: NOTICE, notice: 'misleading', title: 'Stay informed' });
    await act('label-post', { post: NOTICE, remove: true });
    const part = posts[partitionOf(NOTICE, 4) - 1];
    await expect.poll(() => data(posts)).toHaveLength(told.posts + 3);
    expect(part?.items.slice(-3).map((item) => Object.keys(item.data)[0])).toEqual(['withheld', 'drop', 'undrop']);
    expect(part?.items.at(-3).data.withheld.withheld_in_countries).toEqual(['DK', 'DE']);
    await expect.poll(() => data(users)).toHaveLength(told.users + 4);
    const last = users[partitionOf(gull.id, 4) - 1]?.items.slice(-4).map((item) => Object.keys(item.data)[0]);
    expect(last).toEqual(['user_withheld', 'user_delete', 'user_undelete', 'scrub_geo']);
    const [notice, unviewable] = await labels.until(2);
    expect(notice.data.public_tweet_notice).toMatchObject({ application: 'apply', event_type: 'misleading', label_title: 'Stay informed' });
    expect(unviewable.data.public_tweet_unviewable).toMatchObject({ application: 'remove', tweet: { id: NOTICE } });
  });

  describe('from when to when', () => {
    test('a lost connection is made up for by minutes, and a window is replayed and ends', async () => {
      const { stream, publish, person, later, sandbox } = await open();
      const gull = await person('gull');
      const start = sandbox.clock.now();
      const made: { readonly id: string; readonly at: number }[] = [];
      for (let minute = 0; minute < 8; minute++) {
        made.push({ id: await publish(gull, `Minute ${minute}`), at: sandbox.clock.now() });
        await later(MINUTE);
      }
      const now = sandbox.clock.now();
      const wanted = (from: number, until: number) => made.filter(({ at }) => at >= from && at < until).map(({ id }) => id);
      const backfilled = await Promise.all(
        parts(20).map((part) => stream(`/2/tweets/firehose/stream?partition=${part}&backfill_minutes=3`)),
      );
      await expect.poll(() => idsOf(backfilled.flatMap(({ items }) => items)).sort()).toEqual(wanted(now - 3 * MINUTE, now).sort());
      const fresh = await publish(gull, 'And now');
      await backfilled[partitionOf(fresh, 20) - 1]?.until(1);
      expect(idsOf(backfilled.flatMap(({ items }) => items)).sort()).toEqual([...wanted(now - 3 * MINUTE, now), fresh].sort());

      const iso = (at: number) => new Date(at).toISOString();
      const window = `start_time=${iso(start + 2 * MINUTE)}&end_time=${iso(start + 6 * MINUTE)}`;
      const replayed = await Promise.all(
        parts(20).map((part) => stream(`/2/tweets/firehose/stream?partition=${part}&${window}`, apps.academic.bearer)),
      );
      const items = (await Promise.all(replayed.map((reader) => reader.ended()))).flat();
      expect(idsOf(items).sort()).toEqual(wanted(start + 2 * MINUTE, start + 6 * MINUTE).sort());
    });

    test('a stream ends by itself when the sandbox clock reaches its end', async () => {
      const { stream, sandbox, later } = await open();
      const until = new Date(sandbox.clock.now() + 10 * MINUTE).toISOString();
      const reader = await stream(`/2/likes/firehose/stream?partition=1&end_time=${until}`);
      await later(11 * MINUTE);
      expect(await reader.ended()).toEqual([]);
    });

    test('a window that cannot be is refused, and so are past events where the level has none', async () => {
      const { refused } = await open();
      const path = '/2/tweets/firehose/stream?partition=1';
      const [status, { errors }] = await refused(`${path}&start_time=2026-11-20T12:00:00Z&end_time=2026-11-20T11:00:00Z`);
      expect([status, errors[0].message]).toEqual([400, 'The query parameter end_time must be after start_time.']);
      const [basic, body] = await refused('/2/tweets/sample/stream?backfill_minutes=2', apps.basic.bearer);
      expect([basic, body.errors[0].message]).toEqual([400, 'The access level of the app does not include past events.']);
      expect((await refused('/2/tweets/firehose/stream?partition=21'))[0]).toBe(400);
    });
  });

  describe('connections', () => {
    test('an app has one to a stream, and may connect again as soon as it has left', async () => {
      const { stream, refused } = await open();
      const path = '/2/tweets/sample10/stream?partition=1';
      const reader = await stream(path);
      expect(await refused(path)).toEqual([
        429,
        {
          title: 'ConnectionException',
          type: 'https://microblog.example.com/problems/streaming-connection',
          status: 429,
          detail: 'The app already has a connection to this stream and may not have two.',
          connection_issue: 'TooManyConnections',
        },
      ]);
      await stream('/2/tweets/sample10/stream?partition=2');
      await stream(path, apps.academic.bearer);
      reader.leave();
      await expect.poll(async () => (await refused(path))[0], { interval: 20 }).toBe(200);
      // The request of the line before has left at once, before the first item.
      await expect.poll(async () => (await refused(path))[0], { interval: 20 }).toBe(200);
    });

    test('are closed for the app that asks, with a last line', async () => {
      const { stream, app } = await open();
      const [first, second, other] = await Promise.all([
        stream('/2/tweets/sample/stream'),
        stream('/2/likes/compliance/stream'),
        stream('/2/tweets/sample/stream', apps.academic.bearer),
      ]);
      expect(unwrap(await app().closeAllConnections(), 200)).toEqual({ data: { killed_connections: true } });
      const line = {
        errors: [
          {
            title: 'operational-disconnect',
            type: 'https://microblog.example.com/problems/operational-disconnect',
            detail: 'The stream ends because the app has closed its connections.',
            disconnect_type: 'ForceDisconnect',
          },
        ],
      };
      expect([await end(first), await end(second)]).toEqual([line, line]);
      const again = await stream('/2/tweets/sample/stream');
      expect([other.items, again.items]).toEqual([[], []]);
    });

    test('end with a last line when the token is revoked', async () => {
      const { stream, act } = await open();
      const reader = await stream('/2/tweets/sample/stream');
      const other = await stream('/2/tweets/sample/stream', apps.academic.bearer);
      await act('set-level', { app: apps.pro.id, level: 'enterprise' });
      await act('revoke-token', { token: apps.pro.bearer });
      expect((await end(reader)).errors[0].detail).toBe('The stream ends because its token is not valid any more.');
      expect(other.items).toEqual([]);
    });

    test('end with a last line when the sandbox is reset, and new ones go on', async () => {
      const { stream, sandbox } = await open();
      const readers = await Promise.all(parts(20).map((part) => stream(`/2/tweets/firehose/stream?partition=${part}`)));
      await sandbox.reset();
      for (const reader of readers)
        expect((await end(reader)).errors[0]).toMatchObject({
          disconnect_type: 'OperationalDisconnect',
          detail: 'The stream ends because a server is taken out of service.',
        });
      const again = await stream('/2/tweets/firehose/stream?partition=1');
      expect(again.items).toEqual([]);
    });

    test('a reader that is too slow is cut off with its line, and costs nobody else', async () => {
      const { fetchV2, stream, posts } = await open();
      const path = '/2/tweets/firehose/stream/lang/en?partition=1';
      const slow = await fetchV2(`https://microblog.example.com${path}`, { headers: { authorization: `Bearer ${apps.pro.bearer}` } });
      const quick = await stream(path, apps.academic.bearer);
      const many = Array.from({ length: 10_000 }, (_, index) => ({ author: TIDE_WATCH, lang: 'en', text: `Wave ${index}` }));
      const own = (await posts(...many)).filter(({ id }) => partitionOf(id, 8) === 1);
      expect(own.length).toBeGreaterThan(1_100);
      expect(idsOf(await quick.until(own.length))).toEqual(own.map(({ id }) => id));
      const lines = (await slow.text()).trim().split('\r\n');
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ errors: [{ disconnect_type: 'SlowReader' }] });
      expect(lines.length).toBeLessThan(10);
      // It counts no more as one that the app has.
      await stream(path);
    });

    test('a reader who has gone before the stream is fed leaves nothing behind', async () => {
      const { sandbox } = await open();
      const opener = createOpener(platformOf(sandbox));
      const calls: string[] = [];
      const leaving = new AbortController();
      const hub: Hub<number, object> = {
        async join() {
          calls.push('join');
          leaving.abort();
          return 0;
        },
        leave: () => void calls.push('leave'),
        async *between() {},
        wake: () => {},
      };
      const request = { header: () => `Bearer ${apps.pro.bearer}` };
      const principal = { app: apps.pro.id, level: 'pro' };
      const context = {
        method: 'GET',
        operation: { id: 'streamPostSample' },
        principal,
        request,
        signal: leaving.signal,
      } as unknown as Context;
      const asked = { hub, delivery: { name: '', choice: '', wants: () => true, show: async () => [] }, window: {}, timeOf: () => 0 };
      const stream = await opener.open(context, asked);
      expect(calls.at(-1)).toBe('leave');
      for await (const item of stream.body) expect(item).toBeUndefined();
      const broken = { ...hub, join: () => Promise.reject(new Error('The store is gone.')) };
      const again = { ...context, signal: new AbortController().signal };
      await expect(opener.open(again, { ...asked, hub: broken })).rejects.toThrow('The store is gone.');
      // Its place is free.
      await expect(opener.open({ ...again }, { ...asked, hub: { ...hub, join: async () => 0 } })).resolves.toBeDefined();
    });

    test('a client of the interface reads them', async () => {
      const { fetchV2, posts } = await open();
      const client = createMicroblogClient({ fetch: fetchV2, credentials: { bearer: apps.pro.bearer } });
      const { body } = await client.streamPostSample10({ query: { partition: 1 } }).then((answer) => {
        if (answer.status !== 200) throw new Error(String(answer.status));
        return answer;
      });
      const made = await posts(...Array.from({ length: 100 }, () => ({ author: TIDE_WATCH })));
      const own = made.filter(({ id }) => isSampled(id, 10) && partitionOf(id, 2) === 1);
      const read: string[] = [];
      for await (const { data } of body) {
        read.push(data?.id ?? '');
        if (read.length === own.length) break;
      }
      expect(read).toEqual(own.map(({ id }) => id));
    });

    test('need an app-only token', async () => {
      const { refused } = await open();
      expect((await refused('/2/tweets/sample/stream', tokens.ines))[0]).toBe(403);
      expect((await refused('/2/tweets/sample/stream', 'nothing'))[0]).toBe(401);
    });
  });
});
