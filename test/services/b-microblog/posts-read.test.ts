// Tests how version 2 reads posts: the examples of the document, as the seeds have them, and what callers are not shown.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { HARBOUR, INES, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { NOTICE, OFFER, PHOTO_POST, POLL_POST, PROTECTED_POST, QUESTION, WARNING } from '../../../services/b-microblog/seeds/posts.ts';
import { readYaml } from '../../facts/source.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { platformOf, posting } from './posting.ts';
import { microblog, V2 } from './support.ts';

interface Operation {
  readonly operationId?: string;
  readonly responses?: Record<string, { content?: Record<string, { examples?: Record<string, { value: unknown }> }> }>;
}

const paths = Object.values(
  (readYaml('specs/b-microblog.yaml').value as unknown as { paths: Record<string, Record<string, Operation>> }).paths,
);

/** The value of an example of a response 200; a response may have more. */
function example(operation: string, name: string): object {
  const found = paths.flatMap((methods) => Object.values(methods)).find(({ operationId }) => operationId === operation);
  return found?.responses?.['200']?.content?.['application/json']?.examples?.[name]?.value as object;
}

const PRIVATE = { type: `${V2}/problems/not-authorized-for-resource`, resource_type: 'tweet' };
const MISSING = { type: `${V2}/problems/resource-not-found`, resource_type: 'tweet' };

describeOnEngines('posts of version 2', (engine) => {
  const open = async () => microblog(await engine.open('b-microblog'));
  const idsOf = ({ data = [] }: { readonly data?: readonly { readonly id: string }[] }) => data.map(({ id }) => id.slice(-3));

  test('are read as the examples of the document have them', async () => {
    const { app } = await open();
    const get = async (id: string, query: object) => unwrap(await app().getPost({ path: { id }, query }), 200);
    const several = unwrap(
      await app().getPosts({
        query: {
          ids: [WARNING, '1990000000000000199'],
          'tweet.fields': ['author_id', 'conversation_id', 'created_at', 'public_metrics'],
          expansions: ['author_id'],
        },
      }),
      200,
    );
    expect(several).toMatchObject(example('getPosts', 'oneOfTwo'));
    const photo = await get(PHOTO_POST, {
      'tweet.fields': ['author_id', 'created_at', 'lang', 'possibly_sensitive', 'reply_settings', 'attachments', 'geo', 'entities'],
      expansions: ['author_id', 'attachments.media_keys', 'geo.place_id'],
      'media.fields': ['url', 'width', 'height', 'alt_text'],
      'place.fields': ['name', 'country', 'country_code', 'place_type', 'geo'],
    });
    expect(photo).toMatchObject(example('getPost', 'photo'));
    const poll = await get(POLL_POST, { expansions: ['attachments.poll_ids'], 'poll.fields': ['duration_minutes', 'end_datetime'] });
    expect(poll).toMatchObject({
      data: { id: POLL_POST },
      includes: { polls: [{ duration_minutes: 1440, end_datetime: '2026-11-20T08:00:00.000Z' }] },
    });
    expect(await get('1990000000000000199', {})).toEqual(example('getPost', 'deleted'));
    const fields = ['author_id', 'created_at', 'referenced_tweets'];
    const quoted = await app().listQuotePosts({ path: { id: '1990000000000000103' }, query: { 'tweet.fields': [...fields] as never } });
    expect(unwrap(quoted, 200)).toEqual(example('listQuotePosts', 'oneQuote'));
    const reposts = await app().listReposts({ path: { id: WARNING }, query: { 'tweet.fields': [...fields] as never } });
    expect(unwrap(reposts, 200)).toEqual(example('listReposts', 'oneRepost'));
    expect(unwrap(await app().listRepostingUsers({ path: { id: WARNING } }), 200)).toEqual(example('listRepostingUsers', 'inesReposted'));
  });

  test('that repost another fill a page from those after it where the caller does not see all of them', async () => {
    const sandbox = await engine.open('b-microblog');
    const { user, posts } = posting(platformOf(sandbox));
    const [reader, hidden] = [await user('reader'), await user('hidden', true)];
    const [seen] = await posts({ author: reader, reposted: WARNING }, { author: hidden, reposted: WARNING });
    const answer = await microblog(sandbox)
      .app()
      .listReposts({ path: { id: WARNING }, query: { max_results: 2 } });
    expect(unwrap(answer, 200).data?.map(({ id }) => id)).toEqual([seen?.id, '1990000000000000106']);
  });

  test('that a user likes, has bookmarked or put into folders are listed by when that was', async () => {
    const { user } = await open();
    const ines = user();
    expect(unwrap(await ines.listLikingUsers({ path: { id: WARNING } }), 200)).toEqual(example('listLikingUsers', 'bothLike'));
    expect(unwrap(await ines.listLikedPosts({ path: { id: INES } }), 200)).toEqual(example('listLikedPosts', 'oneLike'));
    const { meta: _, ...listed } = example('listBookmarks', 'ofInes') as { meta: unknown };
    expect(unwrap(await ines.listBookmarks({ path: { id: INES } }), 200)).toEqual({ ...listed, meta: { result_count: 2 } });
    const first = unwrap(await ines.listBookmarks({ path: { id: INES }, query: { max_results: 1 } }), 200);
    expect([idsOf(first), first.meta?.previous_token]).toEqual([['102'], undefined]);
    const query = { max_results: 1, pagination_token: first.meta?.next_token ?? '' };
    expect(idsOf(unwrap(await ines.listBookmarks({ path: { id: INES }, query }), 200))).toEqual(['101']);
    expect((await ines.listLikedPosts({ path: { id: INES }, query: { pagination_token: query.pagination_token } })).status).toBe(400);
    expect(unwrap(await ines.listBookmarkFolders({ path: { id: INES } }), 200)).toEqual(example('listBookmarkFolders', 'ofInes'));
    const folder = (folder_id: string) => ines.listBookmarkFolderPosts({ path: { id: INES, folder_id } });
    expect(unwrap(await folder('1990000000000000601'), 200)).toEqual(example('listBookmarkFolderPosts', 'storms'));
    expect((await folder('1990000000000000699')).status).toBe(400);
    const mine = await user(tokens.tideWatch).listRepostedPosts({});
    expect(idsOf(unwrap(mine, 200))).toEqual(['102', '101']);
  });

  test('of timelines are shown with the newest and the oldest, by tokens, in times, and without replies', async () => {
    const { app, user } = await open();
    const path = { id: TIDE_WATCH };
    const timeline = async (query: object) => unwrap(await app().listUserPosts({ path, query }), 200);
    const all = await timeline({ max_results: 5 });
    expect(idsOf(all)).toEqual(['112', '111', '109', '107', '103']);
    expect(all.meta).toMatchObject({ newest_id: POLL_POST, oldest_id: '1990000000000000103', result_count: 5 });
    const rest = await timeline({ max_results: 5, pagination_token: all.meta?.next_token });
    expect([idsOf(rest), rest.meta?.next_token]).toEqual([['102', '101'], undefined]);
    expect(idsOf(await timeline({ max_results: 5, pagination_token: rest.meta?.previous_token }))).toEqual(idsOf(all));
    expect(idsOf(await timeline({ exclude: ['replies', 'retweets'] }))).toEqual(['112', '111', '102', '101']);
    expect(idsOf(await timeline({ start_time: '2026-11-18T12:05:00Z', end_time: '2026-11-18T12:36:00Z' }))).toEqual(['103', '102']);
    expect(idsOf(await timeline({ since_id: WARNING, until_id: PHOTO_POST }))).toEqual(['109', '107', '103']);
    expect(
      (await app().listUserPosts({ path, query: { start_time: '2026-11-19T00:00:00Z', end_time: '2026-11-18T00:00:00Z' } })).status,
    ).toBe(400);
    expect(unwrap(await app().listUserPosts({ path: { id: '1500042000000000099' } }), 200)).toEqual(example('listUserPosts', 'noSuchUser'));
    expect(unwrap(await app().listUserPosts({ path: { id: HARBOUR } }), 200)).toMatchObject({
      errors: [{ ...PRIVATE, resource_type: 'user' }],
    });
    const mentions = await app().listUserMentions({ path });
    expect(idsOf(unwrap(mentions, 200))).toEqual(['110', '104']);
    expect(idsOf(unwrap(await user().getHomeTimeline({ path: { id: INES }, query: { max_results: 4 } }), 200))).toEqual([
      '112',
      '111',
      '109',
      '107',
    ]);
  });

  test('that a caller may not see are named in the errors of look-ups and expansions', async () => {
    const { app, user, act } = await open();
    const both = unwrap(await user().getPosts({ query: { ids: [PROTECTED_POST, NOTICE] } }), 200);
    expect(both).toMatchObject({ data: [{ id: NOTICE }], errors: [{ ...PRIVATE, resource_id: PROTECTED_POST, parameter: 'ids' }] });
    await act('change-user', { username: 'tidewatch', suspended: true });
    const reply = unwrap(await app().getPost({ path: { id: QUESTION }, query: { expansions: ['referenced_tweets.id'] } }), 200);
    expect(reply).toMatchObject({
      data: { id: QUESTION },
      errors: [{ ...MISSING, resource_id: WARNING, parameter: 'referenced_tweets.id' }],
    });
    expect(reply).not.toHaveProperty('includes.tweets');
    expect(unwrap(await app().listQuotePosts({ path: { id: WARNING } }), 200)).toMatchObject({
      errors: [{ ...MISSING, resource_id: WARNING }],
    });
  });

  test('have private metrics for their author alone, for 30 days', async () => {
    const sandbox = await engine.open('b-microblog');
    const { user } = microblog(sandbox);
    const get = async (token?: string) => {
      const query = { 'tweet.fields': ['non_public_metrics', 'organic_metrics'] as const };
      return unwrap(await user(token).getPost({ path: { id: WARNING }, query: { 'tweet.fields': [...query['tweet.fields']] } }), 200);
    };
    expect((await get(tokens.tideWatch)).data).toMatchObject({
      non_public_metrics: { impression_count: 4210 },
      organic_metrics: { like_count: 2 },
    });
    const other = await get();
    expect(other.data).not.toHaveProperty('non_public_metrics');
    expect(other.errors?.map((problem) => problem.type)).toEqual(Array(2).fill(`${V2}/problems/not-authorized-for-field`));
    await sandbox.moveClock(sandbox.clock.now() + 31 * 86_400_000);
    expect((await get(tokens.tideWatch)).data).not.toHaveProperty('non_public_metrics');
  });

  test('have the note of their readers', async () => {
    const { app } = await open();
    const fields = ['classification', 'rating_status', 'created_at', 'deleted'] as const;
    const note = await app().getNote({ query: { postId: OFFER, 'note.fields': [...fields] } });
    expect(unwrap(note, 200)).toEqual(example('getNote', 'misleading'));
    expect(unwrap(await app().getNote({ query: { postId: WARNING } }), 200)).toMatchObject({
      errors: [{ ...MISSING, parameter: 'postId' }],
    });
  });
});
