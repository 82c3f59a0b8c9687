// Handlers of version 2's operations tagged 'Insights'.
import type { RequiredMicroblogInsightsHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, Deps } from '../deps.ts';
import { historicalAnswer, recentAnswer } from '../insights/read.ts';

export const insightHandlers = (deps: Deps): RequiredMicroblogInsightsHandlers<Caller> => ({
  getRecentInsights: ({ query }, context) => recentAnswer(deps, context, query),
  getHistoricalInsights: ({ query }, context) => historicalAnswer(deps, context, query),
});
