// Says what a response shows of posts, and of what they refer to, by the fields and expansions of its query. A look is made once for each such query.

import type { MediaField, PlaceField, PollField, PostExpansion, PostField, UserField } from '@octavo/interfaces/b-microblog';
import { type Mask, maskOf } from '../../masks.ts';
import { MEDIA_FIELDS, type MediaView } from '../../media/show.ts';
import type { MediaRow } from '../../media/tables.ts';
import { type UserLook, userLook } from '../../people/show.ts';
import { PLACE_FIELDS } from '../../places/show.ts';
import type { PlaceRow } from '../../places/tables.ts';
import { type PostLook, postLook } from './fields.ts';
import { POLL_FIELDS, type PollMask } from './show-poll.ts';

/** The parameters of a query that say what is shown of posts. */
export interface PostQuery {
  readonly 'tweet.fields'?: readonly PostField[];
  readonly expansions?: readonly PostExpansion[];
  readonly 'user.fields'?: readonly UserField[];
  readonly 'media.fields'?: readonly MediaField[];
  readonly 'poll.fields'?: readonly PollField[];
  readonly 'place.fields'?: readonly PlaceField[];
}

export interface Look {
  readonly expansions: ReadonlySet<PostExpansion>;
  /** Whether the columns of `CORE_COLUMNS` are enough of the posts of `data`. */
  readonly isCore: boolean;
  /** The posts of `data`. */
  readonly own: PostLook;
  /** The posts of `includes`. */
  readonly included: PostLook;
  readonly users: UserLook;
  readonly media: Mask<MediaRow, MediaView>;
  readonly polls: PollMask;
  readonly places: Mask<PlaceRow>;
}

/** The field that an expansion follows, which is shown too: without it, nobody could tell to which post an object belongs. */
const FOLLOWED: Readonly<Partial<Record<PostExpansion, PostField>>> = {
  'attachments.media_keys': 'attachments',
  'attachments.media_source_tweet': 'attachments',
  'attachments.poll_ids': 'attachments',
  author_id: 'author_id',
  'entities.mentions.username': 'entities',
  'entities.note.mentions.username': 'note_tweet',
  'geo.place_id': 'geo',
  in_reply_to_user_id: 'in_reply_to_user_id',
  'referenced_tweets.id': 'referenced_tweets',
  'referenced_tweets.id.attachments.media_keys': 'referenced_tweets',
  'referenced_tweets.id.author_id': 'referenced_tweets',
};

/** The same of the posts in `includes`. */
const FOLLOWED_ON: Readonly<Partial<Record<PostExpansion, PostField>>> = {
  'referenced_tweets.id.attachments.media_keys': 'attachments',
  'referenced_tweets.id.author_id': 'author_id',
};

/** The expansions that need no other columns of the posts of `data`. */
const CORE_EXPANSIONS: ReadonlySet<PostExpansion> = new Set(['author_id', 'referenced_tweets.id', 'referenced_tweets.id.author_id']);

function makeLook(query: PostQuery): Look {
  const expansions = query.expansions ?? [];
  const fields = query['tweet.fields'] ?? [];
  const own = postLook([...fields, ...expansions.flatMap((name) => FOLLOWED[name] ?? [])]);
  return {
    expansions: new Set(expansions),
    isCore: own.isCore && expansions.every((name) => CORE_EXPANSIONS.has(name)),
    own,
    included: postLook([...fields, ...expansions.flatMap((name) => FOLLOWED_ON[name] ?? [])]),
    users: userLook(query['user.fields']),
    media: maskOf(MEDIA_FIELDS, query['media.fields'] ?? []),
    polls: maskOf(POLL_FIELDS, query['poll.fields'] ?? []),
    places: maskOf(PLACE_FIELDS, query['place.fields'] ?? []),
  };
}

const PLAIN = makeLook({});
const MOST_KEPT = 500;
const kept = new Map<string, Look>();

export function lookOf(query: PostQuery = {}): Look {
  const lists = [
    query['tweet.fields'],
    query.expansions,
    query['user.fields'],
    query['media.fields'],
    query['poll.fields'],
    query['place.fields'],
  ];
  if (lists.every((list) => list === undefined)) return PLAIN;
  const key = lists.map((list) => list?.join() ?? '').join(' ');
  const look = kept.get(key) ?? makeLook(query);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, look);
  return look;
}
