// Shows posts as version 1.1 has them: with their authors, and the posts that they repost or quote inside them.

import type { Entities, LatestPost, MediaEntity, Post, TrimmedUser, User } from '@octavo/interfaces/b-microblog-v1';
import { html } from '../../platform/pages/html.ts';
import type { MediaRow } from '../media/tables.ts';
import type { UserRow } from '../people/tables.ts';
import { showPlaceV1 } from '../places/show-v1.ts';
import type { PlaceRow } from '../places/tables.ts';
import { charactersIn, cutTo } from '../rules/characters.ts';
import { timestampOf } from '../rules/time.ts';
import type { PostRow } from './tables.ts';

/** What shows posts to a caller. */
export interface PostViewV1 {
  /** Authors, and users who are mentioned or replied to. */
  readonly users: ReadonlyMap<string, UserRow>;
  /** Authors as they are shown; absent: with identifiers alone. */
  readonly shown: ReadonlyMap<string, User> | undefined;
  /** Posts that others repost or quote, as far as the caller sees them. */
  readonly others: ReadonlyMap<string, PostRow>;
  readonly media: ReadonlyMap<string, MediaRow>;
  readonly places: ReadonlyMap<string, PlaceRow>;
  /** Identifiers of posts that the caller likes and has reposted. */
  readonly liked: ReadonlySet<string>;
  readonly reposted: ReadonlySet<string>;
  readonly hasEntities: boolean;
  /** The scheme and authority of version 1.1. */
  readonly origin: string;
}

/** `text` has at most so many characters; `full_text` has all. */
const SHORT = 140;

export function showPostV1(row: PostRow, view: PostViewV1): Post {
  return { ...inside(row, view), ...around(row, view) };
}

/** A post with those inside it: one that it reposts, and that which one of them quotes. */
function inside(row: PostRow, view: PostViewV1): Pick<Post, 'retweeted_status' | 'quoted_status'> {
  const source = row.reposted === null ? undefined : view.others.get(row.reposted);
  const quoted = row.quoted === null ? undefined : view.others.get(row.quoted);
  return {
    ...(source !== undefined && { retweeted_status: { ...inside(source, view), ...around(source, view) } }),
    ...(quoted !== undefined && { quoted_status: around(quoted, view) }),
  };
}

function around(row: PostRow, view: PostViewV1): Post {
  const { coordinates, place, quoted } = row;
  const placed = place === null ? undefined : view.places.get(place);
  return {
    ...basics(row, view),
    ...lengths(row),
    in_reply_to_status_id: numberOf(row.reply_to),
    in_reply_to_status_id_str: row.reply_to,
    in_reply_to_user_id: numberOf(row.reply_to_user),
    in_reply_to_user_id_str: row.reply_to_user,
    in_reply_to_screen_name: row.reply_to_user === null ? null : (view.users.get(row.reply_to_user)?.username ?? null),
    user: view.shown?.get(row.author) ?? trimmed(row.author),
    geo: coordinates === null ? null : { type: 'Point', coordinates: [coordinates[1], coordinates[0]] },
    coordinates: coordinates === null ? null : { type: 'Point', coordinates },
    place: placed === undefined ? null : showPlaceV1(placed, view.origin),
    contributors: null,
    ...(quoted !== null && { quoted_status_id: BigInt(quoted), quoted_status_id_str: quoted }),
    quote_count: row.quote_count,
    reply_count: row.reply_count,
    ...(row.media !== null && view.hasEntities && { extended_entities: { media: mediaOf(row, view) } }),
    possibly_sensitive: row.is_sensitive,
  };
}

/** The latest post of a user, inside that user. */
export function showLatest(row: PostRow, view: PostViewV1): LatestPost {
  return basics(row, view);
}

/** A repost counts reposts of the post that it reposts. */
function basics(row: PostRow, view: PostViewV1) {
  const source = row.reposted === null ? row : (view.others.get(row.reposted) ?? row);
  const { text, isCut } = shortened(row);
  return {
    created_at: timestampOf(row.created_at),
    id: BigInt(row.id),
    id_str: row.id,
    text,
    source: html`<a href="${row.source_url}">${row.source}</a>`.text,
    truncated: isCut,
    is_quote_status: row.quoted !== null,
    retweet_count: source.repost_count,
    favorite_count: row.like_count,
    entities: view.hasEntities ? entitiesOf(row, view) : NO_ENTITIES,
    favorited: view.liked.has(row.id),
    retweeted: view.reposted.has(source.id),
    lang: row.lang,
  };
}

const NO_ENTITIES: Entities = { hashtags: [], symbols: [], user_mentions: [], urls: [] };

/** The whole text, of which `text` may be a part. */
function wholeOf({ text, long }: PostRow): string {
  return long?.text ?? text;
}

function shortened(row: PostRow): { readonly text: string; readonly isCut: boolean } {
  const whole = wholeOf(row);
  const isCut = charactersIn(whole) > SHORT;
  return { text: isCut ? cutTo(whole, SHORT) : whole, isCut };
}

function lengths(row: PostRow): Pick<Post, 'full_text' | 'display_text_range'> {
  const whole = wholeOf(row);
  return { full_text: whole, display_text_range: [row.shown_from, shownTo(row, charactersIn(whole))] };
}

/** The link to media at the end of a text is not shown. */
function shownTo({ entities: { urls = [] }, media, shown_from }: PostRow, end: number): number {
  const link = media === null ? undefined : urls.find(({ media_key, end: last }) => media_key !== undefined && last === end);
  return link === undefined ? end : Math.max(shown_from, link.start - 1);
}

function trimmed(id: string): TrimmedUser {
  return { id: BigInt(id), id_str: id };
}

function numberOf(id: string | null): bigint | null {
  return id === null ? null : BigInt(id);
}

function entitiesOf(row: PostRow, view: PostViewV1): Entities {
  const [first] = mediaOf(row, view);
  return { ...showEntities(row.long?.entities ?? row.entities, view.users), ...(first !== undefined && { media: [first] }) };
}

/** @param users who are mentioned */
export function showEntities(
  { hashtags = [], cashtags = [], mentions = [], urls = [] }: PostRow['entities'],
  users: PostViewV1['users'],
): Entities {
  return {
    hashtags: hashtags.map(({ tag, start, end }) => ({ text: tag, indices: [start, end] })),
    symbols: cashtags.map(({ tag, start, end }) => ({ text: tag, indices: [start, end] })),
    user_mentions: mentions.flatMap(({ id, start, end }) => {
      const user = id === undefined ? undefined : users.get(id);
      if (user === undefined) return [];
      return [{ id: BigInt(user.id), id_str: user.id, name: user.name, screen_name: user.username, indices: [start, end] as const }];
    }) as Entities['user_mentions'],
    urls: urls
      .filter(({ media_key }) => media_key === undefined)
      .map(({ url, expanded_url, display_url, start, end }) => ({
        url,
        expanded_url: expanded_url ?? null,
        display_url: display_url ?? url,
        indices: [start, end],
      })),
  };
}

/** The files of a post, each with the link that stands for all of them. */
function mediaOf({ media, entities: { urls = [] }, id: post }: PostRow, view: PostViewV1): MediaEntity[] {
  const link = urls.find(({ media_key }) => media_key !== undefined);
  if (media === null || link === undefined) return [];
  return media.flatMap((id) => {
    const row = view.media.get(id);
    if (row === undefined) return [];
    const { type, url, width: w, height: h, post_id } = row;
    return {
      id: BigInt(id),
      id_str: id,
      indices: [link.start, link.end] as [number, number],
      media_url: url.replace(/^https:/, 'http:'),
      media_url_https: url,
      url: link.url,
      display_url: link.display_url ?? link.url,
      expanded_url: link.expanded_url ?? link.url,
      type,
      sizes: { thumb: { w: 150, h: 150, resize: 'crop' as const }, large: { w, h, resize: 'fit' as const } },
      ...(post_id !== null && post_id !== post && { source_status_id: BigInt(post_id), source_status_id_str: post_id }),
    };
  });
}
