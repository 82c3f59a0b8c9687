// Handlers of version 2's operations tagged 'Filtered stream'.

import type { RequiredMicroblogFilteredStreamHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, Deps } from '../deps.ts';
import { changeRules } from '../filter/change.ts';
import { countRules, listRules } from '../filter/read.ts';
import type { Streams } from '../streams/streams.ts';
import type { Usage } from '../usage/usage.ts';

export const filteredStreamHandlers = (deps: Deps, usage: Usage, { posts }: Streams): RequiredMicroblogFilteredStreamHandlers<Caller> => ({
  openFilteredStream: ({ query }, context) => posts.openFiltered(context, query),
  listFilteredStreamRules: ({ query }, context) => listRules(deps, context, query),
  updateFilteredStreamRules: ({ body, query }, context) => changeRules(deps, usage, context, body, query),
  countFilteredStreamRules: ({ query }, context) => countRules(deps, usage, context, query?.['rules_count.fields']),
});
