// Declares the rows of rooms: Spaces with their people and posts, communities with their members, and the words by which both are found.

import { flag, integer, json, key, nullable, type RowOf, table, text, textOf } from '../../platform/store/table.ts';

const since = '004-rooms';

/** A live voice conversation. */
const spaces = table(
  'b_spaces',
  {
    id: key(text),
    state: textOf<'live' | 'scheduled' | 'ended'>(),
    title: nullable(text),
    creator: text,
    /** BCP 47 */
    lang: nullable(text),
    is_ticketed: flag,
    /** Identifiers of topics (`topics.ts`). */
    topics: json<string[]>(),
    participant_count: integer,
    subscriber_count: integer,
    created_at: integer,
    updated_at: integer,
    scheduled_start: nullable(integer),
    started_at: nullable(integer),
    ended_at: nullable(integer),
  },
  { since, indexes: { creator: ['creator', 'state'] } },
);

/** That a user is something in a Space; one user can be more than one thing. `seq` orders them. */
const spacePeople = table(
  'b_space_people',
  { space: key(text), role: key(textOf<'host' | 'invited' | 'speaker' | 'listener' | 'buyer'>()), user_id: key(text), seq: integer },
  { since, indexes: { seq: ['space', 'role', 'seq'] } },
);

/** That a post was shared in a Space. */
const spacePosts = table('b_space_posts', { space: key(text), post_id: key(text), seq: integer }, { since });

/** A group of users with a common interest. */
const communities = table(
  'b_communities',
  { id: key(text), name: text, description: nullable(text), created_at: integer, member_count: integer },
  { since, indexes: { members: ['member_count', 'id'] } },
);

const communityMembers = table('b_community_members', { community: key(text), user_id: key(text), seq: integer }, { since });

/** A word of a title or name, in lower case and without diacritics. */
const words = table('b_room_words', { kind: key(textOf<'space' | 'community'>()), word: key(text), room: key(text) }, { since });

export const roomTables = [spaces, spacePeople, spacePosts, communities, communityMembers, words] as const;

export type SpaceRow = RowOf<typeof spaces>;
export type SpacePersonRow = RowOf<typeof spacePeople>;
export type CommunityRow = RowOf<typeof communities>;
