// Answers with timelines for version 2, which pages them by tokens, within identifiers and times.

import { refuse } from '@octavo/runtime';
import type { Context, Deps } from '../../deps.ts';
import { noList } from '../../lists/read.ts';
import { findSeenList } from '../../lists/store.ts';
import { listBody, otherList, pageMeta } from '../../responses.ts';
import { shortCursors } from '../../short-cursors.ts';
import { hiddenOwner, type PageQuery } from '../lists.ts';
import { lookOf } from '../shown/look.ts';
import { showPosts } from '../shown/show.ts';
import type { Place } from './timeline-pages.ts';
import { homeTimeline, listTimeline, mentionsTimeline, ownerOf, type SeenPage, userTimeline } from './timelines.ts';

interface Query extends PageQuery {
  readonly exclude?: readonly ('replies' | 'retweets')[];
  readonly since_id?: string | undefined;
  readonly until_id?: string | undefined;
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
}

const ON_PAGE = { user: 10, mentions: 10, home: 100, list: 100 } as const;

interface Asked {
  readonly kind: keyof typeof ON_PAGE;
  readonly owner: string;
  readonly query: Query;
}

/** @throws the refusal 400 where the times are out of order */
function timesOf({ start_time, end_time }: Query): Pick<Place, 'start' | 'end'> {
  const [start, end] = [start_time, end_time].map((time) => (time === undefined ? undefined : Date.parse(time)));
  if (start !== undefined && end !== undefined && start >= end)
    throw refuse(400, {
      kind: 'invalid-request',
      pointer: '/query/end_time',
      detail: 'The query parameter end_time must be after start_time.',
    });
  return { start, end };
}

async function pageIn(deps: Deps, { principal }: Context, { kind, owner, query }: Asked, read: (place: Place) => Promise<SeenPage>) {
  const { max_results: limit = ON_PAGE[kind], pagination_token: token, exclude: excludes, since_id: since, until_id: until } = query;
  const cursors = shortCursors(deps.cursors);
  const times = timesOf(query);
  const name = JSON.stringify([kind, principal.user ?? principal.app, owner, excludes, since, until, times]);
  const position = token === undefined ? undefined : cursors.position(name, token);
  if (token !== undefined && position === undefined) otherList('pagination_token');
  const from = position && { seq: Number(position[1]), goesBack: position[0] === 'before' };
  const { posts, sights, hasNext, hasPrevious } = await read({
    limit,
    excludes,
    since,
    until,
    ...times,
    from,
    isCore: lookOf(query).isCore || undefined,
  });
  const [newest, oldest] = [posts[0], posts.at(-1)];
  const next = hasNext && oldest !== undefined ? cursors.token(name, ['after', oldest.seq]) : null;
  const previous = hasPrevious && newest !== undefined ? cursors.token(name, ['before', newest.seq]) : null;
  return { posts, shown: await showPosts(deps, principal.user, posts, query, { sights }), tokens: { next, previous } };
}

async function answer(deps: Deps, context: Context, asked: Asked, read: (place: Place) => Promise<SeenPage>) {
  const { posts, shown, tokens } = await pageIn(deps, context, asked, read);
  const [newest, oldest] = [posts[0], posts.at(-1)];
  const ends = newest === undefined || oldest === undefined ? {} : { newest_id: newest.id, oldest_id: oldest.id };
  return { status: 200 as const, body: listBody(shown, { ...ends, ...pageMeta(posts.length, tokens) }) };
}

export async function userAnswer(deps: Deps, context: Context, id: string, query: Query = {}) {
  const { read } = deps.store;
  const viewer = context.principal.user;
  const owner = await ownerOf(read, viewer, id);
  const problem = hiddenOwner(owner);
  if (problem !== undefined) return { status: 200 as const, body: { errors: [problem] } };
  return answer(deps, context, { kind: 'user', owner: id, query }, (place) => userTimeline(read, viewer, owner, place));
}

export async function mentionsAnswer(deps: Deps, context: Context, id: string, query: Query = {}) {
  const { read } = deps.store;
  const viewer = context.principal.user;
  const problem = hiddenOwner(await ownerOf(read, viewer, id));
  if (problem !== undefined) return { status: 200 as const, body: { errors: [problem] } };
  return answer(deps, context, { kind: 'mentions', owner: id, query }, (place) => mentionsTimeline(read, viewer, id, place));
}

export function homeAnswer(deps: Deps, context: Context, id: string, query: Query = {}) {
  return answer(deps, context, { kind: 'home', owner: id, query }, (place) => homeTimeline(deps, id, place));
}

export async function listAnswer(deps: Deps, context: Context, id: string, query: PageQuery = {}) {
  const { read } = deps.store;
  const viewer = context.principal.user;
  const list = await findSeenList(read, viewer, id);
  if (list === undefined) return { status: 200 as const, body: { errors: [noList(id)] } };
  const asked = { kind: 'list', owner: id, query } as const;
  const { posts, shown, tokens } = await pageIn(deps, context, asked, (place) => listTimeline(read, viewer, list, place));
  return { status: 200 as const, body: listBody(shown, pageMeta(posts.length, tokens)) };
}
