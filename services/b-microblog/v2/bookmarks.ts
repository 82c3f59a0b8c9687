// Handlers of version 2's operations tagged 'Bookmarks'.
import type { MicroblogBookmarksHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, Deps } from '../deps.ts';
import { bookmark, removeBookmark } from '../posts/reactions.ts';

export const bookmarkHandlers = (deps: Deps): MicroblogBookmarksHandlers<Caller> => ({
  async createBookmark({ path, body }) {
    await bookmark(deps, path.id, body.tweet_id);
    return { status: 200, body: { data: { bookmarked: true } } };
  },

  async deleteBookmark({ path }) {
    await removeBookmark(deps, path.id, path.tweet_id);
    return { status: 200, body: { data: { bookmarked: false } } };
  },
});
