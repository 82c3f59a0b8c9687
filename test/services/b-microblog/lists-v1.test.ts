// Tests lists by version 1.1: how it names them, their pages by cursors, many members at once, and that both versions have the same lists.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { HARBOURS, TO_BE_CHECKED } from '../../../services/b-microblog/seeds/lists.ts';
import { CHEAP_BOATS, HARBOUR, INES, JONAS, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { platformOf, posting } from './posting.ts';
import { openPosts } from './posts-support.ts';
import { ines, signed, V1 } from './support.ts';

describeOnEngines('lists by version 1.1', (engine) => {
  async function open() {
    const all = await openPosts(engine);
    const post = (path: string, fields: Record<string, string>) =>
      new Request(V1 + path, { method: 'POST', body: new URLSearchParams(fields) });
    /** The status and the code of a refusal. */
    const refusal = async (request: Request) => {
      const answer = await all.fetchV1(request);
      const { errors } = (await answer.json()) as { readonly errors?: readonly { readonly code: number; readonly message: string }[] };
      return [answer.status, errors?.[0]?.code, errors?.[0]?.message];
    };
    return {
      ...all,
      ...posting(platformOf(all.sandbox)),
      person: all.person,
      client: all.user,
      tideWatch: all.user(tokens.tideWatch),
      refused: (path: string, fields: Record<string, string>) => refusal(post(path, fields)),
      refusedInes: async (path: string, fields: Record<string, string>) => refusal(await signed(post(path, fields), ines)),
      refusedRead: (path: string) => refusal(new Request(V1 + path)),
      refusedReadInes: async (path: string) => refusal(await signed(new Request(V1 + path), ines)),
      settle: () => all.sandbox.moveClock(all.sandbox.clock.now() + 1),
    };
  }

  const slugsIn = (lists: readonly { readonly slug: string }[]) => lists.map(({ slug }) => slug);
  const namesIn = ({ users }: { readonly users: readonly { readonly screen_name: string }[] }) => users.map((user) => user.screen_name);
  const NONE = [404, 34, 'The path or the object does not exist.'];

  test('are named by identifier, or by short name and owner', async () => {
    const { v1, v1As, refusedRead, refusedReadInes, act } = await open();
    const shown = unwrap(await v1.getList({ query: { list_id: HARBOURS } }), 200);
    expect(shown).toMatchObject({
      id: BigInt(HARBOURS),
      id_str: HARBOURS,
      slug: 'harbours',
      name: 'Harbours',
      full_name: '@tidewatch/harbours',
      uri: '/tidewatch/lists/harbours',
      description: 'Harbour masters, pilots and ferries of the west coast.',
      mode: 'public',
      created_at: 'Tue Nov 03 09:20:00 +0000 2026',
      member_count: 2,
      subscriber_count: 1,
      following: true,
      user: { id_str: TIDE_WATCH, screen_name: 'tidewatch' },
    });
    expect(unwrap(await v1.getList({ query: { slug: 'harbours', owner_id: TIDE_WATCH } }), 200)).toEqual(shown);
    expect(unwrap(await v1.getList({ query: { slug: 'harbours', owner_screen_name: 'TideWatch' } }), 200)).toEqual(shown);
    expect(unwrap(await v1.getList({ query: { slug: 'to-be-checked', owner_id: TIDE_WATCH } }), 200).mode).toBe('private');
    expect(unwrap(await v1As().getList({ query: { list_id: HARBOURS } }), 200).following).toBe(true);
    expect(await refusedRead('/lists/show.json?list_id=1')).toEqual(NONE);
    expect(await refusedRead(`/lists/show.json?slug=harbours&owner_id=${INES}`)).toEqual(NONE);
    expect(await refusedRead('/lists/show.json?slug=harbours&owner_id=1')).toEqual([404, 50, 'The user does not exist.']);
    expect((await refusedRead('/lists/show.json?slug=harbours')).slice(0, 2)).toEqual([403, 38]);
    for (const place of ['show', 'members', 'subscribers', 'statuses'])
      expect(await refusedReadInes(`/lists/${place}.json?list_id=${TO_BE_CHECKED}`)).toEqual(NONE);
    expect(await refusedReadInes(`/lists/show.json?slug=to-be-checked&owner_id=${TIDE_WATCH}`)).toEqual(NONE);
    expect(await refusedReadInes(`/lists/members/show.json?list_id=${TO_BE_CHECKED}&user_id=${JONAS}`)).toEqual(NONE);
    await act('change-user', { username: 'jholm_ferry', suspended: true });
    expect(namesIn(unwrap(await v1.listListMembers({ query: { list_id: HARBOURS } }), 200))).toEqual(['vesterhavn_hbr']);
  });

  test('that one version makes, changes and deletes, the other shows', async () => {
    const { v1, tideWatch, refused, refusedInes, drift } = await open();
    const made = unwrap(await v1.createList({ body: { name: 'Ferries_1', mode: 'private', description: 'Ships' } }), 200);
    expect(made).toMatchObject({ slug: 'ferries-1', mode: 'private', description: 'Ships', member_count: 0, subscriber_count: 0 });
    const path = { id: made.id_str };
    const query = { 'list.fields': ['description', 'private', 'member_count', 'follower_count'] as const };
    const v2 = async () => unwrap(await tideWatch.getList({ path, query: query as never }), 200).data;
    expect(await v2()).toEqual({
      id: made.id_str,
      name: 'Ferries_1',
      description: 'Ships',
      private: true,
      member_count: 0,
      follower_count: 0,
    });
    unwrap(await tideWatch.updateList({ path, body: { name: 'Große Fähren', description: 'Large' } }), 200);
    expect(unwrap(await v1.getList({ query: { slug: 'gro-e-fahren', owner_id: TIDE_WATCH } }), 200)).toMatchObject({
      name: 'Große Fähren',
      description: 'Large',
      full_name: '@tidewatch/gro-e-fahren',
    });
    const changed = unwrap(
      await v1.updateList({ body: { slug: 'gro-e-fahren', owner_id: TIDE_WATCH, name: 'Harbours', mode: 'public' } }),
      200,
    );
    expect(changed).toMatchObject({ slug: 'harbours-2', name: 'Harbours', description: 'Large', mode: 'public' });
    expect(await v2()).toMatchObject({ name: 'Harbours', private: false });
    expect(unwrap(await v1.addListMember({ body: { list_id: made.id_str, screen_name: 'ines_b' } }), 200).member_count).toBe(1);
    expect(unwrap(await v1.subscribeToList({ body: { list_id: made.id_str } }), 200).subscriber_count).toBe(1);
    expect(await v2()).toMatchObject({ member_count: 1, follower_count: 1 });
    expect(unwrap(await v1.deleteList({ body: { list_id: made.id_str } }), 200)).toMatchObject({ member_count: 1, slug: 'harbours-2' });
    expect(unwrap(await tideWatch.getList({ path }), 200).errors).toHaveLength(1);
    expect(await drift()).toEqual([]);

    const status = async (fields: Record<string, string>) => (await refused('/lists/create.json', fields)).slice(0, 2);
    expect(await status({ name: '1st' })).toEqual([400, 8]);
    expect(await status({ name: 'Two words' })).toEqual([400, 8]);
    expect(await status({ name: `x${'y'.repeat(25)}` })).toEqual([400, 8]);
    expect(await status({ name: 'x', description: 'y'.repeat(101) })).toEqual([400, 8]);
    expect(await status({ name: 'x', mode: 'secret' })).toEqual([400, 8]);
    expect(await status({ name: `x${'y'.repeat(24)}`, description: 'y'.repeat(100) })).toEqual([200, undefined]);
    expect(await refused('/lists/update.json', { list_id: HARBOURS, name: '' })).toEqual([400, 8, 'The name must not be empty.']);
    const notYours = [403, 220, 'The list is not yours.'];
    expect(await refusedInes('/lists/update.json', { list_id: HARBOURS, name: 'Mine' })).toEqual(notYours);
    expect(await refusedInes('/lists/destroy.json', { list_id: HARBOURS })).toEqual(notYours);
    expect(await refusedInes('/lists/members/create.json', { list_id: HARBOURS, user_id: INES })).toEqual(notYours);
    expect(await refusedInes('/lists/members/destroy.json', { list_id: HARBOURS, user_id: JONAS })).toEqual(notYours);
    expect(await refusedInes('/lists/members/create_all.json', { list_id: HARBOURS, user_id: INES })).toEqual(notYours);
    expect(await refusedInes('/lists/members/destroy_all.json', { list_id: HARBOURS, user_id: INES })).toEqual(notYours);
    expect(await refusedInes('/lists/destroy.json', { list_id: TO_BE_CHECKED })).toEqual(NONE);
    expect(await refusedInes('/lists/subscribers/create.json', { list_id: TO_BE_CHECKED })).toEqual(NONE);
  });

  test('have members and subscribers, who are read by cursors', async () => {
    const { v1, v1As, user, relate, refused, refusedRead, drift } = await open();
    const gull = await user('gull');
    expect(unwrap(await v1.addListMember({ body: { list_id: HARBOURS, user_id: gull } }), 200).member_count).toBe(3);
    expect(unwrap(await v1.addListMember({ body: { list_id: HARBOURS, user_id: gull } }), 200).member_count).toBe(3);
    const query = { list_id: HARBOURS, count: 1 };
    const names: string[] = [];
    let page = unwrap(await v1.listListMembers({ query }), 200);
    expect([page.previous_cursor, page.users[0]?.id_str]).toEqual([0n, gull]);
    for (;;) {
      names.push(...namesIn(page));
      if (page.next_cursor_str === '0') break;
      page = unwrap(await v1.listListMembers({ query: { ...query, cursor: page.next_cursor_str } }), 200);
    }
    expect(names).toEqual(['gull', 'jholm_ferry', 'vesterhavn_hbr']);
    page = unwrap(await v1.listListMembers({ query: { ...query, cursor: page.previous_cursor_str } }), 200);
    expect(namesIn(page)).toEqual(['jholm_ferry']);
    expect(unwrap(await v1.listListMembers({ query: { list_id: HARBOURS, skip_status: true } }), 200).users[1]).not.toHaveProperty(
      'status',
    );
    expect(unwrap(await v1.listListMembers({ query: { list_id: HARBOURS } }), 200).users[1]?.status?.text).toContain('16:45');

    expect(unwrap(await v1.getListMember({ query: { list_id: HARBOURS, screen_name: 'jholm_ferry' } }), 200).id_str).toBe(JONAS);
    const notOn = [404, 109, 'The user is not a member of this list.'];
    expect(await refusedRead(`/lists/members/show.json?list_id=${HARBOURS}&user_id=${INES}`)).toEqual(notOn);
    expect(await refusedRead(`/lists/subscribers/show.json?list_id=${HARBOURS}&user_id=${JONAS}`)).toEqual(notOn);
    expect(await refusedRead(`/lists/members/show.json?list_id=${HARBOURS}&user_id=1`)).toEqual([404, 50, 'The user does not exist.']);
    expect(unwrap(await v1.getListSubscriber({ query: { list_id: HARBOURS, user_id: INES } }), 200).screen_name).toBe('ines_b');

    expect(unwrap(await v1.removeListMember({ body: { list_id: HARBOURS, user_id: gull } }), 200).member_count).toBe(2);
    expect(unwrap(await v1.removeListMember({ body: { list_id: HARBOURS, user_id: gull } }), 200).member_count).toBe(2);
    expect(unwrap(await v1As().unsubscribeFromList({ body: { list_id: HARBOURS } }), 200)).toMatchObject({
      subscriber_count: 0,
      following: false,
    });
    expect(namesIn(unwrap(await v1.listListSubscribers({ query: { list_id: HARBOURS } }), 200))).toEqual([]);
    expect(unwrap(await v1As().subscribeToList({ body: { slug: 'harbours', owner_screen_name: 'tidewatch' } }), 200)).toMatchObject({
      subscriber_count: 1,
      following: true,
    });
    expect(namesIn(unwrap(await v1.listListSubscribers({ query: { list_id: HARBOURS } }), 200))).toEqual(['ines_b']);
    const add = (user_id: string) => refused('/lists/members/create.json', { list_id: HARBOURS, user_id });
    expect(await add(CHEAP_BOATS)).toEqual([403, 220, 'You block the user.']);
    await relate('block', gull, TIDE_WATCH);
    expect(await add(gull)).toEqual([403, 220, 'The user blocks you.']);
    expect(await add('1')).toEqual([404, 50, 'The user does not exist.']);
    expect(await drift()).toEqual([]);
  });

  test('of a user are those that the user owns, follows and is on, as far as the caller sees them', async () => {
    const { v1, v1As, client, tideWatch } = await open();
    const boats = unwrap(await client().createList({ body: { name: 'Boats' } }), 201).data?.id ?? '';
    unwrap(await tideWatch.addListMember({ path: { id: TO_BE_CHECKED }, body: { user_id: JONAS } }), 200);
    unwrap(await client().addListMember({ path: { id: boats }, body: { user_id: JONAS } }), 200);
    unwrap(await client().followList({ path: { id: INES }, body: { list_id: boats } }), 200);
    const lists = async (given: object) => slugsIn(unwrap(await v1.listLists({ query: given as never }), 200));
    expect(await lists({})).toEqual(['harbours', 'to-be-checked']);
    expect(slugsIn(unwrap(await v1As().listLists({ query: { user_id: TIDE_WATCH } }), 200))).toEqual(['harbours']);
    expect(await lists({ user_id: INES })).toEqual(['harbours', 'boats']);
    expect(await lists({ screen_name: 'ines_b', reverse: true })).toEqual(['boats', 'harbours']);
    const memberships = async (by: typeof v1, given: object) =>
      slugsIn(unwrap(await by.listListMemberships({ query: given as never }), 200).lists);
    expect(await memberships(v1, { user_id: JONAS })).toEqual(['boats', 'to-be-checked', 'harbours']);
    expect(await memberships(v1, { user_id: JONAS, filter_to_owned_lists: true })).toEqual(['to-be-checked', 'harbours']);
    expect(await memberships(v1As(), { user_id: JONAS })).toEqual(['boats', 'ferries', 'harbours']);
    expect(await memberships(v1As(), { user_id: JONAS, filter_to_owned_lists: true })).toEqual(['boats', 'ferries']);
    expect(await memberships(v1, {})).toEqual([]);
    const first = unwrap(await v1.listListMemberships({ query: { user_id: JONAS, count: 2 } }), 200);
    const second = unwrap(await v1.listListMemberships({ query: { user_id: JONAS, count: 2, cursor: first.next_cursor_str } }), 200);
    expect([slugsIn(first.lists), slugsIn(second.lists), second.next_cursor]).toEqual([['boats', 'to-be-checked'], ['harbours'], 0n]);
    const follows = async (given: object) => slugsIn(unwrap(await v1.listListSubscriptions({ query: given as never }), 200).lists);
    expect(await follows({ user_id: INES })).toEqual(['boats', 'harbours']);
    expect(await follows({})).toEqual([]);
  });

  test('have timelines within identifiers, with or without reposts', async () => {
    const { v1, v1As, posts, tideWatch } = await open();
    const read = async (query: object, by = v1) =>
      unwrap(await by.getListTimeline({ query: { list_id: HARBOURS, ...query } as never }), 200).map(({ id_str }) => id_str);
    expect(await read({})).toEqual(['1990000000000000105']);
    unwrap(await tideWatch.addListMember({ path: { id: HARBOURS }, body: { user_id: TIDE_WATCH } }), 200);
    const last = (...numbers: readonly number[]) => numbers.map((number) => `1990000000000000${number}`);
    expect(await read({})).toEqual(last(112, 111, 109, 107, 105, 103, 102, 101));
    // The repost is left out of the three.
    expect(await read({ include_rts: false, count: 3 })).toEqual(last(112, 111));
    expect(await read({ since_id: '1990000000000000103', max_id: '1990000000000000109' })).toEqual(last(109, 107, 105));
    expect(await read({ slug: 'harbours', owner_screen_name: 'tidewatch', list_id: undefined, count: 1 }, v1As())).toEqual(last(112));
    const made = await posts(...Array.from({ length: 30 }, () => ({ author: JONAS })));
    expect(await read({})).toEqual(
      made
        .toReversed()
        .slice(0, 20)
        .map(({ id }) => id),
    );
    const v2 = unwrap(await tideWatch.listListPosts({ path: { id: HARBOURS } }), 200).data?.map(({ id }) => id);
    expect(await read({ count: 100 })).toEqual(v2);
  });

  test('get and lose many members at once, after the answer', async () => {
    const { v1, tideWatch, rows, refused, settle, relate, user, userOf, drift, sandbox, act } = await open();
    const many: string[] = [];
    for (let index = 0; index < 95; index += 1) many.push(await user(`bird${index}`));
    const [blocking = '', gone = ''] = many;
    await relate('block', blocking, TIDE_WATCH);
    await act('change-user', { username: 'bird1', suspended: true });
    const body = { list_id: HARBOURS, user_id: [...many, CHEAP_BOATS, JONAS, '1'], screen_name: ['INES_B', 'nobody_at_all'] };
    expect(unwrap(await v1.addListMembers({ body }), 200).member_count).toBeLessThanOrEqual(95);
    await settle();
    const members = async () =>
      (
        await rows
          .selectFrom('b_edges')
          .select('source')
          .where('kind', '=', 'list_member')
          .where('target', '=', HARBOURS)
          .orderBy('seq')
          .execute()
      ).map(({ source }) => source);
    expect(await members()).toEqual([HARBOUR, JONAS, ...many.filter((id) => id !== blocking && id !== gone), INES]);
    expect(unwrap(await v1.getList({ query: { list_id: HARBOURS } }), 200).member_count).toBe(96);
    expect((await userOf(many[5] ?? '')).listed_count).toBe(1);
    expect(await drift()).toEqual([]);
    await v1.addListMembers({ body });
    await settle();
    expect(await members()).toHaveLength(96);
    unwrap(
      await v1.removeListMembers({ body: { list_id: HARBOURS, user_id: [...many.slice(0, 60), CHEAP_BOATS], screen_name: ['ines_b'] } }),
      200,
    );
    await settle();
    expect(await members()).toEqual([HARBOUR, JONAS, ...many.slice(60)]);
    expect(await drift()).toEqual([]);

    const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1)).join(',');
    expect((await refused('/lists/members/create_all.json', { list_id: HARBOURS, user_id: ids(101) })).slice(0, 2)).toEqual([400, 8]);
    expect(await refused('/lists/members/create_all.json', { list_id: HARBOURS, user_id: ids(100), screen_name: 'ines_b' })).toEqual([
      400,
      8,
      'A request names at most 100 users.',
    ]);
    expect(await refused('/lists/members/create_all.json', { list_id: HARBOURS, user_id: ids(100) })).toEqual([
      404,
      17,
      'No user matches.',
    ]);
    expect(await refused('/lists/members/destroy_all.json', { list_id: '1', user_id: INES })).toEqual(NONE);

    // As many as there is room for.
    const { store } = platformOf(sandbox);
    await store.write((tables) => tables.updateTable('b_lists').set({ member_count: 4990 }).where('id', '=', HARBOURS).execute());
    await v1.addListMembers({ body: { list_id: HARBOURS, user_id: many.slice(2, 40) } });
    await settle();
    expect(await members()).toEqual([HARBOUR, JONAS, ...many.slice(60), ...many.slice(2, 12)]);
    expect(await refused('/lists/members/create.json', { list_id: HARBOURS, user_id: INES })).toEqual([
      403,
      220,
      'The list has as many members as a list can have.',
    ]);
    // A list that is deleted meanwhile gets none.
    const made = unwrap(await tideWatch.createList({ body: { name: 'Short' } }), 201).data?.id ?? '';
    await v1.addListMembers({ body: { list_id: made, user_id: [INES] } });
    unwrap(await tideWatch.deleteList({ path: { id: made } }), 200);
    await settle();
    expect(await rows.selectFrom('b_edges').selectAll().where('target', '=', made).execute()).toEqual([]);
    const failed = await rows
      .selectFrom('platform_due' as never)
      .selectAll()
      .where('failures' as never, '>', 0 as never)
      .execute();
    expect(failed).toEqual([]);
  });
});
