// Handlers of version 2's operations tagged 'App'.
import type { RequiredMicroblogAppHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, Deps } from '../deps.ts';
import { ownDocument } from '../document.ts';
import type { Streams } from '../streams/streams.ts';
import { usageAnswer } from '../usage/read-usage.ts';
import type { Usage } from '../usage/usage.ts';

export const appHandlers = (deps: Deps, usage: Usage, { closeAll }: Streams): RequiredMicroblogAppHandlers<Caller> => ({
  getOpenApiDocument: () => ({ status: 200, body: ownDocument() }),
  async closeAllConnections(_, { principal }) {
    await closeAll(principal.app);
    return { status: 200, body: { data: { killed_connections: true } } };
  },
  getUsage: ({ query }, context) => usageAnswer(deps, usage, context, query),
});
