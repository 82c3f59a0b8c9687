// Decides how users stand to each other.

import type { EdgeRow, SettingsRow } from './tables.ts';

/** How a viewer and another user stand to each other. */
export interface Standing {
  readonly follows: boolean;
  readonly asked: boolean;
  readonly blocks: boolean;
  readonly mutes: boolean;
  readonly isFollowed: boolean;
  readonly isAsked: boolean;
  readonly isBlocked: boolean;
  /** Whether the other blocks the messages of the viewer. */
  readonly isMuffled: boolean;
  /** Whether the viewer, who follows the other, is notified of posts. */
  readonly notifies: boolean;
  readonly showsReposts: boolean;
}

/** @param edges relations of the viewer, with others too */
export function standingOf(edges: readonly EdgeRow[], viewer: string, other: string): Standing {
  const own = edges.filter(({ source, target }) => source === viewer && target === other);
  const theirs = edges.filter(({ source, target }) => source === other && target === viewer);
  const follow = own.find(({ kind }) => kind === 'follow');
  const has = (list: readonly EdgeRow[], kind: EdgeRow['kind']) => list.some((edge) => edge.kind === kind);
  return {
    follows: follow !== undefined,
    asked: has(own, 'request'),
    blocks: has(own, 'block'),
    mutes: has(own, 'mute'),
    isFollowed: has(theirs, 'follow'),
    isAsked: has(theirs, 'request'),
    isBlocked: has(theirs, 'block'),
    isMuffled: has(theirs, 'dm_block'),
    notifies: follow?.notifies === true,
    showsReposts: follow?.shows_reposts === true,
  };
}

/** Whether a viewer sees whom a protected user follows, and who follows them. */
export function seesRelations(
  owner: { readonly id: string; readonly is_protected: boolean },
  viewer: string | undefined,
  follows: boolean,
): boolean {
  return !owner.is_protected || owner.id === viewer || follows;
}

/** Why a user accepts no messages from another; `undefined` where the user does. */
export function messageRefusal(
  { blocks, isBlocked, isMuffled, isFollowed }: Standing,
  accepts: SettingsRow['accepts_messages'],
): 'no-messages' | 'no-follower' | undefined {
  if (blocks || isBlocked || isMuffled) return 'no-messages';
  return isFollowed || accepts === 'all' ? undefined : 'no-follower';
}
