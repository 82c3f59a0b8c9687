// Puts together timelines: posts of a user, posts that mention a user, those of the members of a list, and the home of somebody who follows others,
// for both versions.

import type { Deps, Tables } from '../../deps.ts';
import type { ListRow } from '../../lists/tables.ts';
import { STEPS } from '../../rules/identifiers.ts';
import { type Sight, type Sights, sightsBy, sightsOf } from '../sight.ts';
import type { PostRow } from '../tables.ts';
import { type Circle, circlePostCount, followedCount, mergedPosts, walkedPosts } from './circle-store.ts';
import { type Place, pageOf, type Source, type TimelinePage } from './timeline-pages.ts';
import { mentionCount, mentionPosts, userPostCount, userPosts } from './timeline-store.ts';

const MOST = { user: 3200, mentions: 800, home: 800, list: 800 } as const;
/** How far back a home timeline goes, in milliseconds. */
const HOME_SPAN = 7 * 86_400_000;
/** The posts of so many authors are merged at once. Posts of more authors are first looked for among the newest posts of all users. */
const FEW_AUTHORS = 64;
/** How many posts of everybody are looked at. */
const WALK = 2000;

/** A user whose timeline is asked for. */
export interface Owner {
  readonly id: string;
  /** Whether the viewer sees what the user posts; `absent`: there is no such user. */
  readonly sight: Sight | 'absent';
  readonly sights: Sights;
}

/** @param viewer absent: the viewer is an application */
export async function ownerOf(tables: Tables, viewer: string | undefined, id: string): Promise<Owner> {
  const sights = await sightsOf(tables, viewer, [{ author: id }]);
  const sight = sights.authors.has(id) ? sights.of({ author: id, is_for_subscribers: false }) : 'absent';
  return { id, sight, sights };
}

/** A page, with what told that the viewer sees its posts. */
export interface SeenPage extends TimelinePage {
  readonly sights: Sights;
}

/** The newest posts of a user, whose posts the viewer sees. */
export function userTimeline(tables: Tables, viewer: string | undefined, owner: Owner, place: Place): Promise<SeenPage> {
  const { id: author } = owner;
  const noReplies = place.excludes?.includes('replies') === true || undefined;
  const noReposts = place.excludes?.includes('retweets') === true || undefined;
  return seenPage(tables, viewer, place, {
    most: MOST.user,
    sights: owner.sights,
    read: (stretch, room) => userPosts.all(tables, { ...stretch, author, room, noReplies, noReposts }),
    count: async (from, most) => (await userPostCount.first(tables, { author, from, most }))?.count ?? 0,
    wants: () => true,
  });
}

/** The newest posts that mention a user. Those of users whom the viewer mutes or blocks are left out. */
export function mentionsTimeline(tables: Tables, viewer: string | undefined, user: string, place: Place): Promise<SeenPage> {
  return seenPage(tables, viewer, place, {
    most: MOST.mentions,
    read: (stretch) => mentionPosts.all(tables, { ...stretch, user }),
    count: async (from, most) => (await mentionCount.first(tables, { user, from, most }))?.count ?? 0,
    wants: (post, sights) => !hasMuted(post, sights),
  });
}

/** The posts of a user and of those whom the user follows. Those of muted and blocked users are left out, as are reposts of them. */
export async function homeTimeline({ store, clock }: Pick<Deps, 'store' | 'clock'>, viewer: string, place: Place): Promise<SeenPage> {
  const tables = store.read;
  const { count: followed = 0 } = (await followedCount.first(tables, { viewer, most: FEW_AUTHORS + 1 })) ?? {};
  const excludes = new Set(place.excludes);
  return seenPage(tables, viewer, place, {
    most: MOST.home,
    oldest: (clock.now() - HOME_SPAN) * STEPS,
    ...postsOf(tables, { viewer }, followed > FEW_AUTHORS),
    wants(post, sights) {
      if (excludes.has('replies') && post.reply_to !== null) return false;
      if (post.reposted !== null && (excludes.has('retweets') || sights.hidesReposts(post.author))) return false;
      return !hasMuted(post, sights);
    },
  });
}

/** The posts of the members of a list, which the viewer sees, also of those whom the viewer mutes or blocks. */
export function listTimeline(
  tables: Tables,
  viewer: string | undefined,
  { id: list, member_count }: Pick<ListRow, 'id' | 'member_count'>,
  place: Place,
): Promise<SeenPage> {
  return seenPage(tables, viewer, place, {
    most: MOST.list,
    ...postsOf(tables, { list }, member_count > FEW_AUTHORS),
    wants: () => true,
  });
}

/** Reads posts of a circle of authors. */
function postsOf(tables: Tables, circle: Circle, isWide: boolean): Pick<Source, 'read' | 'count'> {
  return {
    async read(stretch) {
      if (isWide) {
        const found = await walkedPosts.all(tables, { ...stretch, ...circle, room: WALK });
        if (found.length === stretch.most) return found;
      }
      const end = stretch.isUp === true ? stretch.below - 1 : stretch.above + 1;
      return mergedPosts.all(tables, { ...stretch, ...circle, last: stretch.most - 1, end, isWide: isWide || undefined });
    },
    count: async (from, most) => (await circlePostCount.first(tables, { ...circle, from, most }))?.count ?? 0,
  };
}

/** Whether the viewer mutes or blocks the author of a post, or of what it reposts. */
function hasMuted({ author, reposted }: PostRow, sights: Sights): boolean {
  const original = reposted === null ? undefined : sights.originals.get(reposted);
  return sights.isMuted(author) || (original !== undefined && sights.isMuted(original.author));
}

interface SeenSource extends Omit<Source, 'shown'> {
  /** How the viewer stands to authors of these posts, as far as it is known. */
  readonly sights?: Sights;
  /** Whether a post that the viewer sees is part of the timeline. */
  wants(post: PostRow, sights: Sights): boolean;
}

/** A page of the posts that a viewer sees: a repost, only where the viewer sees what it reposts. */
async function seenPage(tables: Tables, viewer: string | undefined, place: Place, source: SeenSource): Promise<SeenPage> {
  let { sights = sightsBy(viewer, [], []) } = source;
  const page = await pageOf(tables, place, {
    ...source,
    async shown(posts) {
      sights = await sightsOf(tables, viewer, posts, sights);
      return posts.filter((post) => sights.of(post) === 'seen' && source.wants(post, sights));
    },
  });
  return { ...page, sights };
}
