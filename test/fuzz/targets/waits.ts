// `Retry-After` and rate-limit headers: for any values, the delay is within its bounds, and attempts end.
import { retry } from '../../../runtime/client/retry.ts';
import { claim, claimEqual, type Fuzz, fieldValue, type Input } from '../support.ts';

const NAMES = ['retry-after', 'ratelimit', 'ratelimit-reset', 'x-ratelimit-reset'];
const STATUSES = [429, 503];
const LONGEST = 60_000;

export const fuzz: Fuzz = async (input: Input) => {
  const status = input.pick(STATUSES);
  const first = input.pick(NAMES);
  const headers = new Headers();
  // One header field per line.
  for (const [index, line] of input.latin1().split('\n').entries())
    headers.set(NAMES[(NAMES.indexOf(first) + index) % NAMES.length] ?? first, fieldValue(line));

  const waits: number[] = [];
  let attempts = 0;
  const policy = retry({
    random: () => 0.5,
    maxWaitMilliseconds: LONGEST,
    sleep: async (milliseconds) => void waits.push(milliseconds),
  });
  const call = {
    operation: { id: 'read', method: 'GET', path: '/', responses: {} },
    input: {},
    request: { method: 'GET', path: '/', query: [], headers: {}, cookies: [] },
    headers: {},
    signal: undefined,
  };
  const answer = await policy(call, async (_, see) => {
    attempts++;
    see?.(new Response(null, { status, headers }));
    return attempts;
  });
  claimEqual(answer, attempts, 'the response is not that of the last attempt');
  claim(attempts >= 1 && attempts <= 3, 'there were more attempts than allowed', attempts);
  claimEqual(waits.length, attempts - 1, 'the number of delays differs from the number of retries');
  for (const wait of waits) claim(wait >= 0 && wait <= LONGEST, 'the delay is out of bounds', wait);
};
