// Declares what shows posts to a caller of version 2.

import type { Problem, ResponseSection } from '@octavo/interfaces/b-microblog';
import type { MediaRow } from '../../media/tables.ts';
import type { PlaceRow } from '../../places/tables.ts';
import type { Sights } from '../sight.ts';
import type { PollRow, PostRow } from '../tables.ts';

/** What posts refer to, by its identifiers. */
export interface Around {
  /** Posts, some of which the viewer may not see. Those of the response are among them. */
  readonly posts: ReadonlyMap<string, PostRow>;
  /** The versions of posts that were edited, by their first ones; the oldest come first. */
  readonly versions: ReadonlyMap<string, readonly PostRow[]>;
  /** The authors of these posts, and users to whom posts refer. */
  readonly sights: Sights;
  /** The newest post of each user. Only `most_recent_tweet_id` needs it. */
  readonly newest: ReadonlyMap<string, string>;
  readonly media: ReadonlyMap<string, MediaRow>;
  readonly polls: ReadonlyMap<string, PollRow>;
  readonly places: ReadonlyMap<string, PlaceRow>;
}

/** What shows posts to a caller. */
export interface PostView {
  /** Absent: the caller is an application. */
  readonly viewer: string | undefined;
  readonly now: number;
  readonly around: Around;
  /** In which part of the response the posts stand. */
  readonly section: ResponseSection;
  /** Gets a problem for each field that the viewer may not see. */
  readonly report: (problem: Problem) => void;
}
