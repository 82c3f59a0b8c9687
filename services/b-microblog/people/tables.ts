// Declares the rows of people: their profiles, their settings, how they stand to each other, and their saved searches.

import { flag, integer, json, key, nullable, type RowOf, since, table, text, textOf } from '../../platform/store/table.ts';
import type { PictureType } from '../rules/pictures.ts';
import type { RelationKind } from '../rules/relation-kinds.ts';

/** The picture of users who have chosen none. */
export const DEFAULT_PICTURE = 'https://images.microblog.example.com/profiles/default.png';

/** The colours of a profile, as six hexadecimal digits. */
export interface Colours {
  readonly background: string;
  readonly link: string;
  readonly sidebar_border: string;
  readonly sidebar_fill: string;
  readonly text: string;
}

/** The colours of users who have chosen none. */
export const DEFAULT_COLOURS: Colours = {
  background: 'FFFFFF',
  link: '1D6FA5',
  sidebar_border: 'FFFFFF',
  sidebar_fill: 'F0F3F6',
  text: '333333',
};

const users = table(
  'b_users',
  {
    id: key(text),
    username: text,
    /** The username as it is compared: in lower case. */
    username_key: text,
    name: text,
    description: nullable(text),
    location: nullable(text),
    url: nullable(text),
    /** The short link that version 1.1 shows in place of the URL. */
    short_url: nullable(text),
    email: nullable(text),
    image_url: text,
    banner_url: nullable(text),
    background_url: nullable(text),
    has_background: flag,
    is_tiled: flag,
    colours: json<Colours>(),
    /** Whether only followers, whom the user lets in, see the posts. */
    is_protected: flag,
    is_suspended: flag,
    verified_type: textOf<'blue' | 'government' | 'business' | 'none'>(),
    pinned_post_id: nullable(text),
    created_at: integer,
    followers_count: integer,
    following_count: integer,
    post_count: integer,
    listed_count: integer,
    like_count: integer,
  },
  { unique: { username: ['username_key'] } },
);

/** The words by which users are found. */
const words = table('b_user_words', {
  word: key(text),
  user_id: key(text),
  /** Whether it is in the name or username; other words are in the rest of the profile. */
  is_name: flag,
});

const settings = table('b_user_settings', {
  user_id: key(text),
  time_zone: text,
  language: text,
  sleep_enabled: flag,
  /** Hours of the day, in two digits. */
  sleep_start: nullable(text),
  sleep_end: nullable(text),
  trend_woeid: nullable(integer),
  geo_enabled: flag,
  device: textOf<'sms' | 'none'>(),
  /** From whom the user accepts direct messages: from those whom the user follows, or from all. */
  accepts_messages: since('012-messages', textOf<'all' | 'following'>(), 'following'),
});

/** One relation: a user follows another, asks to, blocks, mutes (`RelationKind` says what source and target are). */
const edges = table(
  'b_edges',
  {
    kind: key(textOf<RelationKind>()),
    source: key(text),
    target: key(text),
    /** Orders and pages the lists that the edge is in: in each of them, no two edges have the same, and later ones have more. */
    seq: integer,
    at: integer,
    /** Whether a follower is notified of posts and sees reposts. Other kinds of relations do not use them. */
    notifies: flag,
    shows_reposts: flag,
  },
  { indexes: { source: ['kind', 'source', 'seq'], target: ['kind', 'target', 'seq'] } },
);

const savedSearches = table(
  'b_saved_searches',
  { id: key(integer), user_id: text, query: text, created_at: integer },
  { indexes: { user: ['user_id', 'id'] } },
);

/** A picture that a user has sent, in Base64. */
const pictures = table('b_pictures', { id: key(text), type: textOf<PictureType>(), base64: text });

/** A category in which the service suggests users to follow. */
const suggestions = table('b_suggestions', { slug: key(text), name: text, position: integer, users: json<string[]>() });

export const peopleTables = [users, words, settings, edges, savedSearches, pictures, suggestions] as const;

export type UserRow = RowOf<typeof users>;
export type SettingsRow = RowOf<typeof settings>;
export type EdgeRow = RowOf<typeof edges>;
export type SavedSearchRow = RowOf<typeof savedSearches>;
export type SuggestionRow = RowOf<typeof suggestions>;

/** A user of whom nothing is known. */
export const PLAIN_USER = {
  description: null,
  location: null,
  url: null,
  short_url: null,
  email: null,
  image_url: DEFAULT_PICTURE,
  banner_url: null,
  background_url: null,
  has_background: false,
  is_tiled: false,
  colours: DEFAULT_COLOURS,
  is_protected: false,
  is_suspended: false,
  verified_type: 'none',
  pinned_post_id: null,
  followers_count: 0,
  following_count: 0,
  post_count: 0,
  listed_count: 0,
  like_count: 0,
} satisfies Partial<UserRow>;

export const NEW_SETTINGS = {
  time_zone: 'Copenhagen',
  language: 'en',
  sleep_enabled: false,
  sleep_start: null,
  sleep_end: null,
  trend_woeid: null,
  geo_enabled: false,
  device: 'none',
  accepts_messages: 'following',
} satisfies Partial<SettingsRow>;
