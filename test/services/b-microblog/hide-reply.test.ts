// Tests hidden replies: who may hide them, how many, that it counts once, and that readers can still open them.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { CHEAP_BOATS, INES, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { OFFER, PROTECTED_POST, QUESTION, WARNING } from '../../../services/b-microblog/seeds/posts.ts';
import type { ControlledSandbox } from '../../../services/index.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { platformOf, posting } from './posting.ts';
import { openPosts, problemOf } from './posts-support.ts';
import { type microblog, V2 } from './support.ts';

function hiding({ fetchV2 }: Pick<ReturnType<typeof microblog>, 'fetchV2'>) {
  return (id: string, hidden: boolean, token: string = tokens.tideWatch) =>
    fetchV2(`${V2}/2/tweets/${id}/hidden`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ hidden }),
    });
}

const NOBODYS = [403, 'about:blank', 'Somebody else has started this conversation.'];
const NONE = [400, 'invalid-request', 'There is no such post.'];

describeOnEngines('hidden replies', (engine) => {
  test('a reply is hidden once and shown again once', async () => {
    const { user, post, drift, later } = await openPosts(engine);
    const client = user(tokens.tideWatch);
    const hide = async (hidden: boolean) => {
      const { data } = unwrap(await client.hideReply({ path: { tweet_id: OFFER }, body: { hidden } }), 200);
      await later(1_000);
      return [data.hidden, (await post(OFFER))?.is_hidden, (await post(WARNING))?.hidden_count];
    };
    expect(await hide(false)).toEqual([false, false, 0]);
    for (let time = 0; time < 2; time += 1) expect(await hide(true)).toEqual([true, true, 1]);
    for (let time = 0; time < 2; time += 1) expect(await hide(false)).toEqual([false, false, 0]);
    expect(await drift()).toEqual([]);
  });

  test("readers can still open a hidden reply, and it is in its author's timeline", async () => {
    const { user, app, v1, drift } = await openPosts(engine);
    unwrap(await user(tokens.tideWatch).hideReply({ path: { tweet_id: OFFER }, body: { hidden: true } }), 200);
    for (const client of [user(), user(tokens.tideWatch), app()]) {
      const { data, errors } = unwrap(await client.getPost({ path: { id: OFFER } }), 200);
      expect([data?.id, errors]).toEqual([OFFER, undefined]);
      const timeline = unwrap(await client.listUserPosts({ path: { id: CHEAP_BOATS } }), 200);
      expect(timeline.data?.map(({ id }) => id)).toContain(OFFER);
    }
    expect(unwrap(await v1.getPost({ path: { id: OFFER } }), 200).id_str).toBe(OFFER);
    expect(await drift()).toEqual([]);
  });

  test('only the author of the conversation hides its replies, and only replies', async () => {
    const { post, drift, ...parts } = await openPosts(engine);
    const hide = hiding(parts);
    // Inês has written the question, and Tide Watch has started the conversation.
    expect(await problemOf(await hide(QUESTION, true, tokens.ines))).toEqual(NOBODYS);
    expect(await problemOf(await hide(OFFER, true, tokens.ines))).toEqual(NOBODYS);
    expect(await problemOf(await hide(WARNING, true))).toEqual([400, 'invalid-request', 'The post is not a reply.']);
    expect(await problemOf(await hide('1990000000000000106', true, tokens.ines))).toEqual([
      400,
      'invalid-request',
      'The post is not a reply.',
    ]);
    expect(await problemOf(await hide('7', true))).toEqual(NONE);
    expect(await problemOf(await hide(PROTECTED_POST, true))).toEqual([403, 'not-authorized-for-resource', 'You may not see this post.']);
    expect((await hide(QUESTION, true)).status).toBe(200);
    expect([(await post(QUESTION))?.is_hidden, (await post(OFFER))?.is_hidden, (await post(WARNING))?.hidden_count]).toEqual([
      true,
      false,
      1,
    ]);
    expect(await drift()).toEqual([]);
  });

  test('nobody hides replies of a conversation whose first post is deleted', async () => {
    const { user, ...parts } = await openPosts(engine);
    unwrap(await user(tokens.tideWatch).deletePost({ path: { id: WARNING } }), 200);
    expect(await problemOf(await hiding(parts)(OFFER, true))).toEqual(NOBODYS);
  });

  test('the author of the conversation hides a reply of somebody who blocks that author', async () => {
    const { sandbox, post, drift, ...parts } = await openPosts(engine);
    await posting(platformOf(sandbox)).relate('block', INES, TIDE_WATCH);
    expect((await hiding(parts)(QUESTION, true)).status).toBe(200);
    expect((await post(QUESTION))?.is_hidden).toBe(true);
    expect(await drift()).toEqual([]);
  });

  test('a hidden reply that is deleted does not count any more', async () => {
    const { sandbox, user, post, drift } = await openPosts(engine);
    const { id: made } = await posting(platformOf(sandbox)).counted({ author: INES, reply_to: WARNING, conversation: WARNING });
    unwrap(await user(tokens.tideWatch).hideReply({ path: { tweet_id: made }, body: { hidden: true } }), 200);
    expect((await post(WARNING))?.hidden_count).toBe(1);
    unwrap(await user().deletePost({ path: { id: made } }), 200);
    expect((await post(WARNING))?.hidden_count).toBe(0);
    expect(await drift()).toEqual([]);
  });

  test('all versions of a reply are hidden, and count as one', async () => {
    const { sandbox, rows, post, drift, ...parts } = await openPosts(engine);
    const [old, edited] = await versionsOf(sandbox);
    expect((await hiding(parts)(old, true)).status).toBe(200);
    expect([(await post(old))?.is_hidden, (await post(edited))?.is_hidden, (await post(WARNING))?.hidden_count]).toEqual([true, true, 1]);
    expect((await hiding(parts)(edited, false)).status).toBe(200);
    expect([(await post(old))?.is_hidden, (await post(edited))?.is_hidden, (await post(WARNING))?.hidden_count]).toEqual([false, false, 0]);
  });

  test('a reply that is edited stays hidden, and counts as one', async () => {
    const { person, post, drift } = await openPosts(engine);
    const gull = await person('gull');
    const publish = async (body: Parameters<typeof gull.client.createPost>[0]['body']) =>
      unwrap(await gull.client.createPost({ body }), 201).data?.id ?? '';
    const opening = await publish({ text: 'High water at 20:14' });
    const reply = await publish({ text: 'Or at 20:15', reply: { in_reply_to_tweet_id: opening } });
    const hide = async (tweet_id: string, hidden: boolean) => {
      unwrap(await gull.client.hideReply({ path: { tweet_id }, body: { hidden } }), 200);
      return (await post(opening))?.hidden_count;
    };
    expect(await hide(reply, true)).toBe(1);
    const edited = await publish({ text: 'Or at 20:16', edit_options: { previous_post_id: reply } });
    expect([(await post(edited))?.is_hidden, (await post(opening))?.hidden_count]).toEqual([true, 1]);
    expect([await hide(edited, true), await hide(reply, false), (await post(edited))?.is_hidden]).toEqual([1, 0, false]);
    // An opening post that is edited begins the same conversation.
    const renewed = await publish({ text: 'High water at 20:17', edit_options: { previous_post_id: opening } });
    expect(await hide(edited, true)).toBe(1);
    expect(await drift()).toEqual([]);
    unwrap(await gull.client.deletePost({ path: { id: renewed } }), 200);
    unwrap(await gull.client.deletePost({ path: { id: edited } }), 200);
    expect(await drift()).toEqual([]);
  });

  test('a conversation has at most 725 hidden replies, however many are hidden at once', async () => {
    const { rows, post, drift, sandbox, act, user, ...parts } = await openPosts(engine);
    const hide = hiding(parts);
    const replies = await posting(platformOf(sandbox)).posts(
      ...Array.from({ length: 724 }, () => ({ author: INES, reply_to: WARNING, conversation: WARNING })),
    );
    const platform = platformOf(sandbox);
    await platform.store.write(async (tables) => {
      await tables
        .updateTable('b_posts')
        .set({ is_hidden: true })
        .where(
          'id',
          'in',
          replies.map(({ id }) => id),
        )
        .execute();
      await tables.updateTable('b_posts').set({ hidden_count: 724 }).where('id', '=', WARNING).execute();
    });
    const answers = await Promise.all([OFFER, QUESTION, '1990000000000000103'].map((id) => hide(id, true)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    const refused = answers.find(({ status }) => status === 403);
    expect(refused && (await problemOf(refused))).toEqual([
      403,
      'about:blank',
      'As many replies of the conversation are hidden as can be.',
    ]);
    expect((await post(WARNING))?.hidden_count).toBe(725);
    // What is hidden already stays so, and what is shown again makes room.
    expect((await hide(replies[0]?.id ?? '', true)).status).toBe(200);
    expect((await hide(replies[0]?.id ?? '', false)).status).toBe(200);
    expect((await post(WARNING))?.hidden_count).toBe(724);
    expect(await drift()).toEqual(expect.not.arrayContaining([`${WARNING} hidden_count`]));
  });
});

/** A reply of Inês to the warning, in two versions. */
async function versionsOf(sandbox: ControlledSandbox): Promise<readonly [string, string]> {
  const { posts } = posting(platformOf(sandbox));
  const shared = { author: INES, reply_to: WARNING, conversation: WARNING };
  const [old] = await posts({ ...shared, is_newest: false });
  const [edited] = await posts({ ...shared, version: 1, first: old?.id ?? '' });
  return [old?.id ?? '', edited?.id ?? ''];
}
