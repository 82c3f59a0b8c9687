// Handlers of version 2's operations tagged 'App'. Connections come with streams.
import type { MicroblogAppHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, Deps } from '../deps.ts';
import { ownDocument } from '../document.ts';
import { usageAnswer } from '../usage/read-usage.ts';
import type { Usage } from '../usage/usage.ts';

export const appHandlers = (deps: Deps, usage: Usage): MicroblogAppHandlers<Caller> => ({
  getOpenApiDocument: () => ({ status: 200, body: ownDocument() }),
  getUsage: ({ query }, context) => usageAnswer(deps, usage, context, query),
});
