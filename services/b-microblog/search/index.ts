// The index by which posts are searched for: the terms of the newest version of each post, under its place in the order.

import { type Kysely, sql } from 'kysely';
import { byId } from '../../platform/rows.ts';
import type { DerivedIndex } from '../../platform/store/derived.ts';
import type { Engine } from '../../platform/store/engine.ts';
import { perEngine, rowsOfList } from '../../platform/store/per-engine.ts';
import type { Tables } from '../deps.ts';
import type { MediaRow } from '../media/tables.ts';
import { rows } from '../people/store.ts';
import type { PlaceRow } from '../places/tables.ts';
import type { PostRow } from '../posts/tables.ts';
import type { MicroblogTables } from '../tables.ts';
import { WORDS_VERSION } from './language/words.ts';
import { momentTerm } from './moments.ts';
import { type Around, termsOf } from './terms.ts';

const CREATE: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [`create virtual table b_search using fts5(terms, content = '', contentless_delete = 1, tokenize = 'ascii')`],
  postgres: [
    'create table b_search (seq bigint primary key, terms tsvector not null)',
    'create index b_search_terms on b_search using gin (terms)',
  ],
};

/** How many posts are read at once while the index is made. */
const AT_ONCE = 500;

export const searchIndex: DerivedIndex<MicroblogTables> = {
  name: 'b_search',
  version: WORDS_VERSION,
  create: (engine) => CREATE[engine],
  async clear(tables) {
    await sql`delete from b_search`.execute(tables);
  },
  async rebuild(tables) {
    for (let above = -1; ; ) {
      const posts = await tables.selectFrom('b_posts').selectAll().where('seq', '>', above).orderBy('seq').limit(AT_ONCE).execute();
      await addToSearch(tables, posts);
      const last = posts.at(-1);
      if (last === undefined || posts.length < AT_ONCE) return;
      above = last.seq;
    }
  },
};

/** Lets searches find posts from now on, within a unit of work that adds them. Old versions are left out. */
export async function addToSearch(tables: Tables, posts: readonly PostRow[]): Promise<void> {
  const newest = posts.filter(({ is_newest }) => is_newest);
  if (newest.length === 0) return;
  const around = await aroundPosts(tables, newest);
  const write = perEngine(tables, { sqlite: () => plainTerms, postgres: () => placedTerms });
  const list = JSON.stringify(newest.map((post) => ({ seq: post.seq, terms: write(termsOf(post, around(post)), post) })));
  await insertTerms(tables, list);
}

function insertTerms(tables: Tables, list: string) {
  const added = rowsOfList(tables, sql`${list}`, { seq: 'whole', terms: 'text' });
  return perEngine(tables, {
    sqlite: () => sql`insert into b_search (rowid, terms) select seq, terms from ${added} as added`.execute(tables),
    postgres: () => sql`insert into b_search (seq, terms) select seq, terms::tsvector from ${added} as added`.execute(tables),
  });
}

const plainTerms = (terms: readonly string[], { seq }: PostRow) => `${terms.join(' ')} ${momentTerm(seq)}`;

/** `storm:1,4 warning:2` */
function placedTerms(terms: readonly string[]): string {
  const places = Map.groupBy(terms.keys(), (index) => terms[index]);
  return [...places].map(([term, at]) => `${term}:${at.map((index) => index + 1).join()}`).join(' ');
}

/** Lets searches no longer find posts, within a unit of work that removes or replaces them. */
export async function takeFromSearch(tables: Tables, posts: readonly Pick<PostRow, 'seq'>[]): Promise<void> {
  const key = perEngine(tables, { sqlite: () => sql.ref('rowid'), postgres: () => sql.ref('seq') });
  for (const { seq } of posts) await sql`delete from b_search where ${key} = ${seq}`.execute(tables);
}

/** Reads what posts have besides their rows: one query for each kind of thing that some of them have. */
export async function aroundPosts(tables: Tables, posts: readonly PostRow[]): Promise<(post: PostRow) => Around> {
  const found = async <Name extends 'b_places' | 'b_media' | 'b_posts'>(table: Name, ids: readonly string[]) =>
    byId(await rows.byIds(tables as Kysely<MicroblogTables>, table, ids));
  const places: ReadonlyMap<string, PlaceRow> = await found(
    'b_places',
    posts.flatMap(({ place }) => place ?? []),
  );
  const media: ReadonlyMap<string, MediaRow> = await found(
    'b_media',
    posts.flatMap((post) => post.media ?? []),
  );
  const originals: ReadonlyMap<string, PostRow> = await found(
    'b_posts',
    posts.flatMap(({ reposted }) => reposted ?? []),
  );
  return (post) => ({
    place: places.get(post.place ?? ''),
    media: (post.media ?? []).flatMap((id) => media.get(id) ?? []),
    original: originals.get(post.reposted ?? '')?.author,
  });
}
