// Decides who sees a post: one rule for all places where posts are shown.

import type { Tables } from '../deps.ts';
import { type Standing, standingOf } from '../people/rules.ts';
import { usersByIds } from '../people/store.ts';
import type { EdgeRow, UserRow } from '../people/tables.ts';
import { NotAllowed } from '../refusals.ts';
import { edgesBetween } from '../relations.ts';
import { authorsOfPosts, findPost, type PostOfAuthor } from './store.ts';
import type { PostRow } from './tables.ts';

/**
 * `seen`; `hidden`: it is there, and not for this viewer; `suspended`: its author is. A deleted post has no row.
 */
export type Sight = 'seen' | 'hidden' | 'suspended';

/** @param standing how viewer and author stand to each other; absent: the viewer is an application */
function sightOf(
  post: Pick<PostRow, 'author' | 'is_for_subscribers'>,
  author: Pick<UserRow, 'is_protected' | 'is_suspended'>,
  viewer: string | undefined,
  standing: Standing | undefined,
): Sight {
  if (author.is_suspended) return 'suspended';
  if (post.author === viewer) return 'seen';
  // No operation of the documents lets a user subscribe to another, so that nobody but the author sees such a post.
  if (post.is_for_subscribers || standing?.isBlocked === true) return 'hidden';
  return author.is_protected && standing?.follows !== true ? 'hidden' : 'seen';
}

/** What a post has that tells who sees it. */
type Judged = Pick<PostRow, 'author' | 'is_for_subscribers'> & Partial<Pick<PostRow, 'reposted'>>;

/** Posts that others repost, by their identifiers, with what tells of their authors who sees them. */
type Originals = ReadonlyMap<string, PostOfAuthor>;

/** What tells who sees posts of some authors. */
export interface Sights {
  readonly authors: ReadonlyMap<string, UserRow>;
  /** Relations of the viewer with the authors. */
  readonly edges: readonly EdgeRow[];
  readonly originals: Originals;
  /** A repost shows the text of its original, so that only those see it who see both. */
  of(post: Judged): Sight;
  /** Whether timelines of the viewer leave out the posts of an author: the viewer mutes or blocks them. */
  isMuted(author: string): boolean;
  /** Whether the viewer follows an author without the reposts. */
  hidesReposts(author: string): boolean;
}

/**
 * Reads what posts repost, the authors of all, and how the viewer stands to them: one query for each.
 * @param known what the viewer's posts before these needed: it is not read again, and is part of what is returned
 */
export async function sightsOf(
  tables: Tables,
  viewer: string | undefined,
  posts: readonly (Pick<PostRow, 'author'> & Partial<Pick<PostRow, 'reposted'>>)[],
  known: Sights = sightsBy(viewer, [], []),
): Promise<Sights> {
  const originals = await originalsOf(tables, posts);
  const unknown = (some: readonly Pick<PostRow, 'author'>[]) => some.map(({ author }) => author).filter((id) => !known.authors.has(id));
  const ids = unknown(posts);
  const others = new Set([...ids, ...unknown([...originals.values()])]);
  if (others.size + originals.size === 0) return known;
  const [authors, edges] = await Promise.all([usersByIds(tables, ids), edgesWith(tables, viewer, [...others])]);
  const all = new Map([...known.originals, ...originals]);
  return sightsBy(viewer, [...known.authors.values(), ...authors], [...known.edges, ...edges], all);
}

/** The posts that some posts repost. */
export function originalsOf(tables: Tables, posts: readonly Partial<Pick<PostRow, 'reposted'>>[]): Promise<Originals> {
  return authorsOfPosts(
    tables,
    posts.flatMap(({ reposted }) => reposted ?? []),
  );
}

/** Relations of a viewer with others; an application has none. */
export async function edgesWith(tables: Tables, viewer: string | undefined, ids: readonly string[]): Promise<readonly EdgeRow[]> {
  if (viewer === undefined) return [];
  return edgesBetween(
    tables,
    viewer,
    ids.filter((id) => id !== viewer),
  );
}

/** By what was read before. */
export function sightsBy(
  viewer: string | undefined,
  users: readonly UserRow[],
  edges: readonly EdgeRow[],
  originals: Originals = new Map(),
): Sights {
  const authors = new Map(users.map((row) => [row.id, row]));
  const standings = new Map<string, Standing>();
  function standingTo(id: string): Standing | undefined {
    if (viewer === undefined || id === viewer) return undefined;
    const standing = standings.get(id) ?? standingOf(edges, viewer, id);
    standings.set(id, standing);
    return standing;
  }
  return {
    authors,
    edges,
    originals,
    of(post) {
      const author = authors.get(post.author);
      const sight = author === undefined ? 'suspended' : sightOf(post, author, viewer, standingTo(author.id));
      if (sight !== 'seen' || post.reposted == null) return sight;
      const original = originals.get(post.reposted);
      return original === undefined ? 'suspended' : sightOf(original, original, viewer, standingTo(original.author));
    },
    isMuted(author) {
      const standing = standingTo(author);
      return standing?.mutes === true || standing?.blocks === true;
    },
    hidesReposts(author) {
      const standing = standingTo(author);
      return standing?.follows === true && !standing.showsReposts;
    },
  };
}

/** A post with its author. */
export interface SeenPost {
  readonly post: PostRow;
  readonly author: UserRow;
}

/** A post with what the viewer sees of it; the author is there where the post is seen. */
async function judge(tables: Tables, viewer: string, id: string) {
  const post = await findPost(tables, id);
  if (post === undefined) return undefined;
  const sights = await sightsOf(tables, viewer, [post]);
  return { post, sight: sights.of(post), author: sights.authors.get(post.author) };
}

/** A post, if the viewer sees it. */
export async function findSeenPost(tables: Tables, viewer: string, id: string): Promise<SeenPost | undefined> {
  const judged = await judge(tables, viewer, id);
  return judged?.sight === 'seen' && judged.author !== undefined ? { post: judged.post, author: judged.author } : undefined;
}

/** A post that the viewer sees. @throws {NotAllowed} for one that is gone or hidden, or whose author is suspended */
export async function requirePost(tables: Tables, viewer: string, id: string): Promise<SeenPost> {
  const judged = await judge(tables, viewer, id);
  if (judged === undefined) throw new NotAllowed('no-post');
  const { post, sight, author } = judged;
  if (sight === 'hidden') throw new NotAllowed('hidden-post');
  if (sight === 'suspended' || author === undefined) throw new NotAllowed('suspended-author');
  return { post, author };
}

/** The post on which a user acts: a repost stands for the post that it reposts. @throws {NotAllowed} as `requirePost` does */
export async function requireTarget(tables: Tables, user: string, id: string): Promise<SeenPost> {
  const found = await requirePost(tables, user, id);
  const { reposted } = found.post;
  return reposted === null ? found : await requirePost(tables, user, reposted);
}

/** The same, if the user sees it. */
export async function findTarget(tables: Tables, user: string, id: string): Promise<SeenPost | undefined> {
  const found = await findSeenPost(tables, user, id);
  const reposted = found?.post.reposted ?? null;
  return reposted === null ? found : await findSeenPost(tables, user, reposted);
}
