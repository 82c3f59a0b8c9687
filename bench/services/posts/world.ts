// Makes up who follows whom and who posts, replies, quotes, reposts, likes and bookmarks what: numbers only, of which `rows.ts` makes rows.

import { byCube, type Random, randomOf } from './random.ts';

export interface WorldOptions {
  readonly posts: number;
  readonly authors: number;
  readonly seed: number;
}

export type PostKind = 'post' | 'reply' | 'quote' | 'repost';

/** A post, by its number: the oldest is 0. */
export interface MadePost {
  readonly author: number;
  readonly kind: PostKind;
  /** The number of the post that it answers, quotes or reposts, which is no repost; -1 where there is none. */
  readonly target: number;
  /** The number of the first post of the conversation. */
  readonly conversation: number;
}

/** A relation. Its target is the number of a user, or of a post where the kind is `like`, `repost` or `bookmark`. */
export interface MadeEdge {
  readonly kind: 'follow' | 'mute' | 'block' | 'like' | 'repost' | 'bookmark';
  readonly source: number;
  readonly target: number;
  readonly showsReposts: boolean;
  /** Of what is done with a post: the number of the post that was the newest then. -1: before the first post. */
  readonly after: number;
}

/** Users whose home timelines are measured. They post nothing. */
export const READERS = ['few', 'reader', 'many', 'quiet', 'silent', 'asleep'] as const;
export type Reader = (typeof READERS)[number];

export interface World {
  readonly options: WorldOptions;
  /** How many users there are: authors, then sleepers, who post nothing in the last weeks, then one who has posted once, then the readers. */
  readonly users: number;
  readonly readers: Readonly<Record<Reader, number>>;
  isProtected(user: number): boolean;
  isSuspended(user: number): boolean;
  readonly posts: readonly MadePost[];
  /** In the order in which they were made. */
  readonly edges: readonly MadeEdge[];
}

/** The part of the time in which sleepers post: long before the last week. */
const AWAKE = 0.1;
/** When the quiet account posts: 6.9 days before the end of 30. */
const QUIET_AT = 1 - 6.9 / 30;
/** How far back a reply or a like goes, in posts. */
const MEMORY = 5_000;
/** How many posts users react to, for each post. */
const LIKES = 1;
const BOOKMARKS = 0.1;

export function makeWorld(options: WorldOptions): World {
  const random = randomOf(options.seed);
  const { authors } = options;
  const sleepers = Math.floor(authors / 2);
  const quiet = authors + sleepers;
  const first = quiet + 1;
  const readers = Object.fromEntries(READERS.map((name, index) => [name, first + index])) as Record<Reader, number>;
  const users = first + READERS.length;
  // Of every 64 authors, the last but one is protected; of every 256, the last is suspended.
  const isProtected = (user: number) => user < authors && user % 64 === 62;
  const isSuspended = (user: number) => user < authors && user % 256 === 255;
  const edges = relations(random, authors, sleepers, { readers, quiet });
  const posts: MadePost[] = [];
  const done = new Set<number>();
  const isNew: IsNew = (kind, user, post) => done.size < done.add((ACTS.indexOf(kind) * users + user) * options.posts + post).size;
  const quietPost = Math.floor(options.posts * QUIET_AT);
  for (let number = 0; number < options.posts; number++) {
    const author = authorOf(random, number, { options, sleepers, quiet, quietPost });
    const made = makePost(random, posts, author);
    const target = posts[made.target];
    const isRepost = made.kind === 'repost' && target !== undefined && !isProtected(target.author) && isNew('repost', author, made.target);
    const post: MadePost = made.kind === 'repost' && !isRepost ? { author, kind: 'post', target: -1, conversation: number } : made;
    posts.push(post);
    if (isRepost) edges.push({ kind: 'repost', source: author, target: post.target, showsReposts: true, after: number });
    react(random, posts, edges, { authors, isNew });
  }
  return { options, users, readers, isProtected, isSuspended, posts, edges };
}

interface Ground {
  readonly options: WorldOptions;
  readonly sleepers: number;
  readonly quiet: number;
  readonly quietPost: number;
}

function authorOf(random: Random, number: number, { options, sleepers, quiet, quietPost }: Ground): number {
  if (number === quietPost) return quiet;
  const isOfSleeper = number < options.posts * AWAKE && random() < 0.05;
  return isOfSleeper ? options.authors + Math.floor(random() * sleepers) : byCube(random, options.authors);
}

function makePost(random: Random, posts: readonly MadePost[], author: number): MadePost {
  const number = posts.length;
  const chance = random();
  const target = recent(random, posts);
  const told = posts[target];
  if (told === undefined || chance < 0.55) return { author, kind: 'post', target: -1, conversation: number };
  if (chance < 0.77) return { author, kind: 'reply', target, conversation: told.conversation };
  if (chance < 0.82) return { author, kind: 'quote', target, conversation: number };
  return { author, kind: 'repost', target, conversation: number };
}

/** The number of a post that is no repost, most often of a new one. */
function recent(random: Random, posts: readonly MadePost[]): number {
  const number = posts.length - 1 - byCube(random, Math.min(MEMORY, posts.length));
  const post = posts[number];
  return post?.kind === 'repost' ? post.target : number;
}

const ACTS: readonly MadeEdge['kind'][] = ['like', 'repost', 'bookmark'];

/** Whether a user does this with a post for the first time. */
type IsNew = (kind: MadeEdge['kind'], user: number, post: number) => boolean;

interface Reacting {
  readonly authors: number;
  readonly isNew: IsNew;
}

/** Adds likes and bookmarks at the time of the newest post. */
function react(random: Random, posts: readonly MadePost[], edges: MadeEdge[], { authors, isNew }: Reacting): void {
  const after = posts.length - 1;
  for (const [kind, mean] of [
    ['like', LIKES],
    ['bookmark', BOOKMARKS],
  ] as const) {
    const many = Math.floor(-Math.log(1 - random()) * mean + random());
    for (let made = 0; made < many; made++) {
      const source = byCube(random, authors);
      const target = recent(random, posts);
      if (isNew(kind, source, target)) edges.push({ kind, source, target, showsReposts: true, after });
    }
  }
}

interface Roles {
  readonly readers: Readonly<Record<Reader, number>>;
  readonly quiet: number;
}

function relations(random: Random, authors: number, sleepers: number, { readers, quiet }: Roles): MadeEdge[] {
  const edges: MadeEdge[] = [];
  const add = (kind: MadeEdge['kind'], source: number, target: number, showsReposts = true) =>
    void edges.push({ kind, source, target, showsReposts, after: -1 });
  const follow = (source: number, targets: Iterable<number>) => {
    for (const target of targets) if (target !== source) add('follow', source, target, random() >= 0.03);
  };
  const some = (many: number, pick: () => number) => {
    const picked = new Set<number>();
    while (picked.size < many) picked.add(pick());
    return picked;
  };
  const anyAuthor = () => byCube(random, authors);
  const anySleeper = () => authors + Math.floor(random() * sleepers);
  const most = Math.floor(authors / 4);
  for (let user = 0; user < authors; user++) {
    const followed = some(1 + Math.floor(Math.min(160, most) * random() ** 3), anyAuthor);
    follow(user, followed);
    const [one, other] = followed;
    if (one !== undefined && one !== user && user % 8 === 0) add('mute', user, one);
    if (other !== undefined && other !== user && user % 32 === 0) add('block', other, user);
  }
  follow(readers.few, some(Math.min(64, most), anyAuthor));
  follow(readers.reader, some(Math.min(200, most), anyAuthor));
  follow(readers.many, some(Math.min(2_000, most), anyAuthor));
  follow(readers.quiet, [quiet]);
  follow(readers.silent, some(Math.min(200, sleepers), anySleeper));
  follow(
    readers.asleep,
    Array.from({ length: sleepers }, (_, number) => authors + number),
  );
  return edges;
}
