// Reads what the posts of a response refer to: one query for each type of thing, and none where no field or expansion needs it.

import { byId } from '../../../platform/rows.ts';
import type { Tables } from '../../deps.ts';
import { rows as stored, usersByIds } from '../../people/store.ts';
import { referencesOf, wasEdited } from '../rules.ts';
import { edgesWith, originalsOf, type Sights, sightsBy } from '../sight.ts';
import { referredPosts, versionsAmong } from '../store.ts';
import type { PostRow } from '../tables.ts';
import type { Look } from './look.ts';
import { newestPostsOf } from './newest.ts';
import type { Around } from './view.ts';

export async function readAround(
  tables: Tables,
  viewer: string | undefined,
  rows: readonly PostRow[],
  look: Look,
  sights: Sights = sightsBy(viewer, [], []),
): Promise<Around> {
  const others = await readOthers(tables, rows, look);
  const own = [...rows, ...others];
  const edited = own.filter(wasEdited).map(({ first }) => first);
  const versions = Map.groupBy(edited.length === 0 ? [] : await versionsAmong(tables, edited), ({ first }) => first);
  const posts = [...own, ...(look.expansions.has('edit_history_tweet_ids') ? [...versions.values()].flat() : [])];
  const [known, media, polls, places] = await Promise.all([
    readUsers(tables, viewer, { rows, others }, look, sights),
    readById(tables, 'b_media', mediaIds(rows, posts, look)),
    readById(tables, 'b_polls', look.expansions.has('attachments.poll_ids') ? rows.map(({ poll }) => poll) : []),
    readById(tables, 'b_places', look.expansions.has('geo.place_id') ? rows.map(({ place }) => place) : []),
  ]);
  const newest = look.users.fields.has('most_recent_tweet_id') ? await newestPostsOf(tables, viewer, known) : new Map<string, string>();
  return { posts: byId(posts), versions, sights: known, newest, media, polls, places };
}

/** Posts to which those of the response refer, if expansions ask for them. */
async function readOthers(tables: Tables, rows: readonly PostRow[], { expansions }: Look): Promise<readonly PostRow[]> {
  const refers = [...expansions].some((name) => name.startsWith('referenced_tweets.id'));
  const known = new Set(rows.map(({ id }) => id));
  const ids = refers ? rows.flatMap((row) => referencesOf(row).map(({ id }) => id)).filter((id) => !known.has(id)) : [];
  const media = expansions.has('attachments.media_source_tweet') ? rows.flatMap((row) => row.media ?? []) : [];
  return ids.length + media.length === 0 ? [] : referredPosts(tables, ids, media);
}

function mediaIds(rows: readonly PostRow[], posts: readonly PostRow[], { own, included }: Look): readonly string[] {
  const needs = ({ fields }: Look['own']) => fields.has('attachments') || fields.has('media_metadata');
  return (needs(included) ? posts : needs(own) ? rows : []).flatMap(({ media }) => media ?? []);
}

/** Adds the users whom the response needs to those that are known. */
async function readUsers(
  tables: Tables,
  viewer: string | undefined,
  { rows, others }: { readonly rows: readonly PostRow[]; readonly others: readonly PostRow[] },
  look: Look,
  known: Sights,
): Promise<Sights> {
  const unknown = (ids: readonly string[]) => [...new Set(ids)].filter((id) => !known.authors.has(id));
  const originals = await originalsOf(tables, others);
  const authors = unknown([...others, ...originals.values()].map(({ author }) => author));
  const users = unknown([...authors, ...rows.flatMap((row) => usersOf(row, look))]);
  if (users.length === 0 && originals.size === 0) return known;
  const { fields } = look.users;
  const needsAll = fields.has('connection_status') || fields.has('most_recent_tweet_id');
  const [found, edges] = await Promise.all([usersByIds(tables, users), edgesWith(tables, viewer, needsAll ? users : authors)]);
  const all = new Map([...known.originals, ...originals]);
  return sightsBy(viewer, [...known.authors.values(), ...found], [...known.edges, ...edges], all);
}

/** The users of a post whom fields or expansions need. */
function usersOf(row: PostRow, { own, included, expansions }: Look): readonly string[] {
  return [
    ...(expansions.has('author_id') || own.fields.has('scopes') || included.fields.has('scopes') ? [row.author] : []),
    ...(expansions.has('in_reply_to_user_id') && row.reply_to_user !== null ? [row.reply_to_user] : []),
    ...(expansions.has('entities.mentions.username') ? mentionedIn(row.entities) : []),
    ...(expansions.has('entities.note.mentions.username') && row.long !== null ? mentionedIn(row.long.entities) : []),
  ];
}

function mentionedIn({ mentions = [] }: PostRow['entities']): readonly string[] {
  return mentions.flatMap(({ id }) => id ?? []);
}

async function readById<Table extends 'b_media' | 'b_polls' | 'b_places'>(tables: Tables, table: Table, ids: readonly (string | null)[]) {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  return byId(await stored.among(tables, table, 'id', wanted));
}
