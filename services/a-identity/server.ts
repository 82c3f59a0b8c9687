// The server of the identity service.

import { createIdentityServer } from '@octavo/interfaces/a-identity';
import type { FetchHandler } from '@octavo/runtime';
import type { Platform } from '../platform/service.ts';
import { withDialect } from './dialect.ts';
import { tokenInfoHandlers } from './handlers/token-info.ts';
import { userInfoHandlers } from './handlers/user-info.ts';
import { security } from './security.ts';
import type { IdentityTables } from './tables.ts';

export function identityServer(platform: Platform<IdentityTables>): FetchHandler {
  const handlers = { ...userInfoHandlers(platform), ...tokenInfoHandlers(platform) };
  return withDialect(createIdentityServer(handlers, platform.serverOptions({ security: security(platform) })));
}
