// The identity service, as the platform sees it.
import { defineService } from '../platform/service.ts';
import { actions } from './actions.ts';
import { migrations } from './migrations/index.ts';
import { lastingTokens, seed } from './seed.ts';
import { identityServer } from './server.ts';
import { type IdentityTables, tables } from './tables.ts';

export const identity = defineService<IdentityTables>({
  name: 'a-identity',
  // The tokens of the examples were issued at 9:15:14, and have 2718 seconds left.
  story: '2026-11-21T09:29:56Z',
  migrations,
  tables,
  credentials: [
    { scheme: 'oauth2', value: lastingTokens.allScopes, note: 'Ines Varga, all three scopes' },
    { scheme: 'oauth2', value: lastingTokens.profileOnly, note: 'Ines Varga, the scope userinfo.profile' },
    { scheme: 'oauth2', value: lastingTokens.emailOnly, note: 'Ines Varga, the scope userinfo.email' },
  ],
  actions,
  seed,
  serve: (platform) => ({ 'a-identity': identityServer(platform) }),
});
