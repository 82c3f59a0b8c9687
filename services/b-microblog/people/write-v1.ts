// Changes relations for version 1.1, which names users by identifier or screen name, and answers with them.

import type { ContextV1, Deps } from '../deps.ts';
import { NotAllowed } from '../refusals.ts';
import { friendshipAnswer, type Named, requireUser, userAnswer } from './read-v1.ts';
import type { UserLooks } from './shown-v1.ts';
import { block, changeFollow, follow, unblock, unfollow } from './write.ts';

type Looks = Named & UserLooks;

/** Does something to the user whom a request names. */
async function doTo(act: (deps: Deps, source: string, target: string) => Promise<void>, deps: Deps, context: ContextV1, body: Looks) {
  const { id } = await requireUser(deps, body);
  await act(deps, context.principal.user, id);
  return userAnswer(deps, context, { user_id: id }, body);
}

/** @throws {NotAllowed} where the caller has asked before */
export async function followOnce(deps: Deps, context: ContextV1, body: Named & { readonly follow?: boolean | undefined }) {
  const { id } = await requireUser(deps, body);
  const { user } = context.principal;
  const followed = await follow(deps, user, id);
  if (followed === 'asked-before') throw new NotAllowed('asked-before');
  if (followed === 'follows' && body.follow !== undefined) await changeFollow(deps, user, id, { notifies: body.follow });
  return userAnswer(deps, context, { user_id: id });
}

export const endFollow = (deps: Deps, context: ContextV1, body: Named) => doTo(unfollow, deps, context, body);

export const startBlock = (deps: Deps, context: ContextV1, body: Looks) => doTo(block, deps, context, body);

export const endBlock = (deps: Deps, context: ContextV1, body: Looks) => doTo(unblock, deps, context, body);

/** Reports a user, and blocks them unless the caller says no. */
export async function report(deps: Deps, context: ContextV1, body: Named & { readonly perform_block?: boolean | undefined }) {
  const { id } = await requireUser(deps, body);
  if (id === context.principal.user) throw new NotAllowed('self-report');
  if (body.perform_block !== false) await block(deps, context.principal.user, id);
  return userAnswer(deps, context, { user_id: id });
}

export async function changeFriendship(
  deps: Deps,
  context: ContextV1,
  body: Named & { readonly device?: boolean | undefined; readonly retweets?: boolean | undefined },
) {
  const { id } = await requireUser(deps, body);
  const { device, retweets } = body;
  const changes = { ...(device !== undefined && { notifies: device }), ...(retweets !== undefined && { shows_reposts: retweets }) };
  await changeFollow(deps, context.principal.user, id, changes);
  return friendshipAnswer(deps, context, {}, { user_id: id });
}
