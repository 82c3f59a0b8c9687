// Tests direct messages of version 2: who may write to whom, what events show, groups, pages, and how events end.

import { setImmediate } from 'node:timers/promises';
import { unwrap } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { apps, tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { BRIEFING_GROUP } from '../../../services/b-microblog/seeds/messages.ts';
import { INES, JONAS, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { PROTECTED_POST, WARNING } from '../../../services/b-microblog/seeds/posts.ts';
import type { DueTables } from '../../../services/platform/due/tables.ts';
import { byEffort } from '../../support/effort.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { png, uploading } from './media-samples.ts';
import { openPosts, type Person, problemOf } from './posts-support.ts';

const DAY = 86_400_000;
const EACH = byEffort({ quick: 4, deep: 15 });
const PAIR = `${TIDE_WATCH}-${INES}`;

describeOnEngines('direct messages', (engine) => {
  async function open() {
    const all = await openPosts(engine);
    const { user, rows, person } = all;
    /** A user who accepts messages from all. */
    const friend = (username: string) => person(username, { messages: true });
    return {
      ...all,
      friend,
      tide: user(tokens.tideWatch),
      ines: user(),
      async send(from: Person, to: Pick<Person, 'id'>, text: string): Promise<string> {
        const { data } = unwrap(await from.client.sendDirectMessage({ path: { participant_id: to.id }, body: { text } }), 201);
        return data?.dm_event_id ?? '';
      },
      async idsOf({ client }: Pick<Person, 'client'>, query: object = {}): Promise<readonly string[]> {
        return (unwrap(await client.listDirectMessageEvents({ query }), 200).data ?? []).map(({ id }) => id);
      },
      async counts() {
        const of = async (table: 'b_dm_events' | 'b_dm_boxes') => (await rows.selectFrom(table).selectAll().execute()).length;
        return [await of('b_dm_events'), await of('b_dm_boxes')];
      },
    };
  }

  test('of the examples are read', async () => {
    const { tide, ines } = await open();
    const path = { participant_id: INES };
    const fields = { 'dm_event.fields': ['created_at', 'dm_conversation_id', 'sender_id'], expansions: ['sender_id'] } as const;
    expect(unwrap(await tide.listDirectMessageEventsWithUser({ path, query: fields as never }), 200)).toEqual({
      data: [
        {
          id: '1990000000000000902',
          event_type: 'MessageCreate',
          text: 'Yes, and it is still dry.',
          sender_id: INES,
          dm_conversation_id: PAIR,
          created_at: '2026-11-18T13:04:00.000Z',
        },
        {
          id: '1990000000000000901',
          event_type: 'MessageCreate',
          text: 'Can you see the north quay from your window?',
          sender_id: TIDE_WATCH,
          dm_conversation_id: PAIR,
          created_at: '2026-11-18T12:58:00.000Z',
        },
      ],
      includes: {
        users: [
          { id: INES, name: 'Inês Barros', username: 'ines_b' },
          { id: TIDE_WATCH, name: 'Tide Watch', username: 'tidewatch' },
        ],
      },
      meta: { result_count: 2 },
    });
    const group = unwrap(await ines.listDirectMessageEventsOfConversation({ path: { id: BRIEFING_GROUP } }), 200);
    expect(group).toEqual({
      data: [
        { id: '1990000000000000912', event_type: 'MessageCreate', text: 'Agreed, 19:00. I open the Space ten minutes before.' },
        { id: '1990000000000000911', event_type: 'MessageCreate', text: 'Can we hold the storm briefing on Friday at 19:00?' },
        { id: '1990000000000000910', event_type: 'ParticipantsJoin', participant_ids: [INES, JONAS] },
      ],
      meta: { result_count: 3 },
    });
    const nothing = unwrap(await ines.listDirectMessageEventsWithUser({ path: { participant_id: JONAS } }), 200);
    expect(nothing).toEqual({ meta: { result_count: 0 } });
    const nobody = unwrap(await ines.listDirectMessageEventsWithUser({ path: { participant_id: '7' } }), 200);
    expect(nobody.errors?.[0]).toMatchObject({ resource_type: 'user', parameter: 'participant_id', value: '7' });
  });

  test('B12: reach the other user at once, with what their text has', async () => {
    const { ines, tide } = await open();
    const path = { participant_id: TIDE_WATCH };
    const body = { text: ' Look, @tidewatch: https://harbour.example/boards/tonight #storm $WAVE ' };
    const sent = unwrap(await ines.sendDirectMessage({ path, body }), 201).data;
    expect(sent).toEqual({ dm_conversation_id: PAIR, dm_event_id: expect.stringMatching(/^\d{19}$/) });
    const event_id = sent?.dm_event_id ?? '';
    const query = { 'dm_event.fields': ['entities', 'sender_id'], 'user.fields': ['location'], expansions: ['sender_id'] } as const;
    const read = unwrap(await tide.getDirectMessageEvent({ path: { event_id }, query: query as never }), 200);
    expect(read).toMatchObject({
      data: {
        id: event_id,
        event_type: 'MessageCreate',
        sender_id: INES,
        text: expect.stringMatching(/^Look, @tidewatch: https:\/\/mb\.example\/.{4} #storm \$WAVE$/),
        mentions: [{ start: 6, end: 16, username: 'tidewatch', id: TIDE_WATCH }],
        hashtags: [{ tag: 'storm' }],
        cashtags: [{ tag: 'WAVE' }],
        urls: [{ expanded_url: 'https://harbour.example/boards/tonight' }],
      },
      includes: { users: [{ id: INES, location: 'Vesterhavn, inner basin' }] },
    });
    expect(read.data).not.toHaveProperty('created_at');
    // The conversation is one, by whatever path it is named.
    const by = unwrap(await tide.sendDirectMessageToConversation({ path: { dm_conversation_id: PAIR }, body: { text: 'Thanks.' } }), 201);
    expect(by.data?.dm_conversation_id).toBe(PAIR);
    const all = unwrap(await ines.listDirectMessageEventsWithUser({ path, query: { max_results: 2 } }), 200);
    expect(all.data?.map(({ id }) => id)).toEqual([by.data?.dm_event_id, event_id]);
  });

  test('have a text, an attachment of the sender, or both', async () => {
    const { friend, person } = await open();
    const [anna, bo] = [await friend('anna'), await friend('bo')];
    const path = `/2/dm_conversations/with/${bo.id}/messages`;
    const status = async (text: string) => (await anna.fetch(path, { text })).status;
    expect(await status('a'.repeat(10_000))).toBe(201);
    expect(await status('🌊'.repeat(10_000))).toBe(201);
    expect(await problemOf(await anna.fetch(path, { text: 'a'.repeat(10_001) }))).toEqual([
      400,
      'invalid-request',
      'A message has at most 10,000 characters.',
    ]);
    expect(await problemOf(await anna.fetch(path, { text: ' \n ' }))).toEqual([400, 'invalid-request', 'The message has no text.']);
    expect(await status('a\ufeffb')).toBe(400);
    expect((await anna.fetch(path, {})).status).toBe(400);
    const missing = await anna.fetch(path, { attachments: [{ media_id: '1990000000000000201' }] });
    expect(await problemOf(missing)).toEqual([400, 'invalid-request', 'The attachment is not there, is not yours, or has expired.']);
    expect((await bo.client.listDirectMessageEvents()).body).toMatchObject({ meta: { result_count: 2 } });

    const cy = await person('cy');
    expect(await problemOf(await anna.fetch(`/2/dm_conversations/with/${cy.id}/messages`, { text: 'Hi' }))).toEqual([
      403,
      'about:blank',
      'The user accepts messages only from those whom they follow.',
    ]);
    expect((await anna.fetch(`/2/dm_conversations/with/${anna.id}/messages`, { text: 'Me' })).status).toBe(400);
    expect((await anna.fetch('/2/dm_conversations/with/7/messages', { text: 'Me' })).status).toBe(400);
  });

  test('show a file to whom it was sent, and keep it as long as they are there', async () => {
    const { ines, tide, later, rows } = await open();
    const media_id = await uploading(ines).whole(png, { media_type: 'image/png', media_category: 'tweet_image' });
    const path = { participant_id: TIDE_WATCH };
    const sent = unwrap(await ines.sendDirectMessage({ path, body: { attachments: [{ media_id }] } }), 201).data;
    const event_id = sent?.dm_event_id ?? '';
    const query = { expansions: ['attachments.media_keys'], 'media.fields': ['width', 'height'] } as const;
    const read = async () => unwrap(await tide.getDirectMessageEvent({ path: { event_id }, query: query as never }), 200);
    expect(await read()).toEqual({
      data: { id: event_id, event_type: 'MessageCreate', attachments: { media_keys: [`3_${media_id}`] } },
      includes: { media: [{ media_key: `3_${media_id}`, type: 'photo', width: 1, height: 1 }] },
    });
    // Nobody else may use the file.
    expect((await tide.sendDirectMessage({ path: { participant_id: INES }, body: { attachments: [{ media_id }] } })).status).toBe(400);
    await later(2 * DAY);
    expect((await read()).includes?.media).toHaveLength(1);
    await later(28 * DAY);
    const left = await rows.selectFrom('b_uploads').select('id').where('id', '=', media_id).execute();
    expect(left).toEqual([]);
  });

  test('name the posts whose addresses they have, which each reader sees as elsewhere', async () => {
    const { friend, act, user } = await open();
    const [anna, bo] = [await friend('anna'), await friend('bo')];
    const address = (id: string) => `https://microblog.example.com/somebody/status/${id}`;
    const body = { text: `${address(WARNING)} ${address(PROTECTED_POST)} ${address('7')}` };
    const sent = unwrap(await anna.client.sendDirectMessage({ path: { participant_id: bo.id }, body }), 201).data;
    const path = { event_id: sent?.dm_event_id ?? '' };
    const query = { expansions: ['referenced_tweets.id'], 'tweet.fields': ['author_id'] } as const;
    const read = async () => unwrap(await bo.client.getDirectMessageEvent({ path, query: query as never }), 200);
    expect(await read()).toMatchObject({
      data: { referenced_tweets: [{ id: WARNING }] },
      includes: { tweets: [{ id: WARNING, author_id: TIDE_WATCH }] },
    });
    await act('change-user', { username: 'tidewatch', protected: true });
    const hidden = await read();
    expect(hidden).not.toHaveProperty('includes');
    expect(hidden.errors?.[0]).toMatchObject({ title: 'Authorization Error', parameter: 'referenced_tweets.id', value: WARNING });
    unwrap(await user(tokens.tideWatch).deletePost({ path: { id: WARNING } }), 200);
    expect((await read()).errors?.[0]).toMatchObject({ title: 'Not Found Error', value: WARNING });
  });

  test('are the business of their participants alone', async () => {
    const { friend, send, idsOf, user } = await open();
    const [anna, bo, cy] = [await friend('anna'), await friend('bo'), await friend('cy')];
    const id = await send(anna, bo, 'A secret.');
    const ids = [anna.id, bo.id].sort();
    const [conversation, turned] = [ids.join('-'), ids.toReversed().join('-')];
    expect(unwrap(await cy.client.getDirectMessageEvent({ path: { event_id: id } }), 200)).toEqual({
      errors: [{ title: 'Not Found Error', type: 'about:blank', detail: `No event has the identifier ${id}.` }],
    });
    const refusal = [403, 'about:blank', 'You are not a participant of such a conversation.'];
    for (const name of [conversation, turned, BRIEFING_GROUP, '1990000000000000999']) {
      const read = await cy.client.listDirectMessageEventsOfConversation({ path: { id: name } });
      expect([read.status, 'about:blank', (read.body as { detail?: string }).detail]).toEqual(refusal);
      expect(await problemOf(await cy.fetch(`/2/dm_conversations/${name}/messages`, { text: 'Me too' }))).toEqual(refusal);
    }
    expect((await anna.client.listDirectMessageEventsOfConversation({ path: { id: turned } })).status).toBe(403);
    expect(await idsOf(cy)).toEqual([]);
    expect((await cy.client.deleteDirectMessageEvent({ path: { event_id: id } })).status).toBe(400);
    expect((await bo.client.deleteDirectMessageEvent({ path: { event_id: id } })).status).toBe(403);
    expect(await idsOf(bo)).toEqual([id]);
    expect((await user(apps.pro.bearer).listDirectMessageEvents()).status).toBe(403);
    expect((await user(tokens.inesReader).sendDirectMessage({ path: { participant_id: bo.id }, body: { text: 'x' } })).status).toBe(403);
  });

  test('in groups go to 2 to 49 others, each time to a new group', async () => {
    const { friend, idsOf, act } = await open();
    const anna = await friend('anna');
    const others = [];
    for (let index = 0; index < 50; index++) others.push((await friend(`friend${index}`)) as Person);
    const ids = others.map(({ id }) => id);
    const start = (participant_ids: readonly string[]) =>
      anna.fetch('/2/dm_conversations', { conversation_type: 'Group', participant_ids, message: { text: 'All of you.' } });
    const [first = '', second = ''] = ids;
    expect((await start([first])).status).toBe(400);
    expect((await start([first, first])).status).toBe(400);
    expect((await start([anna.id, first, second])).status).toBe(400);
    expect((await start(ids)).status).toBe(400);
    const groups = [];
    for (const chosen of [ids.slice(0, 2), ids.slice(0, 2), ids.slice(0, 49)]) {
      const answer = await start(chosen);
      expect(answer.status).toBe(201);
      groups.push(((await answer.json()) as { data: { dm_conversation_id: string; dm_event_id: string } }).data);
    }
    expect(new Set(groups.map(({ dm_conversation_id }) => dm_conversation_id)).size).toBe(3);
    const [small, , large] = groups;
    expect(await idsOf(others[1] as Person)).toHaveLength(6);
    expect(await idsOf(others[48] as Person)).toHaveLength(2);
    expect(await idsOf(others[49] as Person)).toEqual([]);
    const path = { id: small?.dm_conversation_id ?? '' };
    const query = { 'dm_event.fields': ['sender_id', 'participant_ids'], expansions: ['participant_ids'] } as const;
    const read = unwrap(await (others[0] as Person).client.listDirectMessageEventsOfConversation({ path, query: query as never }), 200);
    expect(read).toMatchObject({
      data: [
        { id: small?.dm_event_id, text: 'All of you.', sender_id: anna.id },
        { event_type: 'ParticipantsJoin', sender_id: anna.id, participant_ids: [first, second] },
      ],
      includes: { users: [{ id: first }, { id: second }] },
    });
    const answer = await (others[48] as Person).fetch(`/2/dm_conversations/${large?.dm_conversation_id}/messages`, { text: 'Yes' });
    expect(answer.status).toBe(201);
    const late = others[49] as Person;
    expect((await late.fetch(`/2/dm_conversations/${large?.dm_conversation_id}/messages`, { text: 'No' })).status).toBe(403);
    const add = async (conversation = '') => (await act('add-to-conversation', { username: late.username, conversation })).status;
    expect(await add(large?.dm_conversation_id)).toBe(409);
    expect(await add(small?.dm_conversation_id)).toBe(200);
  });

  test('in a group are only started where all accept them', async () => {
    const { friend, person, counts } = await open();
    const [anna, bo, cy] = [await friend('anna'), await friend('bo'), await person('cy')];
    const before = await counts();
    const body = { conversation_type: 'Group', participant_ids: [bo.id, cy.id], message: { text: 'All of you.' } };
    expect((await anna.fetch('/2/dm_conversations', body)).status).toBe(403);
    expect((await anna.fetch('/2/dm_conversations', { ...body, participant_ids: [bo.id, '7'] })).status).toBe(400);
    expect(await counts()).toEqual(before);
  });

  test('are listed by their types, and in pages', async () => {
    const { ines } = await open();
    const read = async (query: object) => unwrap(await ines.listDirectMessageEvents({ query }), 200);
    const types = async (event_types: string[]) => ((await read({ event_types })).data ?? []).map(({ id }) => id.slice(-3));
    expect(await types(['ParticipantsJoin'])).toEqual(['910']);
    expect(await types(['ParticipantsLeave'])).toEqual([]);
    expect(await types(['MessageCreate', 'ParticipantsLeave'])).toEqual(['912', '911', '902', '901']);
    const first = await read({ max_results: 2 });
    expect(first.meta).toEqual({ result_count: 2, next_token: expect.any(String) });
    const next = await read({ max_results: 2, pagination_token: first.meta?.next_token });
    expect(next.data?.map(({ id }) => id.slice(-3))).toEqual(['910', '902']);
    const back = await read({ max_results: 2, pagination_token: next.meta?.previous_token });
    expect(back.data).toEqual(first.data);
    const other = await ines.listDirectMessageEvents({
      query: { pagination_token: first.meta?.next_token ?? '', event_types: ['MessageCreate'] },
    });
    expect(other.status).toBe(400);
  });

  test('are deleted for all by their sender', async () => {
    const { friend, send, idsOf, counts } = await open();
    const [anna, bo] = [await friend('anna'), await friend('bo')];
    const before = await counts();
    const id = await send(anna, bo, 'Oops.');
    expect(unwrap(await anna.client.deleteDirectMessageEvent({ path: { event_id: id } }), 200)).toEqual({ data: { deleted: true } });
    expect([await idsOf(anna), await idsOf(bo)]).toEqual([[], []]);
    expect(await counts()).toEqual(before);
    expect((await anna.client.deleteDirectMessageEvent({ path: { event_id: id } })).status).toBe(400);
  });

  test('end after thirty days of the sandbox clock', async () => {
    const { friend, send, idsOf, later, counts, actsFor, rows } = await open();
    const [anna, bo] = [await friend('anna'), await friend('bo')];
    const id = await send(anna, bo, 'Not for ever.');
    await later(DAY);
    const second = await send(await { ...anna, ...(await actsFor('anna')) }, bo, 'A day later.');
    await later(29 * DAY - 1);
    const reader = await actsFor('bo');
    expect(await idsOf(reader)).toEqual([second, id]);
    await later(1);
    expect(await idsOf(reader)).toEqual([second]);
    expect(unwrap(await reader.client.getDirectMessageEvent({ path: { event_id: id } }), 200)).not.toHaveProperty('data');
    expect(await counts()).toEqual([1, 2]);
    const jobs = rows as unknown as Kysely<DueTables>;
    const waiting = async () => (await jobs.selectFrom('platform_due').select('id').where('kind', '=', 'expire-messages').execute()).length;
    expect(await waiting()).toBe(1);
    await later(DAY);
    expect(await counts()).toEqual([0, 0]);
    expect(await waiting()).toBe(0);
    await send({ ...anna, ...(await actsFor('anna')) }, bo, 'Again.');
    await send({ ...anna, ...(await actsFor('anna')) }, bo, 'And again.');
    expect(await waiting()).toBe(1);
  });

  test('tell who joins and leaves a group, and what is there is for those who are in it', async () => {
    const { ines, tide, act, user, friend } = await open();
    const control = async (action: 'add-to-conversation' | 'remove-from-conversation', username: string, conversation = BRIEFING_GROUP) =>
      (await act(action, { username, conversation })).status;
    const path = { id: BRIEFING_GROUP };
    const query = { 'dm_event.fields': ['sender_id'] } as const;
    const read = async (client: Person['client']) => {
      const { data = [] } = unwrap(await client.listDirectMessageEventsOfConversation({ path, query: query as never }), 200);
      return data.map(({ event_type, sender_id, participant_ids, text }) => [event_type, sender_id, participant_ids ?? text]);
    };
    const anna = await friend('anna');
    expect(await control('add-to-conversation', 'anna')).toBe(200);
    expect(await control('add-to-conversation', 'anna')).toBe(409);
    const joined = ['ParticipantsJoin', TIDE_WATCH, [anna.id]];
    expect(await read(anna.client)).toEqual([joined]);
    expect((await read(ines))[0]).toEqual(joined);
    unwrap(
      await anna.client.sendDirectMessageToConversation({ path: { dm_conversation_id: BRIEFING_GROUP }, body: { text: 'Hello.' } }),
      201,
    );

    expect(await control('remove-from-conversation', 'ines_b')).toBe(200);
    expect(await control('remove-from-conversation', 'ines_b')).toBe(409);
    expect((await ines.listDirectMessageEventsOfConversation({ path })).status).toBe(403);
    expect(
      (await ines.sendDirectMessageToConversation({ path: { dm_conversation_id: BRIEFING_GROUP }, body: { text: 'No.' } })).status,
    ).toBe(403);
    expect(unwrap(await ines.listDirectMessageEvents(), 200).data?.map(({ id }) => id.slice(-3))).toEqual(['902', '901']);
    const left = ['ParticipantsLeave', INES, [INES]];
    const hello = ['MessageCreate', anna.id, 'Hello.'];
    expect(await read(anna.client)).toEqual([left, hello, joined]);
    expect((await read(tide)).slice(0, 3)).toEqual([left, hello, joined]);

    expect(await control('remove-from-conversation', 'anna', '1990000000000000999')).toBe(404);
    for (const username of ['tidewatch', 'jholm_ferry', 'anna']) expect(await control('remove-from-conversation', username)).toBe(200);
    expect(await control('add-to-conversation', 'anna')).toBe(404);
    expect((await user(tokens.tideWatch).listDirectMessageEventsOfConversation({ path })).status).toBe(403);
  });

  test('end in groups too, whose many rows are removed in several jobs', async () => {
    const { friend, later, counts, rows } = await open();
    const anna = await friend('anna');
    const others: string[] = [];
    for (let index = 0; index < 49; index++) others.push((await friend(`friend${index}`)).id);
    const body = { conversation_type: 'Group', participant_ids: others, message: { text: 'All of you.' } } as const;
    const { data } = unwrap(await anna.client.createDirectMessageConversation({ body: body as never }), 201);
    const path = { dm_conversation_id: data?.dm_conversation_id ?? '' };
    for (let index = 0; index < 23; index++)
      unwrap(await anna.client.sendDirectMessageToConversation({ path, body: { text: 'More.' } }), 201);
    expect((await rows.selectFrom('b_dm_boxes').select('event').where('conversation', '=', path.dm_conversation_id).execute()).length).toBe(
      1_250,
    );
    await later(30 * DAY + 1);
    expect(await counts()).toEqual([0, 0]);
  });

  test('are on one page each while many are sent', async () => {
    const { friend } = await open();
    const reader = await friend('reader');
    const writers: Person[] = [];
    for (let index = 0; index < 12; index++) writers.push(await friend(`writer${index}`));
    const sent: string[] = [];
    let isOver = false;
    const writing = Promise.all(
      writers.map(async ({ client, username }) => {
        for (let index = 0; index < EACH; index++) {
          const body = { text: `Message ${index} of ${username}` };
          const { data } = unwrap(await client.sendDirectMessage({ path: { participant_id: reader.id }, body }), 201);
          sent.push(data?.dm_event_id ?? '');
        }
      }),
    ).finally(() => {
      isOver = true;
    });
    async function readBack(): Promise<readonly string[]> {
      const ids: string[] = [];
      let token: string | undefined;
      do {
        const query = { max_results: 7, ...(token !== undefined && { pagination_token: token }) };
        const { data = [], meta } = unwrap(await reader.client.listDirectMessageEvents({ query }), 200);
        ids.push(...data.map(({ id }) => id));
        token = meta?.next_token;
      } while (token !== undefined);
      return ids;
    }
    do {
      await setImmediate();
      const before = [...sent];
      const back = await readBack();
      expect(back).toEqual([...new Set(back)].sort().reverse());
      expect(before.filter((id) => !back.includes(id))).toEqual([]);
    } while (!isOver);
    await writing;
    expect(await readBack()).toEqual([...sent].sort().reverse());
    expect(sent).toHaveLength(12 * EACH);
  });

  test('are blocked and accepted again', async () => {
    const { friend, send } = await open();
    const [anna, bo] = [await friend('anna'), await friend('bo')];
    const path = `/2/dm_conversations/with/${bo.id}/messages`;
    const block = (client: Person['client']) => client.blockDirectMessages({ path: { id: anna.id } });
    expect(unwrap(await block(bo.client), 200)).toEqual({ data: { blocked: true } });
    expect(unwrap(await block(bo.client), 200)).toEqual({ data: { blocked: true } });
    expect(await problemOf(await anna.fetch(path, { text: 'Hi' }))).toEqual([403, 'about:blank', 'You cannot send messages to this user.']);
    await send(bo, anna, 'I can write to you.');
    expect(unwrap(await bo.client.unblockDirectMessages({ path: { id: anna.id } }), 200)).toEqual({ data: { blocked: false } });
    await send(anna, bo, 'Hi');
    expect((await block(anna.client)).status).toBe(400);
  });
});
