// Adds and removes many members at once, for version 1.1: a request only asks for it, and a job does it.

import { isOf } from '../../platform/payload.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import { addMembers, deleteMembers } from './members.ts';
import { requireOwnList } from './store.ts';

interface Change {
  readonly list: string;
  /** Identifiers of users who were there. */
  readonly users: readonly string[];
  readonly adds: boolean;
}

const CHANGE_MEMBERS = {
  service: 'b-microblog',
  name: 'change-members',
  accepts: isOf({ list: 'string', users: 'strings', adds: 'boolean' }),
};

/** @throws {NotAllowed} for a list of somebody else */
export async function changeMembersLater(
  { store, clock, due }: Pick<MicroblogPlatform, 'store' | 'clock' | 'due'>,
  user: string,
  change: Change,
): Promise<void> {
  const at = clock.now();
  await store.write(async (tables) => {
    await requireOwnList(tables, user, change.list);
    await due.schedule(tables, CHANGE_MEMBERS, { at, payload: change });
  });
}

/** Says how it is done. Call it once, before jobs run. A list that is gone by then has no members. */
export function handleMembers({ due }: Pick<MicroblogPlatform, 'due'>): void {
  due.handle(CHANGE_MEMBERS, async ({ at, payload: { list, users, adds } }, tables: Tables) => {
    const row = await rows.find(tables, 'b_lists', list);
    if (row === undefined) return;
    await (adds ? addMembers(tables, row, users, at) : deleteMembers(tables, row, users));
  });
}
