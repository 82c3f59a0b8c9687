// Clients read JSON with JSON.parse, and names as what they say, whatever names other texts have had.
import { parseJson, SyntaxFault } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { readJsonText } from '../../runtime/json/reader.ts';
import fc from '../support/fast-check.ts';

/** Names of which V8 13.6 takes the second for the first, after a name that both objects have before: as they stand in a text. */
const TAKEN: readonly (readonly [before: string, name: string])[] = [
  ['"\\\\"', '"\\u0062"'],
  ['"\\\\"', '"\\n"'],
  ['"\\\\"', '"\\""'],
  ['"user\\\\u0"', '"user\\u005fid"'],
  ['"a\\\\\\\\"', '"a\\\\\\n"'],
  ['"\\u005c/v"', '"\\/v1"'],
];

describe('an escaped name is what it says, whatever names other texts have had', () => {
  const places: Readonly<Record<string, (name: string, key: string) => string>> = {
    'after another name': (name, key) => `{"${key}":1,${name}:2}`,
    first: (name, key) => `{${name}:{"${key}":1}}`,
    'before a blank': (name, key) => `{"${key}":1,${name} \n\t\r:2}`,
    'in an array after others': (name, key) => `[{"${key}":1,"\\\\":2},{},{"${key}":1,${name}:2},{"${key}":1,${name}:3}]`,
    'far inside': (name, key) => `${'[{"in":'.repeat(50)}{"${key}":1,${name}:[2]}${'}]'.repeat(50)}`,
    'beside strings that look like names': (name, key) => `{"${key}":"{\\"a\\": \\\\",${name}:":\\",\\"b\\" : [{"}`,
  };
  test.each(Object.entries(places))('%s', (place, text) => {
    for (const [index, [before, name]] of TAKEN.entries()) {
      const key = `${place} ${index}`;
      JSON.parse(text(before, key));
      expect(parseJson(text(before, key))).toEqual(readJsonText(text(before, key), false));
      expect(parseJson(new TextEncoder().encode(text(name, key)))).toEqual(readJsonText(text(name, key), false));
    }
  });
});

test('names keep their order, and the last of equal ones counts', () => {
  const text = '{"b":1,"\\u0061":2,"2":3,"\\u0031":4,"a":5,"__proto__":6,"\\u005f_proto__":7,"":8,"\\u0061":9}';
  const value = parseJson(text) as object;
  expect(Object.entries(value)).toEqual([
    ['1', 4],
    ['2', 3],
    ['b', 1],
    ['a', 9],
    ['__proto__', 7],
    ['', 8],
  ]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test('the depth and the faults are the same with an escaped name', () => {
  const nested = (depth: number): string => `${'{"\\n":['.repeat(depth / 2)}${']}'.repeat(depth / 2)}`;
  expect(parseJson(nested(1000))).toEqual(JSON.parse(nested(1000)));
  expect(() => parseJson(nested(5000))).not.toThrow();
  expect(() => parseJson(nested(5002))).toThrow('is nested more than 5000 levels deep');
  for (const text of [
    '{"\\n":',
    '{"\\x":1}',
    '{"\\n":1}}',
    '{"\\n"::1}',
    '{"a" "\\n":1}',
    '["\\n":1]',
    '{"\\n":1,}',
    '{"\\n":"\\"}',
    '{\\"a":1}',
    '{"\\u00\\\\5c":1}',
  ])
    expect(() => parseJson(text), text).toThrow(new SyntaxFault('is not valid JSON'));
  expect(() => parseJson('')).toThrow(new SyntaxFault('is empty'));
  expect(parseJson('\uFEFF{"\\n":1}')).toEqual({ '\n': 1 });
});

test('long strings of escapes are read', () => {
  const long = '\\n\\"\\\\'.repeat(300_000);
  expect(parseJson(`{"\\u0061":"${long}"}`)).toEqual({ a: '\n"\\'.repeat(300_000) });
});

test('gives what the reader of single tokens gives', () => {
  // Names that say the same in several ways, and names that V8 takes for another.
  const names = fc.constantFrom(
    '"a"',
    '"\\u0061"',
    '"\\\\"',
    '"\\n"',
    '"\\""',
    '"\\u005c"',
    '"u0061"',
    '"1"',
    '"\\u0031"',
    '""',
    '"é"',
    '"__proto__"',
  );
  const scalars = fc.constantFrom('null', '-0', '1.5', '"a:b"', '"\\":{"', '"\\\\"', '"{\\"a\\\\\\":"', '":"', '"\\u0022:"', '"]}"');
  const space = fc.constantFrom('', ' ', '\n\t');
  const { text } = fc.letrec<{ text: string }>((tie) => ({
    text: fc.oneof(
      { maxDepth: 4 },
      scalars,
      fc.array(tie('text'), { maxLength: 3 }).map((items) => `[${items.join(' , ')}]`),
      fc
        .uniqueArray(fc.tuple(names, space, space, tie('text')), { maxLength: 4, selector: ([name]) => JSON.parse(name) as string })
        .map((members) => `{${members.map(([name, before, after, value]) => `${name}${before}:${after}${value}`).join(',')}}`),
    ),
  }));
  let escaped = 0;
  fc.assert(
    fc.property(text, (whole) => {
      if (/\\.[^"\\]*"\s*:/.test(whole)) escaped++;
      expect(parseJson(whole)).toEqual(readJsonText(whole, false));
    }),
    { numRuns: 3000 },
  );
  expect(escaped).toBeGreaterThan(1000);
});
