// The rows that the examples of the document tell of: a music school with two teachers, a pupil who moved his first lesson, a rehearsal, a form.

import type { Platform } from '../platform/service.ts';
import { seedForm } from './seeds/forms.ts';
import { events, eventTypes, jonas, players } from './seeds/meetings.ts';
import { AMARA, LESSON, SCHOOL, type Tables } from './seeds/names.ts';
import { seedPeople } from './seeds/people.ts';
import type { SchedulingTables } from './tables.ts';

export { STORY, tokens } from './seeds/names.ts';

export async function seed(tables: Tables, { story }: Platform<SchedulingTables>): Promise<void> {
  const between = (created: string, updated = created) => ({ created_at: story(created), updated_at: story(updated) });
  await seedPeople(tables, story, between);
  await tables.insertInto('e_event_types').values(eventTypes(between)).execute();
  await tables
    .insertInto('e_links')
    .values([
      {
        id: 'ck7p-2mx-t8q',
        creator_id: AMARA,
        owner_type: 'EventType',
        owner_id: LESSON,
        slug: 'first-lesson',
        max_event_count: 1,
        booked: 0,
        created_at: story('2026-11-20T09:00:00Z'),
      },
      {
        id: 'ck2w-9hd-r4z',
        creator_id: AMARA,
        owner_type: 'User',
        owner_id: AMARA,
        slug: 'northlight-amara',
        max_event_count: null,
        booked: 0,
        created_at: story('2026-11-20T09:05:00Z'),
      },
    ])
    .execute();
  const meetings = events(story);
  await tables.insertInto('e_events').values(meetings).execute();
  await tables
    .insertInto('e_event_hosts')
    .values(meetings.flatMap((event) => event.hosts.map((user_id) => ({ event_id: event.id, user_id }))))
    .execute();
  await tables
    .insertInto('e_invitees')
    .values([...jonas(story), ...players(story)])
    .execute();
  await seedForm(tables, between);
  await tables
    .insertInto('e_subscriptions')
    .values({
      id: 'WGEBCHADFGBECHDA',
      url: 'https://office.northlight.example/hooks/scheduling',
      events: ['invitee.created', 'invitee.canceled', 'routing_form_submission.created'],
      scope: 'organization',
      organization_id: SCHOOL,
      user_id: null,
      creator_id: AMARA,
      signing_key: 'a-secret-of-your-own',
      state: 'active',
      retry_started_at: null,
      base: null,
      ...between('2026-11-02T10:00:18.265Z'),
    })
    .execute();
}
