// Tests how declared limits are counted: whose requests each row counts, what a refusal says, and which answers say what is left.

import { type Operation, type RateLimitFacts, RefusalError, type ServerAnswer, type ServerContext } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { createMemoryLimits } from '../../../services/platform/limits/memory.ts';
import { createRates, type RateRules } from '../../../services/platform/limits/rates.ts';

interface Caller {
  readonly user?: string;
  readonly app: string;
  readonly level?: string;
}

type Operations = Readonly<Record<string, readonly RateLimitFacts[]>>;

function open(
  operations: Operations,
  { all = [], ...more }: Partial<RateRules<Caller>> & { readonly all?: readonly RateLimitFacts[] } = {},
) {
  let now = 1_000_000;
  const clock = { now: () => now };
  const limits = createMemoryLimits(clock as Parameters<typeof createMemoryLimits>[0]);
  const rates = createRates<Caller>(
    { limits, clock: clock as Parameters<typeof createMemoryLimits>[0] },
    {
      service: 'x',
      limits: { all, operations },
      callerOf: (caller, per) => (per === 'user' ? caller.user : caller.app),
      levelOf: ({ level = 'pro' }) => level,
      status: 429,
      ...more,
    },
  );
  const contextOf = (id: string, principal?: Caller) => ({ operation: { id } as Operation, principal }) as ServerContext<Caller>;
  return {
    limits,
    rates,
    contextOf,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    /** The detail of the refusal, and when to come again; or the headers of the result. */
    async ask(id: string, caller: Caller): Promise<unknown> {
      try {
        return (await rates.hooks.around(contextOf(id, caller), async () => ({ status: 200, headers: { own: 1 } }))).headers;
      } catch (error) {
        if (!(error instanceof RefusalError)) throw error;
        return [error.message, error.headers['retry-after']];
      }
    },
    async answer(context: ServerContext<Caller> | undefined, fault: boolean) {
      const answer: ServerAnswer = {
        status: 200,
        headers: {},
        body: null,
        ...(fault ? { fault: {} as NonNullable<ServerAnswer['fault']> } : {}),
      };
      await rates.hooks.onAnswer(answer, undefined, context);
      return answer.headers;
    },
  };
}

const PASSED = { own: 1 };
const headers: RateRules<Caller>['headers'] = ({ limit, remaining }, seconds) => ({
  'X-Limit': limit,
  'X-Left': remaining,
  'X-Reset': seconds,
});

describe('a request is counted', () => {
  const one = (per: string, more: Partial<RateLimitFacts> = {}): RateLimitFacts => ({ per, limit: 1, seconds: 60, ...more });
  test.each<[string, Operations, readonly (readonly [string, Caller])[], readonly unknown[]]>([
    [
      'for each user',
      { read: [one('user')] },
      [
        ['read', { app: 'a', user: 'u' }],
        ['read', { app: 'a', user: 'v' }],
        ['read', { app: 'b', user: 'u' }],
      ],
      [PASSED, PASSED, ['The user may make 1 request a minute.', '60']],
    ],
    [
      'not where a row does not count those of the caller',
      { read: [one('user')] },
      [
        ['read', { app: 'a' }],
        ['read', { app: 'a' }],
      ],
      [PASSED, PASSED],
    ],
    [
      'for each operation',
      { read: [one('app')], write: [one('app')] },
      [
        ['read', { app: 'a' }],
        ['write', { app: 'a' }],
      ],
      [PASSED, PASSED],
    ],
    [
      'together where rows are shared',
      { read: [one('app', { shared: 'posts' })], write: [one('app', { shared: 'posts' })] },
      [
        ['read', { app: 'a' }],
        ['write', { app: 'a' }],
      ],
      [PASSED, ['The app may make 1 request a minute.', '60']],
    ],
    [
      'by the row of the level, in place of the one without',
      { read: [one('app'), one('app', { limit: 2, level: 'basic' })] },
      [
        ['read', { app: 'a', level: 'basic' }],
        ['read', { app: 'a', level: 'basic' }],
        ['read', { app: 'b' }],
        ['read', { app: 'b' }],
      ],
      [PASSED, PASSED, PASSED, ['The app may make 1 request a minute.', '60']],
    ],
    [
      'by the row that refuses longest',
      { read: [one('app', { seconds: 1 }), one('app', { seconds: 900 })] },
      [
        ['read', { app: 'a' }],
        ['read', { app: 'a' }],
      ],
      [PASSED, ['The app may make 1 request in 15 minutes.', '900']],
    ],
    [
      'never where nothing limits it',
      {},
      [
        ['read', { app: 'a' }],
        ['read', { app: 'a' }],
      ],
      [PASSED, PASSED],
    ],
  ])('%s', async (_, operations, asked, want) => {
    const { ask } = open(operations);
    const found: unknown[] = [];
    for (const [id, caller] of asked) found.push(await ask(id, caller));
    expect(found).toEqual(want);
  });

  test('with the limits of all operations, and again when the window is over', async () => {
    const { ask, pass } = open(
      {},
      { all: [one('app', { seconds: 2 })], detail: ({ limit }, period) => `${limit} in ${period}`, status: 403 },
    );
    expect([await ask('read', { app: 'a' }), await ask('write', { app: 'a' })]).toEqual([PASSED, ['1 in 2 seconds', '2']]);
    pass(2_000);
    expect(await ask('write', { app: 'a' })).toEqual(PASSED);
  });
});

describe('answers say what is left', () => {
  const all: readonly RateLimitFacts[] = [{ per: 'app', limit: 3, seconds: 60 }];
  const says = (left: number) => ({ 'x-limit': '3', 'x-left': String(left), 'x-reset': '60' });

  test('those of handlers, of refusals after and before the count, and of callers who are not known', async () => {
    const { ask, answer, contextOf, rates } = open({}, { all, headers });
    expect(await ask('read', { app: 'a' })).toEqual({ own: 1, 'X-Limit': 3, 'X-Left': 2, 'X-Reset': 60 });
    const counted = contextOf('read', { app: 'a' });
    await rates.hooks.around(counted, async () => ({ status: 200 }));
    expect(await answer(counted, true)).toEqual(says(1));
    expect(await answer(contextOf('read', { app: 'a' }), true)).toEqual(says(0));
    // It was counted, and is not refused a second time.
    expect(await answer(contextOf('read', { app: 'a' }), true)).toEqual(says(0));
    expect(await answer(undefined, true)).toEqual(says(3));
    expect(await answer(undefined, false)).toEqual(says(3));
  });

  test('and `limits.read` takes nothing', async () => {
    const { ask, limits, rates } = open({ read: all, write: all }, { headers });
    await ask('read', { app: 'a' });
    const read = () => limits.read(['read', 'write'].map((operation) => rates.entryOf({ id: operation, method: 'GET' }, { app: 'a' })));
    expect(read().map(({ remaining }) => remaining)).toEqual([2, 3]);
    expect(read().map(({ remaining }) => remaining)).toEqual([2, 3]);
  });
});
