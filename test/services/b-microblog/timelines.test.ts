// Tests which posts timelines have, for whom, and that their pages have each post once.

import { expect, test } from 'vitest';
import { createList } from '../../../services/b-microblog/lists/write.ts';
import type { PostRow } from '../../../services/b-microblog/posts/tables.ts';
import type { Place, TimelinePage } from '../../../services/b-microblog/posts/timelines/timeline-pages.ts';
import {
  homeTimeline,
  listTimeline,
  mentionsTimeline,
  ownerOf,
  userTimeline,
} from '../../../services/b-microblog/posts/timelines/timelines.ts';
import { addToList, insertEdges } from '../../../services/b-microblog/relations.ts';
import { HARBOUR, INES, JONAS, STORM_ALARM, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { platformOf, posting } from './posting.ts';

const DAY = 86_400_000;

/** As many rows at once as a statement takes. */
async function inBlocks<Row>(made: readonly Row[], insert: (some: readonly Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < made.length; start += 500) await insert(made.slice(start, start + 500));
}

describeOnEngines('timelines of the microblogging service', (engine) => {
  async function open() {
    const sandbox = await engine.open('b-microblog');
    const platform = platformOf(sandbox);
    const { store, clock } = platform;
    const read = {
      async user(author: string, place: Partial<Place> = {}, viewer?: string) {
        return userTimeline(store.read, viewer, await ownerOf(store.read, viewer, author), { limit: 100, ...place });
      },
      mentions: (user: string, place: Partial<Place> = {}, viewer?: string) =>
        mentionsTimeline(store.read, viewer, user, { limit: 100, ...place }),
      async list(id: string, place: Partial<Place> = {}, viewer?: string) {
        const { member_count } = await store.read.selectFrom('b_lists').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
        return listTimeline(store.read, viewer, { id, member_count }, { limit: 100, ...place });
      },
      home: (viewer: string, place: Partial<Place> = {}) => homeTimeline(platform, viewer, { limit: 100, ...place }),
    };
    const written = posting(platform);
    return {
      sandbox,
      store,
      clock,
      read,
      ...written,
      /** A list with these members. */
      async listOf(...members: readonly string[]): Promise<string> {
        const { id } = await createList(platform, TIDE_WATCH, { name: 'Authors' });
        const edge = { kind: 'list_member', target: id, at: 1, notifies: false, shows_reposts: true } as const;
        await inBlocks(
          members.map((source, index) => ({ ...edge, source, seq: index + 2 })),
          (some) => store.write((tables) => insertEdges(tables, some)),
        );
        await store.write((tables) => addToList(tables, id, 'member_count', members.length));
        return id;
      },
      /** New users, who are all alike. */
      async users(count: number): Promise<readonly string[]> {
        const model = await store.read
          .selectFrom('b_users')
          .selectAll()
          .where('id', '=', await written.user('model'))
          .executeTakeFirstOrThrow();
        const made = Array.from({ length: count }, (_, index) => String(2_000_000 + index));
        await inBlocks(
          made.map((id) => ({ ...model, id, username: `u${id}`, username_key: `u${id}` })),
          (some) => store.write((tables) => tables.insertInto('b_users').values(some).execute()),
        );
        return made;
      },
    };
  }

  const ids = ({ posts }: { readonly posts: readonly PostRow[] }) => posts.map(({ id }) => id);
  const last = (...numbers: readonly number[]) => numbers.map((number) => `1990000000000000${number}`);

  /** All pages, the first first; then back from the last one. */
  async function walk(page: (place: Partial<Place>) => Promise<TimelinePage>, limit: number) {
    const forth: PostRow[][] = [];
    let found = await page({ limit });
    for (;;) {
      forth.push([...found.posts]);
      const seq = found.posts.at(-1)?.seq;
      if (!found.hasNext || seq === undefined) break;
      found = await page({ limit, from: { seq, goesBack: false } });
    }
    const back: PostRow[][] = [[...found.posts]];
    while (found.hasPrevious && found.posts[0] !== undefined) {
      found = await page({ limit, from: { seq: found.posts[0].seq, goesBack: true } });
      back.unshift([...found.posts]);
    }
    return { forth, back };
  }

  test('a user has the newest posts first, with replies and reposts unless they are left out', async () => {
    const { read } = await open();
    expect(ids(await read.user(TIDE_WATCH))).toEqual(last(112, 111, 109, 107, 103, 102, 101));
    expect(ids(await read.user(TIDE_WATCH, { excludes: ['replies'] }))).toEqual(last(112, 111, 109, 102, 101));
    expect(ids(await read.user(TIDE_WATCH, { excludes: ['retweets'] }))).toEqual(last(112, 111, 107, 103, 102, 101));
    expect(ids(await read.user(TIDE_WATCH, { excludes: ['replies', 'retweets'], limit: 3 }))).toEqual(last(112, 111, 102));
  });

  test('identifiers and moments bound a page, whether or not a post has them', async () => {
    const { read, clock } = await open();
    const page = async (place: Partial<Place>) => ids(await read.user(TIDE_WATCH, place));
    expect(await page({ since: '1990000000000000107' })).toEqual(last(112, 111, 109));
    expect(await page({ since: '1990000000000000108' })).toEqual(last(112, 111, 109));
    expect(await page({ until: '1990000000000000103' })).toEqual(last(102, 101));
    expect(await page({ until: '1990000000000000104' })).toEqual(last(103, 102, 101));
    expect(await page({ max: '1990000000000000103' })).toEqual(last(103, 102, 101));
    expect(await page({ max: '1990000000000000104' })).toEqual(last(103, 102, 101));
    expect(await page({ until: '0' })).toEqual([]);
    expect(await page({ max: '7' })).toEqual([]);
    const noon = Date.UTC(2026, 10, 18, 12, 5);
    expect(clock.now()).toBe(Date.UTC(2026, 10, 20, 12));
    expect(await page({ start: noon })).toEqual(last(112, 111, 109, 107, 103, 102));
    expect(await page({ end: noon })).toEqual(last(101));
    expect(await page({ start: noon, end: noon + 120_001, since: '1990000000000000102' })).toEqual(last(103));
  });

  test('who may not see a user’s posts learns that, and not the posts', async () => {
    const { store, relate, user } = await open();
    const sight = async (viewer: string | undefined, id: string) => (await ownerOf(store.read, viewer, id)).sight;
    expect(await sight(undefined, TIDE_WATCH)).toBe('seen');
    expect(await sight(undefined, HARBOUR)).toBe('hidden');
    expect(await sight(INES, HARBOUR)).toBe('hidden');
    expect(await sight(HARBOUR, HARBOUR)).toBe('seen');
    expect(await sight(INES, '1')).toBe('absent');
    await relate('follow', INES, HARBOUR);
    expect(await sight(INES, HARBOUR)).toBe('seen');
    const blocked = await user('blocked');
    await relate('block', JONAS, blocked);
    expect(await sight(blocked, JONAS)).toBe('hidden');
    expect(await sight(JONAS, blocked)).toBe('seen');
  });

  test('posts that are kept out of timelines, old versions, and posts for subscribers are left out', async () => {
    const { read, user, posts } = await open();
    const author = await user('author');
    const [first, , , , newest] = await posts(
      { author },
      { author, is_nullcast: true },
      { author, is_newest: false },
      { author, is_for_subscribers: true },
      { author, version: 1 },
    );
    expect(ids(await read.user(author))).toEqual([newest?.id, first?.id]);
    expect((await read.user(author, {}, author)).posts).toHaveLength(3);
    expect(ids(await read.home(author))).toEqual(ids(await read.user(author, {}, author)));
  });

  test('mentions are those of all users whom the viewer sees and neither mutes nor blocks', async () => {
    const { read, user, posts, relate } = await open();
    expect(ids(await read.mentions(TIDE_WATCH))).toEqual(last(110, 104));
    expect(ids(await read.mentions(TIDE_WATCH, {}, TIDE_WATCH))).toEqual(last(104));
    expect(ids(await read.mentions(TIDE_WATCH, {}, INES))).toEqual(last(104));
    const hidden = await user('hidden', true);
    const entities = { mentions: [{ start: 0, end: 5, username: 'jholm_ferry', id: JONAS }] };
    const [secret] = await posts({ author: hidden, entities });
    expect(ids(await read.mentions(JONAS))).toEqual([]);
    await relate('follow', JONAS, hidden);
    expect(ids(await read.mentions(JONAS, {}, JONAS))).toEqual([secret?.id]);
  });

  test('home has the posts of the user and of all followed, without muted and blocked ones and reposts of theirs', async () => {
    const { read, user, posts, relate, followWithoutReposts } = await open();
    const [me, friend, quiet, loud, stranger] = [
      await user('me'),
      await user('friend'),
      await user('quiet'),
      await user('loud'),
      await user('stranger'),
    ];
    await relate('follow', me, friend);
    await followWithoutReposts(me, quiet);
    await relate('follow', me, loud);
    const [mine, friends, quiets, louds, strangers] = await posts(
      { author: me },
      { author: friend },
      { author: quiet },
      { author: loud },
      { author: stranger },
    );
    const reposts = await posts(
      { author: friend, reposted: strangers?.id ?? '' },
      { author: friend, reposted: louds?.id ?? '' },
      { author: quiet, reposted: strangers?.id ?? '' },
      { author: friend, reposted: '1' },
      { author: friend, reply_to: strangers?.id ?? '', reply_to_user: stranger },
    );
    const [ofStranger, ofLoud, , , reply] = ids({ posts: reposts });
    expect(ids(await read.home(me))).toEqual([reply, ofLoud, ofStranger, louds?.id, quiets?.id, friends?.id, mine?.id]);
    expect(ids(await read.home(me, { excludes: ['replies'] }))).toEqual([ofLoud, ofStranger, louds?.id, quiets?.id, friends?.id, mine?.id]);
    expect(ids(await read.home(me, { excludes: ['retweets'], limit: 2 }))).toEqual([reply, louds?.id]);
    await relate('mute', me, loud);
    expect(ids(await read.home(me))).toEqual([reply, ofStranger, quiets?.id, friends?.id, mine?.id]);
    await relate('block', stranger, me);
    expect(ids(await read.home(me))).toEqual([reply, quiets?.id, friends?.id, mine?.id]);
    // What a user sees of another's posts, timelines of that user show: a mute is for the viewer's own.
    expect(ids(await read.user(loud, {}, me))).toEqual([louds?.id]);
  });

  test('home goes back seven days on the sandbox clock, and 800 posts', async () => {
    const { sandbox, read, user, posts, relate, clock } = await open();
    const [me, friend] = [await user('me'), await user('friend')];
    await relate('follow', me, friend);
    const now = clock.now();
    const [, edge] = await posts({ author: friend, created_at: now - 7 * DAY - 1, seq: 1, id: '1' }, { author: friend });
    expect(ids(await read.home(me))).toEqual([edge?.id]);
    await sandbox.moveClock(now + 7 * DAY);
    expect(ids(await read.home(me))).toEqual([edge?.id]);
    await sandbox.moveClock(now + 7 * DAY + 1);
    expect(ids(await read.home(me))).toEqual([]);
    const many = (await posts(...Array.from({ length: 850 }, (_, index) => ({ author: index % 3 === 0 ? me : friend })))).toReversed();
    const { forth, back } = await walk((place) => read.home(me, place), 100);
    expect(ids({ posts: forth.flat() })).toEqual(ids({ posts: many.slice(0, 800) }));
    expect(forth.map(({ length }) => length)).toEqual(Array.from({ length: 8 }, () => 100));
    expect(ids({ posts: back.flat() })).toEqual(ids({ posts: forth.flat() }));
    // Version 1.1 has no tokens: what comes below an identifier is bound by the same posts.
    expect(ids(await read.home(me, { max: many[790]?.id }))).toEqual(ids({ posts: many.slice(790, 800) }));
    // What a token of long ago leads to begins at the oldest post that there is by now.
    const old = { seq: many[840]?.seq ?? 0, goesBack: true };
    expect(ids(await read.home(me, { from: old, limit: 60 }))).toEqual(ids({ posts: many.slice(740, 800) }));
    await relate('mute', me, friend);
    const own = await walk((place) => read.home(me, place), 7);
    expect(ids({ posts: own.forth.flat() })).toEqual(ids({ posts: many.slice(0, 800).filter(({ author }) => author === me) }));
    expect(ids({ posts: own.back.flat() })).toEqual(ids({ posts: own.forth.flat() }));
  });

  test('home of somebody who follows many has the same posts, whether these are many of all or few', async () => {
    const { read, user, posts, relate } = await open();
    const me = await user('me');
    const others: string[] = [];
    for (let index = 0; index < 70; index += 1) {
      others.push(await user(`other${index}`));
      await relate('follow', me, others[index] ?? '');
    }
    const written: PostRow[] = [];
    for (let round = 0; round < 4; round += 1) written.push(...(await posts(...others.map((author) => ({ author })))));
    const own = written.toReversed();
    expect(ids(await read.home(me))).toEqual(ids({ posts: own.slice(0, 100) }));
    for (let round = 0; round < 5; round += 1) await posts(...Array.from({ length: 450 }, () => ({ author: STORM_ALARM })));
    expect(ids(await read.home(me))).toEqual(ids({ posts: own.slice(0, 100) }));
    const { forth, back } = await walk((place) => read.home(me, place), 30);
    expect(ids({ posts: forth.flat() })).toEqual(ids({ posts: own }));
    expect(ids({ posts: back.flat() })).toEqual(ids({ posts: own }));
  });

  test('a list has the posts of its members that the viewer sees, also of muted ones, however old', async () => {
    const { read, user, posts, relate, listOf } = await open();
    const [me, friend, loud, hidden, stranger] = [
      await user('me'),
      await user('friend'),
      await user('loud'),
      await user('hidden', true),
      await user('stranger'),
    ];
    const list = await listOf(friend, loud, hidden);
    const [old, ofFriend, ofLoud, secret, others] = await posts(
      { author: friend, created_at: 0, seq: 1, id: '1' },
      { author: friend },
      { author: loud },
      { author: hidden },
      { author: stranger },
    );
    const [repost, , reply] = await posts(
      { author: friend, reposted: others?.id ?? '' },
      { author: friend, reposted: '2' },
      { author: friend, reply_to: others?.id ?? '', reply_to_user: stranger },
      { author: loud, is_nullcast: true },
      { author: loud, is_newest: false },
    );
    await relate('mute', me, loud);
    const seen = [reply, repost, ofLoud, ofFriend, old].map((post) => post?.id);
    expect(ids(await read.list(list))).toEqual(seen);
    expect(ids(await read.list(list, {}, me))).toEqual(seen);
    expect(ids(await read.list(list, { since: ofFriend?.id, max: repost?.id }))).toEqual([repost?.id, ofLoud?.id]);
    await relate('follow', me, hidden);
    expect(ids(await read.list(list, {}, me))).toEqual([reply, repost, secret, ofLoud, ofFriend, old].map((post) => post?.id));
    expect(ids(await read.list(list, {}, hidden))).toContain(secret?.id);
    expect(ids(await read.list(await listOf(), {}, me))).toEqual([]);
  });

  test('a list of 5,000 members has the newest 800 of their posts, whether these are many of all or few', async () => {
    const { read, posts, listOf, users } = await open();
    const members = await users(5000);
    const list = await listOf(...members);
    const written: PostRow[] = [];
    const by = (author: string | undefined, count: number) => Array.from({ length: count }, () => ({ author: author ?? '' }));
    written.push(...(await posts(...members.filter((_, index) => index % 8 === 0).map((author) => ({ author })))));
    // One who posts far more than the others.
    written.push(...(await posts(...by(members[17], 250))));
    written.push(...(await posts(...members.filter((_, index) => index % 50 === 1).map((author) => ({ author })))));
    const own = ids({ posts: written.toReversed().slice(0, 800) });
    const check = async () => {
      expect(ids(await read.list(list))).toEqual(own.slice(0, 100));
      const { forth, back } = await walk((place) => read.list(list, place), 90);
      expect(ids({ posts: forth.flat() })).toEqual(own);
      expect(ids({ posts: back.flat() })).toEqual(own);
    };
    await check();
    for (let round = 0; round < 5; round += 1) await posts(...by(STORM_ALARM, 450));
    await check();
    const begin = performance.now();
    await read.list(list, { limit: 20 });
    // It takes some 25 milliseconds where the machine has time.
    expect(performance.now() - begin).toBeLessThan(1000);
  });

  test('a user has 3,200 posts, counted before some are left out, and mentions are 800', async () => {
    const { read, user, posts } = await open();
    const [author, mentioned] = [await user('author'), await user('mentioned')];
    const written: PostRow[] = [];
    const entities = { mentions: [{ start: 0, end: 9, username: 'mentioned', id: mentioned }] };
    for (let round = 0; round < 33; round += 1)
      written.push(
        ...(await posts(
          ...Array.from({ length: 100 }, (_, index) => ({
            author,
            ...(index % 10 === 0 ? { entities } : {}),
            ...(index % 50 === 0 ? {} : { reply_to: '1', reply_to_user: author }),
          })),
        )),
      );
    const newest = written.toReversed();
    const all = await walk((place) => read.user(author, place), 100);
    expect(ids({ posts: all.forth.flat() })).toEqual(ids({ posts: newest.slice(0, 3200) }));
    expect(ids({ posts: all.back.flat() })).toEqual(ids({ posts: all.forth.flat() }));
    const some = await walk((place) => read.user(author, { ...place, excludes: ['replies'] }), 20);
    const wanted = newest.slice(0, 3200).filter(({ reply_to }) => reply_to === null);
    expect(wanted).toHaveLength(64);
    expect(ids({ posts: some.forth.flat() })).toEqual(ids({ posts: wanted }));
    expect(ids({ posts: some.back.flat() })).toEqual(ids({ posts: wanted }));
    const mentions = await walk((place) => read.mentions(mentioned, place), 100);
    expect(mentions.forth.flat()).toHaveLength(330);
  });
});
