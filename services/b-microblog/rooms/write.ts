// Changes Spaces and communities, for which the documents have no operations: control does.

import { refuse } from '@octavo/runtime';
import { ALPHANUMERIC } from '../../platform/ids.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { newIdentifier } from '../identifiers.ts';
import { rows } from '../people/store.ts';
import { findSeenPost } from '../posts/sight.ts';
import { nextPlace, STEPS } from '../rules/identifiers.ts';
import { addRoomWords, findSpace } from './store.ts';
import type { SpacePersonRow, SpaceRow } from './tables.ts';

type RoomDeps = Pick<MicroblogPlatform, 'store' | 'clock' | 'ids'>;

const ID_LENGTH = 13;

export interface NewSpace {
  readonly title: string;
  readonly is_ticketed: boolean;
  /** Absent: it is live at once. */
  readonly start?: number | undefined;
  readonly topics: readonly string[];
}

export async function createSpace({ store, clock, ids }: RoomDeps, creator: string, given: NewSpace): Promise<string> {
  const now = clock.now();
  const id = ids.text(ID_LENGTH, ALPHANUMERIC);
  await store.write(async (tables) => {
    const { title, is_ticketed, start, topics } = given;
    await rows.insert(tables, 'b_spaces', {
      id,
      state: start === undefined ? 'live' : 'scheduled',
      title,
      creator,
      lang: null,
      is_ticketed,
      topics: [...topics],
      participant_count: start === undefined ? 1 : 0,
      subscriber_count: 0,
      created_at: now,
      updated_at: now,
      scheduled_start: start ?? null,
      started_at: start === undefined ? now : null,
      ended_at: null,
    });
    await addRoomWords(tables, 'space', id, title);
    await addPerson(tables, id, 'host', creator, now);
  });
  return id;
}

/** Adds a user to those who are something in a Space, within a unit of work. @returns whether the user was not it before */
async function addPerson(tables: Tables, space: string, role: SpacePersonRow['role'], user_id: string, now: number): Promise<boolean> {
  const those = tables.selectFrom('b_space_people').where('space', '=', space).where('role', '=', role);
  const known = await those.select('seq').where('user_id', '=', user_id).executeTakeFirst();
  if (known !== undefined) return false;
  const last = await those.select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  await rows.insert(tables, 'b_space_people', { space, role, user_id, seq: nextPlace(now, last?.seq) });
  return true;
}

/** @throws the refusals 404 and 409 if there is none, or it is in none of the states */
async function requireSpace(tables: Tables, id: string, ...states: SpaceRow['state'][]): Promise<SpaceRow> {
  const space = await findSpace(tables, id);
  if (space === undefined) throw refuse(404, { detail: `There is no Space ${id}.` });
  if (!states.includes(space.state)) throw refuse(409, { detail: `The Space is ${space.state}.` });
  return space;
}

export async function startSpace({ store, clock }: RoomDeps, id: string): Promise<void> {
  const now = clock.now();
  await store.write(async (tables) => {
    const { participant_count } = await requireSpace(tables, id, 'scheduled');
    const changes = { state: 'live', started_at: now, updated_at: now, participant_count: participant_count + 1 } as const;
    await rows.change(tables, 'b_spaces', id, changes);
  });
}

export async function endSpace({ store, clock }: RoomDeps, id: string): Promise<void> {
  const now = clock.now();
  await store.write(async (tables) => {
    await requireSpace(tables, id, 'live', 'scheduled');
    await rows.change(tables, 'b_spaces', id, { state: 'ended', ended_at: now, updated_at: now });
  });
}

/** Lets a user take part in a live Space. A Space with tickets lets in who has one. */
export async function joinSpace({ store, clock }: RoomDeps, id: string, user: string, role: 'speaker' | 'listener'): Promise<void> {
  const now = clock.now();
  await store.write(async (tables) => {
    const space = await requireSpace(tables, id, 'live');
    if (space.is_ticketed && space.creator !== user && !(await isBuyer(tables, id, user)))
      throw refuse(409, { detail: 'The user has no ticket.' });
    const isNew = await addPerson(tables, id, role, user, now);
    const changes = { updated_at: now, participant_count: space.participant_count + (isNew ? 1 : 0) };
    await rows.change(tables, 'b_spaces', id, changes);
  });
}

async function isBuyer(tables: Tables, space: string, user_id: string): Promise<boolean> {
  return (await rows.all(tables, 'b_space_people', { space, role: 'buyer', user_id })).length > 0;
}

/** @throws the refusal 409 if the Space has no tickets, or has ended */
export async function buyTicket({ store, clock }: RoomDeps, id: string, user: string): Promise<void> {
  const now = clock.now();
  await store.write(async (tables) => {
    const space = await requireSpace(tables, id, 'live', 'scheduled');
    if (!space.is_ticketed) throw refuse(409, { detail: 'The Space has no tickets.' });
    await addPerson(tables, id, 'buyer', user, now);
  });
}

/** Shares a post in a live Space. @throws the refusal 404 if the creator does not see it */
export async function sharePost({ store, clock }: RoomDeps, id: string, post_id: string): Promise<void> {
  const now = clock.now();
  await store.write(async (tables) => {
    const { creator } = await requireSpace(tables, id, 'live');
    if ((await findSeenPost(tables, creator, post_id)) === undefined)
      throw refuse(404, { detail: `The creator of the Space sees no post ${post_id}.` });
    const shared = tables.selectFrom('b_space_posts').select(['post_id', 'seq']).where('space', '=', id);
    if ((await shared.where('post_id', '=', post_id).executeTakeFirst()) !== undefined) return;
    const last = await shared.orderBy('seq', 'desc').limit(1).executeTakeFirst();
    await rows.insert(tables, 'b_space_posts', { space: id, post_id, seq: nextPlace(now, last?.seq) });
  });
}

export async function createCommunity({ store, clock, ids }: RoomDeps, name: string, description: string | null): Promise<string> {
  const created_at = clock.now();
  const id = newIdentifier(ids, created_at);
  await store.write(async (tables) => {
    await rows.insert(tables, 'b_communities', { id, name, description, created_at, member_count: 0 });
    await addRoomWords(tables, 'community', id, name);
  });
  return id;
}

/** @throws the refusal 404 if there is no such community */
export async function joinCommunity({ store, clock }: RoomDeps, community: string, user_id: string): Promise<void> {
  const now = clock.now();
  await store.write(async (tables) => {
    const row = await rows.find(tables, 'b_communities', community);
    if (row === undefined) throw refuse(404, { detail: `There is no community ${community}.` });
    if (await isMember(tables, community, user_id)) return;
    await rows.insert(tables, 'b_community_members', { community, user_id, seq: now * STEPS });
    await rows.change(tables, 'b_communities', community, { member_count: row.member_count + 1 });
  });
}

export async function isMember(tables: Tables, community: string, user_id: string): Promise<boolean> {
  return (await rows.all(tables, 'b_community_members', { community, user_id })).length > 0;
}
