// Tests what users publish by both versions: texts, replies, quotes, files, polls and new versions, and that nothing is written of what is refused.

import type { NewPost } from '@octavo/interfaces/b-microblog';
import { unwrap } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { INES, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { NOTICE, PHOTO_POST, POLL_POST, PROTECTED_POST, QUESTION, WARNING } from '../../../services/b-microblog/seeds/posts.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { openPosts, type Person } from './posts-support.ts';
import { V1 } from './support.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PHOTO = '1990000000000000201';
const VESTERHAVN = '5a110d312052166f';

describeOnEngines('publishing', (engine) => {
  /** The service with what tests do again and again. */
  async function open() {
    const all = await openPosts(engine);
    const rowCount = async () => (await all.rows.selectFrom('b_posts').select('id').execute()).length;
    return {
      ...all,
      rowCount,
      /** @returns the row of the new post */
      async publish({ client }: Pick<Person, 'client'>, body: NewPost) {
        const { data } = unwrap(await client.createPost({ body }), 201);
        const row = await all.post(data?.id ?? '');
        expect(row?.text).toBe(data?.text);
        return row as NonNullable<typeof row>;
      },
      /** @returns the status and the sentence of the refusal, for which nothing was written */
      async refused({ fetch }: Pick<Person, 'fetch'>, body: unknown) {
        const before = await rowCount();
        const answer = await fetch('/2/tweets', body);
        const { detail, errors } = (await answer.json()) as { detail: string; errors?: { message: string }[] };
        expect(await rowCount()).toBe(before);
        return [answer.status, errors?.[0]?.message ?? detail];
      },
      /** Publishes by version 1.1, for Tide Watch. */
      async update(fields: Record<string, string>) {
        const answer = await all.fetchV1(`${V1}/statuses/update.json`, { method: 'POST', body: new URLSearchParams(fields) });
        const body = (await answer.json()) as { id_str: string; errors?: { code: number }[] };
        return { status: answer.status, code: body.errors?.[0]?.code, row: await all.post(body.id_str ?? '') };
      },
    };
  }

  describe('a text', () => {
    test('is kept with what stands in it, and with the language it is in', async () => {
      const { person, publish, sandbox, userOf, drift } = await open();
      const gull = await person('gull');
      const text = 'The storm is over, @TideWatch and @nobody_at_all: see https://harbour.example/boards/tonight?day=18 #Storm $GALE';
      const row = await publish(gull, { text });
      const url = /https:\/\/mb\.example\/\w{4}/.exec(row.text)?.[0] ?? '';
      expect(row).toMatchObject({
        author: gull.id,
        text: text.replace('https://harbour.example/boards/tonight?day=18', url),
        lang: 'en',
        created_at: sandbox.clock.now(),
        source: 'Tide desk',
        conversation: row.id,
        first: row.id,
        shown_from: 0,
        long: null,
        version: 0,
        is_newest: true,
      });
      const part = ({ start, end }: { start: number; end: number }) => [...row.text].slice(start, end).join('');
      const { mentions = [], urls = [], hashtags = [], cashtags = [] } = row.entities;
      expect([...mentions, ...urls, ...hashtags, ...cashtags].map(part)).toEqual(['@TideWatch', url, '#Storm', '$GALE']);
      expect(mentions).toMatchObject([{ username: 'tidewatch', id: TIDE_WATCH }]);
      expect(urls).toMatchObject([
        { url, expanded_url: 'https://harbour.example/boards/tonight?day=18', display_url: 'harbour.example/boards/tonight…' },
      ]);
      expect((await userOf(gull.id)).post_count).toBe(1);
      expect(await drift()).toEqual([]);
    });

    test('is shown by both versions', async () => {
      const { person, publish, v1 } = await open();
      const gull = await person('gull');
      const { id } = await publish(gull, { text: 'Read this: https://harbour.example #quay' });
      const { data } = unwrap(await gull.client.getPost({ path: { id }, query: { 'tweet.fields': ['entities', 'reply_settings'] } }), 200);
      expect(data).toMatchObject({ id, entities: { hashtags: [{ tag: 'quay' }] }, reply_settings: 'everyone' });
      const shown = unwrap(await v1.posts.get({ path: { id } }), 200);
      expect(shown).toMatchObject({ full_text: data?.text, entities: { urls: [{ expanded_url: 'https://harbour.example' }] } });
    });

    test('has at most 280 weighted characters, and of verified users 25,000', async () => {
      const { person, publish, refused } = await open();
      const gull = await person('gull');
      const tern = await person('tern', { verified: true });
      await publish(gull, { text: 'a'.repeat(280) });
      await publish(gull, { text: '潮'.repeat(140) });
      await publish(gull, { text: `${'b'.repeat(256)} https://harbour.example/${'c'.repeat(200)}` });
      expect(await refused(gull, { text: 'd'.repeat(281) })).toEqual([400, 'The text is too long.']);
      expect(await refused(gull, { text: '潮'.repeat(141) })).toEqual([400, 'The text is too long.']);
      const long = `${'word '.repeat(4999)}#last`;
      const row = await publish(tern, { text: long });
      expect([...row.text]).toHaveLength(280);
      expect(row.text.endsWith('…')).toBe(true);
      expect(row.long).toMatchObject({ text: long, entities: { hashtags: [{ tag: 'last' }] } });
      expect(row.entities).toEqual({});
      expect(await refused(tern, { text: 'e'.repeat(25_001) })).toEqual([400, 'The text is too long.']);
      const wide = await publish(tern, { text: `${'潮'.repeat(200)} #tide` });
      expect(wide).toMatchObject({ text: `${'潮'.repeat(200)} #tide`, entities: { hashtags: [{ tag: 'tide', start: 201, end: 206 }] } });
    });

    test('is not blank, unless there is something else', async () => {
      const { person, publish, refused } = await open();
      const gull = await person('gull');
      expect(await refused(gull, { text: '' })).toEqual([400, 'The text is empty.']);
      expect(await refused(gull, { text: ' \n\t ' })).toEqual([400, 'The text is empty.']);
      expect((await publish(gull, { quote_tweet_id: WARNING })).text).toBe('');
      expect(await refused(gull, { text: 'A \uFFFE' })).toEqual([400, 'The text has a character that no post can have.']);
    });

    test('is published once in 24 hours', async () => {
      const { person, publish, refused, later, actsFor } = await open();
      const [gull, tern] = [await person('gull'), await person('tern')];
      await publish(gull, { text: 'Caf\u00e9 open.' });
      const twice = [403, 'You have just published the same text.'];
      expect(await refused(gull, { text: 'Cafe\u0301 open. ' })).toEqual(twice);
      await publish(tern, { text: 'Caf\u00e9 open.' });
      await later(DAY - 1000);
      const next = await actsFor('gull');
      expect(await refused(next, { text: 'Caf\u00e9 open.' })).toEqual(twice);
      await later(2000);
      const { id } = await publish(next, { text: 'Caf\u00e9 open.' });
      unwrap(await next.client.deletePost({ path: { id } }), 200);
      await publish(next, { text: 'Caf\u00e9 open.' });
    });
  });

  describe('a reply', () => {
    test('B5: stands in the conversation, and names those whom it addresses', async () => {
      const { person, publish, drift, post } = await open();
      const gull = await person('gull');
      const row = await publish(gull, { text: 'Me too.', reply: { in_reply_to_tweet_id: QUESTION } });
      expect(row).toMatchObject({
        text: '@ines_b @tidewatch Me too.',
        shown_from: 19,
        conversation: WARNING,
        reply_to: QUESTION,
        reply_to_user: INES,
        entities: { mentions: [{ id: INES }, { id: TIDE_WATCH }] },
      });
      const reply = { in_reply_to_tweet_id: QUESTION, exclude_reply_user_ids: [TIDE_WATCH, INES] };
      expect((await publish(gull, { text: 'Just you.', reply })).text).toBe('@ines_b Just you.');
      const named = await publish(gull, { text: '@TideWatch is right, @ines_b.', reply: { in_reply_to_tweet_id: QUESTION } });
      expect([named.text, named.shown_from]).toEqual(['@TideWatch is right, @ines_b.', 11]);
      const thread = await publish(gull, { text: 'And more.', reply: { in_reply_to_tweet_id: named.id } });
      expect(thread).toMatchObject({ conversation: WARNING, reply_to: named.id, reply_to_user: gull.id });
      expect((await post(QUESTION))?.reply_count).toBe(4);
      expect(await drift()).toEqual([]);
    });

    test('needs a post that its author sees, and may reply to', async () => {
      const { person, publish, refused, act } = await open();
      const [gull, tern] = [await person('gull'), await person('tern')];
      const to = (id: string) => ({ text: `To ${id}`, reply: { in_reply_to_tweet_id: id } });
      const gone = [400, 'The post to reply to is deleted or hidden from you.'];
      expect(await refused(gull, to('1990000000000000999'))).toEqual(gone);
      expect(await refused(gull, to(PROTECTED_POST))).toEqual(gone);
      const { id } = await publish(tern, { text: 'Here.' });
      await act('change-user', { username: 'tern', suspended: true });
      expect(await refused(gull, to(id))).toEqual(gone);
    });

    test.each([
      ['following', [false, true, false, true, true]],
      ['mentionedUsers', [false, false, false, true, true]],
      ['verified', [false, false, true, true, true]],
      ['subscribers', [false, false, false, true, true]],
    ] as const)('to a conversation for %s is by them, by those who are mentioned, and by the author', async (reply_settings, allowed) => {
      const { person, publish } = await open();
      const author = await person('author');
      const people = [
        await person('stranger'),
        await person('followed'),
        await person('known', { verified: true }),
        await person('named'),
        author,
      ];
      const [, followed, , named] = people as [Person, Person, Person, Person];
      unwrap(await author.client.followUser({ path: { id: author.id }, body: { target_user_id: followed.id } }), 200);
      const root = await publish(author, { text: `Ask me, @${named.username}.`, reply_settings });
      const inside = await publish(author, { text: 'More.', reply: { in_reply_to_tweet_id: root.id } });
      for (const { id: to } of [root, inside]) {
        const answers = [];
        for (const { fetch, username } of people)
          answers.push((await fetch('/2/tweets', { text: `${username} to ${to}`, reply: { in_reply_to_tweet_id: to } })).status === 201);
        expect(answers).toEqual(allowed);
      }
    });

    test('is refused to those whom the author blocks', async () => {
      const { person, refused, v1, update, publish } = await open();
      const gull = await person('gull');
      unwrap(await v1.blocks.create({ body: { user_id: gull.id } }), 200);
      const reply = { in_reply_to_tweet_id: WARNING };
      expect(await refused(gull, { text: 'No.', reply })).toEqual([403, 'The author of the post to reply to blocks you.']);
      const { id } = await publish(gull, { text: 'Alone.' });
      expect((await update({ status: `@gull to ${id}`, in_reply_to_status_id: id })).status).toBe(200);
    });
  });

  describe('what a post carries', () => {
    test('a quote counts for the quoted post', async () => {
      const { person, publish, post, refused, drift } = await open();
      const gull = await person('gull');
      const before = (await post(NOTICE))?.quote_count ?? 0;
      expect(await publish(gull, { text: 'As planned.', quote_tweet_id: NOTICE })).toMatchObject({
        quoted: NOTICE,
        conversation: expect.any(String),
      });
      expect((await post(NOTICE))?.quote_count).toBe(before + 1);
      const hidden = [400, 'The post to quote is deleted or hidden from you.'];
      expect(await refused(gull, { text: 'Psst.', quote_tweet_id: PROTECTED_POST })).toEqual(hidden);
      expect(await refused(gull, { text: 'Psst.', quote_tweet_id: '1990000000000000999' })).toEqual(hidden);
      expect(await drift()).toEqual([]);
    });

    test('files are of the author, and a link at the end stands for them', async () => {
      const { person, publish, refused, rows, sandbox, actsFor } = await open();
      const gull = await person('gull');
      const row = await publish(await actsFor('tidewatch'), { text: 'Again.', media: { media_ids: [PHOTO], tagged_user_ids: [INES] } });
      expect(row).toMatchObject({ media: [PHOTO], tagged: [INES], entities: { urls: [{ start: 7, end: 30, media_key: `3_${PHOTO}` }] } });
      expect(row.text).toMatch(/^Again\. https:\/\/mb\.example\/\w{4}$/);
      expect(await rows.selectFrom('b_media').select('post_id').where('id', '=', PHOTO).executeTakeFirst()).toEqual({
        post_id: PHOTO_POST,
      });
      const none = [400, 'A file is not there, is not yours, or has expired.'];
      expect(await refused(gull, { media: { media_ids: [PHOTO] } })).toEqual(none);
      expect(await refused(gull, { media: { media_ids: ['1990000000000000999'] } })).toEqual(none);
      const base = await rows.selectFrom('b_media').selectAll().where('id', '=', PHOTO).executeTakeFirstOrThrow();
      const own = { ...base, owner: gull.id, post_id: null };
      await sandbox.platformOf('b-microblog').store.write(async (tables) => {
        const add = (more: Partial<typeof base>) =>
          (tables as typeof rows)
            .insertInto('b_media')
            .values({ ...own, ...more })
            .execute();
        await add({ id: '1990000000000000301', type: 'video' });
        await add({ id: '1990000000000000302' });
        await add({ id: '1990000000000000303', expires_at: sandbox.clock.now() });
      });
      expect(await refused(gull, { media: { media_ids: ['1990000000000000303'] } })).toEqual(none);
      const mixed = [400, 'A post has up to four different photos, or one video or animation.'];
      expect(await refused(gull, { media: { media_ids: ['1990000000000000301', '1990000000000000302'] } })).toEqual(mixed);
      expect(await refused(gull, { media: { media_ids: ['1990000000000000302', '1990000000000000302'] } })).toEqual(mixed);
      const media = { media_ids: ['1990000000000000302'], tagged_user_ids: ['1500042000000000999'] };
      expect(await refused(gull, { media })).toEqual([400, 'A user is not there.']);
    });

    test('a poll is open for its minutes of the sandbox clock', async () => {
      const { person, publish, sandbox, rows } = await open();
      const gull = await person('gull');
      const row = await publish(gull, { text: 'Tea?', poll: { options: ['Yes', 'No'], duration_minutes: 5, reply_settings: 'verified' } });
      expect(row.reply_settings).toBe('verified');
      const poll = await rows
        .selectFrom('b_polls')
        .selectAll()
        .where('id', '=', row.poll ?? '')
        .executeTakeFirst();
      const options = [
        { label: 'Yes', votes: 0 },
        { label: 'No', votes: 0 },
      ];
      expect(poll).toMatchObject({ options, duration_minutes: 5, end_at: sandbox.clock.now() + 5 * MINUTE });
    });

    test('only one of them', async () => {
      const { person, refused, update } = await open();
      const gull = await person('gull');
      const poll = { options: ['Yes', 'No'], duration_minutes: 5 };
      for (const body of [
        { media: { media_ids: [PHOTO] }, poll },
        { poll, quote_tweet_id: WARNING },
        { quote_tweet_id: WARNING, card_uri: 'card://1' },
        { text: 'Card and poll', card_uri: 'card://1', poll },
      ])
        expect((await refused(gull, body))[0]).toBe(400);
      const attachment_url = `https://microblog.example.com/jholm_ferry/status/${NOTICE}`;
      expect(await update({ status: 'Both', attachment_url, media_ids: PHOTO })).toMatchObject({ status: 403, code: 386 });
    });

    test('a place, where the author lets posts be attached to places', async () => {
      const { person, publish, refused, actsFor } = await open();
      const gull = await person('gull');
      const geo = { place_id: VESTERHAVN };
      expect((await publish(gull, { text: 'Where am I?', geo })).place).toBeNull();
      expect((await publish(await actsFor('tidewatch'), { text: 'Here.', geo })).place).toBe(VESTERHAVN);
      expect(await refused(gull, { text: 'Here.', geo: { place_id: 'nowhere' } })).toEqual([400, 'There is no such place.']);
      expect(await refused(gull, { text: 'Here.', community_id: '1990000000000000999' })).toEqual([400, 'There is no such community.']);
    });

    test('a link that opens a message, and nothing else', async () => {
      const { person, publish, refused } = await open();
      const gull = await person('gull');
      const link = `https://microblog.example.com/messages/compose?recipient_id=${gull.id}`;
      expect((await publish(gull, { text: 'Write to me.', direct_message_deep_link: link })).message_link).toBe(link);
      for (const direct_message_deep_link of [
        'hello',
        'https://microblog.example.com/messages/compose',
        'ftp://microblog.example.com/messages/compose?recipient_id=1',
      ])
        expect((await refused(gull, { text: 'Write.', direct_message_deep_link }))[0]).toBe(400);
    });
  });

  describe('a new version', () => {
    test('takes the place of the one before in lists, and both are looked up', async () => {
      const { person, publish, post, drift, later } = await open();
      const gull = await person('gull');
      const first = await publish(gull, { text: 'Low water at 14:00.' });
      unwrap(await gull.client.createLike({ path: { id: gull.id }, body: { tweet_id: first.id } }), 200);
      await later(MINUTE);
      const second = await publish(gull, { text: 'Low water at 14:03.', edit_options: { previous_post_id: first.id } });
      expect(second).toMatchObject({ first: first.id, first_at: first.created_at, version: 1, is_newest: true, like_count: 0 });
      expect(await post(first.id)).toMatchObject({ is_newest: false, text: 'Low water at 14:00.', like_count: 1 });
      const history = [first.id, second.id];
      for (const [id, text, edits_remaining, like_count] of [
        [first.id, 'Low water at 14:00.', 5, 1],
        [second.id, 'Low water at 14:03.', 4, 0],
      ] as const) {
        const { data } = unwrap(
          await gull.client.getPost({ path: { id }, query: { 'tweet.fields': ['edit_controls', 'public_metrics'] } }),
          200,
        );
        expect(data).toMatchObject({
          id,
          text,
          edit_history_tweet_ids: history,
          edit_controls: { edits_remaining },
          public_metrics: { like_count },
        });
      }
      const own = unwrap(await gull.client.listUserPosts({ path: { id: gull.id } }), 200);
      expect(own.data?.map(({ id }) => id)).toEqual([second.id]);
      expect(await drift()).toEqual([]);
      unwrap(await gull.client.deletePost({ path: { id: first.id } }), 200);
      expect([await post(first.id), await post(second.id)]).toEqual([undefined, undefined]);
      expect(await drift()).toEqual([]);
    });

    test('is made five times, within 30 minutes of the first one', async () => {
      const { person, publish, refused, later, drift } = await open();
      const gull = await person('gull');
      let { id } = await publish(gull, { text: 'Version 0' });
      const old = id;
      for (let version = 1; version <= 5; version += 1) {
        await later(5 * MINUTE);
        id = (await publish(gull, { text: `Version ${version}`, edit_options: { previous_post_id: id } })).id;
      }
      const edit = (previous_post_id: string, text = 'Once more') => ({ text, edit_options: { previous_post_id } });
      expect(await refused(gull, edit(id))).toEqual([403, 'A post can be edited five times.']);
      expect(await refused(gull, edit(old))).toEqual([400, 'The post has a newer version.']);
      const other = await publish(gull, { text: 'Another' });
      await later(30 * MINUTE - 1);
      const second = await publish(gull, edit(other.id, 'In time'));
      await later(1);
      expect(await refused(gull, edit(second.id))).toEqual([403, 'A post can be edited within 30 minutes of its first version.']);
      expect(await drift()).toEqual([]);
    });

    test('is not made of polls, reposts, replies to others, and posts of others', async () => {
      const { person, publish, refused } = await open();
      const gull = await person('gull');
      const edit = (previous_post_id: string, more: object = {}) => ({ text: 'Edited', edit_options: { previous_post_id }, ...more });
      const never = [403, 'Polls, reposts, replies to other users and posts of communities cannot be edited.'];
      const poll = { options: ['Yes', 'No'], duration_minutes: 5 } as { options: [string, string]; duration_minutes: number };
      expect(await refused(gull, edit((await publish(gull, { text: 'Tea?', poll })).id))).toEqual(never);
      const reply = { in_reply_to_tweet_id: WARNING };
      expect(await refused(gull, edit((await publish(gull, { text: 'Thanks.', reply })).id))).toEqual(never);
      const repost = unwrap(await gull.client.createRepost({ path: { id: gull.id }, body: { tweet_id: WARNING } }), 200);
      expect(await refused(gull, edit(repost.data?.id ?? ''))).toEqual(never);
      expect(await refused(gull, edit(POLL_POST))).toEqual([403, 'The post is not yours.']);
      expect(await refused(gull, edit('1990000000000000999'))).toEqual([400, 'There is no such post.']);
      const { id } = await publish(gull, { text: 'Plain' });
      expect(await refused(gull, edit(id, { poll }))).toEqual([400, 'An edited post cannot have a poll.']);
      expect((await refused(gull, edit(id, { reply })))[0]).toBe(400);
      await publish(gull, { text: 'Plain', edit_options: { previous_post_id: id } });
    });

    test('stays in its thread, among the quotes of a post, and pinned', async () => {
      const { person, publish, post, drift, userOf, rows, sandbox } = await open();
      const gull = await person('gull');
      const root = await publish(gull, { text: 'One.', reply_settings: 'verified' });
      const first = await publish(gull, { text: 'Two', reply: { in_reply_to_tweet_id: root.id }, quote_tweet_id: NOTICE });
      await sandbox.platformOf('b-microblog').store.write(async (tables) => {
        await (tables as typeof rows).updateTable('b_users').set({ pinned_post_id: first.id }).where('id', '=', gull.id).execute();
      });
      const edited = await publish(gull, { text: 'Two.', quote_tweet_id: NOTICE, edit_options: { previous_post_id: first.id } });
      expect(edited).toMatchObject({ conversation: root.id, reply_to: root.id, reply_to_user: gull.id, quoted: NOTICE });
      expect((await post(root.id))?.reply_count).toBe(1);
      expect((await userOf(gull.id)).pinned_post_id).toBe(edited.id);
      const quotes = unwrap(await gull.client.listQuotePosts({ path: { id: NOTICE } }), 200);
      expect(quotes.data?.map(({ id }) => id)).toEqual([edited.id]);
      const again = await publish(gull, { text: 'Without a quote.', edit_options: { previous_post_id: edited.id } });
      expect(again.quoted).toBeNull();
      expect(await drift()).toEqual([]);
    });
  });

  describe('version 1.1', () => {
    test('publishes the warning of the examples', async () => {
      const { update } = await open();
      const status =
        'Storm warning for Vesterhavn: gale from the west from 18:00, water up to 140 cm above normal. Please move your cars from the quay!';
      const { row } = await update({ status, lat: '56.45', long: '8.28', place_id: VESTERHAVN, display_coordinates: 'true' });
      expect(row).toMatchObject({ author: TIDE_WATCH, text: status, coordinates: [8.28, 56.45], place: VESTERHAVN, source: 'Web' });
      expect((await update({ status: 'Secret place', lat: '56.45', long: '8.28' })).row?.coordinates).toBeNull();
    });

    test('replies where the text names the author, or the names are added', async () => {
      const { update } = await open();
      const to = { in_reply_to_status_id: QUESTION };
      expect((await update({ status: 'Nobody is named.', ...to })).row).toMatchObject({ reply_to: null, text: 'Nobody is named.' });
      expect((await update({ status: '@ines_b Yes.', ...to })).row).toMatchObject({
        reply_to: QUESTION,
        shown_from: 8,
        conversation: WARNING,
      });
      const added = await update({ status: 'Until five.', auto_populate_reply_metadata: 'true', ...to });
      expect(added.row).toMatchObject({ reply_to: QUESTION, text: '@ines_b Until five.', shown_from: 8 });
    });

    test('refuses by the codes of the record', async () => {
      const { update, rowCount } = await open();
      const before = await rowCount();
      const quote = (id: string) => `https://microblog.example.com/harbour/status/${id}`;
      for (const [status, code, fields] of [
        [403, 38, { status: ' ' }],
        [403, 186, { status: 'a'.repeat(281) }],
        [403, 385, { status: 'To nobody', in_reply_to_status_id: '1990000000000000999' }],
        [400, 44, { status: 'Quote', attachment_url: 'https://harbour.example/a' }],
        [400, 44, { status: 'Quote', attachment_url: `https://harbour.example/?of=/status/${NOTICE}` }],
        [400, 44, { status: 'Quote', attachment_url: `mailto:a/status/${NOTICE}` }],
        [400, 44, { status: 'Quote', attachment_url: quote('1990000000000000999') }],
        [400, 324, { status: 'File', media_ids: '1990000000000000999' }],
        [400, 3, { status: 'Half', lat: '56.45' }],
      ] as const)
        expect(await update(fields), JSON.stringify(fields)).toMatchObject({ status, code });
      expect(await rowCount()).toBe(before);
      expect((await update({ status: 'Twice' })).status).toBe(200);
      expect(await update({ status: 'Twice' })).toMatchObject({ status: 403, code: 187 });
    });
  });
});
