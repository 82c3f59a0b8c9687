// Handlers of version 2's operations tagged 'Trends'.
import type { RequiredMicroblogTrendsHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, Deps } from '../deps.ts';
import { personalTrends, trendsOfPlace } from '../trends/read.ts';
import type { Trends } from '../trends/trends.ts';

export const trendHandlers = (deps: Deps, trends: Trends): RequiredMicroblogTrendsHandlers<Caller> => ({
  listTrendsByPlace: ({ path, query }) => trendsOfPlace(trends, path.woeid, query),
  listPersonalizedTrends: ({ query }, context) => personalTrends(deps, trends, context, query?.['personalized_trend.fields']),
});
