// Handlers of version 2's operations tagged 'Bookmarks'.
import type { RequiredMicroblogBookmarksHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, Deps } from '../deps.ts';
import { folderPosts, folders } from '../posts/folders-read.ts';
import { bookmarks } from '../posts/lists.ts';
import { bookmark, removeBookmark } from '../posts/reactions.ts';

export const bookmarkHandlers = (deps: Deps): RequiredMicroblogBookmarksHandlers<Caller> => ({
  listBookmarks: ({ path, query }, context) => bookmarks(deps, context, path.id, query),
  listBookmarkFolders: ({ path, query }) => folders(deps, path.id, query),
  listBookmarkFolderPosts: ({ path }) => folderPosts(deps, path.id, path.folder_id),

  async createBookmark({ path, body }) {
    await bookmark(deps, path.id, body.tweet_id);
    return { status: 200, body: { data: { bookmarked: true } } };
  },

  async deleteBookmark({ path }) {
    await removeBookmark(deps, path.id, path.tweet_id);
    return { status: 200, body: { data: { bookmarked: false } } };
  },
});
