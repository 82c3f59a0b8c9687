// Tests Spaces and communities: how they are read and found, who may do what in them, and what control does.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { apps, tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { INES, JONAS, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { PHOTO_POST, PROTECTED_POST, WARNING } from '../../../services/b-microblog/seeds/posts.ts';
import { BRIEFING, COURSE, NORTHERN_SAILORS } from '../../../services/b-microblog/seeds/rooms.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { openPosts, problemOf } from './posts-support.ts';
import { microblog, V2 } from './support.ts';

const MINUTE = 60_000;

describeOnEngines('Spaces', (engine) => {
  async function open() {
    const sandbox = await engine.open('b-microblog');
    const all = microblog(sandbox);
    await all.act('set-limits', { limits: 'off' });
    const resultOf = (answer: { readonly body?: unknown }) => (answer.body as { result: Readonly<Record<string, string>> }).result;
    return {
      ...all,
      sandbox,
      create: async (body: Record<string, string | number | boolean>) => resultOf(await all.act('create-space', body)).id ?? '',
      status: async (action: string, body: Record<string, string | boolean>) => (await all.act(action, body)).status,
    };
  }

  test('of the examples are read with their people and topics', async () => {
    const { app } = await open();
    const both = unwrap(await app().getSpaces({ query: { ids: [BRIEFING, COURSE, BRIEFING] } }), 200);
    expect(both).toEqual({
      data: [
        { id: BRIEFING, state: 'scheduled' },
        { id: COURSE, state: 'scheduled' },
      ],
    });
    const query = {
      'space.fields': [
        'title',
        'lang',
        'host_ids',
        'speaker_ids',
        'invited_user_ids',
        'is_ticketed',
        'subscriber_count',
        'scheduled_start',
      ],
      expansions: ['creator_id', 'invited_user_ids', 'topic_ids'],
      'user.fields': ['location'],
      'topic.fields': ['description'],
    } as const;
    const one = unwrap(await app().getSpace({ path: { id: BRIEFING }, query: query as never }), 200);
    expect(one).toMatchObject({
      data: {
        id: BRIEFING,
        state: 'scheduled',
        title: 'Storm season briefing',
        lang: 'en',
        creator_id: TIDE_WATCH,
        host_ids: [TIDE_WATCH],
        invited_user_ids: [INES, JONAS],
        is_ticketed: false,
        subscriber_count: 118,
        scheduled_start: '2026-11-20T19:00:00.000Z',
        topics: [{ id: '848920371311001600', name: 'Weather' }],
      },
      includes: {
        users: [{ id: TIDE_WATCH, location: 'Vesterhavn' }, { id: INES }, { id: JONAS }],
        topics: [{ name: 'Weather', description: 'Weather and what it does.' }],
      },
    });
    expect(one.data).not.toHaveProperty('speaker_ids');
    expect(one.data).not.toHaveProperty('created_at');
    const none = unwrap(await app().getSpace({ path: { id: '1DXxyRYNejbKX' } }), 200);
    expect(none).toMatchObject({ errors: [{ resource_type: 'space', parameter: 'id', value: '1DXxyRYNejbKX' }] });
    expect(none).not.toHaveProperty('data');
  });

  test('are found by words of their titles and by their creators until they end', async () => {
    const { app, user, create, status, act } = await open();
    const find = async (query: string, state?: 'live' | 'scheduled') => {
      const found = unwrap(await app().searchSpaces({ query: { query, ...(state !== undefined && { state }) } }), 200);
      expect(found.meta?.result_count).toBe(found.data?.length ?? 0);
      return (found.data ?? []).map(({ id }) => id);
    };
    expect(await find('STORM')).toEqual([BRIEFING]);
    expect(await find('briefing, storm')).toEqual([BRIEFING]);
    expect(await find('storm course')).toEqual([]);
    expect(await find('stor')).toEqual([]);
    expect(await find('...')).toEqual([]);
    const live = await create({ username: 'jholm_ferry', title: 'Férry after the storm' });
    expect(await find('storm')).toEqual([live, BRIEFING]);
    expect(await find('ferry')).toEqual([live]);
    expect(await find('storm', 'live')).toEqual([live]);
    expect(await find('storm', 'scheduled')).toEqual([BRIEFING]);
    const by = async () =>
      (unwrap(await user().getSpacesByCreators({ query: { user_ids: [JONAS, TIDE_WATCH] } }), 200).data ?? []).map(({ id }) => id);
    expect(await by()).toEqual([BRIEFING, live]);
    expect(await status('end-space', { space: live })).toBe(200);
    expect([await find('ferry'), await by()]).toEqual([[], [BRIEFING]]);
    expect(unwrap(await app().getSpace({ path: { id: live } }), 200).data?.state).toBe('ended');
    await act('change-user', { username: 'tidewatch', suspended: true });
    expect([await find('storm'), await by()]).toEqual([[], []]);
    expect(unwrap(await app().getSpace({ path: { id: BRIEFING } }), 200).errors).toHaveLength(1);
  });

  test('start, are joined and end', async () => {
    const { app, create, status, sandbox } = await open();
    const id = await create({ username: 'ines_b', title: 'Bread', minutes: 30, topic: 'Fishing' });
    const fields = ['participant_count', 'started_at', 'ended_at', 'scheduled_start', 'speaker_ids', 'topic_ids'] as const;
    const read = async () => unwrap(await app().getSpace({ path: { id }, query: { 'space.fields': [...fields] as never } }), 200).data;
    const now = sandbox.clock.now();
    const start = new Date(now + 30 * MINUTE).toISOString();
    expect(await read()).toEqual({
      id,
      state: 'scheduled',
      participant_count: 0,
      scheduled_start: start,
      topics: [{ id: '848920371311001602', name: 'Fishing' }],
    });
    expect(await status('join-space', { space: id, username: 'jholm_ferry' })).toBe(409);
    await sandbox.moveClock(now + 29 * MINUTE);
    expect(await status('start-space', { space: id })).toBe(200);
    expect(await status('start-space', { space: id })).toBe(409);
    for (let time = 0; time < 2; time += 1)
      expect(await status('join-space', { space: id, username: 'jholm_ferry', speaks: true })).toBe(200);
    expect(await status('join-space', { space: id, username: 'tidewatch' })).toBe(200);
    const started_at = new Date(now + 29 * MINUTE).toISOString();
    expect(await read()).toMatchObject({ state: 'live', started_at, participant_count: 3, speaker_ids: [JONAS] });
    expect(await status('end-space', { space: id })).toBe(200);
    expect(await status('end-space', { space: id })).toBe(409);
    expect(await read()).toMatchObject({ state: 'ended', ended_at: started_at });
    expect(await status('end-space', { space: 'nothing' })).toBe(404);
  });

  test('with tickets are joined by buyers, whom only the creator may read', async () => {
    const { user, create, status, act, sandbox } = await open();
    const buyers = async (id: string) =>
      (unwrap(await user().listSpaceBuyers({ path: { id } }), 200).data ?? []).map(({ username }) => username);
    expect(await buyers(COURSE)).toEqual(['jholm_ferry']);
    const id = await create({ username: 'ines_b', title: 'Knots', ticketed: true });
    expect(await status('join-space', { space: id, username: 'tidewatch' })).toBe(409);
    for (const username of ['jholm_ferry', 'tidewatch', 'tidewatch']) expect(await status('buy-ticket', { space: id, username })).toBe(200);
    expect(await status('join-space', { space: id, username: 'tidewatch' })).toBe(200);
    expect(await status('buy-ticket', { space: BRIEFING, username: 'ines_b' })).toBe(409);
    expect(await buyers(id)).toEqual(['tidewatch', 'jholm_ferry']);
    const first = unwrap(await user().listSpaceBuyers({ path: { id }, query: { max_results: 1 } }), 200);
    const next = first.meta?.next_token ?? '';
    const second = unwrap(await user().listSpaceBuyers({ path: { id }, query: { max_results: 1, pagination_token: next } }), 200);
    expect([first.data?.[0]?.username, second.data?.[0]?.username, second.meta?.next_token]).toEqual([
      'tidewatch',
      'jholm_ferry',
      undefined,
    ]);
    await act('change-user', { username: 'tidewatch', suspended: true });
    expect(await buyers(id)).toEqual(['jholm_ferry']);
    const fetchV2 = sandbox.fetch('b-microblog');
    const get = (space: string) => fetchV2(`${V2}/2/spaces/${space}/buyers`, { headers: { authorization: `Bearer ${tokens.tideWatch}` } });
    await act('change-user', { username: 'tidewatch', suspended: false });
    expect(await problemOf(await get(id))).toEqual([403, 'about:blank', 'Only the creator of the Space may read who has bought tickets.']);
    expect(unwrap(await user().listSpaceBuyers({ path: { id: '1DXxyRYNejbKX' } }), 200).errors).toHaveLength(1);
  });

  test('show the posts that were shared in them, as far as the caller sees these', async () => {
    const { app, user, create, status } = await open();
    const shared = async (id: string) => (unwrap(await app().listSpacePosts({ path: { id } }), 200).data ?? []).map((post) => post.id);
    expect(await shared(BRIEFING)).toEqual([PHOTO_POST]);
    const id = await create({ username: 'ines_b', title: 'Reading together' });
    for (const post of [WARNING, PHOTO_POST, WARNING]) expect(await status('share-post', { space: id, post })).toBe(200);
    expect(await status('share-post', { space: id, post: PROTECTED_POST })).toBe(404);
    expect(await status('share-post', { space: id, post: '1' })).toBe(404);
    expect(await shared(id)).toEqual([PHOTO_POST, WARNING]);
    const query = { max_results: 1, 'media.fields': ['alt_text'], expansions: ['attachments.media_keys'] } as const;
    const one = unwrap(await user().listSpacePosts({ path: { id }, query: query as never }), 200);
    expect(one).toMatchObject({ data: [{ id: PHOTO_POST }], includes: { media: [{ type: 'photo' }] }, meta: { result_count: 1 } });
  });
});

describeOnEngines('communities', (engine) => {
  test('are read and found, the largest first', async () => {
    const { app, user, act } = await openPosts(engine);
    const fields = ['access', 'created_at', 'description', 'join_policy', 'member_count'] as const;
    const one = unwrap(
      await app().getCommunity({ path: { id: NORTHERN_SAILORS }, query: { 'community.fields': [...fields] as never } }),
      200,
    );
    expect(one.data).toEqual({
      id: NORTHERN_SAILORS,
      name: 'Northern Sailors',
      description: 'For all who sail where the water is cold.',
      created_at: '2022-12-11T07:37:00.000Z',
      access: 'Public',
      join_policy: 'Open',
      member_count: 5127,
    });
    expect(unwrap(await app(apps.pro.bearer).getCommunity({ path: { id: '1601841656147345499' } }), 200)).toEqual({
      errors: [{ title: 'Not Found Error', type: 'about:blank', detail: 'No community has the identifier 1601841656147345499.' }],
    });
    for (let index = 0; index < 12; index += 1) await act('create-community', { name: `Sailors of port ${index}` });
    const first = unwrap(await user().searchCommunities({ query: { query: 'sailors' } }), 200);
    expect(first.data?.slice(0, 2).map(({ name }) => name)).toEqual(['Northern Sailors', 'Armchair Sailors']);
    const next_token = first.meta?.next_token ?? '';
    const second = unwrap(await user().searchCommunities({ query: { query: 'sailors', next_token } }), 200);
    const ids = [...(first.data ?? []), ...(second.data ?? [])].map(({ id }) => id);
    expect([first.data?.length, second.data?.length, new Set(ids).size, second.meta?.next_token]).toEqual([10, 4, 14, undefined]);
    expect(unwrap(await user().searchCommunities({ query: { query: 'northern armchair' } }), 200)).toEqual({});
  });

  test('have posts of their members alone, which cannot be edited', async () => {
    const { person, act, app, post } = await openPosts(engine);
    const gull = await person('gull');
    const body = { text: 'Cold today.', community_id: NORTHERN_SAILORS };
    expect(await problemOf(await gull.fetch('/2/tweets', body))).toEqual([403, 'about:blank', 'You are not a member of the community.']);
    for (let time = 0; time < 2; time += 1)
      expect((await act('join-community', { username: 'gull', community: NORTHERN_SAILORS })).status).toBe(200);
    const count = unwrap(
      await app().getCommunity({ path: { id: NORTHERN_SAILORS }, query: { 'community.fields': ['member_count'] } }),
      200,
    );
    expect(count.data?.member_count).toBe(5128);
    const { data } = unwrap(await gull.client.createPost({ body }), 201);
    expect((await post(data?.id ?? ''))?.community).toBe(NORTHERN_SAILORS);
    const edit = await gull.fetch('/2/tweets', { text: 'Colder.', edit_options: { previous_post_id: data?.id } });
    expect(edit.status).toBe(403);
    expect((await act('join-community', { username: 'gull', community: '1' })).status).toBe(404);
  });
});
