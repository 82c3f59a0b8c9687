// Reads the folders of a user's bookmarks, for version 2.

import { readPage, readTokenPage } from '../../platform/lists.ts';
import type { Deps } from '../deps.ts';
import { rows } from '../people/store.ts';
import { NotAllowed } from '../refusals.ts';
import { otherList, pageMeta } from '../responses.ts';
import { shortCursors } from '../short-cursors.ts';
import type { PageQuery } from './lists.ts';
import { sightsOf } from './sight.ts';
import { authorsOfPosts, folderedIn, foldersOf } from './store.ts';

const ON_PAGE = 100;
/** As many as a user can have bookmarks that are listed. */
const MOST_IN_FOLDER = 800;

export async function folders({ store, cursors }: Deps, owner: string, query: PageQuery = {}) {
  const { max_results: limit = ON_PAGE, pagination_token: token } = query;
  const asked = { cursors: shortCursors(cursors), caller: owner, token, limit, isDown: true };
  const page = (await readTokenPage(foldersOf, store.read, { owner }, asked)) ?? otherList('pagination_token');
  const meta = pageMeta(page.rows.length, page);
  const data = page.rows.map(({ id, name }) => ({ id, name }));
  return { status: 200 as const, body: data.length === 0 ? { meta } : { data, meta } };
}

/** @throws {NotAllowed} where the user has no such folder */
export async function folderPosts({ store }: Deps, owner: string, folder: string) {
  const row = await rows.find(store.read, 'b_folders', folder);
  if (row?.owner !== owner) throw new NotAllowed('no-folder');
  const { rows: found } = await readPage(folderedIn, store.read, { folder }, { limit: MOST_IN_FOLDER, isDown: true });
  const ids = found.map(({ post_id }) => post_id);
  const authors = await authorsOfPosts(store.read, ids);
  const sights = await sightsOf(store.read, owner, [...authors.values()]);
  const data = ids.flatMap((id) => {
    const post = authors.get(id);
    return post !== undefined && sights.of(post) === 'seen' ? [{ id }] : [];
  });
  return { status: 200 as const, body: data.length === 0 ? {} : { data } };
}
