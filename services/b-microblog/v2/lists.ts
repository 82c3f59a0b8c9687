// Handlers of version 2's operations tagged 'Lists'.
import type { RequiredMicroblogListsHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, MicroblogPlatform } from '../deps.ts';
import { followList, pinList, unfollowList, unpinList } from '../lists/follow.ts';
import { addMember, removeMembers } from '../lists/members.ts';
import { oneList, ownedLists, pinnedLists, relatedLists, usersOfList } from '../lists/read.ts';
import { changeList, createList, deleteList } from '../lists/write.ts';

export const listHandlers = (deps: MicroblogPlatform): RequiredMicroblogListsHandlers<Caller> => ({
  async createList({ body }, { principal }) {
    const { name, description, private: is_private } = body;
    const { id } = await createList(deps, principal.user ?? '', { name, description, is_private });
    return { status: 201, body: { data: { id, name } } };
  },

  getList: ({ path, query }, context) => oneList(deps, context, path.id, query),

  async updateList({ path, body }, { principal }) {
    const { name, description, private: is_private } = body;
    await changeList(deps, principal.user ?? '', path.id, { name, description, is_private });
    return { status: 200, body: { data: { updated: true } } };
  },

  async deleteList({ path }, { principal }) {
    await deleteList(deps, principal.user ?? '', path.id);
    return { status: 200, body: { data: { deleted: true } } };
  },

  listListMembers: ({ path, query }, context) => usersOfList(deps, context, 'list_member', path.id, query),

  async addListMember({ path, body }, { principal }) {
    await addMember(deps, principal.user ?? '', path.id, body.user_id);
    return { status: 200, body: { data: { is_member: true } } };
  },

  async removeListMember({ path }, { principal }) {
    await removeMembers(deps, principal.user ?? '', path.id, [path.user_id]);
    return { status: 200, body: { data: { is_member: false } } };
  },

  listListFollowers: ({ path, query }, context) => usersOfList(deps, context, 'list_follow', path.id, query),
  listOwnedLists: ({ path, query }, context) => ownedLists(deps, context, path.id, query),
  listListMemberships: ({ path, query }, context) => relatedLists(deps, context, 'list_member', path.id, query),
  listFollowedLists: ({ path, query }, context) => relatedLists(deps, context, 'list_follow', path.id, query),

  async followList({ path, body }) {
    await followList(deps, path.id, body.list_id);
    return { status: 200, body: { data: { following: true } } };
  },

  async unfollowList({ path }) {
    await unfollowList(deps, path.id, path.list_id);
    return { status: 200, body: { data: { following: false } } };
  },

  listPinnedLists: ({ path, query }) => pinnedLists(deps, path.id, query),

  async pinList({ path, body }) {
    await pinList(deps, path.id, body.list_id);
    return { status: 200, body: { data: { pinned: true } } };
  },

  async unpinList({ path }) {
    await unpinList(deps, path.id, path.list_id);
    return { status: 200, body: { data: { pinned: false } } };
  },
});
