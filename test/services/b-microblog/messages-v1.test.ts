// Tests direct messages through both documents: who may write to whom, what each of them deletes for whom, and that both show the same rows.

import type { MicroblogClient } from '@octavo/interfaces/b-microblog';
import type { MicroblogV1Client } from '@octavo/interfaces/b-microblog-v1';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { apps } from '../../../services/b-microblog/seeds/credentials.ts';
import { INES, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { byEffort } from '../../support/effort.ts';
import fc from '../../support/fast-check.ts';
import { describeOnEngines, type TestEngine } from '../../support/sandboxes.ts';
import { platformOf, posting } from './posting.ts';
import { openPosts } from './posts-support.ts';
import { ines } from './support.ts';

interface Account {
  readonly id: string;
  readonly username: string;
  readonly v2: MicroblogClient;
  readonly v1: MicroblogV1Client;
}

async function open(engine: Pick<TestEngine, 'open'>) {
  const all = await openPosts(engine);
  const { act, person, v1As, sandbox } = all;
  return {
    ...all,
    relate: posting(platformOf(sandbox)).relate,
    async account(username: string, more: Record<string, boolean> = {}): Promise<Account> {
      const { id, client } = await person(username, more);
      const { body } = await act('mint-signing-token', { app: apps.pro.id, username });
      const { token, secret } = (body as { readonly result: { readonly token: string; readonly secret: string } }).result;
      return { id, username, v2: client, v1: v1As({ ...ines, token, tokenSecret: secret }) };
    },
  };
}

const codeOf = (body: unknown) => (body as { readonly errors: readonly { readonly code: number }[] }).errors[0]?.code;

async function readV2({ v2 }: Pick<Account, 'v2'>): Promise<readonly string[]> {
  return (unwrap(await v2.listDirectMessageEvents({ query: { event_types: ['MessageCreate'] } as never }), 200).data ?? []).map(
    ({ id }) => id,
  );
}

async function readV1({ v1 }: Pick<Account, 'v1'>): Promise<readonly string[]> {
  const [received, sent] = [unwrap(await v1.listDirectMessages(), 200), unwrap(await v1.listSentDirectMessages(), 200)];
  return [...received, ...sent]
    .map(({ id_str }) => id_str)
    .sort()
    .reverse();
}

describeOnEngines('direct messages of version 1.1', (engine) => {
  test('of the examples are those between two users', async () => {
    const { v1, v1As } = await open(engine);
    const [own] = unwrap(await v1.listSentDirectMessages(), 200);
    expect(own).toMatchObject({
      id: 1990000000000000901n,
      text: 'Can you see the north quay from your window?',
      created_at: 'Wed Nov 18 12:58:00 +0000 2026',
      entities: { hashtags: [], symbols: [], user_mentions: [], urls: [] },
      sender: { id_str: TIDE_WATCH, screen_name: 'tidewatch' },
      recipient: { id_str: INES },
      recipient_screen_name: 'ines_b',
    });
    const received = unwrap(await v1.listDirectMessages({ query: { include_entities: false, skip_status: true } }), 200);
    expect(received.map(({ id_str }) => id_str)).toEqual(['1990000000000000902']);
    expect(received[0]).not.toHaveProperty('entities');
    expect(received[0]?.sender).not.toHaveProperty('status');
    expect(unwrap(await v1As().getDirectMessage({ query: { id: '1990000000000000901' } }), 200).sender_id_str).toBe(TIDE_WATCH);
    // Messages of groups are not there.
    const group = await v1.getDirectMessage({ query: { id: '1990000000000000911' } });
    expect([group.status, (await v1.deleteDirectMessage({ body: { id: '1990000000000000911' } })).status]).toEqual([404, 404]);
    expect(unwrap(await v1As().listSentDirectMessages(), 200).map(({ id_str }) => id_str)).toEqual(['1990000000000000902']);
  });

  test('have up to 10,000 characters, and are paged', async () => {
    const { account } = await open(engine);
    const [anna, bo] = [await account('anna'), await account('bo', { messages: true })];
    const send = (text: string) => anna.v1.sendDirectMessage({ body: { user_id: bo.id, text } });
    const long = await send('🌊'.repeat(10_001));
    expect([long.status, codeOf(long.body)]).toEqual([403, 354]);
    expect(unwrap(await send('🌊'.repeat(10_000)), 200).text).toHaveLength(20_000);
    const blank = await send('  ');
    expect([blank.status, codeOf(blank.body)]).toEqual([403, 38]);
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.unshift(unwrap(await send(`Number ${index}`), 200).id_str);
    const page = async (query: object) => unwrap(await bo.v1.listDirectMessages({ query }), 200).map(({ id_str }) => id_str);
    expect(await page({ count: 2 })).toEqual(ids.slice(0, 2));
    expect(await page({ count: 2, page: 2 })).toEqual(ids.slice(2, 4));
    expect(await page({ since_id: ids[2] ?? '' })).toEqual(ids.slice(0, 2));
    expect(await page({ max_id: ids[3] ?? '', count: 2 })).toEqual([ids[3], ids[4]]);
    expect(await page({ count: 200, page: 5 })).toEqual([]);
  });

  test('say who mentions whom, and stay when their sender is suspended', async () => {
    const { account, act } = await open(engine);
    const [anna, bo] = [await account('anna'), await account('bo', { messages: true })];
    const text = 'Ask @tidewatch about https://harbour.example/boards';
    const sent = unwrap(await anna.v1.sendDirectMessage({ body: { screen_name: 'BO', text } }), 200);
    expect(sent.entities).toMatchObject({
      user_mentions: [{ id_str: TIDE_WATCH, screen_name: 'tidewatch', indices: [4, 14] }],
      urls: [{ expanded_url: 'https://harbour.example/boards' }],
    });
    await act('change-user', { username: 'anna', suspended: true });
    expect(await readV1(bo)).toEqual([sent.id_str]);
    expect(await readV2(bo)).toEqual([sent.id_str]);
    const event = { event_id: sent.id_str };
    const read = unwrap(await bo.v2.getDirectMessageEvent({ path: event, query: { expansions: ['sender_id'] } as never }), 200);
    expect(read.errors?.[0]).toMatchObject({ title: 'Not Found Error', parameter: 'sender_id', value: anna.id });
  });
});

/** How a sender stands to the recipient, with the status of version 2 and the code of version 1.1 where the message is refused. */
const MATRIX: Readonly<Record<string, readonly [status: number, code: number | undefined]>> = {
  'a stranger': [403, 150],
  'one who follows the recipient': [403, 150],
  'one whom the recipient follows': [201, undefined],
  'a stranger, where the recipient accepts all': [201, undefined],
  'one whom the recipient follows and blocks': [403, 349],
  'one whom the recipient blocks, and who would be accepted': [403, 349],
  'one who blocks the recipient': [403, 349],
  'one whose messages the recipient blocks': [403, 349],
  'one who blocks messages of the recipient': [201, undefined],
  'a stranger, where the recipient is protected': [403, 150],
  'one whom a protected recipient follows': [201, undefined],
  'one who is protected, where the recipient accepts all': [201, undefined],
  'one whom a suspended recipient follows': [400, 63],
};

describeOnEngines('who may write', (engine) => {
  test('is the same through both documents, alone and in groups', async () => {
    const { account, relate, act } = await open(engine);
    const third = await account('third', { messages: true });
    const found: Record<string, unknown> = {};
    for (const [index, name] of Object.keys(MATRIX).entries()) {
      const [from, to] = [await account(`from${index}`), await account(`to${index}`)];
      if (name.includes('accept')) await act('change-user', { username: to.username, messages: true });
      if (name.includes('one who follows')) await relate('follow', from.id, to.id);
      if (/whom (the|a \w+) recipient follows/.test(name)) await relate('follow', to.id, from.id);
      if (/recipient (follows and )?blocks/.test(name) && !name.includes('whose')) await relate('block', to.id, from.id);
      if (name === 'one who blocks the recipient') await act('change-user', { username: to.username, messages: true });
      if (name === 'one who blocks the recipient') await relate('block', from.id, to.id);
      if (name.includes('whose messages')) {
        await relate('follow', to.id, from.id);
        await relate('dm_block', to.id, from.id);
      }
      if (name.includes('blocks messages of')) {
        await relate('follow', to.id, from.id);
        await relate('dm_block', from.id, to.id);
      }
      if (name.includes('recipient is protected') || name.includes('a protected recipient'))
        await act('change-user', { username: to.username, protected: true });
      if (name.includes('who is protected')) await act('change-user', { username: from.username, protected: true });
      if (name.includes('suspended')) await act('change-user', { username: to.username, suspended: true });

      const friendship = await from.v1.getFriendship({ query: { target_id: to.id } });
      const canWrite = friendship.status === 200 ? friendship.body.relationship.source.can_dm : false;
      const body = { text: 'Good evening.' };
      const v2 = await from.v2.sendDirectMessage({ path: { participant_id: to.id }, body });
      const v1 = await from.v1.sendDirectMessage({ body: { user_id: to.id, ...body } });
      const conversation = { conversation_type: 'Group', participant_ids: [third.id, to.id], message: body } as const;
      const group = await from.v2.createDirectMessageConversation({ body: conversation as never });
      expect.soft([name, group.status, canWrite]).toEqual([name, v2.status, v2.status === 201]);
      found[name] = [v2.status, v1.status === 200 ? undefined : codeOf(v1.body)];
      expect
        .soft([name, await readV2(to)])
        .toEqual([name, v2.status === 201 ? [expect.any(String), expect.any(String), expect.any(String)] : []]);
    }
    expect(found).toEqual(MATRIX);
  });
});

describeOnEngines('what is deleted', (engine) => {
  const WHO = ['sender', 'recipient'] as const;
  /** Who has the message afterwards, by the version that deletes and who does: version 2 lets the sender delete, and for both. */
  test.each([
    ['2', 'sender', []],
    ['2', 'recipient', ['sender', 'recipient']],
    ['1.1', 'sender', ['recipient']],
    ['1.1', 'recipient', ['sender']],
  ] as const)('by version %s for the %s, both versions show so', async (version, who, left) => {
    const { account, rows } = await open(engine);
    const both = { sender: await account('anna'), recipient: await account('bo', { messages: true }) };
    const before = (await rows.selectFrom('b_dm_events').select('id').execute()).length;
    const { id_str: id } = unwrap(await both.sender.v1.sendDirectMessage({ body: { user_id: both.recipient.id, text: 'Oops' } }), 200);
    const { v1, v2 } = both[who];
    if (version === '2') await v2.deleteDirectMessageEvent({ path: { event_id: id } });
    else expect(unwrap(await v1.deleteDirectMessage({ body: { id } }), 200)).toMatchObject({ id_str: id, text: 'Oops' });
    for (const name of WHO) {
      const wanted = (left as readonly string[]).includes(name) ? [id] : [];
      expect([name, await readV1(both[name])]).toEqual([name, wanted]);
      expect([name, await readV2(both[name])]).toEqual([name, wanted]);
      const shown = unwrap(await both[name].v2.getDirectMessageEvent({ path: { event_id: id } }), 200).data?.id;
      expect([name, shown]).toEqual([name, wanted[0]]);
      expect((await both[name].v1.getDirectMessage({ query: { id } })).status).toBe(wanted.length === 0 ? 404 : 200);
    }
    for (const name of WHO) await both[name].v1.deleteDirectMessage({ body: { id } });
    expect((await rows.selectFrom('b_dm_events').select('id').execute()).length).toBe(before);
  });

  test('after thirty days, version 1.1 shows no message either', async () => {
    const { account, later, v1 } = await open(engine);
    const anna = await account('anna');
    unwrap(await anna.v1.sendDirectMessage({ body: { user_id: TIDE_WATCH, text: 'Not for ever.' } }), 200);
    await later(30 * 86_400_000 - 1);
    expect(unwrap(await v1.listDirectMessages(), 200)).toHaveLength(1);
    await later(1);
    expect([unwrap(await v1.listDirectMessages(), 200), unwrap(await anna.v1.listSentDirectMessages(), 200)]).toEqual([[], []]);
  });
});

type Step =
  | { readonly verb: 'send'; readonly version: 1 | 2; readonly from: number; readonly to: number; readonly text: string }
  | { readonly verb: 'delete'; readonly version: 1 | 2; readonly from: number; readonly which: number };

const actor = fc.integer({ min: 0, max: 2 });
const version = fc.constantFrom(1 as const, 2 as const);
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constant('send' as const),
      version,
      from: actor,
      to: actor,
      text: fc.constantFrom('a', 'É & <b>', '🌊 #tide', '@tidewatch'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('delete' as const), version, from: actor, which: fc.nat(20) }) },
);

describeOnEngines('what version 1.1 writes', (engine) => {
  test('version 2 reads, and the other way round', async () => {
    const sandbox = await engine.open('b-microblog');
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 15 }), async (list) => {
        await sandbox.reset();
        const { account } = await open({ open: async () => sandbox });
        const people = [];
        for (const name of ['anna', 'bo', 'cy']) people.push(await account(name, { messages: true }));
        /** Who has which message, in the order in which they were sent. */
        const sent: { readonly id: string; readonly from: number; readonly has: Set<number> }[] = [];
        for (const step of list) {
          const { v1, v2 } = people[step.from] as Account;
          if (step.verb === 'send') {
            const { id: to } = people[step.to] as Account;
            const { text } = step;
            const id =
              step.version === 1
                ? ((await v1.sendDirectMessage({ body: { user_id: to, text } })).body as { id_str?: string }).id_str
                : (
                    (await v2.sendDirectMessage({ path: { participant_id: to }, body: { text } })).body as {
                      data?: { dm_event_id: string };
                    }
                  ).data?.dm_event_id;
            expect(id === undefined).toBe(step.from === step.to);
            if (id !== undefined) sent.push({ id, from: step.from, has: new Set([step.from, step.to]) });
            continue;
          }
          const message = sent[step.which % Math.max(1, sent.length)];
          if (message === undefined) continue;
          if (step.version === 1) {
            await v1.deleteDirectMessage({ body: { id: message.id } });
            message.has.delete(step.from);
          } else {
            await v2.deleteDirectMessageEvent({ path: { event_id: message.id } });
            if (message.from === step.from && message.has.has(step.from)) message.has.clear();
          }
        }
        for (const [index, person] of people.entries()) {
          const wanted = sent.flatMap(({ id, has }) => (has.has(index) ? [id] : [])).reverse();
          expect(await readV2(person)).toEqual(wanted);
          expect(await readV1(person)).toEqual(wanted);
        }
      }),
      { numRuns: byEffort({ quick: 5, deep: 60 }) },
    );
  });
});
