// Tests who sees which posts where, in both versions: the whole table is data.

import type { MicroblogClient } from '@octavo/interfaces/b-microblog';
import type { MicroblogV1Client } from '@octavo/interfaces/b-microblog-v1';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { apps } from '../../../services/b-microblog/seeds/credentials.ts';
import { sampleOf } from '../../support/effort.ts';
import { describeOnEngines, type TestEngine } from '../../support/sandboxes.ts';
import { platformOf, posting } from './posting.ts';
import { openPosts } from './posts-support.ts';
import { ines } from './support.ts';

/** How each stands to the author of a post; `blocked` is blocked by the author, and `blocking` blocks the author. */
const VIEWERS = ['app', 'stranger', 'follower', 'author', 'blocked', 'blocking'] as const;
type Viewer = (typeof VIEWERS)[number];

/** The authors, by what becomes of them or of their posts. */
const KINDS = ['protected', 'public', 'suspended', 'deleted'] as const;
type Kind = (typeof KINDS)[number];

/** Those that this run tries. */
const TRIED = sampleOf(KINDS, 2);

/**
 * A word for each viewer: the post is shown (`seen`), refused as one that the viewer may not see (`hidden`) or that is not there (`gone`), left out
 * of a list (`absent`); `-`: the place is not for this viewer.
 */
type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Reads a table, below the line that names the viewers: lines that name a kind, and below them one for each place. */
function tableIn(text: string): Table {
  const table: Record<string, Record<string, string>> = {};
  let places: Record<string, string> = {};
  for (const line of text.trim().split('\n').slice(1)) {
    const [name = '', ...words] = line.trim().split(/ +/);
    if (words.length > 0) places[name] = words.join(' ');
    else {
      places = {};
      table[name] = places;
    }
  }
  return table;
}

const V2 = tableIn(`
               app      stranger follower author   blocked  blocking
  public
    look-up    seen     seen     seen     seen     hidden   seen
    several    seen     seen     seen     seen     hidden   seen
    expansion  seen     seen     seen     seen     hidden   seen
    quotes     seen     seen     seen     seen     absent   seen
    timeline   seen     seen     seen     seen     hidden   seen
    home       -        absent   seen     seen     absent   absent
    mentions   seen     seen     seen     seen     absent   absent
    likes      -        seen     seen     seen     absent   seen
    bookmarks  -        seen     seen     seen     absent   seen
    list       seen     seen     seen     seen     absent   seen
    message    -        seen     seen     seen     hidden   seen
    search     seen     seen     seen     seen     absent   seen
  protected
    look-up    hidden   hidden   seen     seen     hidden   hidden
    several    hidden   hidden   seen     seen     hidden   hidden
    expansion  hidden   hidden   seen     seen     hidden   hidden
    quotes     absent   absent   seen     seen     absent   absent
    timeline   hidden   hidden   seen     seen     hidden   hidden
    home       -        absent   seen     seen     absent   absent
    mentions   absent   absent   seen     seen     absent   absent
    likes      -        absent   seen     seen     absent   absent
    bookmarks  -        absent   seen     seen     absent   absent
    list       absent   absent   seen     seen     absent   absent
    message    -        hidden   seen     seen     hidden   hidden
    search     absent   absent   seen     seen     absent   absent
  suspended
    look-up    gone     gone     gone     gone     gone     gone
    several    gone     gone     gone     gone     gone     gone
    expansion  gone     gone     gone     gone     gone     gone
    quotes     absent   absent   absent   absent   absent   absent
    timeline   gone     gone     gone     gone     gone     gone
    home       -        absent   absent   absent   absent   absent
    mentions   absent   absent   absent   gone     absent   absent
    likes      -        absent   absent   absent   absent   absent
    bookmarks  -        absent   absent   absent   absent   absent
    list       absent   absent   absent   absent   absent   absent
    message    -        gone     gone     gone     gone     gone
    search     absent   absent   absent   absent   absent   absent
  deleted
    look-up    gone     gone     gone     gone     gone     gone
    several    gone     gone     gone     gone     gone     gone
    expansion  gone     gone     gone     gone     gone     gone
    quotes     absent   absent   absent   absent   absent   absent
    timeline   absent   absent   absent   absent   hidden   absent
    home       -        absent   absent   absent   absent   absent
    mentions   absent   absent   absent   absent   absent   absent
    likes      -        absent   absent   absent   absent   absent
    bookmarks  -        absent   absent   absent   absent   absent
    list       absent   absent   absent   absent   absent   absent
    message    -        gone     gone     gone     gone     gone
    search     absent   absent   absent   absent   absent   absent
`);

/** Version 1.1 acts for users alone. Numbers are codes: 179 for what is hidden, 63 for a suspended author, 144 for what is not there. */
const V1 = tableIn(`
               app      stranger follower author   blocked  blocking
  public
    look-up    -        seen     seen     seen     179      seen
    quoted     -        seen     seen     seen     absent   seen
    timeline   -        seen     seen     seen     179      seen
    home       -        absent   seen     seen     absent   absent
    mentions   -        seen     seen     seen     absent   absent
    likes      -        seen     seen     seen     absent   seen
    embedded   -        seen     seen     seen     179      seen
    answered   -        seen     seen     seen     absent   seen
    list       -        seen     seen     seen     absent   seen
    search     -        seen     seen     seen     absent   seen
  protected
    look-up    -        179      seen     seen     179      179
    quoted     -        absent   seen     seen     absent   absent
    timeline   -        179      seen     seen     179      179
    home       -        absent   seen     seen     absent   absent
    mentions   -        absent   seen     seen     absent   absent
    likes      -        absent   seen     seen     absent   absent
    embedded   -        179      seen     seen     179      179
    answered   -        absent   seen     seen     absent   absent
    list       -        absent   seen     seen     absent   absent
    search     -        absent   seen     seen     absent   absent
  suspended
    look-up    -        63       63       63       63       63
    quoted     -        absent   absent   absent   absent   absent
    timeline   -        63       63       63       63       63
    home       -        absent   absent   absent   absent   absent
    mentions   -        absent   absent   absent   absent   absent
    likes      -        absent   absent   absent   absent   absent
    embedded   -        63       63       63       63       63
    answered   -        absent   absent   absent   absent   absent
    list       -        absent   absent   absent   absent   absent
    search     -        absent   absent   absent   absent   absent
  deleted
    look-up    -        144      144      144      144      144
    quoted     -        absent   absent   absent   absent   absent
    timeline   -        absent   absent   absent   179      absent
    home       -        absent   absent   absent   absent   absent
    mentions   -        absent   absent   absent   absent   absent
    likes      -        absent   absent   absent   absent   absent
    embedded   -        144      144      144      144      144
    answered   -        absent   absent   absent   absent   absent
    list       -        absent   absent   absent   absent   absent
    search     -        absent   absent   absent   absent   absent
`);

/** A repost of the post by somebody whom all follow: it shows the text of its original, so that only those see it who see both. */
const REPOSTS_V2 = tableIn(`
               app      stranger follower author   blocked  blocking
  public
    look-up    seen     seen     seen     seen     hidden   seen
    timeline   seen     seen     seen     seen     absent   seen
    home       -        seen     seen     seen     absent   absent
    expansion  seen     seen     seen     seen     hidden   seen
    newest     seen     seen     seen     seen     absent   seen
    list       seen     seen     seen     seen     absent   seen
    search     seen     seen     seen     seen     absent   seen
  protected
    look-up    hidden   hidden   seen     seen     hidden   hidden
    timeline   absent   absent   seen     seen     absent   absent
    home       -        absent   seen     seen     absent   absent
    expansion  hidden   hidden   seen     seen     hidden   hidden
    newest     absent   absent   seen     seen     absent   absent
    list       absent   absent   seen     seen     absent   absent
    search     absent   absent   seen     seen     absent   absent
  suspended
    look-up    gone     gone     gone     gone     gone     gone
    timeline   absent   absent   absent   absent   absent   absent
    home       -        absent   absent   absent   absent   absent
    expansion  gone     gone     gone     gone     gone     gone
    newest     absent   absent   absent   absent   absent   absent
    list       absent   absent   absent   absent   absent   absent
    search     absent   absent   absent   absent   absent   absent
  deleted
    look-up    gone     gone     gone     gone     gone     gone
    timeline   absent   absent   absent   absent   absent   absent
    home       -        absent   absent   absent   absent   absent
    expansion  gone     gone     gone     gone     gone     gone
    newest     absent   absent   absent   absent   absent   absent
    list       absent   absent   absent   absent   absent   absent
    search     absent   absent   absent   absent   absent   absent
`);

const REPOSTS_V1 = tableIn(`
               app      stranger follower author   blocked  blocking
  public
    look-up    -        seen     seen     seen     179      seen
    timeline   -        seen     seen     seen     absent   seen
    home       -        seen     seen     seen     absent   absent
    latest     -        seen     seen     seen     absent   seen
    list       -        seen     seen     seen     absent   seen
    search     -        seen     seen     seen     absent   seen
  protected
    look-up    -        179      seen     seen     179      179
    timeline   -        absent   seen     seen     absent   absent
    home       -        absent   seen     seen     absent   absent
    latest     -        absent   seen     seen     absent   absent
    list       -        absent   seen     seen     absent   absent
    search     -        absent   seen     seen     absent   absent
  suspended
    look-up    -        63       63       63       63       63
    timeline   -        absent   absent   absent   absent   absent
    home       -        absent   absent   absent   absent   absent
    latest     -        absent   absent   absent   absent   absent
    list       -        absent   absent   absent   absent   absent
    search     -        absent   absent   absent   absent   absent
  deleted
    look-up    -        144      144      144      144      144
    timeline   -        absent   absent   absent   absent   absent
    home       -        absent   absent   absent   absent   absent
    latest     -        absent   absent   absent   absent   absent
    list       -        absent   absent   absent   absent   absent
    search     -        absent   absent   absent   absent   absent
`);

interface Account {
  readonly id: string;
  readonly v2: MicroblogClient;
  readonly v1: MicroblogV1Client | undefined;
}

interface Scene {
  readonly author: Account;
  /** The post, one that quotes it, one that replies to it, one that it quotes, and a repost of it by an account of its own. */
  readonly post: string;
  readonly quote: string;
  readonly reply: string;
  readonly quoted: string;
  readonly repost: string;
  readonly onRepost: string;
  readonly reposter: string;
  /** A user who likes the post. */
  readonly fan: string;
  /** A list of the fan with the author and the reposter. */
  readonly list: string;
  /** Messages with the address of the post, by their recipients. */
  readonly messages: ReadonlyMap<string, string>;
}

interface Found {
  readonly status: number;
  readonly body?: unknown;
}

interface BodyV2 {
  readonly data?: { readonly id: string } | readonly { readonly id: string }[];
  readonly includes?: { readonly tweets?: readonly { readonly id: string }[] };
  readonly errors?: readonly { readonly type?: string; readonly value?: string }[];
}

const NAMES: Readonly<Record<string, string>> = { 'not-authorized-for-resource': 'hidden', 'resource-not-found': 'gone' };

/** What an answer of version 2 does with a post. @param place where posts stand in the answer */
function cellOf({ status, body }: Found, id: string, place: 'data' | 'includes' = 'data'): string {
  if (status !== 200) return String(status);
  const { data = [], includes, errors = [] } = body as BodyV2;
  const shown = place === 'data' ? [data].flat() : (includes?.tweets ?? []);
  if (shown.some((post) => post.id === id)) return 'seen';
  const problem = place === 'data' ? errors[0] : errors.find(({ value }) => value === id);
  return problem === undefined ? 'absent' : (NAMES[problem.type?.split('/').at(-1) ?? ''] ?? 'wrong');
}

function cellOfV1({ status, body }: Found, id: string): string {
  if (status !== 200) return String((body as { readonly errors: readonly { readonly code: number }[] }).errors[0]?.code);
  return [body as { readonly id_str: string } | readonly { readonly id_str: string }[]].flat().some((post) => post.id_str === id)
    ? 'seen'
    : 'absent';
}

type Ask = (viewer: Account, scene: Scene) => Promise<string>;

const ASK_V2: Readonly<Record<string, Ask>> = {
  'look-up': async ({ v2 }, { post }) => cellOf(await v2.getPost({ path: { id: post } }), post),
  several: async ({ v2 }, { post }) => cellOf(await v2.getPosts({ query: { ids: [post] } }), post),
  expansion: async ({ v2 }, { post, quote }) =>
    cellOf(await v2.getPost({ path: { id: quote }, query: { expansions: ['referenced_tweets.id'] } }), post, 'includes'),
  quotes: async ({ v2 }, { post, quoted }) => cellOf(await v2.listQuotePosts({ path: { id: quoted } }), post),
  timeline: async ({ v2 }, { post, author }) => cellOf(await v2.listUserPosts({ path: { id: author.id } }), post),
  home: async ({ v2, id }, { post }) => cellOf(await v2.getHomeTimeline({ path: { id } }), post),
  mentions: async ({ v2, id }, { post, fan }) => cellOf(await v2.listUserMentions({ path: { id: id === '' ? fan : id } }), post),
  likes: async ({ v2 }, { post, fan }) => cellOf(await v2.listLikedPosts({ path: { id: fan } }), post),
  bookmarks: async ({ v2, id }, { post }) => cellOf(await v2.listBookmarks({ path: { id } }), post),
  list: async ({ v2 }, { post, list }) => cellOf(await v2.listListPosts({ path: { id: list } }), post),
  search: async ({ v2 }, { post, author }) => cellOf(await v2.searchRecentPosts({ query: { query: `from:${author.id}` } }), post),
  async message({ v2, id }, { post, messages }) {
    const query = { expansions: ['referenced_tweets.id'] } as const;
    return cellOf(await v2.getDirectMessageEvent({ path: { event_id: messages.get(id) ?? '' }, query: query as never }), post, 'includes');
  },
};

const v1Of = ({ v1 }: Account): MicroblogV1Client => {
  if (v1 === undefined) throw new Error('An application has no client of version 1.1.');
  return v1;
};

async function searchedV1(viewer: Account, q: string, id: string): Promise<string> {
  const { status, body } = await v1Of(viewer).searchPosts({ query: { q } });
  return status === 200 ? cellOfV1({ status, body: body.statuses }, id) : cellOfV1({ status, body }, id);
}

const ASK_V1: Readonly<Record<string, Ask>> = {
  'look-up': async (viewer, { post }) => cellOfV1(await v1Of(viewer).getPost({ path: { id: post } }), post),
  async quoted(viewer, { post, quote }) {
    const { status, body } = await v1Of(viewer).getPost({ path: { id: quote } });
    return status === 200 && body.quoted_status?.id_str === post ? 'seen' : 'absent';
  },
  timeline: async (viewer, { post, author }) => cellOfV1(await v1Of(viewer).getUserTimeline({ query: { user_id: author.id } }), post),
  home: async (viewer, { post }) => cellOfV1(await v1Of(viewer).getHomeTimeline({ query: { count: 100 } }), post),
  mentions: async (viewer, { post }) => cellOfV1(await v1Of(viewer).getMentionsTimeline({}), post),
  list: async (viewer, { post, list }) => cellOfV1(await v1Of(viewer).getListTimeline({ query: { list_id: list } }), post),
  likes: async (viewer, { post, fan }) => cellOfV1(await v1Of(viewer).listFavorites({ query: { user_id: fan } }), post),
  search: (viewer, { post, author }) => searchedV1(viewer, `from:${author.id}`, post),
  async embedded(viewer, { post }) {
    const found = await v1Of(viewer).embedPost({ query: { id: post } });
    return found.status === 200 ? (found.body.html.includes(`Post ${post}`) ? 'seen' : 'absent') : cellOfV1(found, post);
  },
  async answered(viewer, { post, reply }) {
    const found = await v1Of(viewer).embedPost({ query: { id: reply } });
    return found.status === 200 && found.body.html.includes(`Post ${post}`) ? 'seen' : 'absent';
  },
};

const ASK_REPOST_V2: Readonly<Record<string, Ask>> = {
  'look-up': async ({ v2 }, { repost }) => cellOf(await v2.getPost({ path: { id: repost } }), repost),
  timeline: async ({ v2 }, { repost, reposter }) => cellOf(await v2.listUserPosts({ path: { id: reposter } }), repost),
  home: async ({ v2, id }, { repost }) => cellOf(await v2.getHomeTimeline({ path: { id } }), repost),
  expansion: async ({ v2 }, { repost, onRepost }) =>
    cellOf(await v2.getPost({ path: { id: onRepost }, query: { expansions: ['referenced_tweets.id'] } }), repost, 'includes'),
  async newest({ v2 }, { repost, reposter }) {
    const found = await v2.getUser({ path: { id: reposter }, query: { expansions: ['most_recent_tweet_id'] } });
    const isNamed = found.status === 200 && found.body.data?.most_recent_tweet_id === repost;
    const cell = cellOf(found, repost, 'includes');
    return isNamed === (cell === 'seen') ? cell : 'wrong';
  },
  list: async ({ v2 }, { repost, list }) => cellOf(await v2.listListPosts({ path: { id: list } }), repost),
  search: async ({ v2 }, { post, repost }) =>
    cellOf(await v2.searchRecentPosts({ query: { query: `retweets_of_tweet_id:${post}` } }), repost),
};

const ASK_REPOST_V1: Readonly<Record<string, Ask>> = {
  'look-up': async (viewer, { repost }) => cellOfV1(await v1Of(viewer).getPost({ path: { id: repost } }), repost),
  timeline: async (viewer, { repost, reposter }) => cellOfV1(await v1Of(viewer).getUserTimeline({ query: { user_id: reposter } }), repost),
  home: async (viewer, { repost }) => cellOfV1(await v1Of(viewer).getHomeTimeline({ query: { count: 100 } }), repost),
  list: async (viewer, { repost, list }) => cellOfV1(await v1Of(viewer).getListTimeline({ query: { list_id: list } }), repost),
  search: (viewer, { post, repost }) => searchedV1(viewer, `retweets_of_tweet_id:${post}`, repost),
  async latest(viewer, { repost, reposter }) {
    const found = await v1Of(viewer).getUser({ query: { user_id: reposter } });
    return found.status === 200 && found.body.status?.id_str === repost ? 'seen' : 'absent';
  },
};

async function openScenes(engine: TestEngine) {
  const { sandbox, act, person, app, v1As } = await openPosts(engine);
  const platform = platformOf(sandbox);
  const { counted, relate } = posting(platform);

  async function account(username: string): Promise<Account> {
    const { id, client } = await person(username, { messages: true });
    const { body } = await act('mint-signing-token', { app: apps.pro.id, username });
    const { token, secret } = (body as { readonly result: { readonly token: string; readonly secret: string } }).result;
    return { id, v2: client, v1: v1As({ ...ines, token, tokenSecret: secret }) };
  }

  const others = {
    stranger: await account('stranger'),
    follower: await account('follower'),
    blocked: await account('blocked'),
    blocking: await account('blocking'),
  };
  const { id: fan, v2: fanClient } = await account('fan');
  const list = unwrap(await fanClient.createList({ body: { name: 'Authors' } }), 201).data?.id ?? '';
  const { id: crow, v2: crowClient } = await account('crow');
  const scenes: Partial<Record<Kind, Scene>> = {};
  for (const kind of TRIED) {
    const author = await account(`${kind}_one`);
    const reposter = (await account(`${kind}_crow`)).id;
    const viewers = [author, ...Object.values(others)];
    await relate('follow', others.follower.id, author.id);
    await relate('block', author.id, others.blocked.id);
    await relate('block', others.blocking.id, author.id);
    const quoted = (await counted({ author: crow })).id;
    const mentions = [...viewers.map(({ id }) => id), fan].map((id) => ({ start: 0, end: 1, username: 'somebody', id }));
    const { id: post } = await counted({ author: author.id, quoted, entities: { mentions } });
    const quote = (await counted({ author: crow, quoted: post })).id;
    const reply = (await counted({ author: crow, reply_to: post, reply_to_user: author.id })).id;
    const repost = (await counted({ author: reposter, reposted: post, text: `RT Post ${post}` })).id;
    const onRepost = (await counted({ author: crow, reply_to: repost, reply_to_user: reposter })).id;
    await relate('repost', reposter, post);
    await relate('like', fan, post);
    for (const user_id of [author.id, reposter])
      expect((await fanClient.addListMember({ path: { id: list }, body: { user_id } })).status).toBe(200);
    for (const { id } of viewers) {
      await relate('bookmark', id, post);
      await relate('follow', id, reposter);
    }
    const messages = new Map<string, string>();
    for (const { id } of viewers) {
      const body = { text: `https://microblog.example.com/${kind}_one/status/${post}` };
      const sent = unwrap(await crowClient.sendDirectMessage({ path: { participant_id: id }, body }), 201).data;
      messages.set(id, sent?.dm_event_id ?? '');
    }
    scenes[kind] = { author, post, quote, reply, quoted, repost, onRepost, reposter, fan, list, messages };
  }
  if (TRIED.includes('protected')) await act('change-user', { username: 'protected_one', protected: true });
  if (TRIED.includes('suspended')) await act('change-user', { username: 'suspended_one', suspended: true });
  const { author, post } = scenes.deleted as Scene;
  expect((await author.v2.deletePost({ path: { id: post } })).status).toBe(200);
  const accountOf = (viewer: Viewer, scene: Scene): Account =>
    viewer === 'app' ? { id: '', v2: app(), v1: undefined } : viewer === 'author' ? scene.author : others[viewer];

  return {
    /** The table of what is answered, at the places and for the viewers of the table that is expected. */
    async tableOf(expected: Table, asks: Readonly<Record<string, Ask>>): Promise<Table> {
      const rows: Record<string, Record<string, string>> = {};
      for (const kind of TRIED) {
        const scene = scenes[kind] as Scene;
        const found: Record<string, string> = {};
        for (const [place, wanted] of Object.entries(expected[kind] ?? {})) {
          const words = wanted.split(' ');
          const cells: string[] = [];
          for (const [index, viewer] of VIEWERS.entries())
            cells.push(words[index] === '-' ? '-' : ((await asks[place]?.(accountOf(viewer, scene), scene)) ?? 'nowhere'));
          found[place] = cells.join(' ');
        }
        rows[kind] = found;
      }
      return rows;
    },
  };
}

describeOnEngines('who sees a post', (engine) => {
  test('is the same everywhere, in both versions', async () => {
    const { tableOf } = await openScenes(engine);
    for (const [table, asks] of [
      [V2, ASK_V2],
      [V1, ASK_V1],
      [REPOSTS_V2, ASK_REPOST_V2],
      [REPOSTS_V1, ASK_REPOST_V1],
    ] as const)
      expect.soft(await tableOf(table, asks)).toEqual(Object.fromEntries(TRIED.map((kind) => [kind, table[kind]])));
  });
});
