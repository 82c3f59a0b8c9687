// Which patterns a backtracking engine matches in linear time, and how the runtime's matcher reads the others.
import { describe, expect, test } from 'vitest';
import { engineFor, patternFlags } from '../../generator/model/patterns/engine.ts';
import { growthOf } from '../../generator/model/patterns/growth.ts';
import { writeLinear } from '../../generator/model/patterns/linear.ts';
import { linear } from '../../runtime/linear/linear.ts';
import fc from '../support/fast-check.ts';
import { processorTime } from '../support/processor-time.ts';

const flagsOf = (pattern: string): 'u' | '' => {
  const flags = patternFlags(pattern);
  if (flags === undefined) throw new Error(`${pattern} is no regular expression`);
  return flags;
};

/** The verdicts of recheck 4.5 are the same, but where a comment says otherwise. */
const GROWTH: readonly (readonly [pattern: string, kind: string])[] = [
  ['', 'linear'],
  ['foo', 'linear'],
  ['.*', 'linear'],
  ['[a-z]+', 'linear'],
  ['(a+)+', 'linear'],
  ['^[a-z]+$', 'linear'],
  ['^[\\s\\S]*$', 'linear'],
  ['^[a-zA-Z0-9-]{1,64}$', 'linear'],
  ['^\\d{3}-\\d{4}$', 'linear'],
  ['^([\\w-]+\\.)+[\\w-]{2,4}$', 'linear'],
  ['^[\\w-\\.]+@([\\w-]+\\.)+[\\w-]{2,4}$', 'linear'],
  ['^([a-z0-9]+(-[a-z0-9]+)*\\.)+[a-z]{2,}$', 'linear'],
  ['^([0-9a-f]{2})+$', 'linear'],
  ['^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$', 'linear'],
  ['^(([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])\\.){3}([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])$', 'linear'],
  // recheck does not decide within seconds where there is look-around.
  ['^(?=.*\\d)(?=.*[a-z]).{8,}$', 'linear'],
  ['^(?!.*\\.\\.)[a-z.]+$', 'linear'],
  ['^[a-z]{1,255}[a-z0-9]{0,255}$', 'linear'],
  ['\\s+$', 'polynomial'],
  ['a+b', 'polynomial'],
  ['^\\S+@\\S+\\.\\S+$', 'polynomial'],
  ['^.*foo.*$', 'polynomial'],
  ['^\\s*[a-z]*\\s*$', 'polynomial'],
  ['^\\p{L}+\\p{Lu}*$', 'polynomial'],
  ['(?=.*\\d).{8,}$', 'polynomial'],
  ['(?<!a+)b', 'polynomial'],
  ['^(["\']).*\\1.*$', 'polynomial'],
  ['^(a+)+$', 'exponential'],
  ['^(a|aa)+$', 'exponential'],
  ['^(a*)*b', 'exponential'],
  ['^((a+)+b)?', 'exponential'],
  ['^(\\w+\\s?)*$', 'exponential'],
  ['^(a?){30}a{30}$', 'exponential'],
  [`^${'(?:a|a)'.repeat(30)}$`, 'exponential'],
  ['^(?=(a+)+$)', 'exponential'],
];

test.each(GROWTH)('the time to match %s is %s', (pattern, kind) => {
  expect(growthOf(pattern, flagsOf(pattern)).kind).toBe(kind);
});

test.each(GROWTH.filter(([, kind]) => kind === 'linear'))('%s takes little time for long texts', (pattern) => {
  const expression = new RegExp(pattern, flagsOf(pattern));
  const time = processorTime();
  for (const part of ['a', 'a.', '-', '1', '1.', 'aB1', ' ', 'foo', '..', '0a']) {
    for (const end of ['', '!', '\n']) expression.test(part.repeat(20_000) + end);
  }
  expect(time()).toBeLessThan(1);
});

test.each([
  ['no loop', `^(?:${Array.from({ length: 3000 }, (_, index) => `w${index}`).join('|')})$`],
  ['nested groups', '('.repeat(50) + 'a*'.repeat(20) + ')*'.repeat(50)],
  ['many groups', '(?:(?:a?b?)?(?:c?d?)?)?'.repeat(200)],
  ['many counts', '[a-z]{0,64}'.repeat(200)],
  ['nested counts', '(?:(?:(?:[a-z]{1,60},){1,60};){1,60}:){1,60}'],
  ['a long class', `[${'a-z'.repeat(10_000)}]*x`],
  ['many open brackets', '\\['.repeat(20_000)],
  ['properties', '[\\p{L}\\p{M}\\p{N}\\p{S}]+[\\P{M}\\p{Lu}]{0,20000}'.repeat(5)],
])('the screen takes bounded time for %s', (_, pattern) => {
  const time = processorTime();
  const flags = flagsOf(pattern);
  growthOf(pattern, flags);
  writeLinear(pattern, flags);
  expect(time()).toBeLessThan(5);
});

describe('as the linear matcher reads it', () => {
  test.each([
    ['^(a+)+$', '^(?:a+)+$'],
    ['a|^b$', 'a|^b$'],
    ['[\\s\\S].', '[\\s\\S].'],
    ['(?<year>\\d{4})', '(?:\\d{4})'],
    ['[\\w-.]', '[\\w-.]'],
    ['\\u{1f48c}\\x41\\cA\\0', '[\\u{1f48c}][\\x41][\\cA]\\0'],
    ['\\p{Emoji}\\p{Lu}', '[\\p{Emoji}][\\p{Lu}]'],
    ['a{2,}?b*?', 'a{2,}b*'],
    ['a{,2}[\\w-.]', 'a\\{,2\\}[\\w-.]'],
    ['(?=a)', undefined],
    ['(?<!a)b', undefined],
    ['(a)\\1', undefined],
    ['a{4001}', undefined],
    ['(?:a{100}){41}', undefined],
  ])('%s is %s', (pattern, want) => {
    expect(writeLinear(pattern, flagsOf(pattern))).toBe(want);
  });

  const CHARACTERS = [
    ...'aAbz019_-. \t\n\v\f\r@/:$^|()[]{}\\"\'é\u0130\u017f\u212a中💌',
    '\u2028',
    '\u00a0',
    '\ufeff',
    '\u1680',
    '\u0085',
    '\ud800',
    '\udc00',
    '\0',
  ];
  const text = fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 6 });

  /** Each pattern with the flag that it is used under. */
  const PATTERNS: readonly string[] = [
    ...GROWTH.map(([pattern]) => pattern),
    ...[
      '\\s',
      '\\S',
      '^\\s+$',
      '^\\S+$',
      '[\\s\\d]',
      '[^\\s]',
      '[\\S]',
      '[^\\S]',
      '\\w',
      '\\W',
      '\\d',
      '\\D',
      '[\\W\\d]',
      '\\b',
      '\\B',
      '\\ba\\b',
      'a\\B',
    ],
    ...[
      '^.$',
      '^..$',
      '^[^a]$',
      '^[^]$',
      '[]',
      'a$',
      '^a',
      'a^b',
      '$a',
      '^$',
      '(?:^|-)a(?:$|-)',
      '(?:)*',
      '(a|)*b',
      '(?:a*)*$',
      '(|a)+$',
      '[\\b]',
      '[.$^|]',
      '[\\]\\\\]',
    ],
    ...[
      '\\p{L}',
      '\\P{L}',
      '^[\\p{Lu}\\d]+$',
      '\\p{Zs}',
      '\\p{Script=Latin}',
      '\\u{1f48c}',
      '\\ud83d\\udc8c',
      '💌',
      '[💌a]',
      '[\\u{1f000}-\\u{1ffff}]',
      '\\x41',
      '\\u0041',
    ],
    ...[
      '[\\w-.]',
      '^[\\w-.]$',
      '^[\\w-.]{2}$',
      '[\\w-.]|^..$',
      'a{,2}[\\w-.]',
      '{[\\w-.]',
      ']\\_',
      '}|\\-\\_',
      '[^\\w-.]',
      '\\@',
      '^[^\\w-z]$',
    ],
  ];

  test('a pattern accepts the same texts as the regular expression that it is written from', () => {
    for (const pattern of PATTERNS) {
      const flags = flagsOf(pattern);
      const source = writeLinear(pattern, flags);
      if (source === undefined) continue;
      const expression = new RegExp(pattern, flags);
      const written = linear(source, flags);
      for (const one of CHARACTERS) expect([pattern, one, written.test(one)]).toEqual([pattern, one, expression.test(one)]);
      fc.assert(
        fc.property(text, (value) => {
          expect([pattern, value, written.test(value)]).toEqual([pattern, value, expression.test(value)]);
        }),
      );
    }
  });

  /**
   * Regular expressions of all parts that the matcher has, but `\\B`: V8 also finds it inside a surrogate pair, where ECMA-262 section 22.2.7.2 does
   * not search.
   */
  const expression = fc.letrec<{ node: string; group: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      fc.constantFrom('a', 'b', '.', '\\d', '\\w', '\\s', '\\S', '[^a]', '[a-c]', '[\\s-]', '^', '$', '\\b', '\\.', '💌', 'é'),
      fc.tuple(tie('node'), tie('node')).map((parts) => parts.join('')),
      fc.tuple(tie('node'), tie('node')).map((parts) => `(?:${parts.join('|')})`),
      tie('group'),
    ),
    group: fc
      .tuple(tie('node'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '+?'))
      .map(([node, count]) => `(${node})${count}`),
  })).node;

  test('random regular expressions accept the same texts on the matcher', () => {
    fc.assert(
      fc.property(
        expression,
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '1', '.', 'é', '💌', '\n', '\ud800'), maxLength: 8 }), {
          maxLength: 8,
        }),
        (pattern, texts) => {
          const source = writeLinear(pattern, 'u');
          expect(source).toBeDefined();
          for (const value of texts)
            expect([pattern, value, linear(source ?? '', 'u').test(value)]).toEqual([pattern, value, new RegExp(pattern, 'u').test(value)]);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test.each(GROWTH.filter(([, kind]) => kind !== 'linear'))('%s, which is %s, takes linear time', (pattern) => {
    const source = writeLinear(pattern, flagsOf(pattern));
    if (source === undefined) {
      expect(pattern).toMatch(/\(\?[<=!]|\\1/);
      return;
    }
    const written = linear(source, 'u');
    written.test('a');
    const time = processorTime();
    for (const part of ['a', 'a ', ' ', 'foo', '@', '@.', 'É']) written.test(`${part.repeat(10_000 / part.length)}!`);
    expect(time()).toBeLessThan(1);
  });
});

describe('the engine of a pattern', () => {
  test.each([
    ['^[a-z]+$', undefined, 'linear', { kind: 'native', flags: 'u' }],
    ['^(a+)+$', undefined, 'linear', { kind: 'linear', flags: 'u', source: '^(?:a+)+$' }],
    ['^(a+)+$', undefined, 'native', { kind: 'native', flags: 'u' }],
    ['^(a+)+$', 16, 'linear', { kind: 'native', flags: 'u' }],
    ['^(a+)+$', 17, 'linear', { kind: 'linear', flags: 'u', source: '^(?:a+)+$' }],
    ['\\s+$', 700, 'linear', { kind: 'native', flags: 'u' }],
    ['^(?!-).*x.*$', undefined, 'linear', { kind: 'bounded', flags: 'u', longest: 500 }],
    ['^(?!-)(a+)+$', undefined, 'linear', { kind: 'none', reason: 'exponential' }],
    ['(', undefined, 'linear', { kind: 'none', reason: 'invalid' }],
  ] as const)('for %j with maxLength %s and patterns: %s', (pattern, longest, option, want) => {
    expect(engineFor(pattern, longest, option)).toEqual(want);
  });
});
