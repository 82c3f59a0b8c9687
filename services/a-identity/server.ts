// The server of the identity service.

import { createIdentityServer, type RequiredIdentityHandlers } from '@octavo/interfaces/a-identity';
import { combineHandlers, type FetchHandler } from '@octavo/runtime';
import type { Platform } from '../platform/service.ts';
import { withDialect } from './dialect.ts';
import { tokenInfoHandlers } from './handlers/token-info.ts';
import { userInfoHandlers } from './handlers/user-info.ts';
import { publicKeys } from './keys.ts';
import type { FoundToken } from './rules/claims.ts';
import { security } from './security.ts';
import type { IdentityTables } from './tables.ts';
import { tokenFinder } from './tokens.ts';

export function identityServer(platform: Platform<IdentityTables>): FetchHandler {
  const findToken = tokenFinder(platform);
  const handlers: RequiredIdentityHandlers<FoundToken> = combineHandlers({
    userInfo: userInfoHandlers(platform),
    tokenInfo: tokenInfoHandlers(platform, findToken),
  });
  const server = createIdentityServer(handlers, platform.serverOptions({ security: security(platform, findToken) }));
  return withDialect(server, () => publicKeys(platform.store.read));
}
