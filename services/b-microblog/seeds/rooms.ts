// The Spaces and communities of the documents' examples: a briefing, a course with tickets, and two communities of sailors.

import type { Story } from '../../platform/service.ts';
import type { Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import { addRoomWords } from '../rooms/store.ts';
import type { CommunityRow, SpacePersonRow, SpaceRow } from '../rooms/tables.ts';
import { STEPS } from '../rules/identifiers.ts';
import { INES, JONAS, TIDE_WATCH } from './people.ts';
import { PHOTO_POST } from './posts.ts';

export const BRIEFING = '1DXxyRYNejbKM';
export const COURSE = '1YqKDqWeVrdxV';
export const NORTHERN_SAILORS = '1601841656147345410';

function spaces(story: Story): SpaceRow[] {
  const space = (id: string, creator: string, title: string, created: string, start: string): SpaceRow => ({
    id,
    state: 'scheduled',
    title,
    creator,
    lang: 'en',
    is_ticketed: false,
    topics: [],
    participant_count: 0,
    subscriber_count: 0,
    created_at: story(created),
    updated_at: story(created),
    scheduled_start: story(start),
    started_at: null,
    ended_at: null,
  });
  return [
    {
      ...space(BRIEFING, TIDE_WATCH, 'Storm season briefing', '2026-11-19T09:10:00Z', '2026-11-20T19:00:00Z'),
      topics: ['848920371311001600'],
      subscriber_count: 118,
    },
    {
      ...space(COURSE, INES, 'Small boats in bad weather', '2026-11-19T18:30:00Z', '2026-11-28T10:00:00Z'),
      is_ticketed: true,
      subscriber_count: 9,
    },
  ];
}

function people(story: Story): SpacePersonRow[] {
  const person = (space: string, role: SpacePersonRow['role'], user_id: string, moment: string): SpacePersonRow => ({
    space,
    role,
    user_id,
    seq: story(moment) * STEPS,
  });
  return [
    person(BRIEFING, 'host', TIDE_WATCH, '2026-11-19T09:10:00Z'),
    person(BRIEFING, 'invited', INES, '2026-11-19T09:11:00Z'),
    person(BRIEFING, 'invited', JONAS, '2026-11-19T09:12:00Z'),
    person(COURSE, 'host', INES, '2026-11-19T18:30:00Z'),
    person(COURSE, 'buyer', JONAS, '2026-11-19T20:04:00Z'),
  ];
}

function communities(story: Story): CommunityRow[] {
  return [
    {
      id: NORTHERN_SAILORS,
      name: 'Northern Sailors',
      description: 'For all who sail where the water is cold.',
      created_at: story('2022-12-11T07:37:00Z'),
      member_count: 5127,
    },
    {
      id: '1601841656147345498',
      name: 'Armchair Sailors',
      description: 'For all who sail where it is warm and dry.',
      created_at: story('2023-01-08T19:02:00Z'),
      member_count: 2210,
    },
  ];
}

/** Counts of members are those of the story: only some of them have rows of their own. */
export async function seedRooms(tables: Tables, story: Story): Promise<void> {
  await rows.insert(tables, 'b_spaces', spaces(story));
  await rows.insert(tables, 'b_space_people', people(story));
  await rows.insert(tables, 'b_space_posts', { space: BRIEFING, post_id: PHOTO_POST, seq: story('2026-11-19T09:15:00Z') * STEPS });
  await rows.insert(tables, 'b_communities', communities(story));
  const member = (user_id: string) => ({ community: NORTHERN_SAILORS, user_id, seq: story('2026-11-01T10:00:00Z') * STEPS });
  await rows.insert(tables, 'b_community_members', [member(TIDE_WATCH), member(JONAS)]);
  for (const { id, title } of spaces(story)) await addRoomWords(tables, 'space', id, title ?? '');
  for (const { id, name } of communities(story)) await addRoomWords(tables, 'community', id, name);
}
