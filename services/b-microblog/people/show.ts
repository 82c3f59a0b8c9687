// Shows users as version 2 has them: the fields that are asked for.

import type { User, UserField } from '@octavo/interfaces/b-microblog';
import { pictureUrl } from './pictures.ts';
import { type Standing, standingOf } from './rules.ts';
import type { EdgeRow, UserRow } from './tables.ts';

/** What shows a user to a caller. */
export interface UserView {
  readonly fields: ReadonlySet<UserField>;
  /** Absent: the caller is an application. */
  readonly viewer: string | undefined;
  /** Relations of the viewer. Only `connection_status` needs them. */
  readonly edges: readonly EdgeRow[];
  /** The scheme and authority of pictures. */
  readonly origin: string;
}

type Show = (row: UserRow, view: UserView) => unknown;

/** Fields that every user has are not here. */
const FIELDS: Readonly<Partial<Record<UserField, Show>>> = {
  confirmed_email: (row, { viewer }) => (row.id === viewer ? row.email : null),
  connection_status: (row, { viewer, edges }) =>
    viewer === undefined || viewer === row.id ? null : connections(standingOf(edges, viewer, row.id)),
  created_at: ({ created_at }) => new Date(created_at).toISOString(),
  description: ({ description }) => description,
  location: ({ location }) => location,
  pinned_tweet_id: ({ pinned_post_id }) => pinned_post_id,
  profile_banner_url: ({ banner_url }) => banner_url,
  profile_image_url: ({ image_url }, { origin }) => pictureUrl(image_url, origin),
  protected: ({ is_protected }) => is_protected,
  public_metrics: (row) => ({
    followers_count: row.followers_count,
    following_count: row.following_count,
    tweet_count: row.post_count,
    listed_count: row.listed_count,
    like_count: row.like_count,
  }),
  url: ({ url }) => url,
  verified: ({ verified_type }) => verified_type !== 'none',
  verified_type: ({ verified_type }) => verified_type,
};

/** Fields without a value are left out. */
export function showUser(row: UserRow, view: UserView): User {
  const shown: Record<string, unknown> = { id: row.id, name: row.name, username: row.username };
  for (const field of view.fields) {
    const value = FIELDS[field]?.(row, view);
    if (value !== undefined && value !== null) shown[field] = value;
  }
  return shown as unknown as User;
}

function connections(standing: Standing): NonNullable<User['connection_status']> {
  const all = [
    [standing.isAsked, 'follow_request_received'],
    [standing.asked, 'follow_request_sent'],
    [standing.blocks, 'blocking'],
    [standing.isFollowed, 'followed_by'],
    [standing.follows, 'following'],
    [standing.mutes, 'muting'],
  ] as const;
  return all.flatMap(([holds, name]) => (holds ? [name] : []));
}
