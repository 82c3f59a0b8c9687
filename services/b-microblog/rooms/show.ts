// Shows Spaces and communities: the fields that are asked for.

import type {
  Community,
  CommunityField,
  Space,
  SpaceExpansion,
  SpaceField,
  Topic,
  TopicField,
  UserField,
} from '@octavo/interfaces/b-microblog';
import type { Deps } from '../deps.ts';
import { type Fields, filled, maskOf, withFields } from '../masks.ts';
import { showUsers } from '../people/expand.ts';
import { activeUsers } from '../people/store.ts';
import type { Shown } from '../responses.ts';
import { peopleOfSpaces } from './store.ts';
import type { CommunityRow, SpacePersonRow, SpaceRow } from './tables.ts';
import { topicsOf } from './topics.ts';

/** The parameters of a query that say what is shown of Spaces. */
export interface SpaceQuery {
  readonly 'space.fields'?: readonly SpaceField[] | undefined;
  readonly expansions?: readonly SpaceExpansion[] | undefined;
  readonly 'user.fields'?: readonly UserField[] | undefined;
  readonly 'topic.fields'?: readonly TopicField[] | undefined;
}

/** Those who are something in a Space, by what they are. */
type People = (space: string, role: SpacePersonRow['role']) => string[] | undefined;

const moment = (milliseconds: number | null) => (milliseconds === null ? null : new Date(milliseconds).toISOString());

const FIELDS: Fields<SpaceField, SpaceRow, People> = {
  created_at: ({ created_at }) => moment(created_at),
  creator_id: ({ creator }) => creator,
  ended_at: ({ ended_at }) => moment(ended_at),
  host_ids: ({ id }, people) => people(id, 'host'),
  invited_user_ids: ({ id }, people) => people(id, 'invited'),
  is_ticketed: ({ is_ticketed }) => is_ticketed,
  lang: ({ lang }) => lang,
  participant_count: ({ participant_count }) => participant_count,
  scheduled_start: ({ scheduled_start }) => moment(scheduled_start),
  speaker_ids: ({ id }, people) => people(id, 'speaker'),
  started_at: ({ started_at }) => moment(started_at),
  subscriber_count: ({ subscriber_count }) => subscriber_count,
  title: ({ title }) => title,
  updated_at: ({ updated_at }) => moment(updated_at),
};

/** The people of Spaces are read by one query, and the users whom expansions ask for by another. */
export async function showSpaces(
  deps: Pick<Deps, 'store' | 'clock' | 'originOf'>,
  viewer: string | undefined,
  rows: readonly SpaceRow[],
  query: SpaceQuery = {},
): Promise<Shown<Space>> {
  const expansions = query.expansions ?? [];
  const fields = new Set([...(query['space.fields'] ?? []), ...expansions]);
  const asked = await peopleOf(deps, rows, fields);
  const mask = maskOf(FIELDS, fields);
  const data = rows.map((row): Space => {
    const shown = withFields<SpaceRow, People, Space>({ id: row.id, state: row.state }, mask, row, asked);
    const topics = fields.has('topic_ids') ? topicsOf(row.topics).map(({ id, name }): Topic => ({ id, name })) : [];
    return topics.length === 0 ? shown : { ...shown, topics };
  });
  const users = [...new Set(data.flatMap((space) => expansions.flatMap((name) => usersIn(space, name))))];
  const known = await activeUsers(deps.store.read, users);
  const shown = await showUsers(deps, viewer, known, { 'user.fields': query['user.fields'] });
  const topics = expansions.includes('topic_ids') ? topicsIn(rows, query['topic.fields'] ?? []) : [];
  return { data, includes: filled({ users: shown.data, topics }), errors: shown.errors };
}

async function peopleOf({ store }: Pick<Deps, 'store'>, rows: readonly SpaceRow[], fields: ReadonlySet<SpaceField>): Promise<People> {
  const needs = fields.has('host_ids') || fields.has('invited_user_ids') || fields.has('speaker_ids');
  const people = needs
    ? await peopleOfSpaces(
        store.read,
        rows.map(({ id }) => id),
      )
    : [];
  return (space, role) => {
    const ids = people.filter((person) => person.space === space && person.role === role).map(({ user_id }) => user_id);
    return ids.length === 0 ? undefined : ids;
  };
}

function usersIn(space: Space, expansion: SpaceExpansion): readonly string[] {
  return expansion === 'topic_ids' ? [] : [space[expansion] ?? []].flat();
}

function topicsIn(rows: readonly SpaceRow[], fields: readonly TopicField[]): Topic[] {
  return topicsOf(rows.flatMap(({ topics }) => topics)).map(({ id, name, description }) => ({
    id,
    name,
    ...(fields.includes('description') && { description }),
  }));
}

/** Everybody can read and join a community. */
const COMMUNITY_FIELDS: Fields<CommunityField, CommunityRow> = {
  access: () => 'Public',
  created_at: ({ created_at }) => moment(created_at),
  description: ({ description }) => description,
  join_policy: () => 'Open',
  member_count: ({ member_count }) => member_count,
};

export function showCommunity(row: CommunityRow, fields: readonly CommunityField[] = []): Community {
  return withFields<CommunityRow, undefined, Community>({ id: row.id, name: row.name }, maskOf(COMMUNITY_FIELDS, fields), row, undefined);
}
