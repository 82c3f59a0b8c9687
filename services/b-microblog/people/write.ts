// Changes how users stand to each other, for both versions: what one writes, the other reads.

import type { Deps, Tables } from '../deps.ts';
import { NotAllowed } from '../refusals.ts';
import { addEdge, changeEdge, findEdge, hasEdge, removeEdge } from '../relations.ts';
import { findUser } from './store.ts';
import type { UserRow } from './tables.ts';

export type Followed = 'follows' | 'asked' | 'asked-before';

/** The other user, within a unit of work, if something can be done to them. */
async function requireOther(tables: Tables, source: string, target: string): Promise<UserRow> {
  const user = await findUser(tables, target);
  if (user === undefined) throw new NotAllowed('no-user');
  if (user.is_suspended) throw new NotAllowed('suspended');
  if (source === target) throw new NotAllowed('self');
  return user;
}

/** Follows a user, or asks to, where the user is protected. */
export function follow({ store, clock }: Deps, source: string, target: string): Promise<Followed> {
  const now = clock.now();
  return store.write(async (tables) => {
    const user = await requireOther(tables, source, target);
    if (await hasEdge(tables, 'follow', source, target)) return 'follows';
    if (await hasEdge(tables, 'block', target, source)) throw new NotAllowed('blocked');
    if (await hasEdge(tables, 'block', source, target)) throw new NotAllowed('blocking');
    if (user.is_protected) return (await addEdge(tables, 'request', source, target, now)) ? 'asked' : 'asked-before';
    await addEdge(tables, 'follow', source, target, now);
    return 'follows';
  });
}

/** Ends a follow, or takes back a request. */
export async function unfollow({ store }: Deps, source: string, target: string): Promise<void> {
  await store.write(async (tables) => {
    await requireOther(tables, source, target);
    await removeEdge(tables, 'follow', source, target);
    await removeEdge(tables, 'request', source, target);
  });
}

export async function setMuted({ store, clock }: Deps, source: string, target: string, isMuted: boolean): Promise<void> {
  const now = clock.now();
  await store.write(async (tables) => {
    await requireOther(tables, source, target);
    if (isMuted) await addEdge(tables, 'mute', source, target, now);
    else await removeEdge(tables, 'mute', source, target);
  });
}

/** Accepts no direct messages from a user, or accepts them again. */
export async function setMessagesBlocked({ store, clock }: Deps, source: string, target: string, isBlocked: boolean): Promise<void> {
  const now = clock.now();
  await store.write(async (tables) => {
    await requireOther(tables, source, target);
    if (isBlocked) await addEdge(tables, 'dm_block', source, target, now);
    else await removeEdge(tables, 'dm_block', source, target);
  });
}

/** Blocks a user. Follows and requests between the two end, and do not come back when the block does. */
export async function block({ store, clock }: Deps, source: string, target: string): Promise<void> {
  const now = clock.now();
  await store.write(async (tables) => {
    await requireOther(tables, source, target);
    if (!(await addEdge(tables, 'block', source, target, now))) return;
    for (const kind of ['follow', 'request'] as const) {
      await removeEdge(tables, kind, source, target);
      await removeEdge(tables, kind, target, source);
    }
  });
}

export async function unblock({ store }: Deps, source: string, target: string): Promise<void> {
  await store.write(async (tables) => {
    await requireOther(tables, source, target);
    await removeEdge(tables, 'block', source, target);
  });
}

/** Answers a request to follow a protected user. @returns whether there was one */
export function answerRequest({ store, clock }: Deps, source: string, target: string, accepts: boolean): Promise<boolean> {
  const now = clock.now();
  return store.write(async (tables) => {
    const wasThere = await removeEdge(tables, 'request', source, target);
    if (wasThere && accepts) await addEdge(tables, 'follow', source, target, now);
    return wasThere;
  });
}

/** Changes what a follower sees of the user. */
export async function changeFollow(
  { store }: Deps,
  source: string,
  target: string,
  changes: { readonly notifies?: boolean; readonly shows_reposts?: boolean },
): Promise<void> {
  await store.write(async (tables) => {
    await requireOther(tables, source, target);
    const edge = await findEdge(tables, 'follow', source, target);
    if (edge === undefined) throw new NotAllowed('not-following');
    await changeEdge(tables, edge, changes);
  });
}
