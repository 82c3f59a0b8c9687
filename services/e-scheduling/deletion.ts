// Removes the personal data of invitees, some time after it was asked for.

import type { Kysely } from 'kysely';
import type { JobKind } from '../platform/due/due.ts';
import type { Platform } from '../platform/service.ts';
import { NO_TRACKING } from './resources.ts';
import type { SchedulingTables } from './tables.ts';

interface Deletion {
  readonly organization: string;
  readonly emails: readonly string[];
}

/** How long it takes, on the sandbox clock. */
export const DELETION_SECONDS = 3600;

export const deletion: JobKind<Deletion> = {
  service: 'e-scheduling',
  name: 'delete-invitees',
  accepts: (value): value is Deletion => typeof value === 'object' && value !== null && 'organization' in value && 'emails' in value,
};

/** What stands in place of a name that was removed. */
const REMOVED = 'Removed';

export function handleDeletions({ due }: Pick<Platform<SchedulingTables>, 'due'>): void {
  due.handle(deletion, async ({ at, payload: { organization, emails } }, tables) => {
    for (const email of emails) await blank(tables, organization, email, at);
  });
}

async function blank(tables: Kysely<SchedulingTables>, organization: string, email: string, now: number): Promise<void> {
  const invitees = await tables
    .selectFrom('e_invitees')
    .innerJoin('e_events', 'e_events.id', 'e_invitees.event_id')
    .selectAll('e_invitees')
    .where('e_invitees.email', '=', email)
    .where('organization_id', '=', organization)
    .execute();
  for (const { id, event_id, canceler_type } of invitees) {
    const words = { canceled_by: REMOVED, cancel_reason: null };
    const isOwn = canceler_type === 'invitee';
    await tables
      .updateTable('e_invitees')
      .set({
        // The address must stay an address; `.invalid` has none (RFC 2606 section 2).
        email: `removed-${id.toLowerCase()}@scheduling.invalid`,
        first_name: null,
        last_name: null,
        name: REMOVED,
        answers: '[]',
        timezone: null,
        tracking: JSON.stringify(NO_TRACKING),
        updated_at: now,
        ...(isOwn ? words : {}),
      })
      .where('id', '=', id)
      .execute();
    if (isOwn) await tables.updateTable('e_events').set(words).where('id', '=', event_id).where('canceler_type', '=', 'invitee').execute();
    await tables
      .updateTable('e_submissions')
      .set({ answers: '[]', tracking: JSON.stringify(NO_TRACKING), updated_at: now })
      .where('invitee_id', '=', id)
      .execute();
  }
}
