// Handlers of version 1.1's operations tagged 'Trends'.
import type { RequiredMicroblogV1TrendsHandlers } from '@octavo/interfaces/b-microblog-v1';
import type { CallerV1, Deps } from '../deps.ts';
import { closestAnswer, locationsAnswer, trendsV1 } from '../trends/read.ts';
import type { Trends } from '../trends/trends.ts';

export const trendHandlers = (deps: Deps, trends: Trends): RequiredMicroblogV1TrendsHandlers<CallerV1> => ({
  getTrends: ({ query }) => trendsV1(deps, trends, query),
  listTrendLocations: locationsAnswer,
  findClosestTrendLocations: ({ query }) => closestAnswer(query),
});
