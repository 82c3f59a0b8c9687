// Plays random sequences of what both versions do with lists, and compares what both show, to their owner and to others, with a model.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import type { ControlledSandbox } from '../../../services/index.ts';
import { byEffort } from '../../support/effort.ts';
import fc from '../../support/fast-check.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { openPosts } from './posts-support.ts';

const OFTEN = ['rename', 'privacy', 'add', 'addAll', 'remove', 'follow', 'unfollow'] as const;
const KINDS = [...OFTEN, ...OFTEN, ...OFTEN, 'create', 'delete', 'removeAll'] as const;

interface Step {
  readonly kind: (typeof KINDS)[number];
  /** By which version. */
  readonly isOld: boolean;
  /** On which of the lists that there ever were. */
  readonly list: number;
  readonly user: number;
}

interface Model {
  readonly id: string;
  name: string;
  isPrivate: boolean;
  /** The last one first. */
  members: string[];
  isFollowed: boolean;
  isThere: boolean;
}

const NAMES = ['Boats', 'boats', 'Bread_and-Salt', 'Weather'];

/** The lists are those of Tide Watch, for whom unsigned requests of version 1.1 act. */
async function play(sandbox: ControlledSandbox, steps: readonly Step[]): Promise<void> {
  await sandbox.reset();
  const { person, actsFor, v1, drift, userOf } = await openPosts({ open: async () => sandbox });
  const { client: owner } = await actsFor('tidewatch');
  const birds = [await person('gull'), await person('tern'), await person('crow')] as const;
  const [reader] = birds;
  const lists: Model[] = [];
  const idOf = (number: number) => (birds[number % birds.length] ?? reader).id;

  async function create(name: string, isOld: boolean, isPrivate: boolean): Promise<void> {
    const mode = isPrivate ? 'private' : 'public';
    const id = isOld
      ? unwrap(await v1.createList({ body: { name, mode } }), 200).id_str
      : (unwrap(await owner.createList({ body: { name, private: isPrivate } }), 201).data?.id ?? '');
    lists.push({ id, name, isPrivate, members: [], isFollowed: false, isThere: true });
  }

  async function change(list: Model, isOld: boolean, changes: { readonly name?: string; readonly private?: boolean }): Promise<void> {
    const { private: isPrivate, ...more } = changes;
    const mode = isPrivate === undefined ? {} : { mode: isPrivate ? ('private' as const) : ('public' as const) };
    const done = isOld
      ? await v1.updateList({ body: { list_id: list.id, ...more, ...mode } })
      : await owner.updateList({ path: { id: list.id }, body: changes });
    expect(done.status).toBe(200);
  }

  async function toMember(list: Model, user: string, isOld: boolean, adds: boolean): Promise<void> {
    const body = { list_id: list.id, user_id: user };
    const path = { id: list.id };
    const done = adds
      ? await (isOld ? v1.addListMember({ body }) : owner.addListMember({ path, body: { user_id: user } }))
      : await (isOld ? v1.removeListMember({ body }) : owner.removeListMember({ path: { ...path, user_id: user } }));
    expect(done.status).toBe(200);
    list.members = list.members.filter((id) => id !== user || (adds && list.members.includes(user)));
    if (adds && !list.members.includes(user)) list.members.unshift(user);
  }

  async function toAll(list: Model, adds: boolean): Promise<void> {
    const body = { list_id: list.id, user_id: birds.map(({ id }) => id) };
    expect((await (adds ? v1.addListMembers({ body }) : v1.removeListMembers({ body }))).status).toBe(200);
    await sandbox.moveClock(sandbox.clock.now() + 1);
    const added = birds.map(({ id }) => id).filter((id) => !list.members.includes(id));
    list.members = adds ? [...added.reverse(), ...list.members] : [];
  }

  async function act({ kind, isOld, list: number, user }: Step): Promise<void> {
    const list = lists[number % Math.max(1, lists.length)];
    if (kind === 'create') return create(NAMES[user % NAMES.length] ?? '', isOld, user % 2 === 0);
    if (list === undefined) return;
    if (!list.isThere) return expect((await owner.deleteList({ path: { id: list.id } })).status).toBe(400);
    if (kind === 'rename') {
      list.name = NAMES[user % NAMES.length] ?? '';
      await change(list, isOld, { name: list.name });
    } else if (kind === 'privacy') {
      list.isPrivate = user % 2 === 0;
      await change(list, isOld, { private: list.isPrivate });
    } else if (kind === 'delete') {
      const done = isOld ? await v1.deleteList({ body: { list_id: list.id } }) : await owner.deleteList({ path: { id: list.id } });
      expect(done.status).toBe(200);
      list.isThere = false;
    } else if (kind === 'add' || kind === 'remove') await toMember(list, idOf(user), isOld, kind === 'add');
    else if (kind === 'addAll' || kind === 'removeAll') await toAll(list, kind === 'addAll');
    else if (kind === 'follow') {
      const { status } = await reader.client.followList({ path: { id: reader.id }, body: { list_id: list.id } });
      expect(status).toBe(list.isPrivate ? 400 : 200);
      list.isFollowed ||= !list.isPrivate;
    } else {
      expect((await reader.client.unfollowList({ path: { id: reader.id, list_id: list.id } })).status).toBe(200);
      list.isFollowed = false;
    }
  }

  for (const step of steps) await act(step);
  const there = lists.filter(({ isThere }) => isThere).toReversed();
  const open = there.filter(({ isPrivate }) => !isPrivate);
  const idsOf = (page: { readonly data?: readonly { readonly id: string }[] }) => (page.data ?? []).map(({ id }) => id);
  const own = unwrap(await owner.getCurrentUser({}), 200).data?.id ?? '';
  const seeded = ['1710000000000000101', '1710000000000000102'];
  expect(idsOf(unwrap(await owner.listOwnedLists({ path: { id: own } }), 200))).toEqual([...there.map(({ id }) => id), ...seeded]);
  const seen = idsOf(unwrap(await reader.client.listOwnedLists({ path: { id: own } }), 200));
  expect(seen).toEqual([...open.map(({ id }) => id), ...seeded.slice(0, 1)]);
  const slugs = new Set<string>();
  for (const { id, name, isPrivate, members, isFollowed } of there) {
    const shown = unwrap(await v1.getList({ query: { list_id: id } }), 200);
    const counts = { member_count: members.length, subscriber_count: isFollowed ? 1 : 0 };
    expect(shown).toMatchObject({ name, mode: isPrivate ? 'private' : 'public', ...counts });
    expect(unwrap(await v1.getList({ query: { slug: shown.slug, owner_id: own } }), 200).id_str).toBe(id);
    slugs.add(shown.slug);
    expect(idsOf(unwrap(await owner.listListMembers({ path: { id } }), 200))).toEqual(members);
    expect(unwrap(await v1.listListMembers({ query: { list_id: id } }), 200).users.map(({ id_str }) => id_str)).toEqual(members);
  }
  expect(slugs.size).toBe(there.length);
  const followed = idsOf(unwrap(await reader.client.listFollowedLists({ path: { id: reader.id } }), 200));
  expect(followed.toSorted()).toEqual(open.flatMap(({ id, isFollowed }) => (isFollowed ? [id] : [])).toSorted());
  for (const { id } of birds) expect((await userOf(id)).listed_count).toBe(open.filter(({ members }) => members.includes(id)).length);
  expect(await drift()).toEqual([]);
}

describeOnEngines('random sequences with lists', (engine) => {
  test('show in both versions what the model has', async () => {
    const sandbox = await engine.open('b-microblog');
    const step = fc.record({ kind: fc.constantFrom(...KINDS), isOld: fc.boolean(), list: fc.nat({ max: 2 }), user: fc.nat({ max: 11 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }), (steps) =>
        play(sandbox, [{ kind: 'create', isOld: true, list: 0, user: 1 }, { kind: 'create', isOld: false, list: 0, user: 2 }, ...steps]),
      ),
      { numRuns: byEffort({ quick: 3, deep: 40 }) },
    );
  }, 3_600_000);
});
