// Shows users to a caller of version 1.1.

import type { User } from '@octavo/interfaces/b-microblog-v1';
import { type ContextV1, type Deps, originOf } from '../deps.ts';
import { edgesBetween } from '../relations.ts';
import { showUserV1 } from './show-v1.ts';
import { settingsOf } from './store.ts';
import type { UserRow } from './tables.ts';

export interface UserLooks {
  readonly include_entities?: boolean | undefined;
  /** Whether to leave out the latest post. */
  readonly skip_status?: boolean | undefined;
}

/** Users without their posts; suspended ones are left out. */
export function shownUsers(deps: Deps, context: ContextV1, rows: readonly UserRow[], looks: UserLooks = {}): Promise<User[]> {
  const active = rows.filter(({ is_suspended }) => !is_suspended);
  return shownAll(deps, context, active, looks);
}

/** The same, with the suspended ones: what they have sent before is still there. */
export async function shownAll(deps: Deps, { principal }: ContextV1, rows: readonly UserRow[], looks: UserLooks = {}): Promise<User[]> {
  const { store, clock } = deps;
  const others = rows.map(({ id }) => id);
  const edges = await edgesBetween(store.read, principal.user, others);
  const settings = await settingsOf(store.read, principal.user);
  const view = {
    viewer: principal.user,
    edges,
    settings,
    now: clock.now(),
    hasEntities: looks.include_entities !== false,
    origin: originOf(deps),
  };
  return rows.map((row) => showUserV1(row, view));
}
