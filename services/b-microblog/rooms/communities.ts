// Reads communities for version 2: a single one, and those whose names have the words of a search.

import type { CommunityField } from '@octavo/interfaces/b-microblog';
import { readTokenPage } from '../../platform/lists.ts';
import type { Context, Deps } from '../deps.ts';
import { rows } from '../people/store.ts';
import { otherList } from '../responses.ts';
import { searchedWords } from '../rules/words.ts';
import { showCommunity } from './show.ts';
import { foundCommunities } from './store.ts';

interface CommunityQuery {
  readonly 'community.fields'?: readonly CommunityField[] | undefined;
}

export async function oneCommunity({ store }: Deps, id: string, query: CommunityQuery = {}) {
  const row = await rows.find(store.read, 'b_communities', id);
  const detail = `No community has the identifier ${id}.`;
  if (row === undefined)
    return { status: 200 as const, body: { errors: [{ title: 'Not Found Error', type: 'about:blank' as const, detail }] } };
  return { status: 200 as const, body: { data: showCommunity(row, query['community.fields']) } };
}

const ON_PAGE = 10;

interface SearchQuery extends CommunityQuery {
  readonly query: string;
  readonly max_results?: number;
  readonly next_token?: string | undefined;
  readonly pagination_token?: string | undefined;
}

export async function matchingCommunities({ store, cursors }: Deps, { principal }: Context, query: SearchQuery) {
  const words = searchedWords(query.query);
  if (words.length === 0) return { status: 200 as const, body: {} };
  const { max_results: limit = ON_PAGE, next_token: token } = query;
  const asked = { cursors, caller: principal.user ?? principal.app, token, limit, isDown: true };
  const page = (await readTokenPage(foundCommunities, store.read, { words, count: words.length }, asked)) ?? otherList('next_token');
  const data = page.rows.map((row) => showCommunity(row, query['community.fields']));
  return {
    status: 200 as const,
    body: { ...(data.length > 0 && { data }), ...(page.next !== null && { meta: { next_token: page.next } }) },
  };
}
