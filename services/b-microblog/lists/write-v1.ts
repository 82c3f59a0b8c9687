// Changes lists for version 1.1, which answers with them.

import type { ContextV1, Deps, MicroblogPlatform } from '../deps.ts';
import { type Named, type NamedMany, requireUser, requireUsers } from '../people/read-v1.ts';
import { NotAllowed } from '../refusals.ts';
import { followList, unfollowList } from './follow.ts';
import { changeMembersLater } from './later.ts';
import { addMember, removeMembers } from './members.ts';
import { listAnswer, type NamedList, requireNamedList, rowAnswer } from './read-v1.ts';
import { changeList, createList, deleteList } from './write.ts';

interface Parts {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly mode?: 'public' | 'private' | undefined;
}

const partsOf = ({ name, description, mode }: Parts) => ({
  name,
  description,
  is_private: mode === undefined ? undefined : mode === 'private',
});

export async function makeList(deps: Deps, context: ContextV1, body: Parts & { readonly name: string }) {
  const row = await createList(deps, context.principal.user, { ...partsOf(body), name: body.name });
  return rowAnswer(deps, context, row);
}

/** Does something to the list that a request names. */
async function doTo(deps: Deps, context: ContextV1, named: NamedList, act: (list: string, user: string) => Promise<void>) {
  const { id } = await requireNamedList(deps, context, named);
  await act(id, context.principal.user);
  return listAnswer(deps, context, { list_id: id });
}

export function reviseList(deps: Deps, context: ContextV1, body: NamedList & Parts) {
  return doTo(deps, context, body, (list, user) => changeList(deps, user, list, partsOf(body)));
}

/** Answers with the list as it was. */
export async function endList(deps: MicroblogPlatform, context: ContextV1, body: NamedList) {
  const { id } = await requireNamedList(deps, context, body);
  return rowAnswer(deps, context, await deleteList(deps, context.principal.user, id));
}

export function joinList(deps: Deps, context: ContextV1, body: NamedList & Named) {
  return doTo(deps, context, body, async (list, user) => addMember(deps, user, list, (await requireUser(deps, body)).id));
}

export function leaveList(deps: Deps, context: ContextV1, body: NamedList & Named) {
  return doTo(deps, context, body, async (list, user) => removeMembers(deps, user, list, [(await requireUser(deps, body)).id]));
}

const MOST_USERS = 100;

/** Adds or removes users in the background. @throws {NotAllowed} where there are more than 100, or none of them is there */
export async function changeMembers(deps: MicroblogPlatform, context: ContextV1, body: NamedList & NamedMany, adds: boolean) {
  const count = (body.user_id?.length ?? 0) + (body.screen_name?.length ?? 0);
  if (count > MOST_USERS) throw new NotAllowed('too-many-users');
  return doTo(deps, context, body, async (list, user) => {
    const users = (await requireUsers(deps, body)).map(({ id }) => id);
    await changeMembersLater(deps, user, { list, users, adds });
  });
}

export function subscribe(deps: Deps, context: ContextV1, body: NamedList) {
  return doTo(deps, context, body, (list, user) => followList(deps, user, list));
}

export function unsubscribe(deps: Deps, context: ContextV1, body: NamedList) {
  return doTo(deps, context, body, (list, user) => unfollowList(deps, user, list));
}
