// Tests what version 2 shows of posts: each field and expansion, and how many queries a response costs.

import type { PostField } from '@octavo/interfaces/b-microblog';
import { unwrap } from '@octavo/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { CHEAP_BOATS, HARBOUR, INES, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { OFFER, PHOTO_POST, POLL_POST, QUESTION, WARNING } from '../../../services/b-microblog/seeds/posts.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { statements } from '../../support/statements.ts';
import { microblog } from './support.ts';

const PHOTO = '1990000000000000201';
const SECOND = '1990000000000000103';
const NOTICE = '1990000000000000105';

/** How often the queries of a call read each table of posts and of what is around them. */
async function countReads(call: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  const listen = (text: unknown) => {
    const [, table] = /\bfrom "(b_(?:posts|users|edges|media|polls|places))"/.exec(String(text)) ?? [];
    if (table !== undefined) counts[table] = (counts[table] ?? 0) + 1;
  };
  statements.subscribe(listen);
  onTestFinished(() => void statements.unsubscribe(listen));
  await call();
  statements.unsubscribe(listen);
  return counts;
}

const ALL_EXPANSIONS = [
  'attachments.media_keys',
  'attachments.media_source_tweet',
  'attachments.poll_ids',
  'author_id',
  'edit_history_tweet_ids',
  'entities.mentions.username',
  'geo.place_id',
  'in_reply_to_user_id',
  'referenced_tweets.id',
  'referenced_tweets.id.attachments.media_keys',
  'referenced_tweets.id.author_id',
] as const;

const FIELDS: Readonly<Record<PostField, true>> = {
  article: true,
  attachments: true,
  author_id: true,
  card_uri: true,
  community_id: true,
  context_annotations: true,
  conversation_id: true,
  created_at: true,
  display_text_range: true,
  edit_controls: true,
  edit_history_tweet_ids: true,
  entities: true,
  geo: true,
  id: true,
  in_reply_to_user_id: true,
  lang: true,
  media_metadata: true,
  non_public_metrics: true,
  note_tweet: true,
  organic_metrics: true,
  possibly_sensitive: true,
  promoted_metrics: true,
  public_metrics: true,
  referenced_tweets: true,
  reply_settings: true,
  scopes: true,
  source: true,
  text: true,
  withheld: true,
};

describeOnEngines('what is shown of posts', (engine) => {
  const open = async () => microblog(await engine.open('b-microblog'));

  test('fields: those that have a value', async () => {
    const { app } = await open();
    const get = async (id: string, ...fields: readonly string[]) => {
      const query = { 'tweet.fields': [...fields] as never };
      const {
        id: _,
        text: __,
        edit_history_tweet_ids: ___,
        ...rest
      } = unwrap(await app().getPost({ path: { id }, query }), 200).data ?? {};
      return rest;
    };
    expect(await get(QUESTION, 'conversation_id', 'in_reply_to_user_id', 'referenced_tweets', 'display_text_range', 'source')).toEqual({
      conversation_id: WARNING,
      in_reply_to_user_id: TIDE_WATCH,
      referenced_tweets: [{ type: 'replied_to', id: WARNING }],
      display_text_range: [11, 61],
      source: 'Web',
    });
    expect(await get(WARNING, 'geo', 'lang', 'edit_controls', 'possibly_sensitive', 'reply_settings')).toEqual({
      geo: { coordinates: { type: 'Point', coordinates: [8.28, 56.45] }, place_id: '5a110d312052166f' },
      lang: 'en',
      edit_controls: { is_edit_eligible: true, editable_until: '2026-11-18T12:35:00.000Z', edits_remaining: 5 },
      possibly_sensitive: false,
      reply_settings: 'everyone',
    });
    expect(await get(QUESTION, 'edit_controls')).toMatchObject({ edit_controls: { is_edit_eligible: false } });
    expect(await get(PHOTO_POST, 'attachments', 'media_metadata')).toEqual({
      attachments: { media_keys: [`3_${PHOTO}`] },
      media_metadata: [{ media_key: `3_${PHOTO}`, alt_text: 'The quay of Vesterhavn under water' }],
    });
    const none = ['article', 'card_uri', 'community_id', 'context_annotations', 'entities', 'geo', 'note_tweet', 'scopes', 'withheld'];
    expect(await get(SECOND, ...none)).toEqual({});
  });

  test('expansions: each thing once, with the field that refers to it', async () => {
    const { app } = await open();
    const answer = unwrap(await app().getPosts({ query: { ids: [QUESTION, OFFER, NOTICE], expansions: [...ALL_EXPANSIONS] } }), 200);
    expect(answer.errors).toBeUndefined();
    expect(answer.data?.[0]).toMatchObject({ author_id: INES, referenced_tweets: [{ id: WARNING }] });
    expect(answer.includes?.tweets?.map(({ id }) => id).sort()).toEqual([WARNING, SECOND, QUESTION, NOTICE, OFFER].sort());
    expect(new Set(answer.includes?.users?.map(({ id }) => id)).size).toBe(answer.includes?.users?.length);
    expect(answer.includes?.users?.map(({ id }) => id)).toEqual(expect.arrayContaining([INES, TIDE_WATCH, CHEAP_BOATS]));
    const poll = unwrap(await app().getPost({ path: { id: POLL_POST }, query: { expansions: ['attachments.poll_ids'] } }), 200);
    expect(poll.includes?.polls?.[0]?.options[1]).toEqual({ position: 2, label: 'This account', votes: 187 });
  });

  test('users refer to their pinned and newest posts', async () => {
    const { app } = await open();
    const ids: [string, string, string] = [TIDE_WATCH, INES, HARBOUR];
    const expansions: ['pinned_tweet_id', 'most_recent_tweet_id'] = ['pinned_tweet_id', 'most_recent_tweet_id'];
    const answer = unwrap(await app().getUsers({ query: { ids, expansions } }), 200);
    expect(answer.data).toMatchObject([
      { pinned_tweet_id: WARNING, most_recent_tweet_id: POLL_POST },
      { most_recent_tweet_id: '1990000000000000106' },
      { id: HARBOUR },
    ]);
    // The harbour is protected.
    expect(answer.data?.[2]).not.toHaveProperty('most_recent_tweet_id');
    expect(answer.includes?.tweets?.map(({ id }) => id).sort()).toEqual([WARNING, '1990000000000000106', POLL_POST]);
  });

  test('a response costs one query for each type of thing, and none that no field needs', async () => {
    const { app, user } = await open();
    const ids: [string, ...string[]] = [PHOTO_POST, POLL_POST, QUESTION, NOTICE, OFFER];
    expect(await countReads(() => app().getPosts({ query: { ids } }))).toEqual({ b_posts: 1, b_users: 1 });
    expect(await countReads(() => user().getPosts({ query: { ids } }))).toEqual({ b_posts: 1, b_users: 1, b_edges: 1 });
    const own = ['author_id', 'public_metrics', 'created_at'] as const;
    const withAuthors = () => app().getPosts({ query: { ids, 'tweet.fields': [...own], expansions: ['author_id'] } });
    expect(await countReads(withAuthors)).toEqual({ b_posts: 1, b_users: 1 });
    // The posts and their authors, and the posts to which they refer: their authors are known.
    const all = () => app().getPosts({ query: { ids, expansions: [...ALL_EXPANSIONS] } });
    expect(await countReads(all)).toEqual({ b_posts: 2, b_users: 1, b_media: 1, b_polls: 1, b_places: 1 });
    const quotes = () => app().listQuotePosts({ path: { id: SECOND }, query: { expansions: ['author_id'] } });
    // The quoted post with its author decides whether there is a list.
    expect(await countReads(quotes)).toEqual({ b_posts: 2, b_users: 2 });
  });

  // A timeline reads fewer columns where no field and no expansion needs the others.
  test('a timeline shows of its posts what a look-up shows of them, for each field and expansion', async () => {
    const { user } = await open();
    const own = user(tokens.tideWatch);
    const asked = [
      {},
      ...Object.keys(FIELDS).map((name) => ({ 'tweet.fields': [name] })),
      ...ALL_EXPANSIONS.map((name) => ({ expansions: [name] })),
    ];
    for (const looks of asked) {
      const { data: posts = [], includes } = unwrap(
        await own.listUserPosts({ path: { id: TIDE_WATCH }, query: { max_results: 20, ...looks } as never }),
        200,
      );
      const ids = posts.map(({ id }) => id) as [string, ...string[]];
      const found = unwrap(await own.getPosts({ query: { ids, ...looks } as never }), 200);
      expect.soft({ looks, posts, includes }).toEqual({ looks, posts: found.data, includes: found.includes });
    }
  });

  test('lists leave out whom and what the caller does not see', async () => {
    const { app, user, act } = await open();
    await act('change-user', { username: 'jholm_ferry', protected: true });
    const liking = async (token?: string) => unwrap(await user(token).listLikingUsers({ path: { id: WARNING } }), 200);
    expect((await liking()).data?.map(({ username }) => username)).toEqual(['ines_b']);
    // Tide Watch follows Jonas.
    expect((await liking(tokens.tideWatch)).data?.map(({ username }) => username)).toEqual(['ines_b', 'jholm_ferry']);
    expect(unwrap(await app().listQuotePosts({ path: { id: SECOND } }), 200)).toEqual({ meta: { result_count: 0 } });
    const folder = () => user().listBookmarkFolderPosts({ path: { id: INES, folder_id: '1990000000000000601' } });
    expect(unwrap(await folder(), 200).data).toEqual([{ id: WARNING }]);
    await act('change-user', { username: 'tidewatch', suspended: true });
    expect(unwrap(await folder(), 200)).toEqual({});
  });

  test('a page that a caller goes back to is filled from before it, if the caller sees nothing of it', async () => {
    const { user, act } = await open();
    const reader = user();
    const page = async (token?: string) => {
      const query = { max_results: 1, ...(token !== undefined && { pagination_token: token }) };
      return unwrap(await reader.listBookmarks({ path: { id: INES }, query }), 200);
    };
    await reader.createBookmark({ path: { id: INES }, body: { tweet_id: NOTICE } });
    const first = await page();
    const second = await page(first.meta?.next_token);
    const third = await page(second.meta?.next_token);
    expect([first, second, third].map(({ data }) => data?.[0]?.id)).toEqual([NOTICE, WARNING, '1990000000000000101']);
    await act('change-user', { username: 'tidewatch', suspended: true });
    expect((await page(third.meta?.previous_token)).data?.[0]?.id).toBe(NOTICE);
  });
});
