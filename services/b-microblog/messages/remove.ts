// Deletes messages: version 2 for all participants, and version 1.1 from one mailbox.

import type { MicroblogPlatform } from '../deps.ts';
import { NotAllowed } from '../refusals.ts';
import { removeEvents } from './expiry.ts';
import { findEvent } from './store.ts';
import type { EventRow } from './tables.ts';

type RemovingDeps = Pick<MicroblogPlatform, 'store' | 'clock' | 'blobs'>;

/** Deletes a message for all. @throws {NotAllowed} where the user does not have it, or has not sent it */
export async function deleteForAll(deps: RemovingDeps, user: string, id: string): Promise<void> {
  const now = deps.clock.now();
  await deps.store.write(async (tables) => {
    const event = await findEvent(tables, user, id, now);
    if (event === undefined) throw new NotAllowed('no-message');
    if (event.type !== 'MessageCreate' || event.sender !== user) throw new NotAllowed('not-own-message');
    await removeEvents(deps, tables, [event], now);
  });
}

/** Deletes a message to or from one user from the mailbox of a user. When nobody has it any more, it is gone. @throws {NotAllowed} */
export function deleteFromMailbox(deps: RemovingDeps, user: string, id: string): Promise<EventRow> {
  const now = deps.clock.now();
  return deps.store.write(async (tables) => {
    const event = await findEvent(tables, user, id, now);
    if (event === undefined || event.kind === 'group') throw new NotAllowed('no-message');
    await tables.deleteFrom('b_dm_boxes').where('event', '=', id).where('owner', '=', user).execute();
    const left = await tables.selectFrom('b_dm_boxes').select('owner').where('event', '=', id).limit(1).execute();
    if (left.length === 0) await removeEvents(deps, tables, [event], now);
    return event;
  });
}
