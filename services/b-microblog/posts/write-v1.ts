// Changes posts for version 1.1, which answers with the post as it is then, and with an error where nothing changes.

import type { ContextV1, Deps, MicroblogPlatform } from '../deps.ts';
import { NotAllowed } from '../refusals.ts';
import { like, repost, unlike } from './reactions.ts';
import { type PostLooks, postAnswer } from './read-v1.ts';
import { deletePost } from './remove.ts';

/** @throws {NotAllowed} where the caller has reposted it before */
export async function repostOnce(deps: Deps, context: ContextV1, id: string, looks?: PostLooks) {
  const { repost: made, changed } = await repost(deps, context.principal, id);
  if (!changed) throw new NotAllowed('reposted-before');
  return postAnswer(deps, context, made, looks);
}

/** Answers with the post that is gone. */
export async function remove(platform: MicroblogPlatform, context: ContextV1, id: string, looks?: PostLooks) {
  return postAnswer(platform, context, await deletePost(platform, context.principal.user, id), looks);
}

/** @throws {NotAllowed} where it is a favorite already */
export async function addFavorite(deps: Deps, context: ContextV1, { id, ...looks }: PostLooks & { readonly id: string }) {
  const { post, changed } = await like(deps, context.principal.user, id);
  if (!changed) throw new NotAllowed('liked-before');
  return postAnswer(deps, context, post, looks);
}

/** @throws {NotAllowed} where it is no favorite */
export async function removeFavorite(deps: Deps, context: ContextV1, { id, ...looks }: PostLooks & { readonly id: string }) {
  const { post, changed } = await unlike(deps, context.principal.user, id);
  if (post === undefined || !changed) throw new NotAllowed('no-post');
  return postAnswer(deps, context, post, looks);
}
