// Deletes messages.

import type { MicroblogPlatform } from '../deps.ts';
import { NotAllowed } from '../refusals.ts';
import { removeEvents } from './expiry.ts';
import { findEvent } from './store.ts';

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
