// The rows that the examples of the document tell of: a music school with two teachers, a pupil who moved his first lesson, a rehearsal, a form.

import type { Platform } from '../platform/service.ts';
import type { Tables } from './deps.ts';
import { seedForm } from './seeds/forms.ts';
import { events, eventTypes, jonas, players } from './seeds/meetings.ts';
import { AMARA, LESSON, SCHOOL } from './seeds/names.ts';
import { seedPeople } from './seeds/people.ts';
import { insert } from './store/rows.ts';
import type { SchedulingTables } from './tables.ts';

export { STORY, tokens } from './seeds/names.ts';

export async function seed(tables: Tables, { story }: Platform<SchedulingTables>): Promise<void> {
  const between = (created: string, updated = created) => ({ created_at: story(created), updated_at: story(updated) });
  await seedPeople(tables, story, between);
  await insert(tables, 'e_event_types', eventTypes(between));
  await insert(tables, 'e_links', [
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
      booked: 0,
      created_at: story('2026-11-20T09:05:00Z'),
    },
  ]);
  const meetings = events(story);
  await insert(tables, 'e_events', meetings);
  await insert(
    tables,
    'e_event_hosts',
    meetings.flatMap((event) => event.hosts.map((user_id) => ({ event_id: event.id, user_id }))),
  );
  await insert(tables, 'e_invitees', [...jonas(story), ...players(story)]);
  await seedForm(tables, between);
  await insert(tables, 'e_subscriptions', {
    id: 'WGEBCHADFGBECHDA',
    url: 'https://office.northlight.example/hooks/scheduling',
    events: ['invitee.created', 'invitee.canceled', 'routing_form_submission.created'],
    scope: 'organization',
    organization_id: SCHOOL,
    creator_id: AMARA,
    signing_key: 'a-secret-of-your-own',
    state: 'active',
    ...between('2026-11-02T10:00:18.265Z'),
  });
}
