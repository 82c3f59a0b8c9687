// Delivers new likes of posts that apps see. A like does not say whose it is.

import type { Includes, Like, LikeField, StreamedLike } from '@octavo/interfaces/b-microblog';
import { hashOf } from '../../platform/secrets.ts';
import type { Context, MicroblogPlatform } from '../deps.ts';
import { type Fields, filled, type Mask, maskOf, withFields } from '../masks.ts';
import type { PostQuery } from '../posts/shown/look.ts';
import { showPosts } from '../posts/shown/show.ts';
import { sightsOf } from '../posts/sight.ts';
import { postsByIds } from '../posts/store.ts';
import type { PostRow } from '../posts/tables.ts';
import { LIKES } from './choices.ts';
import { createEventHub, type EventOf } from './event-hub.ts';
import { momentOf } from './events.ts';
import type { Opened, StreamOpener, Window } from './open.ts';

type Expansion = 'liked_tweet_author_id' | 'liked_tweet_id';

interface Looks extends Pick<PostQuery, 'tweet.fields' | 'user.fields'> {
  readonly 'like_with_tweet_author.fields'?: readonly LikeField[];
  readonly expansions?: readonly Expansion[];
}

type LikeRow = EventOf<'like'>;

/** Each field with its name in a like. */
const FIELDS: Fields<keyof Like, LikeRow> = {
  created_at: ({ at }) => momentOf(at),
  liked_tweet_id: ({ data }) => data.post,
  timestamp_ms: ({ at }) => at,
  tweet_author_id: ({ data }) => data.author,
};
/** What is shown where the query names no field; the record is silent. */
const DEFAULT_FIELDS: readonly LikeField[] = ['created_at', 'liked_tweet_id', 'timestamp_ms'];

/** An expansion has the name of the field that it follows, which is shown too. */
function maskFor({ 'like_with_tweet_author.fields': fields = DEFAULT_FIELDS, expansions = [] }: Looks): Mask<LikeRow> {
  return maskOf(
    FIELDS,
    [...fields, ...expansions].map((name) => (name === 'liked_tweet_author_id' ? 'tweet_author_id' : name)),
  );
}

/** Tells a like, and neither its user nor how many there are. */
function idOf({ seq }: LikeRow): string {
  return hashOf(`like:${seq}`).slice(0, 20);
}

export interface LikeStreams {
  open(context: Context, query: Looks & Window, which: keyof typeof LIKES): Promise<Opened<StreamedLike>>;
}

export function createLikeStreams(platform: MicroblogPlatform, opener: StreamOpener): LikeStreams {
  const hub = createEventHub<'like', StreamedLike>(platform, 'like');
  const { read } = platform.store;

  async function show(likes: readonly LikeRow[], looks: Looks): Promise<readonly (StreamedLike | undefined)[]> {
    const found = await postsByIds(read, [...new Set(likes.map(({ data }) => data.post))]);
    const posts = new Map(found.map((post) => [post.id, post]));
    const sights = await sightsOf(read, undefined, found);
    const mask = maskFor(looks);
    const items: (StreamedLike | undefined)[] = [];
    for (const row of likes) {
      const post = posts.get(row.data.post);
      items.push(post !== undefined && sights.of(post) === 'seen' ? await line(row, post, mask, looks) : undefined);
    }
    return items;
  }

  async function line(row: LikeRow, post: PostRow, mask: Mask<LikeRow>, looks: Looks): Promise<StreamedLike> {
    const includes = await around(post, looks);
    const data: Like = withFields<LikeRow, undefined, Like>({ id: idOf(row) }, mask, row, undefined);
    return { data, ...(includes !== undefined && { includes }) };
  }

  async function around(post: PostRow, { expansions = [], ...fields }: Looks): Promise<Includes | undefined> {
    if (expansions.length === 0) return undefined;
    const { data, includes } = await showPosts(platform, undefined, [post], { ...fields, expansions: ['author_id'] });
    return filled<Includes>({
      users: expansions.includes('liked_tweet_author_id') ? includes?.users : undefined,
      tweets: expansions.includes('liked_tweet_id') ? data : undefined,
    });
  }

  return {
    open: (context, { backfill_minutes, start_time, end_time, partition, ...looks }, which) =>
      opener.open(context, {
        hub,
        window: { backfill_minutes, start_time, end_time, partition },
        delivery: {
          name: JSON.stringify(looks),
          choice: `${which} ${partition}`,
          wants: (row) => LIKES[which](idOf(row), partition),
          show: (rows) => show(rows, looks),
        },
        timeOf: ({ at }) => at,
      }),
  };
}
