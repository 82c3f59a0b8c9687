// Handlers of version 1.1's operations tagged 'Rate limits'.
import type { RequiredMicroblogV1RateLimitsHandlers } from '@octavo/interfaces/b-microblog-v1';
import type { CallerV1, Deps } from '../deps.ts';
import { type Rated, rateStatus } from '../rate-status.ts';

export const rateLimitHandlers = (deps: Deps, rated: Rated): RequiredMicroblogV1RateLimitsHandlers<CallerV1> => ({
  async getRateLimitStatus({ query }, { principal }) {
    return { status: 200, body: await rateStatus(deps, rated, principal, query?.resources) };
  },
});
