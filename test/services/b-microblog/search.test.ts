// Tests searches: what queries find, held against a reader of all posts that knows nothing of terms; times, pages and refusals.

import { expect, test } from 'vitest';
import type { MicroblogPlatform } from '../../../services/b-microblog/deps.ts';
import type { PostRow } from '../../../services/b-microblog/posts/tables.ts';
import { parseQuery } from '../../../services/b-microblog/search/language/parse.ts';
import { foundPage } from '../../../services/b-microblog/search/pages.ts';
import { planOf } from '../../../services/b-microblog/search/plan.ts';
import { namesIn } from '../../../services/b-microblog/search/store.ts';
import { apps } from '../../../services/b-microblog/seeds/credentials.ts';
import { byEffort } from '../../support/effort.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { platformOf, posting } from './posting.ts';
import { openPosts } from './posts-support.ts';

/** Numbers that are the same in each run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS = ['storm', 'Quay', 'ferry', 'Café', 'øst', 'tide', '海', '東京', '🌊', 'boat', '12', 'low'] as const;
const TAGS = ['storm', 'Tide'] as const;
const LANGUAGES = ['en', 'da', 'ja'] as const;

/** What a post of the test has, as the reader of all posts knows it. */
interface Written {
  readonly post: PostRow;
  readonly words: readonly string[];
  readonly isVerified: boolean;
}

/** A query with what tells, by itself, whether a post matches. */
interface Asked {
  readonly text: string;
  readonly stands: boolean;
  holds(written: Written): boolean;
}

/** The spellings of the vocabulary of this test, one by one. */
const PLAIN: Readonly<Record<string, readonly string[]>> = {
  Quay: ['quay'],
  Café: ['cafe'],
  東京: ['東', '京'],
};
const plain = (word: string): readonly string[] => PLAIN[word] ?? [word];

const inRow = (words: readonly string[], wanted: readonly string[]) =>
  words.some((_, place) => wanted.every((word, index) => words[place + index] === word));

function asker(pick: (below: number) => number, authors: readonly string[], posts: () => readonly PostRow[]) {
  const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
  const word = (): Asked => {
    const chosen = one(WORDS);
    const spelled = one([chosen, chosen.toUpperCase(), chosen.normalize('NFD')]);
    return { text: spelled, stands: true, holds: ({ words }) => inRow(words, plain(chosen)) };
  };
  const phrase = (): Asked => {
    const chosen = [one(WORDS), one(WORDS)];
    return { text: `"${chosen.join(' ')}"`, stands: true, holds: ({ words }) => inRow(words, chosen.flatMap(plain)) };
  };
  const leaves: readonly (() => Asked)[] = [
    word,
    word,
    word,
    phrase,
    () => {
      const tag = one(TAGS);
      const has = ({ post }: Written) => post.entities.hashtags?.some((found) => found.tag === tag) === true;
      return { text: `#${tag.toUpperCase()}`, stands: true, holds: has };
    },
    () => {
      const index = pick(authors.length);
      return { text: `from:writer_${index}`, stands: true, holds: ({ post }) => post.author === authors[index] };
    },
    () => {
      const index = pick(authors.length);
      return { text: `to:${authors[index]}`, stands: true, holds: ({ post }) => post.reply_to_user === authors[index] };
    },
    () => {
      const { conversation } = one(posts());
      return { text: `conversation_id:${conversation}`, stands: true, holds: ({ post }) => post.conversation === conversation };
    },
    () => {
      const lang = one(LANGUAGES);
      return { text: `lang:${lang}`, stands: false, holds: ({ post }) => post.lang === lang };
    },
    () => ({ text: 'is:reply', stands: false, holds: ({ post }) => post.reply_to !== null }),
    () => ({ text: 'is:verified', stands: false, holds: ({ isVerified }) => isVerified }),
    () => ({ text: 'has:hashtags', stands: false, holds: ({ post }) => (post.entities.hashtags ?? []).length > 0 }),
    () => ({ text: 'has:geo', stands: false, holds: ({ post }) => post.coordinates !== null }),
  ];

  function asked(depth: number): Asked {
    const kind = depth === 0 ? 0 : pick(5);
    if (kind < 2) return one(leaves)();
    if (kind === 2) {
      const inner = asked(depth - 1);
      return { text: `-(${inner.text})`, stands: false, holds: (written) => !inner.holds(written) };
    }
    const parts = Array.from({ length: 2 + pick(2) }, () => asked(depth - 1));
    const texts = parts.map(({ text }) => text);
    if (kind === 3)
      return {
        text: `(${texts.join(' ')})`,
        stands: parts.some(({ stands }) => stands),
        holds: (written) => parts.every(({ holds }) => holds(written)),
      };
    return {
      text: `(${texts.join(' OR ')})`,
      stands: parts.every(({ stands }) => stands),
      holds: (written) => parts.some(({ holds }) => holds(written)),
    };
  }

  /** A query that may be sent. */
  return (): Asked => {
    const found = asked(3);
    if (found.stands && found.text.length <= 1024) return found;
    const anchor = word();
    const inner = found.text.length <= 900 ? found : word();
    return { text: `${anchor.text} ${inner.text}`, stands: true, holds: (written) => anchor.holds(written) && inner.holds(written) };
  };
}

async function search(platform: MicroblogPlatform, text: string, viewer?: string): Promise<readonly string[]> {
  const tables = platform.store.read;
  const query = parseQuery(text, { use: 'search', level: 'pro', most: 1024 });
  const plan = planOf(query, await namesIn(tables, query, viewer));
  const bounds = { above: -1, below: Number.MAX_SAFE_INTEGER };
  return (await foundPage(tables, { plan, bounds, viewer, deadline: performance.now() + 60_000 }, 1000)).posts.map(({ id }) => id);
}

const POSTS = 300;
const QUERIES = byEffort({ quick: 15, deep: 1080 });

describeOnEngines('searches', (engine) => {
  test(`${QUERIES} queries find what a reader of all posts finds`, async () => {
    const { sandbox, act } = await openPosts(engine);
    const platform = platformOf(sandbox);
    const { user, posts } = posting(platform);
    const pick = numbersFrom(20_261_127);
    const authors: string[] = [];
    for (let index = 0; index < 5; index += 1) authors.push(await user(`writer_${index}`));
    await act('change-user', { username: 'writer_0', verified: true });
    const texts: (readonly string[])[] = [];
    const made: PostRow[] = [];
    for (let index = 0; index < POSTS; index += 1) {
      const words = Array.from({ length: 1 + pick(7) }, () => WORDS[pick(WORDS.length)] as string);
      const tag = pick(3) === 0 ? TAGS[pick(TAGS.length)] : undefined;
      const to = index > 0 && pick(3) === 0 ? made[pick(made.length)] : undefined;
      const text = [...words, ...(tag === undefined ? [] : [`#${tag}`])].join([' ', ', ', ' – '][pick(3)]);
      texts.push([...words, ...(tag === undefined ? [] : [tag.toLowerCase()])].flatMap(plain));
      made.push(
        ...(await posts({
          author: authors[pick(authors.length)] as string,
          text,
          lang: LANGUAGES[pick(3)] as string,
          ...(tag !== undefined && { entities: { hashtags: [{ start: 0, end: 1, tag }] } }),
          ...(to !== undefined && { reply_to: to.id, reply_to_user: to.author, conversation: to.conversation }),
          ...(pick(4) === 0 && { coordinates: [8.28, 56.45] as [number, number] }),
        })),
      );
    }
    const all: readonly Written[] = made.map((post, index) => ({
      post,
      words: texts[index] ?? [],
      isVerified: post.author === authors[0],
    }));
    const own = new Set(made.map(({ id }) => id));
    const ask = asker(pick, authors, () => made);
    const found: number[] = [];
    for (let index = 0; index < QUERIES; index += 1) {
      const { text, holds } = ask();
      const wanted = all.filter(holds).map(({ post }) => post.id);
      const given = (await search(platform, text)).filter((id) => own.has(id));
      expect(given, text).toEqual(wanted.toReversed());
      found.push(wanted.length);
    }
    // Most queries find some posts and leave out others.
    expect(found.filter((count) => count > 0 && count < POSTS).length).toBeGreaterThan(QUERIES / 2);
  });

  test('B6: posts of the documents, by each kind of operator', async () => {
    const { app } = await openPosts(engine);
    const ends = async (query: string) => {
      const { status, body } = await app().searchRecentPosts({ query: { query, max_results: 100 } });
      expect(status, query).toBe(200);
      return (status === 200 ? (body.data ?? []) : []).map(({ id }) => Number(id.slice(-3)));
    };
    const CASES: Readonly<Record<string, readonly number[]>> = {
      storm: [106, 102],
      STRANDØ: [103],
      '"north quay"': [110, 104],
      'storm Vesterhavn -is:retweet': [102],
      '@tidewatch': [110, 106, 104],
      'from:tidewatch is:reply': [107, 103],
      'from:@ines_b': [106, 104],
      'from:1500042000000000003': [105],
      'from:nobody_here': [],
      'to:tidewatch': [110, 104, 103],
      'retweets_of:tidewatch': [106],
      'retweets_of_user:jholm_ferry': [109],
      'in_reply_to_tweet_id:1990000000000000102': [110, 104, 103],
      'in_reply_to_status_id:1990000000000000104': [107],
      'retweets_of_tweet_id:1990000000000000102': [106],
      'quotes_of_tweet_id:1990000000000000103': [105],
      'conversation_id:1990000000000000102': [110, 107, 104, 103, 102],
      'goes is:quote': [105],
      'quay has:media': [111],
      'quay has:images': [111],
      'quay has:video_link': [],
      'quay has:links': [111],
      'quay has:mentions': [110, 104],
      'storm has:geo': [102],
      'storm has:hashtags': [],
      'storm has:cashtags': [],
      'storm lang:EN': [106, 102],
      'storm lang:da': [],
      'storm -is:nullcast': [106, 102],
      'quay is:verified': [],
      'place:Vesterhavn': [111, 102],
      'place:"vesterhavn denmark"': [111, 102],
      'place:5a110d312052166f': [111, 102],
      'place_country:dk': [111, 102],
      'point_radius:[8.28 56.45 1km]': [111, 102],
      'point_radius:[9.28 56.45 20km]': [],
      'bounding_box:[8.2 56.4 8.3 56.5]': [111, 102],
      'bounding_box:[8.3 56.4 8.4 56.5]': [],
      'url:"microblog.example.com/tidewatch/status"': [111],
      'url:q107': [111],
      'context:10.*': [],
      'entity:"Vesterhavn"': [],
      'list:1990000000000000901': [],
      'quay -(boat OR "high water")': [104, 102],
    };
    for (const [query, wanted] of Object.entries(CASES)) expect([query, await ends(query)]).toEqual([query, wanted]);
  });

  test('what is published, edited, deleted and hidden is found at once, as it is', async () => {
    const { sandbox, act, person, app } = await openPosts(engine);
    const platform = platformOf(sandbox);
    const ann = await person('ann');
    const found = () => search(platform, 'halyard');
    const { status, body } = await ann.client.createPost({ body: { text: 'A halyard is loose.' } });
    const id = status === 201 ? (body.data?.id ?? '') : '';
    expect(await found()).toEqual([id]);
    expect(await search(platform, 'loose')).toEqual([id]);
    const edited = await ann.client.createPost({ body: { text: 'The halyard is fast.', edit_options: { previous_post_id: id } } });
    const newest = edited.status === 201 ? (edited.body.data?.id ?? '') : '';
    expect(await found()).toEqual([newest]);
    expect(await search(platform, 'loose')).toEqual([]);
    await act('change-user', { username: 'ann', protected: true });
    expect(await found()).toEqual([]);
    expect(await search(platform, 'halyard', ann.id)).toEqual([newest]);
    await act('change-user', { username: 'ann', protected: false, suspended: true });
    expect(await found()).toEqual([]);
    await act('change-user', { username: 'ann', suspended: false });
    const bob = await person('bob');
    await bob.client.createRepost({ path: { id: bob.id }, body: { tweet_id: newest } });
    expect(await found()).toHaveLength(2);
    await ann.client.deletePost({ path: { id: newest } });
    expect(await found()).toEqual([]);
    const after = await app().searchRecentPosts({ query: { query: 'halyard' } });
    expect(after).toMatchObject({ status: 200, body: { meta: { result_count: 0 } } });
    expect(after.body).not.toHaveProperty('data');
  });

  test('a list stands for its members, for those who see it', async () => {
    const { sandbox, person } = await openPosts(engine);
    const platform = platformOf(sandbox);
    const { user, posts, relate } = posting(platform);
    const ann = await person('ann');
    const made = await ann.client.createList({ body: { name: 'Crew', private: true } });
    const list = made.status === 201 ? (made.body.data?.id ?? '') : '';
    const members: string[] = [];
    for (let index = 0; index < 70; index += 1) members.push(await user(`sailor_${index}`));
    const [first = '', ...others] = members;
    const written = await posts(
      { author: first, text: 'A halyard' },
      { author: others.at(-1) ?? '', text: 'A halyard too' },
      { author: ann.id, text: 'My halyard' },
    );
    const ids = written.map(({ id }) => id);
    await relate('list_member', first, list);
    expect(await search(platform, `list:${list}`, ann.id)).toEqual([ids[0]]);
    expect(await search(platform, `halyard -list:${list}`, ann.id)).toEqual([ids[2], ids[1]]);
    expect(await search(platform, `list:${list}`)).toEqual([]);
    // Posts of many authors are checked once they are found.
    for (const id of others) await relate('list_member', id, list);
    expect(await search(platform, `list:${list}`, ann.id)).toEqual([ids[1], ids[0]]);
    expect(await search(platform, `halyard -list:${list}`, ann.id)).toEqual([ids[2]]);
  });

  test('pages stay whole while posts are written', async () => {
    const { sandbox, app } = await openPosts(engine);
    const { user, posts } = posting(platformOf(sandbox));
    const author = await user('writer');
    const made = await posts(
      ...Array.from({ length: 45 }, (_, index) => ({ author, text: `Mooring ${index}${' far'.repeat(index % 7)}` })),
    );
    for (const sort_order of ['recency', 'relevancy'] as const) {
      const seen: string[] = [];
      let next_token: string | undefined;
      do {
        const { status, body } = await app().searchRecentPosts({
          query: { query: 'mooring', sort_order, ...(next_token !== undefined && { next_token }) },
        });
        if (status !== 200) throw new Error(JSON.stringify(body));
        const ids = (body.data ?? []).map(({ id }) => id);
        expect(body.meta).toMatchObject({ result_count: ids.length, newest_id: ids.toSorted().at(-1), oldest_id: ids.toSorted()[0] });
        seen.push(...ids);
        next_token = body.meta?.next_token;
        await posts({ author, text: 'Mooring after the first page' });
      } while (next_token !== undefined);
      // The pages of the second order begin with what was written during the first.
      const first = made.map(({ id }) => id);
      expect(seen.filter((id) => first.includes(id)).toSorted()).toEqual(first);
      expect(new Set(seen).size).toBe(seen.length);
      if (sort_order === 'recency') expect(seen).toEqual(seen.toSorted().toReversed());
      else expect(seen).not.toEqual(seen.toSorted().toReversed());
    }
    const other = await app().searchRecentPosts({ query: { query: 'mooring', next_token: 'b26v89c19zqg8o3fr5v2' } });
    expect(other).toMatchObject({ status: 400, body: { detail: 'The query parameter next_token is not a token of this list.' } });
  });

  test('B7: times and identifiers', async () => {
    const { app } = await openPosts(engine);
    const ids = async (query: object, operation: 'searchRecentPosts' | 'searchAllPosts' = 'searchRecentPosts') => {
      const { status, body } = await app()[operation]({ query: { query: 'tidewatch OR from:tidewatch', max_results: 100, ...query } });
      return status === 200 ? (body.data ?? []).map(({ id }) => Number(id.slice(-3))) : (body as { readonly detail?: string }).detail;
    };
    expect(await ids({ start_time: '2026-11-18T12:36:00Z', end_time: '2026-11-18T12:40:00Z' })).toEqual([107]);
    expect(await ids({ since_id: '1990000000000000107', until_id: '1990000000000000111' })).toEqual([110, 109]);
    // The narrower bound holds.
    expect(await ids({ since_id: '1990000000000000101', start_time: '2026-11-19T00:00:00Z' })).toEqual([112]);
    expect(await ids({ since_id: '1990000000000000111', start_time: '2026-11-18T12:00:00Z' })).toEqual([112]);
    expect(await ids({ start_time: '2026-11-13T12:00:00Z', until_id: '1990000000000000102' })).toEqual([101]);
    expect(await ids({ start_time: '2026-11-13T11:59:59Z' })).toBe(
      "Invalid 'start_time':'2026-11-13T11:59:59Z'. 'start_time' must be on or after '2026-11-13T12:00Z'.",
    );
    expect(await ids({ end_time: '2026-11-20T11:59:51Z' })).toBe(
      "Invalid 'end_time':'2026-11-20T11:59:51Z'. 'end_time' must be a minimum of 10 seconds prior to the request time.",
    );
    expect(await ids({ end_time: '2026-11-20T11:59:50Z', start_time: '2026-11-19T00:00:00Z' })).toEqual([112]);
    expect(await ids({ start_time: '2026-11-19T00:00:00Z', end_time: '2026-11-19T00:00:00Z' })).toContain(
      "'end_time' must be after 'start_time'.",
    );
    expect(await ids({ start_time: '2013-12-05T00:00:00Z', until_id: '1990000000000000102' }, 'searchAllPosts')).toEqual([101]);
    expect(await ids({ 'tweet.fields': ['context_annotations'], max_results: 101 }, 'searchAllPosts')).toContain('must be at most 100');
  });

  test('counts are those of what a search finds, per minute, hour and day', async () => {
    const { sandbox, act, app } = await openPosts(engine);
    const { user, posts } = posting(platformOf(sandbox));
    const [open, hidden] = [await user('open'), await user('shut', true)];
    const start = Date.parse('2026-11-19T22:30:00Z');
    await act('change-user', { username: 'open', verified: true });
    for (const minutes of [0, 0, 1, 61, 100]) {
      await posts({ author: open, text: 'A halyard', created_at: start + minutes * 60_000 + 5000 });
      await posts({ author: hidden, text: 'A halyard', created_at: start + minutes * 60_000 + 5000 });
    }
    for (const query of ['halyard', 'halyard is:verified']) {
      const counts = async (granularity: 'minute' | 'hour' | 'day') => {
        const times = { start_time: '2026-11-19T22:30:00Z', end_time: '2026-11-20T01:00:00Z' };
        const { status, body } = await app().countRecentPosts({ query: { query, granularity, ...times } });
        if (status !== 200) throw new Error(JSON.stringify(body));
        return body;
      };
      expect(await counts('hour')).toEqual({
        data: [
          { start: '2026-11-19T22:30:00.000Z', end: '2026-11-19T23:00:00.000Z', tweet_count: 3 },
          { start: '2026-11-19T23:00:00.000Z', end: '2026-11-20T00:00:00.000Z', tweet_count: 1 },
          { start: '2026-11-20T00:00:00.000Z', end: '2026-11-20T01:00:00.000Z', tweet_count: 1 },
        ],
        meta: { total_tweet_count: 5 },
      });
      const { data: minutes = [], meta } = await counts('minute');
      expect(minutes).toHaveLength(150);
      expect(minutes.slice(0, 3).map(({ tweet_count }) => tweet_count)).toEqual([2, 1, 0]);
      expect(meta?.total_tweet_count).toBe(5);
      expect((await counts('day')).data?.map(({ tweet_count }) => tweet_count)).toEqual([4, 1]);
    }
    // Without times, seven days; the first and the last day are not whole.
    const { body } = await app().countRecentPosts({ query: { query: 'halyard', granularity: 'day' } });
    const week = body as { readonly data: readonly { readonly start: string }[]; readonly meta: object };
    expect([week.data.length, week.data[0]?.start, week.meta]).toEqual([8, '2026-11-13T12:00:00.000Z', { total_tweet_count: 5 }]);
  });

  test('counts of the archive have 31 days on a page, and leave out none', async () => {
    const { sandbox, app } = await openPosts(engine);
    const { user, posts } = posting(platformOf(sandbox));
    const author = await user('writer');
    for (const month of ['07', '08', '09', '10'])
      await posts({ author, text: 'A halyard', created_at: Date.parse(`2027-${month}-15T10:00:00Z`) });
    await sandbox.clock.set(Date.parse('2027-11-01T00:00:00Z'));
    const starts: string[] = [];
    let [total, next_token]: [number, string | undefined] = [0, undefined];
    do {
      const times = { start_time: '2027-07-01T00:00:00Z', end_time: '2027-10-31T00:00:00Z', granularity: 'day' } as const;
      const { status, body } = await app().countAllPosts({
        query: { query: 'halyard', ...times, ...(next_token !== undefined && { next_token }) },
      });
      if (status !== 200) throw new Error(JSON.stringify(body));
      const days = (body.data ?? []).map(({ start = '' }) => start);
      expect(days.length).toBeLessThanOrEqual(31);
      starts.unshift(...days);
      total += body.meta?.total_tweet_count ?? 0;
      next_token = body.meta?.next_token;
    } while (next_token !== undefined);
    expect(total).toBe(4);
    expect([starts.length, starts[0], starts.at(-1)]).toEqual([122, '2027-07-01T00:00:00.000Z', '2027-10-30T00:00:00.000Z']);
    expect(starts).toEqual(starts.toSorted());
  });

  test('a delay hides the newest posts until the clock has passed it', async () => {
    const { sandbox, act, person, app } = await openPosts(engine);
    const ann = await person('ann');
    const count = async () => {
      const { status, body } = await app().searchRecentPosts({ query: { query: 'halyard' } });
      return status === 200 ? body.meta?.result_count : body;
    };
    expect((await act('set-search-delay', { seconds: 30 })).status).toBe(200);
    await ann.client.createPost({ body: { text: 'A halyard is loose.' } });
    expect(await count()).toBe(0);
    await sandbox.clock.set(sandbox.clock.now() + 29_000);
    expect(await count()).toBe(0);
    await sandbox.clock.set(sandbox.clock.now() + 1000);
    expect(await count()).toBe(1);
    expect((await act('set-search-delay', { seconds: 3601 })).status).toBe(400);
  });

  test('refusals name the place, and levels what they include', async () => {
    const { app } = await openPosts(engine);
    expect(await app().searchRecentPosts({ query: { query: 'storm (quay' } })).toMatchObject({
      status: 400,
      body: {
        type: 'https://microblog.example.com/problems/invalid-request',
        errors: [{ message: 'Character 7: This parenthesis is not closed.' }],
      },
    });
    const basic = await app(apps.basic.bearer).searchRecentPosts({ query: { query: 'place:Vesterhavn' } });
    expect(basic).toMatchObject({ status: 400, body: { detail: expect.stringContaining('access level') } });
    expect((await app().searchRecentPosts({ query: { query: 'a'.repeat(513) } })).status).toBe(400);
    expect((await app().searchAllPosts({ query: { query: 'a'.repeat(513) } })).status).toBe(200);
    expect((await app(apps.basic.bearer).searchAllPosts({ query: { query: 'storm' } })).status).toBe(403);
  });

  test('a search follows a reset and a snapshot', async () => {
    const { sandbox, person } = await openPosts(engine);
    const ann = await person('ann');
    await ann.client.createPost({ body: { text: 'A halyard is loose.' } });
    const found = () => search(platformOf(sandbox), 'halyard');
    await sandbox.snapshots.take('halyard');
    await sandbox.reset();
    expect(await found()).toEqual([]);
    expect(await search(platformOf(sandbox), 'storm')).toHaveLength(2);
    await sandbox.snapshots.restore('halyard');
    expect(await found()).toHaveLength(1);
    expect(await search(platformOf(sandbox), 'storm')).toHaveLength(2);
  });
});
