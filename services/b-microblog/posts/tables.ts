// Declares the rows of posts: the posts themselves, who is mentioned in them, polls, notes of readers, folders of bookmarks, and what projects have
// read.

import type { Entities } from '@octavo/interfaces/b-microblog';
import { flag, integer, json, key, nullable, type RowOf, table, text, textOf } from '../../platform/store/table.ts';

const since = '002-posts';

/** A text that is longer than what lists show of it. */
export interface LongText {
  readonly text: string;
  readonly entities: Entities;
}

/** Who may reply to a post. */
type ReplySettings = 'everyone' | 'following' | 'mentionedUsers' | 'subscribers' | 'verified';

/** The last number that was given. Units that give one run in turn (`store.write`), so that the order of the numbers is that of the commits. */
const sequences = table('b_sequences', { name: key(text), value: integer }, { since });

/** A post, a reply, a repost, or one version of a post that was edited. */
const posts = table(
  'b_posts',
  {
    /** What callers see. It rises with `seq`. */
    id: key(text),
    /** Orders and pages all lists of posts (`rules/identifiers.ts`). */
    seq: integer,
    author: text,
    created_at: integer,
    /** With short links in place of addresses. Of a longer text, the first characters. */
    text: text,
    /** Tells the same text of one author: its digest, as the author wrote it. Null for posts without one. */
    text_key: nullable(text),
    entities: json<Entities>(),
    /** Where the text begins to be shown, in code points: after the users whom a reply addresses. */
    shown_from: integer,
    long: nullable(json<LongText>()),
    /** BCP 47; `und` where it is unknown. */
    lang: text,
    /** The application that published it, and its website. */
    source: text,
    source_url: text,
    /** The first post of the conversation. */
    conversation: text,
    reply_to: nullable(text),
    reply_to_user: nullable(text),
    quoted: nullable(text),
    /** The post that this one reposts. */
    reposted: nullable(text),
    reply_settings: textOf<ReplySettings>(),
    /** Identifiers of media, in order. */
    media: nullable(json<string[]>()),
    /** Identifiers of the users who are tagged in the media. */
    tagged: nullable(json<string[]>()),
    poll: nullable(text),
    place: nullable(text),
    /** Longitude and latitude in degrees. */
    coordinates: nullable(json<[number, number]>()),
    card_uri: nullable(text),
    community: nullable(text),
    /** The address that opens a direct message to the author. */
    message_link: nullable(text),
    is_sensitive: flag,
    /** Whether it is left out of all timelines. */
    is_nullcast: flag,
    is_for_subscribers: flag,
    /** Whether the author of the conversation has hidden this reply. */
    is_hidden: flag,
    /** The first version; a post that was never edited is its own. */
    first: text,
    first_at: integer,
    /** From 0. */
    version: integer,
    is_newest: flag,
    like_count: integer,
    repost_count: integer,
    reply_count: integer,
    quote_count: integer,
    bookmark_count: integer,
    impression_count: integer,
    /** Replies that the author of the conversation has hidden; only its first post counts them. */
    hidden_count: integer,
  },
  {
    since,
    // A user reposts a post once. Posts that are no reposts do not count.
    unique: { seq: ['seq'], repost: ['author', 'reposted'] },
    indexes: {
      author: ['author', 'is_newest', 'is_nullcast', 'seq'],
      quoted: ['quoted', 'seq'],
      reposted: ['reposted', 'seq'],
      first: ['first', 'version'],
    },
  },
);

/** That a post mentions a user. */
const mentions = table('b_mentions', { user_id: key(text), seq: key(integer), post_id: text }, { since, indexes: { post: ['post_id'] } });

const polls = table(
  'b_polls',
  { id: key(text), options: json<{ readonly label: string; readonly votes: number }[]>(), duration_minutes: integer, end_at: integer },
  { since },
);

/** A note that readers wrote on a post. */
const notes = table(
  'b_notes',
  {
    id: key(text),
    post_id: text,
    text: text,
    classification: textOf<'HarmfullyMisleading' | 'MisinformedOrPotentiallyMisleading' | 'NotMisleading' | 'PotentiallyMisleading'>(),
    rating_status: textOf<
      'CurrentlyRatedHelpful' | 'CurrentlyRatedNotHelpful' | 'InsufficientConsensus' | 'MinimumRatingsNotMet' | 'NeedsMoreRatings'
    >(),
    created_at: integer,
    is_deleted: flag,
  },
  { since, indexes: { post: ['post_id', 'id'] } },
);

const folders = table(
  'b_folders',
  { id: key(text), owner: text, name: text, seq: integer },
  { since, indexes: { owner: ['owner', 'seq'] } },
);

/** A bookmark that its owner has put into a folder. */
const foldered = table('b_foldered', { folder: key(text), post_id: key(text), owner: text, seq: integer }, { since });

/** That a project has read a post on a day (UTC): its cap counts a post once a day. */
const reads = table(
  'b_reads',
  {
    project: key(text),
    /** `2026-11-18` */
    day: key(text),
    post_id: key(text),
    /** The application that was the first of its project to read it. */
    app: text,
  },
  { since },
);

export const postTables = [sequences, posts, mentions, polls, notes, folders, foldered, reads] as const;

export type PostRow = RowOf<typeof posts>;
export type PollRow = RowOf<typeof polls>;
export type NoteRow = RowOf<typeof notes>;

/** The columns that tell who sees a post and where it stands, and those of the fields that are asked for most. */
export const CORE_COLUMNS = [
  'id',
  'seq',
  'author',
  'created_at',
  'text',
  'reply_to',
  'quoted',
  'reposted',
  'is_for_subscribers',
  'first',
  'version',
  'is_newest',
  'like_count',
  'repost_count',
  'reply_count',
  'quote_count',
  'bookmark_count',
  'impression_count',
] as const satisfies (keyof PostRow)[];

/** All columns of posts. */
export const POST_COLUMNS = Object.keys(posts.columns) as readonly (keyof PostRow)[];

export type CorePost = Pick<PostRow, (typeof CORE_COLUMNS)[number]>;

/** A post that is nothing but a text. */
export const PLAIN_POST = {
  text_key: null,
  entities: {},
  shown_from: 0,
  long: null,
  lang: 'und',
  reply_to: null,
  reply_to_user: null,
  quoted: null,
  reposted: null,
  reply_settings: 'everyone',
  media: null,
  tagged: null,
  poll: null,
  place: null,
  coordinates: null,
  card_uri: null,
  community: null,
  message_link: null,
  is_sensitive: false,
  is_nullcast: false,
  is_for_subscribers: false,
  is_hidden: false,
  version: 0,
  is_newest: true,
  like_count: 0,
  repost_count: 0,
  reply_count: 0,
  quote_count: 0,
  bookmark_count: 0,
  impression_count: 0,
  hidden_count: 0,
} satisfies Partial<PostRow>;
