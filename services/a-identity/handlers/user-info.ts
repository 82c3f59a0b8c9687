// Handlers of the operations tagged 'User info'. Both paths give the same answer.

import type { RequiredIdentityUserInfoHandlers, UserInfo } from '@octavo/interfaces/a-identity';
import type { Deps } from '../deps.ts';
import { type FoundToken, scopesOf, selectFields, userInfo } from '../rules/claims.ts';
import { requireUser } from '../users.ts';

const ALWAYS: readonly (keyof UserInfo)[] = ['id', 'picture'];

export const userInfoHandlers = ({ store }: Pick<Deps, 'store'>): RequiredIdentityUserInfoHandlers<FoundToken> => {
  async function claims(token: FoundToken, fields: string | undefined) {
    const user = await requireUser(store.read, token);
    return { status: 200, body: selectFields(userInfo(user, scopesOf(token)), ALWAYS, fields) } as const;
  }
  return {
    getUserInfo: ({ query }, { principal }) => claims(principal, query?.fields),
    getMe: ({ query }, { principal }) => claims(principal, query?.fields),
  };
};
