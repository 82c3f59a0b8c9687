// Shows events of conversations to a caller of version 2, with what they refer to: one query for each type of thing.

import type {
  DirectMessageEvent,
  DirectMessageEventExpansion,
  DirectMessageEventField,
  MediaField,
  PostField,
  Problem,
  UserField,
} from '@octavo/interfaces/b-microblog';
import { byId } from '../../platform/rows.ts';
import { type Deps, originOf } from '../deps.ts';
import { type Fields, filled, isEmpty, maskOf, withFields } from '../masks.ts';
import { MEDIA_FIELDS, showMedia } from '../media/show.ts';
import { type MediaRow, mediaKey } from '../media/tables.ts';
import { showUsers } from '../people/expand.ts';
import { activeUsers, rows as stored } from '../people/store.ts';
import { showReferred } from '../posts/shown/referred.ts';
import { notFound } from '../problems.ts';
import type { Shown } from '../responses.ts';
import { momentOf } from '../rules/messages.ts';
import type { EventRow } from './tables.ts';

/** The parameters of a query that say what is shown of events. */
export interface EventQuery {
  readonly 'dm_event.fields'?: readonly DirectMessageEventField[] | undefined;
  readonly expansions?: readonly DirectMessageEventExpansion[] | undefined;
  readonly 'media.fields'?: readonly MediaField[] | undefined;
  readonly 'user.fields'?: readonly UserField[] | undefined;
  readonly 'tweet.fields'?: readonly PostField[] | undefined;
}

type ShowDeps = Pick<Deps, 'store' | 'clock' | 'originOf'>;
type Files = ReadonlyMap<string, MediaRow>;

/** The field that an expansion follows, which is shown too. */
const FOLLOWED = {
  'attachments.media_keys': 'attachments',
  participant_ids: 'participant_ids',
  'referenced_tweets.id': 'referenced_tweets',
  sender_id: 'sender_id',
} as const satisfies Record<DirectMessageEventExpansion, DirectMessageEventField>;

const FIELDS: Fields<DirectMessageEventField, EventRow, Files> = {
  attachments: (row, files) => filled({ media_keys: fileOf(row, files).map(mediaKey) }),
  created_at: (row) => new Date(momentOf(row)).toISOString(),
  dm_conversation_id: ({ conversation }) => conversation,
  participant_ids: ({ people }) => (isEmpty(people) ? undefined : people),
  referenced_tweets: ({ posts }) => (isEmpty(posts) ? undefined : posts.map((id) => ({ id }))),
  sender_id: ({ sender }) => sender,
};

function fileOf({ media }: EventRow, files: Files): readonly MediaRow[] {
  return media === null ? [] : [files.get(media) ?? []].flat();
}

export async function showEvents(
  deps: ShowDeps,
  viewer: string,
  rows: readonly EventRow[],
  query: EventQuery = {},
): Promise<Shown<DirectMessageEvent>> {
  const expansions = new Set(query.expansions ?? []);
  const fields = new Set([...(query['dm_event.fields'] ?? []), ...[...expansions].map((name) => FOLLOWED[name])]);
  const files = await filesOf(deps, fields.has('attachments') ? rows.flatMap(({ media }) => media ?? []) : []);
  const mask = maskOf(FIELDS, fields);
  const data = rows.map((row) => {
    const shown = withFields(basics(row), mask, row, files);
    return fields.has('entities') ? { ...shown, ...filled(row.entities) } : shown;
  });
  const users = await usersIn(deps, viewer, rows, expansions, query['user.fields']);
  const { posts, errors } = await showReferred(deps, viewer, postsIn(rows, expansions), query['tweet.fields']);
  const media = maskOf(MEDIA_FIELDS, query['media.fields'] ?? []);
  const origin = originOf(deps);
  const attached = expansions.has('attachments.media_keys') ? [...files.values()].map((row) => showMedia(row, media, { origin })) : [];
  const includes = filled({ users: [...users.data], tweets: [...posts], media: attached });
  return { data, includes, errors: [...users.errors, ...errors] };
}

/** What is shown of every event. */
function basics({ id, type, text, people }: EventRow): DirectMessageEvent {
  return { id, event_type: type, ...(text !== '' && { text }), ...(people.length > 0 && { participant_ids: [...people] }) };
}

async function filesOf({ store }: ShowDeps, ids: readonly string[]): Promise<Files> {
  return byId(await stored.byIds(store.read, 'b_media', ids));
}

function postsIn(rows: readonly EventRow[], expansions: ReadonlySet<DirectMessageEventExpansion>): ReadonlyMap<string, string> {
  if (!expansions.has('referenced_tweets.id')) return new Map();
  return new Map(rows.flatMap(({ posts }) => posts.map((id) => [id, 'referenced_tweets.id'] as const)));
}

/** The users whom expansions ask for, with a problem for each who is suspended. */
async function usersIn(
  deps: ShowDeps,
  viewer: string,
  rows: readonly EventRow[],
  expansions: ReadonlySet<DirectMessageEventExpansion>,
  fields: readonly UserField[] | undefined,
) {
  const named = rows.flatMap(({ sender, people }) => [
    ...(expansions.has('sender_id') ? [[sender, 'sender_id'] as const] : []),
    ...(expansions.has('participant_ids') ? people.map((id) => [id, 'participant_ids'] as const) : []),
  ]);
  const parameters = new Map([...named].reverse());
  const ids = [...new Set(named.map(([id]) => id))];
  const known = await activeUsers(deps.store.read, ids);
  const shown = await showUsers(deps, viewer, known, { 'user.fields': fields });
  const found = new Set(known.map(({ id }) => id));
  const missing = ids
    .filter((id) => !found.has(id))
    .map((id): Problem => notFound({ type: 'user', parameter: parameters.get(id) ?? 'sender_id', value: id }));
  return { data: shown.data, errors: [...missing, ...shown.errors] };
}
