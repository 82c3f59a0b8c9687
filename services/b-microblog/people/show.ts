// Shows users as version 2 has them: the fields that are asked for.

import type { User, UserField } from '@octavo/interfaces/b-microblog';
import { type Fields, type Mask, maskOf, withFields } from '../masks.ts';
import { pictureUrl } from './pictures.ts';
import { type Standing, standingOf } from './rules.ts';
import type { EdgeRow, UserRow } from './tables.ts';

/** What a query asks for of users. */
export interface UserLook {
  readonly fields: ReadonlySet<UserField>;
  readonly mask: Mask<UserRow, UserView>;
}

/** What shows a user to a caller. */
export interface UserView {
  /** Absent: the caller is an application. */
  readonly viewer: string | undefined;
  /** Relations of the viewer. Only `connection_status` needs them. */
  readonly edges: readonly EdgeRow[];
  /** The newest posts of users that the viewer sees, by their authors. Only `most_recent_tweet_id` needs them. */
  readonly newest: ReadonlyMap<string, string>;
  /** The scheme and authority of pictures. */
  readonly origin: string;
}

/** Fields that every user has are not here. */
const FIELDS: Fields<UserField, UserRow, UserView> = {
  confirmed_email: (row, { viewer }) => (row.id === viewer ? row.email : null),
  connection_status: (row, { viewer, edges }) =>
    viewer === undefined || viewer === row.id ? null : connections(standingOf(edges, viewer, row.id)),
  created_at: ({ created_at }) => new Date(created_at).toISOString(),
  description: ({ description }) => description,
  location: ({ location }) => location,
  most_recent_tweet_id: ({ id }, { newest }) => newest.get(id),
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

export function userLook(fields: Iterable<UserField> = []): UserLook {
  const asked = new Set(fields);
  return { fields: asked, mask: maskOf(FIELDS, asked) };
}

export function showUser(row: UserRow, { mask }: UserLook, view: UserView): User {
  return withFields<UserRow, UserView, User>({ id: row.id, name: row.name, username: row.username }, mask, row, view);
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
