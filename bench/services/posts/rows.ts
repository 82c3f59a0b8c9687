// Makes the rows of a made-up world, with counters that are as many as what they count.

import { type EdgeRow, NEW_SETTINGS, PLAIN_USER, type SettingsRow, type UserRow } from '../../../services/b-microblog/people/tables.ts';
import { PLAIN_POST, type PostRow } from '../../../services/b-microblog/posts/tables.ts';
import { identifierOf, postIdOf, STEPS } from '../../../services/b-microblog/rules/identifiers.ts';
import { byCube, randomOf } from './random.ts';
import { type MadeText, makeText, type Named } from './texts.ts';
import type { MadeEdge, World } from './world.ts';

const DAY = 86_400_000;
/** Over how much time the posts are spread. */
const SPAN = 30 * DAY;
const CLIENT = { source: 'Bench', source_url: 'https://bench.example' };
const REPOSTED_TEXT = 100;

export interface WorldRows {
  /** The moment after the last post. */
  readonly end: number;
  userId(number: number): string;
  postId(number: number): string;
  users(): Generator<UserRow>;
  settings(): Generator<SettingsRow>;
  posts(): Generator<PostRow>;
  edges(): Generator<EdgeRow>;
}

/** @param start the moment of the first post */
export function rowsOfWorld(world: World, start: number): WorldRows {
  const { options, posts } = world;
  const counters = count(world);
  const apart = SPAN / options.posts;
  const momentOf = (number: number) => Math.floor(start + number * apart);
  // The first numbers of a moment are free: a post comes before what is done with it.
  const seqOf = (number: number) => momentOf(number) * STEPS + 1;
  const ids = posts.map((_, number) => postIdOf(seqOf(number)));
  const joined = start - 400 * DAY;
  const names = Array.from(
    { length: world.users },
    (_, number): Named => ({ id: identifierOf(joined + number * 60_000, 0), username: `user${number}` }),
  );
  const named = (number: number) => names[number] ?? { id: '', username: '' };
  const userId = (number: number) => named(number).id;
  const postId = (number: number) => ids[number] ?? '';

  /** The same whenever it is asked for, so that reposts need not be told it. */
  function textOf(number: number): MadeText {
    const random = randomOf(options.seed * 1_000_003 + number);
    const post = posts[number];
    const answered = post?.kind === 'reply' ? posts[post.target] : undefined;
    return makeText(random, answered && named(answered.author), () => named(byCube(random, options.authors)));
  }

  function repostText(target: number): MadeText {
    const author = named(posts[target]?.author ?? 0);
    const entity = { start: 3, end: 4 + author.username.length, ...author };
    return {
      text: `RT @${author.username}: ${textOf(target).text.slice(0, REPOSTED_TEXT)}`,
      entities: { mentions: [entity] },
      shownFrom: 0,
    };
  }

  function* makePosts(): Generator<PostRow> {
    for (const [number, { author, kind, target, conversation }] of posts.entries()) {
      const at = momentOf(number);
      const { text, entities, shownFrom } = kind === 'repost' ? repostText(target) : textOf(number);
      const id = postId(number);
      const likes = counters.likes[number] ?? 0;
      yield {
        ...PLAIN_POST,
        ...CLIENT,
        id,
        seq: seqOf(number),
        author: userId(author),
        created_at: at,
        text,
        entities,
        shown_from: shownFrom,
        lang: 'en',
        conversation: postId(conversation),
        reply_to: kind === 'reply' ? postId(target) : null,
        reply_to_user: kind === 'reply' ? userId(posts[target]?.author ?? 0) : null,
        quoted: kind === 'quote' ? postId(target) : null,
        reposted: kind === 'repost' ? postId(target) : null,
        first: id,
        first_at: at,
        like_count: likes,
        repost_count: counters.reposts[number] ?? 0,
        reply_count: counters.replies[number] ?? 0,
        quote_count: counters.quotes[number] ?? 0,
        bookmark_count: counters.bookmarks[number] ?? 0,
        impression_count: kind === 'repost' ? 0 : 40 * likes + (number % 100),
      };
    }
  }

  function* makeUsers(): Generator<UserRow> {
    for (const [number, { id, username }] of names.entries())
      yield {
        ...PLAIN_USER,
        id,
        username,
        username_key: username,
        name: `User ${number}`,
        description: 'Made up for measurements.',
        is_protected: world.isProtected(number),
        is_suspended: world.isSuspended(number),
        created_at: joined + number * 60_000,
        followers_count: counters.followers[number] ?? 0,
        following_count: counters.following[number] ?? 0,
        post_count: counters.posts[number] ?? 0,
        like_count: counters.liking[number] ?? 0,
      };
  }

  function* makeEdges(): Generator<EdgeRow> {
    // Relations of users are older than all posts.
    let last = (start - DAY) * STEPS;
    for (const { kind, source, target, showsReposts, after } of world.edges) {
      last = Math.max(last + 1, after < 0 ? 0 : seqOf(after) + 1);
      const ofPost = after >= 0;
      yield {
        kind,
        source: userId(source),
        target: ofPost ? postId(target) : userId(target),
        seq: last,
        at: Math.floor(last / STEPS),
        notifies: false,
        shows_reposts: showsReposts,
      };
    }
  }

  return {
    end: start + SPAN,
    userId,
    postId,
    users: makeUsers,
    *settings() {
      for (const { id } of names) yield { ...NEW_SETTINGS, user_id: id };
    },
    posts: makePosts,
    edges: makeEdges,
  };
}

function count({ options, users, posts, edges }: World) {
  const ofPosts = () => new Uint32Array(options.posts);
  const ofUsers = () => new Uint32Array(users);
  const counters = {
    likes: ofPosts(),
    reposts: ofPosts(),
    bookmarks: ofPosts(),
    replies: ofPosts(),
    quotes: ofPosts(),
    followers: ofUsers(),
    following: ofUsers(),
    posts: ofUsers(),
    liking: ofUsers(),
  };
  const add = (counter: Uint32Array, number: number) => {
    counter[number] = (counter[number] ?? 0) + 1;
  };
  for (const { author, kind, target } of posts) {
    add(counters.posts, author);
    if (kind === 'reply') add(counters.replies, target);
    if (kind === 'quote') add(counters.quotes, target);
  }
  const ofEdges: Readonly<Partial<Record<MadeEdge['kind'], (edge: MadeEdge) => void>>> = {
    follow({ source, target }) {
      add(counters.following, source);
      add(counters.followers, target);
    },
    like({ source, target }) {
      add(counters.liking, source);
      add(counters.likes, target);
    },
    repost: ({ target }) => add(counters.reposts, target),
    bookmark: ({ target }) => add(counters.bookmarks, target),
  };
  for (const edge of edges) ofEdges[edge.kind]?.(edge);
  return counters;
}
