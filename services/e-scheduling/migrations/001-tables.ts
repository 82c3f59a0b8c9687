// Creates the tables of the scheduling service, and then their indexes.
import type { Kysely } from 'kysely';
import { createTables } from '../../platform/store/create-tables.ts';
import { tables } from '../tables.ts';

// One statement for each table and each index.
export async function up(database: Kysely<unknown>): Promise<void> {
  await createTables(tables).up(database);
  for (const [table, columns] of INDEXES) {
    await database.schema
      .createIndex(`${table}_by_${columns[0]}`)
      .on(table)
      .columns([...columns])
      .execute();
  }
}

/** The lists that operations read, and what bookings and deletions look for. */
const INDEXES: readonly (readonly [string, readonly string[]])[] = [
  ['e_users', ['email']],
  ['e_memberships', ['user_id', 'organization_id']],
  ['e_memberships', ['organization_id', 'created_at', 'id']],
  ['e_invitations', ['organization_id', 'created_at', 'id']],
  ['e_team_members', ['user_id']],
  ['e_event_types', ['owner_id', 'name', 'id']],
  ['e_links', ['creator_id', 'created_at', 'id']],
  ['e_event_hosts', ['user_id', 'event_id']],
  ['e_events', ['organization_id', 'start_at', 'id']],
  ['e_invitees', ['event_id', 'created_at', 'id']],
  ['e_invitees', ['email']],
  ['e_forms', ['organization_id', 'created_at', 'id']],
  ['e_submissions', ['form_id', 'created_at', 'id']],
  ['e_submissions', ['invitee_id']],
  ['e_subscriptions', ['organization_id', 'created_at', 'id']],
];
