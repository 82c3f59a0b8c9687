// Handlers of version 1.1's operations tagged 'Blocks'.
import type { RequiredMicroblogV1BlocksHandlers } from '@octavo/interfaces/b-microblog-v1';
import type { CallerV1, Deps } from '../deps.ts';
import { idsAnswer, usersPageAnswer } from '../people/read-v1.ts';
import { endBlock, startBlock } from '../people/write-v1.ts';

export const blockHandlers = (deps: Deps): RequiredMicroblogV1BlocksHandlers<CallerV1> => ({
  createBlock: ({ body }, context) => startBlock(deps, context, body),
  deleteBlock: ({ body }, context) => endBlock(deps, context, body),
  listBlockedIds: ({ query }, context) => idsAnswer(deps, context, query, { kind: 'block', side: 'from' }),
  listBlockedUsers: ({ query }, context) => usersPageAnswer(deps, context, query, { kind: 'block', side: 'from' }),
});
