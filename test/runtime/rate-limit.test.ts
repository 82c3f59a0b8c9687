// Limits of requests in words: what a server says that refuses one more, and how long its period is.
import { overLimitText, periodText } from '@octavo/runtime';
import { expect, test } from 'vitest';

test.each([
  [1, 1, 'The token may make 1 request a second.', 'second'],
  [180, 60, 'The token may make 180 requests a minute.', 'minute'],
  [1500, 900, 'The token may make 1,500 requests in 15 minutes.', '15 minutes'],
  [20, 3600, 'The token may make 20 requests an hour.', 'hour'],
  [400, 86_400, 'The token may make 400 requests in 24 hours.', '24 hours'],
  [400, 604_800, 'The token may make 400 requests in 7 days.', '7 days'],
  [5, 90, 'The token may make 5 requests in 90 seconds.', '90 seconds'],
])('%i in %i seconds', (limit, seconds, sentence, period) => {
  expect(overLimitText({ per: 'token', limit, seconds })).toBe(sentence);
  expect(periodText(seconds)).toBe(period);
});
