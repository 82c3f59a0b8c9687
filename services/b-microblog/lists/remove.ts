// Removes what points at lists that are deleted: where it is little, with the list, and otherwise in jobs one after another.

import { isOf } from '../../platform/payload.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { takeEdges } from '../relations.ts';
import type { RelationKind } from '../rules/relation-kinds.ts';
import { addToUsers } from './members.ts';

/** How many relations one unit of work removes at most. */
const MOST_ROWS = 500;

/** A list that is deleted. */
interface Gone {
  readonly list: string;
  readonly is_private: boolean;
}

const FORGET = { service: 'b-microblog', name: 'forget-list', accepts: isOf({ list: 'string', is_private: 'boolean' }) };

/** Removes the relations to a list, and leaves to a job what is too much for one unit of work. */
export async function forgetList({ due }: Pick<MicroblogPlatform, 'due'>, tables: Tables, gone: Gone, at: number): Promise<void> {
  let room = MOST_ROWS;
  for (const kind of ['list_member', 'list_follow', 'pin'] as const) {
    if (room > 0) room -= await removeSome(tables, kind, gone, room);
  }
  if (room === 0) await due.schedule(tables, FORGET, { at, payload: gone });
}

/** Removes relations to a list that is gone. Nobody can join or leave it, so each member is counted once. @returns how many, at most `most` */
async function removeSome(tables: Tables, kind: RelationKind, { list, is_private }: Gone, most: number): Promise<number> {
  const users = await takeEdges(tables, kind, list, most);
  if (kind === 'list_member' && !is_private && users.length > 0) await addToUsers(tables, users, -1);
  return users.length;
}

/** Says how what is left of deleted lists is removed. Call it once, before jobs run. */
export function handleListRemovals(deps: Pick<MicroblogPlatform, 'due'>): void {
  deps.due.handle(FORGET, ({ at, payload }, tables) => forgetList(deps, tables, payload, at));
}
