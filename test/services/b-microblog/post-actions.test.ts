// Tests what control does with posts: votes, impressions, folders of bookmarks, and notes.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { HARBOUR, INES, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { NOTICE, OFFER, POLL_POST, PROTECTED_POST, QUESTION, WARNING } from '../../../services/b-microblog/seeds/posts.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { platformOf, posting } from './posting.ts';
import { openPosts } from './posts-support.ts';

const HOUR = 3_600_000;
const NONE = '1990000000000000999';

type Opened = Awaited<ReturnType<typeof openPosts>>;

/** A post with a poll that ends in an hour. */
async function polled({ sandbox }: Pick<Opened, 'sandbox'>, author: string = TIDE_WATCH): Promise<string> {
  const platform = platformOf(sandbox);
  const poll = '1990000000000000777';
  const options = ['Yes', 'No', 'Perhaps'].map((label) => ({ label, votes: 0 }));
  const end_at = platform.clock.now() + HOUR;
  await platform.store.write((tables) =>
    tables.insertInto('b_polls').values({ id: poll, options, duration_minutes: 60, end_at }).execute(),
  );
  return (await posting(platform).counted({ author, poll })).id;
}

const statusesOf = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).sort();

describeOnEngines('actions on posts', (engine) => {
  test('a user votes in a poll once, while it is open', async () => {
    const all = await openPosts(engine);
    const { act, app, later, drift } = all;
    const post = await polled(all);
    const votes = async () => {
      const { includes } = unwrap(await app().getPost({ path: { id: post }, query: { expansions: ['attachments.poll_ids'] } }), 200);
      return includes?.polls?.[0]?.options.map((option) => option.votes);
    };
    expect((await act('vote', { username: 'ines_b', post, option: 2 })).status).toBe(200);
    expect(await votes()).toEqual([0, 1, 0]);
    expect((await act('vote', { username: 'ines_b', post, option: 1 })).status).toBe(409);
    for (const option of [0, -1, 4]) expect((await act('vote', { username: 'jholm_ferry', post, option })).status).toBe(400);
    expect((await act('vote', { username: 'jholm_ferry', post, option: 3 })).status).toBe(200);
    expect((await act('vote', { username: 'nobody', post, option: 1 })).status).toBe(404);
    expect((await act('vote', { username: 'tidewatch', post: WARNING, option: 1 })).status).toBe(404);
    expect((await act('vote', { username: 'tidewatch', post: NONE, option: 1 })).status).toBe(404);
    await later(HOUR);
    expect((await act('vote', { username: 'tidewatch', post, option: 1 })).status).toBe(409);
    // The poll of the examples has ended.
    expect((await act('vote', { username: 'tidewatch', post: POLL_POST, option: 1 })).status).toBe(409);
    expect(await votes()).toEqual([0, 1, 1]);
    expect((await drift()).filter((name) => !name.endsWith('vote_count'))).toEqual([]);
  });

  test('of votes at once, each user has one', async () => {
    const all = await openPosts(engine);
    const { act, rows, sandbox } = all;
    const post = await polled(all);
    const { user } = posting(platformOf(sandbox));
    for (let index = 0; index < 6; index += 1) await user(`voter${index}`);
    const sent = Array.from({ length: 24 }, (_, index) => act('vote', { username: `voter${index % 6}`, post, option: 1 + (index % 3) }));
    expect(statusesOf(await Promise.all(sent))).toEqual([
      ...Array.from({ length: 6 }, () => 200),
      ...Array.from({ length: 18 }, () => 409),
    ]);
    const [poll] = await rows.selectFrom('b_polls').selectAll().where('id', '=', '1990000000000000777').execute();
    expect(poll?.options.reduce((sum, { votes }) => sum + votes, 0)).toBe(6);
  });

  test('who does not see a post has no vote, and votes go with the post', async () => {
    const all = await openPosts(engine);
    const { act, rows, user } = all;
    const hidden = await polled(all, HARBOUR);
    expect((await act('vote', { username: 'ines_b', post: hidden, option: 1 })).status).toBe(409);
    const votes = () => rows.selectFrom('b_edges').selectAll().where('kind', '=', 'vote').execute();
    expect(await votes()).toEqual([]);
    await act('change-user', { username: 'vesterhavn_hbr', protected: false });
    expect((await act('vote', { username: 'ines_b', post: hidden, option: 1 })).status).toBe(200);
    expect(await votes()).toHaveLength(1);
    const { result } = (
      await act('mint-token', { app: '27100001', username: 'vesterhavn_hbr', scopes: 'tweet.read tweet.write users.read' })
    ).body as { result: { access_token: string } };
    unwrap(await user(result.access_token).deletePost({ path: { id: hidden } }), 200);
    expect(await votes()).toEqual([]);
  });

  test('impressions are in all metrics of a post', async () => {
    const { act, user } = await openPosts(engine);
    const metrics = async () => {
      const fields = ['public_metrics', 'non_public_metrics', 'organic_metrics'] as const;
      const { data } = unwrap(await user(tokens.tideWatch).getPost({ path: { id: WARNING }, query: { 'tweet.fields': [...fields] } }), 200);
      return fields.map((field) => data?.[field]?.impression_count);
    };
    expect(await metrics()).toEqual([4210, 4210, 4210]);
    expect((await act('add-impressions', { post: WARNING })).status).toBe(200);
    expect((await act('add-impressions', { post: WARNING, count: 9 })).status).toBe(200);
    for (const count of [0, -1, 1_000_001]) expect((await act('add-impressions', { post: WARNING, count })).status).toBe(400);
    expect((await act('add-impressions', { post: NONE })).status).toBe(404);
    expect(await metrics()).toEqual([4220, 4220, 4220]);
  });

  test('a bookmark is put into a folder, which is made where there is none', async () => {
    const { act, user } = await openPosts(engine);
    const client = user();
    unwrap(await client.createBookmark({ path: { id: INES }, body: { tweet_id: NOTICE } }), 200);
    const put = (post: string, folder: string) => act('put-in-folder', { username: 'ines_b', post, folder });
    const names = async () => unwrap(await client.listBookmarkFolders({ path: { id: INES } }), 200).data?.map(({ name }) => name);
    const postsOf = async (folder_id: string) =>
      unwrap(await client.listBookmarkFolderPosts({ path: { id: INES, folder_id } }), 200).data?.map(({ id }) => id);
    const storms = '1990000000000000601';
    for (let time = 0; time < 2; time += 1) expect((await put(NOTICE, 'Storms')).body).toEqual({ result: { folder: storms } });
    expect(await postsOf(storms)).toEqual([NOTICE, WARNING]);
    const { result } = (await put(WARNING, ' Ferries ')).body as { result: { folder: string } };
    await put(NOTICE, 'Ferries');
    expect(await postsOf(result.folder)).toEqual([NOTICE, WARNING]);
    expect(await names()).toEqual(['Ferries', 'Storms', 'Boats']);
    expect((await put(QUESTION, 'Storms')).status).toBe(409);
    expect((await put(WARNING, ' ')).status).toBe(400);
    expect((await put(WARNING, 'x'.repeat(26))).status).toBe(400);
    expect((await act('put-in-folder', { username: 'nobody', post: WARNING, folder: 'Storms' })).status).toBe(404);
    unwrap(await client.deleteBookmark({ path: { id: INES, tweet_id: NOTICE } }), 200);
    expect([await postsOf(result.folder), await postsOf(storms)]).toEqual([[WARNING], [WARNING]]);
  });

  test('a note that readers write is the newest on its post', async () => {
    const { act, app } = await openPosts(engine);
    const note = async (postId: string) => {
      const fields = ['classification', 'rating_status', 'created_at', 'deleted'] as const;
      return unwrap(await app().getNote({ query: { postId, 'note.fields': [...fields] } }), 200).data;
    };
    const before = await note(OFFER);
    for (const text of ['The quay is closed.', 'It opens at nine.', 'It has opened.']) {
      const { status, body } = await act('write-note', { post: OFFER, text });
      expect(status).toBe(200);
      const { id } = (body as { result: { id: string } }).result;
      expect(await note(OFFER)).toEqual({
        id,
        text,
        classification: 'PotentiallyMisleading',
        rating_status: 'NeedsMoreRatings',
        created_at: '2026-11-20T12:00:00.000Z',
        deleted: false,
      });
    }
    expect(before?.text).toContain('harbour office');
    const chosen = { classification: 'NotMisleading', rating: 'InsufficientConsensus' };
    expect((await act('write-note', { post: NOTICE, text: 'It is true.', ...chosen })).status).toBe(200);
    expect(await note(NOTICE)).toMatchObject({ classification: 'NotMisleading', rating_status: 'InsufficientConsensus' });
    expect((await act('write-note', { post: NOTICE, text: ' ' })).status).toBe(400);
    expect((await act('write-note', { post: NOTICE, text: 'x', classification: 'Wrong' })).status).toBe(400);
    expect((await act('write-note', { post: NOTICE, text: 'x', rating: 'Wrong' })).status).toBe(400);
    expect((await act('write-note', { post: NONE, text: 'x' })).status).toBe(404);
    expect((await act('write-note', { post: PROTECTED_POST, text: 'x' })).status).toBe(200);
  });
});
