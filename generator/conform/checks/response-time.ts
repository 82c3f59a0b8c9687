// `response-time`, off by default: every response comes within the given time.
import type { Check } from '../contract/check.ts';

const ID = 'response-time';

const MILLISECONDS = 1000;

export const responseTime: Check = {
  id: ID,
  summary: 'every response comes within the given milliseconds (default 1000)',
  on: false,
  judgesProbes: true,
  look({ milliseconds, response }, { options }) {
    const given = options[ID];
    const most = typeof given === 'number' ? given : MILLISECONDS;
    // A stream takes as long as it is read.
    if (response === undefined || response.cut !== undefined) return undefined;
    if (milliseconds <= most) return [];
    return [{ message: `The response has taken ${Math.round(milliseconds)} ms.`, expected: `a response within ${most} ms` }];
  },
};
