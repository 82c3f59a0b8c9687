// Creates the tables of the scheduling service.
import type { Kysely } from 'kysely';
import { createTable } from '../../platform/store/create-table.ts';

const STAMPS = { created_at: 'whole', updated_at: 'whole' } as const;
const CANCELLATION = { canceled_by: 'text?', canceler_type: 'text?', cancel_reason: 'text?' } as const;

// One statement for each table and each index.
export async function up(database: Kysely<unknown>): Promise<void> {
  await createPeople(database);
  await createBookings(database);
  await createForms(database);
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

async function createPeople(database: Kysely<unknown>): Promise<void> {
  await createTable(database, 'e_organizations', { id: 'text', name: 'text?', plan: 'text', stage: 'text', seats: 'whole', ...STAMPS }, [
    'id',
  ]);
  await createTable(
    database,
    'e_users',
    { id: 'text', name: 'text', slug: 'text', email: 'text', timezone: 'text', avatar_url: 'text?', ...STAMPS },
    ['id'],
  );
  await createTable(database, 'e_memberships', { id: 'text', user_id: 'text', organization_id: 'text', role: 'text', ...STAMPS }, ['id']);
  await createTable(
    database,
    'e_invitations',
    { id: 'text', organization_id: 'text', email: 'text', status: 'text', user_id: 'text?', last_sent_at: 'whole?', ...STAMPS },
    ['id'],
  );
  await createTable(database, 'e_applications', { id: 'text', name: 'text', signing_key: 'text' }, ['id']);
  await createTable(database, 'e_tokens', { hash: 'text', user_id: 'text', application_id: 'text?', expires_at: 'whole?' }, ['hash']);
  await createTable(database, 'e_teams', { id: 'text', organization_id: 'text', name: 'text', slug: 'text', ...STAMPS }, ['id']);
  await createTable(database, 'e_team_members', { team_id: 'text', user_id: 'text', position: 'whole' }, ['team_id', 'user_id']);
}

async function createBookings(database: Kysely<unknown>): Promise<void> {
  await createTable(
    database,
    'e_event_types',
    {
      id: 'text',
      user_id: 'text',
      team_id: 'text?',
      owner_id: 'text',
      pooling_type: 'text?',
      name: 'text',
      slug: 'text',
      active: 'whole',
      duration: 'whole',
      seats: 'whole',
      color: 'text',
      internal_note: 'text?',
      description: 'text?',
      location: 'text',
      questions: 'text',
      availability: 'text',
      is_secret: 'whole',
      is_admin_managed: 'whole',
      deleted_at: 'whole?',
      ...STAMPS,
    },
    ['id'],
  );
  await createTable(
    database,
    'e_links',
    {
      id: 'text',
      creator_id: 'text',
      owner_type: 'text',
      owner_id: 'text',
      slug: 'text',
      max_event_count: 'whole?',
      booked: 'whole',
      created_at: 'whole',
    },
    ['id'],
  );
  await createTable(
    database,
    'e_events',
    {
      id: 'text',
      event_type_id: 'text',
      hosts: 'text',
      organization_id: 'text',
      name: 'text',
      status: 'text',
      start_at: 'whole',
      end_at: 'whole',
      duration: 'whole',
      location: 'text',
      seats: 'whole',
      invitees_total: 'whole',
      invitees_active: 'whole',
      guests: 'text',
      ...CANCELLATION,
      ...STAMPS,
    },
    ['id'],
  );
  await createTable(database, 'e_event_hosts', { event_id: 'text', user_id: 'text' }, ['event_id', 'user_id']);
  await createTable(
    database,
    'e_invitees',
    {
      id: 'text',
      event_id: 'text',
      email: 'text',
      first_name: 'text?',
      last_name: 'text?',
      name: 'text',
      status: 'text',
      answers: 'text',
      timezone: 'text?',
      tracking: 'text',
      is_rescheduled: 'whole',
      old_invitee_id: 'text?',
      old_event_id: 'text?',
      new_invitee_id: 'text?',
      new_event_id: 'text?',
      submission_id: 'text?',
      text_reminder_number: 'text?',
      no_show_id: 'text?',
      no_show_at: 'whole?',
      reconfirmation_at: 'whole?',
      reconfirmed_at: 'whole?',
      ...CANCELLATION,
      ...STAMPS,
    },
    ['id'],
  );
}

async function createForms(database: Kysely<unknown>): Promise<void> {
  await createTable(
    database,
    'e_forms',
    { id: 'text', organization_id: 'text', name: 'text', status: 'text', questions: 'text', routes: 'text', ...STAMPS },
    ['id'],
  );
  await createTable(
    database,
    'e_submissions',
    { id: 'text', form_id: 'text', answers: 'text', tracking: 'text', result: 'text', invitee_id: 'text?', event_id: 'text?', ...STAMPS },
    ['id'],
  );
  await createTable(
    database,
    'e_subscriptions',
    {
      id: 'text',
      url: 'text',
      events: 'text',
      scope: 'text',
      organization_id: 'text',
      user_id: 'text?',
      creator_id: 'text',
      signing_key: 'text?',
      state: 'text',
      retry_started_at: 'whole?',
      base: 'text?',
      ...STAMPS,
    },
    ['id'],
  );
}
