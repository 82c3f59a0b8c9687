// Reads users for version 1.1: single ones, lists by cursors, and how two users stand to each other.

import { type List, readCursorPage, readPage } from '../../platform/lists.ts';
import type { ContextV1, Deps } from '../deps.ts';
import { usersWithLatest } from '../posts/latest-v1.ts';
import { NotAllowed } from '../refusals.ts';
import { edgesBetween, hasEdge } from '../relations.ts';
import type { RelationKind } from '../rules/relation-kinds.ts';
import { searchedWords } from '../rules/words.ts';
import type { MicroblogTables } from '../tables.ts';
import { seesRelations } from './rules.ts';
import { showConnections, showFriendship } from './show-v1.ts';
import type { UserLooks } from './shown-v1.ts';
import { edgesFrom, edgesTo, findUser, findUserByName, foundUsers, searchedFor, settingsOf, usersByIds, usersByNames } from './store.ts';
import type { EdgeRow, UserRow } from './tables.ts';

/** How a request names a user: the identifier is taken, where there are both. */
export interface Named {
  readonly user_id?: string | undefined;
  readonly screen_name?: string | undefined;
}

/** @throws {NotAllowed} for a user who does not exist or is suspended */
export async function requireUser({ store }: Deps, { user_id, screen_name = '' }: Named): Promise<UserRow> {
  const row = await (user_id === undefined ? findUserByName(store.read, screen_name) : findUser(store.read, user_id));
  if (row === undefined) throw new NotAllowed('no-user');
  if (row.is_suspended) throw new NotAllowed('suspended');
  return row;
}

/** The user that a request names; the caller, where it names none. */
export async function userOrCaller(deps: Deps, { principal }: ContextV1, named: Named = {}): Promise<UserRow> {
  return requireUser(deps, named.user_id === undefined && named.screen_name === undefined ? { user_id: principal.user } : named);
}

/** A user as they are now: what an operation that changes something answers. */
export async function userAnswer(deps: Deps, context: ContextV1, named: Named, looks?: UserLooks) {
  const [body] = await usersWithLatest(deps, context, [await requireUser(deps, named)], looks);
  if (body === undefined) throw new NotAllowed('no-user');
  return { status: 200 as const, body };
}

export interface NamedMany {
  readonly user_id?: readonly string[] | undefined;
  readonly screen_name?: readonly string[] | undefined;
}

/** @throws {NotAllowed} where none of them is there */
export async function requireUsers({ store }: Deps, { user_id = [], screen_name = [] }: NamedMany): Promise<readonly UserRow[]> {
  const found = [...(await usersByIds(store.read, user_id)), ...(await usersByNames(store.read, screen_name))];
  const rows = [...new Map(found.filter(({ is_suspended }) => !is_suspended).map((row) => [row.id, row])).values()];
  if (rows.length === 0) throw new NotAllowed('no-match');
  return rows;
}

export async function usersAnswer(deps: Deps, context: ContextV1, query: NamedMany & UserLooks) {
  return { status: 200 as const, body: await usersWithLatest(deps, context, await requireUsers(deps, query), query) };
}

export async function connectionsAnswer(deps: Deps, { principal }: ContextV1, query: NamedMany) {
  const rows = await requireUsers(deps, query);
  const edges = await edgesBetween(
    deps.store.read,
    principal.user,
    rows.map(({ id }) => id),
  );
  return { status: 200 as const, body: rows.map((row) => showConnections(row, edges, principal.user)) };
}

/** Only so many users of a search can be read. */
const MOST_FOUND = 1000;
const FOUND_ON_PAGE = 20;

export async function searchAnswer(
  deps: Deps,
  context: ContextV1,
  query: UserLooks & { readonly q: string; readonly page?: number | undefined; readonly count?: number | undefined },
) {
  const words = searchedWords(query.q);
  const [page, count] = [Math.max(1, query.page ?? 1), Math.max(1, query.count ?? FOUND_ON_PAGE)];
  const limit = Math.min(count, MOST_FOUND - (page - 1) * count);
  if (words.length === 0 || limit <= 0) return { status: 200 as const, body: [] };
  // Pages have the same length, so that they do not overlap.
  const { rows } = await readPage(foundUsers, deps.store.read, searchedFor(words, false), { limit: count, page, isDown: true });
  return { status: 200 as const, body: await usersWithLatest(deps, context, rows.slice(0, limit), query) };
}

export interface CursorQuery {
  readonly cursor?: string | undefined;
  readonly count?: number | undefined;
  readonly stringify_ids?: boolean | undefined;
}

interface Related {
  readonly kind: RelationKind;
  /** Whether the list has those to whom the user stands so, or those who stand so to the user. */
  readonly side: 'from' | 'to';
}

const IDS_ON_PAGE = 5000;
const USERS_ON_PAGE = 20;

async function relatedPage(deps: Deps, owner: string, { kind, side }: Related, query: CursorQuery | undefined, most: number) {
  const asked = { cursor: Number(query?.cursor ?? -1), limit: Math.max(1, query?.count ?? most), isDown: true };
  const read = <Filters>(list: List<MicroblogTables, Filters, EdgeRow>, filters: Filters) =>
    readCursorPage(list, deps.store.read, filters, asked);
  const page = side === 'from' ? await read(edgesFrom, { kind, source: owner }) : await read(edgesTo, { kind, target: owner });
  return { ids: page.rows.map(({ source, target }) => (side === 'from' ? target : source)), cursors: cursorsOf(page) };
}

export function cursorsOf({ next, previous }: { readonly next: number; readonly previous: number }) {
  return {
    next_cursor: BigInt(next),
    next_cursor_str: String(next),
    previous_cursor: BigInt(previous),
    previous_cursor_str: String(previous),
  };
}

/** Identifiers of those who stand to a user in some way, the newest first. */
export async function idsAnswer(deps: Deps, context: ContextV1, query: (Named & CursorQuery) | undefined, related: Related) {
  const owner = await userOrCaller(deps, context, query);
  await requireSight(deps, context, owner);
  const { ids, cursors } = await relatedPage(deps, owner.id, related, query, IDS_ON_PAGE);
  return { status: 200 as const, body: { ids: query?.stringify_ids === true ? ids : ids.map(BigInt), ...cursors } };
}

/** @param owner to whom the users stand in some way, the newest first: a list, or a user, by default the caller */
export async function usersPageAnswer(
  deps: Deps,
  context: ContextV1,
  query: (CursorQuery & UserLooks) | undefined,
  related: Related,
  owner: string = context.principal.user,
) {
  const { ids, cursors } = await relatedPage(deps, owner, related, query, USERS_ON_PAGE);
  const users = await usersWithLatest(deps, context, await usersByIds(deps.store.read, ids), query);
  return { status: 200 as const, body: { users, ...cursors } };
}

/** All users who stand to a user in some way; there are few of them. */
export async function relatedAnswer(deps: Deps, context: ContextV1, query: Named & UserLooks, related: Related) {
  const owner = await requireUser(deps, query);
  const { ids } = await relatedPage(deps, owner.id, related, undefined, IDS_ON_PAGE);
  return { status: 200 as const, body: await usersWithLatest(deps, context, await usersByIds(deps.store.read, ids), query) };
}

/** @throws {NotAllowed} where the caller does not see the relations of a user */
async function requireSight({ store }: Deps, { principal }: ContextV1, owner: UserRow): Promise<void> {
  const follows = owner.is_protected && (await hasEdge(store.read, 'follow', principal.user, owner.id));
  if (!seesRelations(owner, principal.user, follows)) throw new NotAllowed('hidden');
}

export async function friendshipAnswer(deps: Deps, context: ContextV1, source: Named, target: Named) {
  const [from, to] = [await userOrCaller(deps, context, source), await requireUser(deps, target)];
  const edges = await edgesBetween(deps.store.read, from.id, [to.id]);
  const { accepts_messages } = await settingsOf(deps.store.read, to.id);
  return { status: 200 as const, body: showFriendship(from, to, edges, accepts_messages, from.id === context.principal.user) };
}
