// Tests which last days are sent against a sentence that says how long something lasts, whether or not the first and the last day count.
import { expect, test } from 'vitest';
import { brokenBy } from '../../generator/conform/values/broken.ts';

const pair = { at: '', start: 'from', end: 'until', unit: 86_400_000, isDay: true, texts: [] } as const;
const body = { from: '2031-03-01', until: '2031-03-04' };

test.each<readonly [text: string, wrong: string]>([
  ['A loan lasts at most 14 days, the first and the last day counted.', '2031-03-15'],
  ['A loan lasts at most 2 weeks, the first and the last day counted.', '2031-03-15'],
  ['A stay is one week at most, counting both.', '2031-03-08'],
  ['A permit is no longer than 2 weeks.', '2031-03-16'],
  ['A season is no longer than 30 days.', '2031-04-01'],
  ['The loan ends at least one day after it starts, and nobody borrows a tool, and no loan lasts longer than 10 days.', '2031-03-12'],
  ['A name is asked for, and nobody stays longer than 30 days.', '2031-04-01'],
])('“%s” is broken until %s', (text, wrong) => {
  const [broken, ...others] = brokenBy.span(text, pair, false);
  expect(others).toEqual([]);
  expect(broken?.bodies(body, {})).toEqual([{ ...body, until: wrong }]);
});
