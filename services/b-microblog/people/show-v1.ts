// Shows users, and how they stand to each other, as version 1.1 has them.

import type { Connections, Friendship, User } from '@octavo/interfaces/b-microblog-v1';
import { displayUrl } from '../rules/short-links.ts';
import { offsetOf, timestampOf, zoneOf } from '../rules/time.ts';
import { pictureUrl } from './pictures.ts';
import { messageRefusal, type Standing, standingOf } from './rules.ts';
import { DEFAULT_COLOURS, DEFAULT_PICTURE, type EdgeRow, type SettingsRow, type UserRow } from './tables.ts';

/** What shows users to a caller. */
export interface UserViewV1 {
  readonly viewer: string;
  /** Relations of the viewer with the users. */
  readonly edges: readonly EdgeRow[];
  /** Settings of the viewer, which only the viewer sees. */
  readonly settings: SettingsRow;
  readonly now: number;
  readonly hasEntities: boolean;
  /** The scheme and authority of pictures. */
  readonly origin: string;
}

export function showUserV1(row: UserRow, view: UserViewV1): User {
  const standing = standingOf(view.edges, view.viewer, row.id);
  const isDefault = !row.has_background && JSON.stringify(row.colours) === JSON.stringify(DEFAULT_COLOURS);
  return {
    id: BigInt(row.id),
    id_str: row.id,
    name: row.name,
    screen_name: row.username,
    location: row.location ?? '',
    description: row.description,
    url: row.short_url,
    ...(view.hasEntities && entitiesOf(row)),
    protected: row.is_protected,
    verified: row.verified_type !== 'none',
    followers_count: row.followers_count,
    friends_count: row.following_count,
    listed_count: row.listed_count,
    favourites_count: row.like_count,
    statuses_count: row.post_count,
    created_at: timestampOf(row.created_at),
    ...(row.id === view.viewer && ownFields(view)),
    following: standing.follows,
    follow_request_sent: standing.asked,
    notifications: standing.notifies,
    ...looks(row, view.origin),
    default_profile: isDefault,
    default_profile_image: row.image_url === DEFAULT_PICTURE,
  };
}

function entitiesOf({ url, short_url }: UserRow): Pick<User, 'entities'> {
  if (url === null || short_url === null) return {};
  const entity = {
    url: short_url,
    expanded_url: url,
    display_url: displayUrl(url),
    indices: [0, short_url.length] as [number, number],
  };
  return { entities: { url: { urls: [entity] }, description: { urls: [] } } };
}

function ownFields({ settings: { time_zone, geo_enabled, language }, now }: UserViewV1): Partial<User> {
  const zone = zoneOf(time_zone);
  return {
    utc_offset: zone === undefined ? null : offsetOf(zone, now),
    time_zone,
    geo_enabled,
    lang: language,
    contributors_enabled: true,
    is_translator: false,
  };
}

/** Colours and pictures. */
function looks(row: UserRow, origin: string) {
  const { colours, banner_url } = row;
  const background_url = row.background_url === null ? null : pictureUrl(row.background_url, origin);
  const image_url = pictureUrl(row.image_url, origin);
  return {
    profile_background_color: colours.background,
    profile_background_image_url: background_url === null ? null : withoutTls(background_url),
    profile_background_image_url_https: background_url,
    profile_background_tile: row.is_tiled,
    ...(banner_url !== null && { profile_banner_url: banner_url }),
    profile_image_url: withoutTls(image_url),
    profile_image_url_https: image_url,
    profile_link_color: colours.link,
    profile_sidebar_border_color: colours.sidebar_border,
    profile_sidebar_fill_color: colours.sidebar_fill,
    profile_text_color: colours.text,
    profile_use_background_image: row.has_background,
  };
}

function withoutTls(url: string): string {
  return url.replace(/^https:/, 'http:');
}

/**
 * @param accepts from whom the target accepts direct messages
 * @param isCaller whether the source is the caller, who alone may know some of it
 */
export function showFriendship(
  source: UserRow,
  target: UserRow,
  edges: readonly EdgeRow[],
  accepts: SettingsRow['accepts_messages'],
  isCaller: boolean,
): Friendship {
  const own = standingOf(edges, source.id, target.id);
  const only = <Value>(value: Value): Value | null => (isCaller ? value : null);
  return {
    relationship: {
      source: {
        ...names(source),
        following: own.follows,
        followed_by: own.isFollowed,
        live_following: false,
        following_received: only(own.isAsked),
        following_requested: only(own.asked),
        notifications_enabled: only(own.notifies),
        can_dm: messageRefusal(own, accepts) === undefined,
        blocking: only(own.blocks),
        blocked_by: only(own.isBlocked),
        muting: only(own.mutes),
        want_retweets: only(own.showsReposts),
        all_replies: only(false),
        marked_spam: only(false),
      },
      target: {
        ...names(target),
        following: own.isFollowed,
        followed_by: own.follows,
        following_received: only(own.asked),
        following_requested: only(own.isAsked),
      },
    },
  };
}

function names({ id, username }: UserRow) {
  return { id: BigInt(id), id_str: id, screen_name: username };
}

export function showConnections(row: UserRow, edges: readonly EdgeRow[], viewer: string): Connections {
  const { username: screen_name, name, id } = row;
  return { id: BigInt(id), id_str: id, name, screen_name, connections: connectionsOf(standingOf(edges, viewer, id)) };
}

function connectionsOf(standing: Standing): Connections['connections'] {
  const all = [
    [standing.follows, 'following'],
    [standing.asked, 'following_requested'],
    [standing.isFollowed, 'followed_by'],
    [standing.blocks, 'blocking'],
    [standing.mutes, 'muting'],
  ] as const;
  const found = all.flatMap(([holds, name]) => (holds ? [name] : []));
  return found.length === 0 ? ['none'] : found;
}
