// Tests lists by version 2: who makes, changes and sees them, who is on them, follows and pins them, and what is left of deleted ones.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import type { Tables } from '../../../services/b-microblog/deps.ts';
import { tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { HARBOURS, TO_BE_CHECKED } from '../../../services/b-microblog/seeds/lists.ts';
import { CHEAP_BOATS, INES, JONAS, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { platformOf, posting } from './posting.ts';
import { openPosts, problemOf } from './posts-support.ts';
import { V2 } from './support.ts';

describeOnEngines('lists', (engine) => {
  async function open() {
    const all = await openPosts(engine);
    const tideWatch = all.user(tokens.tideWatch);
    /** Sends what the document does not allow too. */
    const send = (token: string, method: string, path: string, body?: object) =>
      all.fetchV2(V2 + path, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const platform = platformOf(all.sandbox);
    /** Inserts rows, as many as a statement takes at a time. */
    async function insert<Row>(made: readonly Row[], into: (tables: Tables, some: readonly Row[]) => Promise<unknown>): Promise<void> {
      await platform.store.write(async (tables) => {
        for (let start = 0; start < made.length; start += 500) await into(tables, made.slice(start, start + 500));
      });
    }
    return {
      ...all,
      relate: posting(platform).relate,
      tideWatch,
      send,
      /** Adds lists of Tide Watch. */
      async insertLists(count: number) {
        const list = { owner: TIDE_WATCH, description: '', is_private: false, created_at: 1, member_count: 0, follower_count: 0 };
        const made = Array.from({ length: count }, (_, index) => ({
          ...list,
          id: `${index + 1}`,
          name: 'x',
          slug: `x${index}`,
          seq: index + 2,
        }));
        await insert(made, (tables, some) => tables.insertInto('b_lists').values(some).execute());
      },
      /** Adds new users to a list. */
      async insertMembers(target: string, count: number): Promise<readonly string[]> {
        const model = await all.userOf(JONAS);
        const ids = Array.from({ length: count }, (_, index) => String(2_000_000 + index));
        const users = ids.map((id) => ({ ...model, id, username: `u${id}`, username_key: `u${id}`, listed_count: 1 }));
        const edge = { kind: 'list_member' as const, target, at: 1, notifies: false, shows_reposts: true };
        const made = users.map((user, index) => ({
          user: { ...user, post_count: 0, like_count: 0 },
          edge: { ...edge, source: user.id, seq: index + 2 },
        }));
        await insert(made, async (tables, some) => {
          await tables
            .insertInto('b_users')
            .values(some.map(({ user }) => user))
            .execute();
          await tables
            .insertInto('b_edges')
            .values(some.map((one) => one.edge))
            .execute();
        });
        await platform.store.write((tables) =>
          tables.updateTable('b_lists').set({ member_count: count }).where('id', '=', target).execute(),
        );
        return ids;
      },
      refusal: async (token: string, method: string, path: string, body?: object) => problemOf(await send(token, method, path, body)),
      create: async (name: string, more: { private?: boolean; description?: string } = {}) =>
        unwrap(await tideWatch.createList({ body: { name, ...more } }), 201).data?.id ?? '',
      listed: async (id: string) => (await all.userOf(id)).listed_count,
    };
  }

  const namesIn = ({ data = [] }: { readonly data?: readonly { readonly name: string }[] }) => data.map(({ name }) => name);
  const ALL = ['created_at', 'description', 'follower_count', 'member_count', 'owner_id', 'private'] as const;

  test('of the examples are read with their owner', async () => {
    const { app } = await open();
    const query = { 'list.fields': ALL, expansions: ['owner_id'] } as const;
    expect(unwrap(await app().getList({ path: { id: HARBOURS }, query: query as never }), 200)).toEqual({
      data: {
        id: HARBOURS,
        name: 'Harbours',
        description: 'Harbour masters, pilots and ferries of the west coast.',
        created_at: '2026-11-03T09:20:00.000Z',
        owner_id: TIDE_WATCH,
        private: false,
        member_count: 2,
        follower_count: 1,
      },
      includes: { users: [{ id: TIDE_WATCH, name: 'Tide Watch', username: 'tidewatch' }] },
    });
    expect(unwrap(await app().getList({ path: { id: HARBOURS } }), 200)).toEqual({ data: { id: HARBOURS, name: 'Harbours' } });
    expect(unwrap(await app().getList({ path: { id: '1710000000000000199' } }), 200)).toEqual({
      errors: [
        {
          title: 'Not Found Error',
          detail: 'No list has the identifier 1710000000000000199.',
          type: 'https://microblog.example.com/problems/resource-not-found',
          resource_type: 'list',
          resource_id: '1710000000000000199',
          parameter: 'id',
          value: '1710000000000000199',
        },
      ],
    });
  });

  test('that are private are for their owner alone, as are their members and all that names them', async () => {
    const { app, user, tideWatch, refusal, act, drift } = await open();
    const path = { id: TO_BE_CHECKED };
    unwrap(await tideWatch.addListMember({ path, body: { user_id: INES } }), 200);
    expect(unwrap(await tideWatch.getList({ path }), 200).data?.name).toBe('To be checked');
    expect(namesIn(unwrap(await tideWatch.listListMembers({ path }), 200))).toEqual(['Inês Barros']);
    expect(namesIn(unwrap(await tideWatch.listOwnedLists({ path: { id: TIDE_WATCH } }), 200))).toEqual(['Harbours', 'To be checked']);
    expect(namesIn(unwrap(await tideWatch.listListMemberships({ path: { id: INES } }), 200))).toEqual(['To be checked']);
    for (const client of [app(), user()]) {
      const gone = (await client.getList({ path: { id: '1' } })) as { body: { errors?: object[] } };
      const hidden = [await client.getList({ path }), await client.listListMembers({ path }), await client.listListFollowers({ path })];
      for (const { status, body } of hidden) {
        const { errors = [] } = body as { errors?: object[] };
        expect([status, Object.keys(body), errors.map((error) => Object.keys(error))]).toEqual([
          200,
          ['errors'],
          gone.body.errors?.map((error) => Object.keys(error)),
        ]);
        expect(errors).toMatchObject([{ type: `${V2}/problems/resource-not-found`, value: TO_BE_CHECKED }]);
      }
      expect(namesIn(unwrap(await client.listOwnedLists({ path: { id: TIDE_WATCH } }), 200))).toEqual(['Harbours']);
      expect(unwrap(await client.listListMemberships({ path: { id: INES } }), 200)).toEqual({ meta: { result_count: 0 } });
    }
    const none = [400, 'invalid-request', 'There is no such list.'];
    expect(await refusal(tokens.ines, 'POST', `/2/users/${INES}/followed_lists`, { list_id: TO_BE_CHECKED })).toEqual(none);
    expect(await refusal(tokens.ines, 'POST', `/2/users/${INES}/pinned_lists`, { list_id: TO_BE_CHECKED })).toEqual(none);
    expect(await refusal(tokens.ines, 'PUT', `/2/lists/${TO_BE_CHECKED}`, { name: 'Mine' })).toEqual(none);
    expect(await refusal(tokens.ines, 'DELETE', `/2/lists/${TO_BE_CHECKED}`)).toEqual(none);
    // Harbours, which Inês follows and has pinned, becomes private, and public again.
    const lists = async () => [
      namesIn(unwrap(await user().listFollowedLists({ path: { id: INES } }), 200)),
      namesIn(unwrap(await user().listPinnedLists({ path: { id: INES } }), 200)),
    ];
    expect(await lists()).toEqual([['Harbours'], ['Harbours']]);
    unwrap(await tideWatch.updateList({ path: { id: HARBOURS }, body: { private: true } }), 200);
    expect(await lists()).toEqual([[], []]);
    expect(await drift()).toEqual([]);
    unwrap(await tideWatch.updateList({ path: { id: HARBOURS }, body: { private: false } }), 200);
    expect(await lists()).toEqual([['Harbours'], ['Harbours']]);
    expect(await drift()).toEqual([]);
    await act('change-user', { username: 'tidewatch', suspended: true });
    expect(await lists()).toEqual([[], []]);
    expect(unwrap(await app().getList({ path: { id: HARBOURS } }), 200).errors).toHaveLength(1);
    expect(unwrap(await app().listOwnedLists({ path: { id: TIDE_WATCH } }), 200).errors).toHaveLength(1);
    expect(unwrap(await app().listFollowedLists({ path: { id: '1' } }), 200).errors).toHaveLength(1);
  });

  test('are made, changed and deleted by their owners, with a short name of their own', async () => {
    const { tideWatch, user, create, send, refusal, rows, drift } = await open();
    const slugs = async () =>
      (await rows.selectFrom('b_lists').select('slug').where('owner', '=', TIDE_WATCH).orderBy('seq', 'desc').execute()).map(
        ({ slug }) => slug,
      );
    const first = await create('Harbours', { description: 'Ports' });
    const second = await create('Hárbours!');
    await create('港');
    await create('海');
    expect(await slugs()).toEqual(['list-2', 'list', 'harbours-3', 'harbours-2', 'harbours', 'to-be-checked']);
    unwrap(await tideWatch.updateList({ path: { id: second }, body: { name: 'Øer & Bådè' } }), 200);
    unwrap(await tideWatch.updateList({ path: { id: first }, body: { description: '' } }), 200);
    const fields = { 'list.fields': ['description', 'private', 'member_count'] as const };
    expect(unwrap(await tideWatch.getList({ path: { id: first }, query: fields as never }), 200).data).toEqual({
      id: first,
      name: 'Harbours',
      description: '',
      private: false,
      member_count: 0,
    });
    expect(await slugs()).toEqual(['list-2', 'list', 'er-bade', 'harbours-2', 'harbours', 'to-be-checked']);
    const pages = async (client: typeof tideWatch) => {
      const names: string[] = [];
      for (let token: string | undefined; ; ) {
        const query = { max_results: 2, ...(token !== undefined && { pagination_token: token }) };
        const page = unwrap(await client.listOwnedLists({ path: { id: TIDE_WATCH }, query }), 200);
        names.push(...namesIn(page));
        token = page.meta?.next_token;
        if (token === undefined) return names;
        expect(token.length).toBeLessThanOrEqual(19);
      }
    };
    expect(await pages(tideWatch)).toEqual(['海', '港', 'Øer & Bådè', 'Harbours', 'Harbours', 'To be checked']);
    expect(await pages(user())).toEqual(['海', '港', 'Øer & Bådè', 'Harbours', 'Harbours']);

    const notYours = [403, 'about:blank', 'The list is not yours.'];
    expect(await refusal(tokens.ines, 'PUT', `/2/lists/${HARBOURS}`, { name: 'Mine' })).toEqual(notYours);
    expect(await refusal(tokens.ines, 'DELETE', `/2/lists/${HARBOURS}`)).toEqual(notYours);
    expect(await refusal(tokens.ines, 'POST', `/2/lists/${HARBOURS}/members`, { user_id: JONAS })).toEqual(notYours);
    expect(await refusal(tokens.ines, 'DELETE', `/2/lists/${HARBOURS}/members/${JONAS}`)).toEqual(notYours);
    const statuses = [
      { name: '' },
      { name: 'x'.repeat(25), description: 'y'.repeat(100) },
      { name: 'x'.repeat(26) },
      { name: 'x', description: 'y'.repeat(101) },
      {},
    ].map(async (body) => (await send(tokens.tideWatch, 'POST', '/2/lists', body)).status);
    expect(await Promise.all(statuses)).toEqual([400, 201, 400, 400, 400]);

    unwrap(await tideWatch.deleteList({ path: { id: first } }), 200);
    expect(unwrap(await tideWatch.getList({ path: { id: first } }), 200).errors).toHaveLength(1);
    expect(await refusal(tokens.tideWatch, 'DELETE', `/2/lists/${first}`)).toEqual([400, 'invalid-request', 'There is no such list.']);
    expect(await drift()).toEqual([]);
  });

  test('have members, whom the owner adds and removes, the last one first', async () => {
    const { app, tideWatch, refusal, person, act, drift, create, listed, relate } = await open();
    const id = await create('People');
    const path = { id };
    const names = async () => namesIn(unwrap(await app().listListMembers({ path }), 200));
    const before = await listed(INES);
    for (const user_id of [INES, JONAS, INES, TIDE_WATCH])
      expect(unwrap(await tideWatch.addListMember({ path, body: { user_id } }), 200).data).toEqual({ is_member: true });
    expect(await names()).toEqual(['Tide Watch', 'Jonas Holm', 'Inês Barros']);
    expect(await listed(INES)).toBe(before + 1);
    const gull = await person('gull');
    unwrap(await tideWatch.addListMember({ path, body: { user_id: gull.id } }), 200);
    await act('change-user', { username: 'gull', suspended: true });
    expect((await names()).length).toBe(3);
    for (let time = 0; time < 2; time += 1)
      expect(unwrap(await tideWatch.removeListMember({ path: { id, user_id: JONAS } }), 200).data).toEqual({ is_member: false });
    expect(unwrap(await tideWatch.removeListMember({ path: { id, user_id: '1' } }), 200).data).toEqual({ is_member: false });
    expect(await names()).toEqual(['Tide Watch', 'Inês Barros']);
    const memberships = async () => namesIn(unwrap(await app().listListMemberships({ path: { id: JONAS } }), 200));
    expect(await memberships()).toEqual(['Harbours']);
    unwrap(await tideWatch.addListMember({ path, body: { user_id: JONAS } }), 200);
    expect(await memberships()).toEqual(['People', 'Harbours']);

    const add = (user_id: string) => refusal(tokens.tideWatch, 'POST', `/2/lists/${id}/members`, { user_id });
    expect(await add('1')).toEqual([400, 'invalid-request', 'There is no such user.']);
    expect(await add(gull.id)).toEqual([400, 'invalid-request', 'There is no such user.']);
    expect(await add(CHEAP_BOATS)).toEqual([403, 'about:blank', 'You block the user.']);
    const crow = await person('crow');
    await relate('block', crow.id, TIDE_WATCH);
    expect(await add(crow.id)).toEqual([403, 'about:blank', 'The user blocks you.']);
    // Who blocks the owner afterwards stays on the list.
    await relate('block', JONAS, TIDE_WATCH);
    expect(await names()).toEqual(['Jonas Holm', 'Tide Watch', 'Inês Barros']);
    expect(await add(JONAS)).toEqual([200, undefined, undefined]);
    expect(await drift()).toEqual([]);
  });

  test('are followed and pinned by those who see them', async () => {
    const { app, user, tideWatch, refusal, create, relate, rows, drift } = await open();
    const follows = async () => namesIn(unwrap(await app().listFollowedLists({ path: { id: INES } }), 200));
    const followers = async () => namesIn(unwrap(await app().listListFollowers({ path: { id: HARBOURS } }), 200));
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) ids.push(await create(name));
    const [one = '', two = '', , , five = ''] = ids;
    for (let time = 0; time < 2; time += 1)
      expect(unwrap(await user().followList({ path: { id: INES }, body: { list_id: one } }), 200).data).toEqual({ following: true });
    unwrap(await tideWatch.followList({ path: { id: TIDE_WATCH }, body: { list_id: HARBOURS } }), 200);
    expect([await follows(), await followers()]).toEqual([
      ['One', 'Harbours'],
      ['Tide Watch', 'Inês Barros'],
    ]);
    for (let time = 0; time < 2; time += 1)
      expect(unwrap(await user().unfollowList({ path: { id: INES, list_id: HARBOURS } }), 200).data).toEqual({ following: false });
    expect([await follows(), await followers()]).toEqual([['One'], ['Tide Watch']]);
    expect(unwrap(await user().unfollowList({ path: { id: INES, list_id: '1' } }), 200).data).toEqual({ following: false });
    await relate('block', TIDE_WATCH, INES);
    const blocked = [403, 'about:blank', 'The user blocks you.'];
    expect(await refusal(tokens.ines, 'POST', `/2/users/${INES}/followed_lists`, { list_id: two })).toEqual(blocked);
    expect((await refusal(tokens.ines, 'POST', `/2/users/${JONAS}/followed_lists`, { list_id: two }))[0]).toBe(400);

    const pins = async () => unwrap(await user().listPinnedLists({ path: { id: INES } }), 200);
    const pin = (list_id: string) => user().pinList({ path: { id: INES }, body: { list_id } });
    for (const id of ids.slice(0, 4)) expect(unwrap(await pin(id), 200).data).toEqual({ pinned: true });
    expect(unwrap(await pin(HARBOURS), 200).data).toEqual({ pinned: true });
    const full = [403, 'about:blank', 'You have pinned as many lists as can be.'];
    expect(await refusal(tokens.ines, 'POST', `/2/users/${INES}/pinned_lists`, { list_id: five })).toEqual(full);
    expect(await pins()).toMatchObject({ meta: { result_count: 5 } });
    expect(namesIn(await pins())).toEqual(['Harbours', 'One', 'Two', 'Three', 'Four']);
    for (let time = 0; time < 2; time += 1)
      expect(unwrap(await user().unpinList({ path: { id: INES, list_id: two } }), 200).data).toEqual({ pinned: false });
    unwrap(await pin(five), 200);
    unwrap(await tideWatch.deleteList({ path: { id: one } }), 200);
    expect(namesIn(await pins())).toEqual(['Harbours', 'Three', 'Four', 'Five']);
    expect(await follows()).toEqual([]);
    expect(await rows.selectFrom('b_edges').select('kind').where('target', '=', one).execute()).toEqual([]);
    expect(await drift()).toEqual([]);
  });

  test('are at most 1,000 of an owner, with at most 5,000 members', async () => {
    const { tideWatch, refusal, rows, insertLists, insertMembers, create, person, drift, sandbox, listed } = await open();
    await insertLists(998);
    expect(await refusal(tokens.tideWatch, 'POST', '/2/lists', { name: 'Too many' })).toEqual([
      403,
      'about:blank',
      'You have as many lists as an account can have.',
    ]);
    unwrap(await tideWatch.deleteList({ path: { id: TO_BE_CHECKED } }), 200);
    const id = await create('The last one');
    const members = await insertMembers(id, 4999);
    const gull = await person('gull');
    unwrap(await tideWatch.addListMember({ path: { id }, body: { user_id: gull.id } }), 200);
    const add = () => refusal(tokens.tideWatch, 'POST', `/2/lists/${id}/members`, { user_id: INES });
    expect(await add()).toEqual([403, 'about:blank', 'The list has as many members as a list can have.']);
    unwrap(await tideWatch.removeListMember({ path: { id, user_id: gull.id } }), 200);
    expect((await add())[0]).toBe(200);
    expect(await drift()).toEqual([]);

    unwrap(await tideWatch.updateList({ path: { id }, body: { private: true } }), 200);
    expect(await drift()).toEqual([]);
    unwrap(await tideWatch.updateList({ path: { id }, body: { private: false } }), 200);
    expect(await drift()).toEqual([]);

    // What follows from the deletion happens in jobs of 500 rows, while the list is there for nobody.
    const inesBefore = await listed(INES);
    unwrap(await tideWatch.deleteList({ path: { id } }), 200);
    const left = async () => (await rows.selectFrom('b_edges').select('source').where('target', '=', id).execute()).length;
    expect(unwrap(await tideWatch.listListMemberships({ path: { id: members[0] ?? '' } }), 200).meta?.result_count).toBe(0);
    // Jobs may have begun already.
    expect((await left()) % 500).toBe(0);
    await sandbox.moveClock(sandbox.clock.now() + 1);
    expect(await left()).toBe(0);
    expect(await listed(INES)).toBe(inesBefore - 1);
    expect(await drift()).toEqual([]);
  });

  test('that many requests change at once have each change once', async () => {
    const { tideWatch, user, rows, create, person, drift } = await open();
    const made = await Promise.all(Array.from({ length: 12 }, () => create('Same')));
    const slugs = await rows.selectFrom('b_lists').select('slug').where('id', 'in', made).execute();
    expect(slugs.map(({ slug }) => slug).sort()).toEqual(
      Array.from({ length: 12 }, (_, index) => (index === 0 ? 'same' : `same-${index + 1}`)).sort(),
    );
    const [id = ''] = made;
    const birds: string[] = [];
    for (let index = 0; index < 4; index += 1) birds.push((await person(`bird${index}`)).id);
    const twice = [...birds, ...birds];
    const adding = twice.map((user_id) => tideWatch.addListMember({ path: { id }, body: { user_id } }));
    const following = twice.map(() => user().followList({ path: { id: INES }, body: { list_id: id } }));
    const pinning = made.map((list_id) => user().pinList({ path: { id: INES }, body: { list_id } }));
    const answers = await Promise.all([...adding, ...following, ...pinning]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 16)).toEqual(Array.from({ length: 16 }, () => 200));
    // Harbours is pinned before.
    expect(statuses.slice(16).filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.slice(16).filter((status) => status === 403)).toHaveLength(8);
    expect(await drift()).toEqual([]);
    const { member_count, follower_count } = await rows.selectFrom('b_lists').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([member_count, follower_count]).toEqual([4, 1]);

    const publicly = made
      .slice(0, 3)
      .map((list, index) => tideWatch.updateList({ path: { id: list }, body: { private: index % 2 === 0 } }));
    const leaving = birds.map((user_id) => tideWatch.removeListMember({ path: { id, user_id } }));
    const mixed = await Promise.all([...publicly, ...leaving, tideWatch.deleteList({ path: { id: made[3] ?? '' } })]);
    expect(mixed.every(({ status }) => status === 200)).toBe(true);
    expect(await drift()).toEqual([]);
  });
});
