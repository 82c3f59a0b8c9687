// Lets users follow and pin lists, for both versions.

import { readPage } from '../../platform/lists.ts';
import type { Deps, Tables } from '../deps.ts';
import { NotAllowed } from '../refusals.ts';
import { addEdge, hasEdge, removeEdge } from '../relations.ts';
import { MOST_PINS } from './rules.ts';
import { edgesToLists, requireList } from './store.ts';

/** @throws {NotAllowed} for a list that the user does not see, or whose owner blocks the user */
export async function followList({ store, clock }: Deps, user: string, id: string): Promise<void> {
  const now = clock.now();
  await store.write(async (tables) => {
    const { owner } = await requireList(tables, user, id);
    if (await hasEdge(tables, 'block', owner, user)) throw new NotAllowed('blocked');
    await addEdge(tables, 'list_follow', user, id, now);
  });
}

/** Ends it also for a list that the user sees no longer. */
export async function unfollowList({ store }: Pick<Deps, 'store'>, user: string, id: string): Promise<void> {
  await store.write((tables) => removeEdge(tables, 'list_follow', user, id));
}

/** @throws {NotAllowed} for a list that the user does not see, or where the user has as many pins as can be */
export async function pinList({ store, clock }: Deps, user: string, id: string): Promise<void> {
  const now = clock.now();
  await store.write(async (tables) => {
    await requireList(tables, user, id);
    if (await hasEdge(tables, 'pin', user, id)) return;
    if ((await pinsOf(tables, user)).length >= MOST_PINS) throw new NotAllowed('too-many-pins');
    await addEdge(tables, 'pin', user, id, now);
  });
}

export async function unpinList({ store }: Pick<Deps, 'store'>, user: string, id: string): Promise<void> {
  await store.write((tables) => removeEdge(tables, 'pin', user, id));
}

/** The pins of a user whose lists the user sees, in the order in which they were made. */
export async function pinsOf(tables: Tables, user: string) {
  const { rows } = await readPage(edgesToLists, tables, { kind: 'pin', source: user, viewer: user }, { limit: MOST_PINS });
  return rows;
}
