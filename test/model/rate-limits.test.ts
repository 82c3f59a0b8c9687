// `x-limits` of operations and documents: the data, the sentence in the description, the generated file, what `octavo diff` says, and errors with
// their fix.
import { expect, test } from 'vitest';
import type { Change } from '../../generator/diff/change.ts';
import { compareRateLimits } from '../../generator/diff/rate-limits.ts';
import type { RateLimit } from '../../generator/model/rate-limits.ts';
import { OPTIONS } from '../emit/service.ts';
import { emit } from '../support/emit.ts';
import { operation, pathDocument, read, service } from './support.ts';

const withLimits = (limits: string, root = '') =>
  pathDocument(
    `/it:\n  get:\n    operationId: it\n    description: It.\n    x-limits: ${limits}\n    responses: { '204': { description: Good. } }`,
    '3.1.0',
    root,
  );

test.each([
  ['[{ per: user, limit: 900, seconds: 900 }]', 'It. Limit: 900 requests per user in 15 minutes.'],
  [
    '[{ per: user, limit: 900, seconds: 900 }, { per: app, limit: 1500, seconds: 900 }]',
    'It. Limit: 900 requests per user and 1,500 per app in 15 minutes.',
  ],
  [
    '[{ per: user, limit: 15, seconds: 900 }, { per: app, limit: 1440, seconds: 86400 }]',
    'It. Limit: 15 requests per user in 15 minutes; 1,440 per app in 24 hours.',
  ],
  [
    '[{ per: app, limit: 300, seconds: 900 }, { per: app, limit: 5, seconds: 900, level: basic }]',
    'It. Limit: 300 requests per app in 15 minutes. Limit at the level basic: 5 requests per app in 15 minutes.',
  ],
  [
    '[{ per: account, limit: 1, seconds: 1 }, { per: token, limit: 3, seconds: 90, shared: posts }]',
    'It. Limit: 1 request per account in one second; 3 per token in 90 seconds, counted together as posts.',
  ],
  ['[{ per: address, limit: 2, seconds: 172800 }]', 'It. Limit: 2 requests per address in 2 days.'],
  ['[]', 'It.'],
])('%s is said in the description', async (limits, description) => {
  expect(operation(await service(withLimits(limits)), 'it').description).toBe(description);
});

test('a server gets the limits as data', async () => {
  const built = await service(
    withLimits('[{ per: user, limit: 9, seconds: 60 }]', 'x-limits: [{ per: token, limit: 180, seconds: 60 }]\n'),
  );
  const text = emit(built, OPTIONS).get('rate-limits.ts') ?? '';
  expect(text.slice(text.indexOf('export'))).toBe(
    "export const rateLimits = { all: [{ per: 'token', limit: 180, seconds: 60 }], operations: { it: [{ per: 'user', limit: 9, seconds: 60 }] } } as const;\n",
  );
  expect(emit(await service(withLimits('[]')), OPTIONS).has('rate-limits.ts')).toBe(false);
});

test.each([
  ['[{ per: caller, limit: 1, seconds: 1 }]', '/0/per', '`per` says whose requests are counted.'],
  ['[{ limit: 1, seconds: 1 }]', '/0', '`per` says whose requests are counted.'],
  ['[{ per: user, limit: 0, seconds: 1 }]', '/0/limit', '`limit` must be a whole number above 0.'],
  ['[{ per: user, limit: 1.5, seconds: 1 }]', '/0/limit', '`limit` must be a whole number above 0.'],
  ['[{ per: user, limit: 1 }]', '/0', '`seconds` must be a whole number above 0.'],
  ['[{ per: user, limit: 1, seconds: 1, levl: basic }]', '/0/levl', 'A row of `x-limits` has no field `levl`.'],
  ['[{ per: user, limit: 1, seconds: 1 }, 15]', '/1', 'A row of `x-limits` is no object.'],
])('%s is an error at %s', async (limits, place, message) => {
  const { problems } = await read(withLimits(limits));
  expect(problems.map((problem) => [problem.severity, problem.code, problem.location.pointer, problem.message])).toEqual([
    ['error', 'limits-invalid', `/paths/~1it/get/x-limits${place}`, message],
  ]);
});

test('another form is another tool’s', async () => {
  const { problems } = await read(withLimits('{ rate: 5 }'));
  expect(problems.map(({ severity, code }) => [severity, code])).toEqual([['warning', 'extension-foreign']]);
});

const user: RateLimit = { per: 'user', limit: 900, seconds: 900 };
test.each<[string, RateLimit[], RateLimit[], string[]]>([
  ['lower', [user], [{ ...user, limit: 450 }], ['breaking rate-limit-lowered: allows 450 requests per user in 15 minutes, was 900']],
  ['higher', [user], [{ ...user, limit: 1000 }], ['compatible rate-limit-raised: allows 1,000 requests per user in 15 minutes, was 900']],
  ['new', [], [user], ['breaking rate-limit-added: allows only 900 requests per user in 15 minutes now']],
  ['gone', [user], [], ['compatible rate-limit-removed: no longer has the limit of 900 requests per user in 15 minutes']],
  [
    'of another time',
    [user],
    [{ ...user, seconds: 1800, level: 'basic' }],
    [
      'compatible rate-limit-removed: no longer has the limit of 900 requests per user in 15 minutes',
      'breaking rate-limit-added: allows only 900 requests per user in 30 minutes at the level basic now',
    ],
  ],
  ['the same', [user], [{ ...user }], []],
])('octavo diff: a limit that is %s', async (_, before, after, want) => {
  const { location } = operation(await service(withLimits('[]')), 'it');
  const changes: Change[] = [];
  compareRateLimits(before, after, { operation: 'it', location }, changes);
  expect(changes.map(({ kind, code, message }) => `${kind} ${code}: ${message}`)).toEqual(want);
});
