// Formats problems as code frames and as plain data.
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../generator/base/problem.ts';
import { clean, formatProblem, position, problemToJson } from '../../generator/load/frame.ts';
import { makeSource } from '../../generator/load/text/read.ts';
import { processorTime } from '../support/processor-time.ts';

function problem(text: string, pointer: string, more: Partial<Problem> = {}, at: 'key' | 'value' = 'value'): Problem {
  return {
    code: 'some-code',
    severity: 'error',
    message: 'Something is wrong.',
    location: { source: makeSource('/p/a.yaml', 'p/a.yaml', text), pointer, at },
    ...more,
  };
}

function frame(text: string, pointer: string, at?: 'key' | 'value'): string[] {
  return formatProblem(problem(text, pointer, {}, at), { color: false })
    .split('\n')
    .slice(1);
}

describe('frames', () => {
  test('with a fix and related places', () => {
    const source = makeSource('/p/b.json', 'p/b.json', '{"c":\n  true}');
    const text = formatProblem(
      problem('a: 1\nb: 2\n', '/b', { fix: 'Remove it.', related: [{ message: 'the other one', location: { source, pointer: '/c' } }] }),
      { color: false },
    );
    expect(text).toBe(
      [
        'error some-code: Something is wrong.',
        '  at p/a.yaml:2:4',
        '    1 | a: 1',
        '  > 2 | b: 2',
        '      |    ^',
        '    3 |',
        '  fix: Remove it.',
        '  the other one:',
        '  at p/b.json:2:3',
        '  > 2 |   true}',
        '      |   ^^^^',
      ].join('\n'),
    );
  });

  test.each<[title: string, text: string, pointer: string, at: 'key' | 'value', want: string[]]>([
    ['a key', 'a: 1\n', '/a', 'key', ['  > 1 | a: 1', '      | ^']],
    ['tabs', 'a:\t\tcc\n', '/a', 'value', ['  > 1 | a:    cc', '      |       ^^']],
    ['wide characters', 'a: { 日本: 日本 }\n', '/a/日本', 'value', ['  > 1 | a: { 日本: 日本 }', '      |            ^^^^']],
    ['emoji', 'a: { "🙂": x }\n', '/a/🙂', 'value', ['  > 1 | a: { "🙂": x }', '      |            ^']],
    ['combining marks', 'a: { "e\u0301": x }\n', '/a/e\u0301', 'value', ['  > 1 | a: { "e\u0301": x }', '      |           ^']],
    [
      'a terminal is told nothing',
      '"\\u001b": "\u009b31m\u202e"\n',
      '/\u001b',
      'value',
      ['  > 1 | "\\u001b": "\\u{9b}31m\\u{202e}"', '      |           ^^^^^^^^^^^^^^^^^^^'],
    ],
    ['a quoted scalar with its quotes', "a: 'it''s'\n", '/a', 'value', ["  > 1 | a: 'it''s'", '      |    ^^^^^^^']],
    [
      'a block scalar by its first line',
      'a: |\n  one\n  two\n',
      '/a',
      'value',
      ['    1 | a: |', '  > 2 |   one', '      | ^^^^^', '    3 |   two', '    4 |'],
    ],
    ['an empty value by its key', 'a:\nb: 1\n', '/a', 'value', ['  > 1 | a:', '      | ^']],
    ['an alias', 'a: &x 1\nb: *x\n', '/b', 'value', ['    1 | a: &x 1', '  > 2 | b: *x', '      |    ^^']],
    [
      'inside of what an alias names',
      'a: &x { c: 1 }\nb: *x\n',
      '/b/c',
      'value',
      ['  > 1 | a: &x { c: 1 }', '      |            ^', '    2 | b: *x'],
    ],
    ['an item of a list', 'a:\n  - b\n  - cc\n', '/a/1', 'value', ['    1 | a:', '    2 |   - b', '  > 3 |   - cc', '      |     ^^']],
    ['a pointer that leads nowhere, as far as it goes', 'a: { b: 1 }\n', '/a/x/y', 'value', ['  > 1 | a: { b: 1 }', '      |    ^']],
    ['Windows lines', 'a: 1\r\nb: 2\r\n', '/b', 'value', ['    1 | a: 1', '  > 2 | b: 2', '      |    ^']],
  ])('%s', (_title, text, pointer, at, want) => {
    const lines = frame(text, pointer, at);
    const rest = lines.slice(1, 1 + want.length);
    expect(rest).toEqual(want);
  });

  test('long lines are cut around the mark, wherever it is', () => {
    for (const before of [0, 50, 99, 100, 101, 500, 100_000]) {
      const text = `{"${'x'.repeat(before)}": 1, "b": "here", "c": "${'y'.repeat(100_000)}"}`;
      const source = makeSource('/a.json', 'a.json', text);
      const lines = formatProblem({ ...problem('', ''), location: { source, pointer: '/b' } }, { color: false }).split('\n');
      const [code = '', mark = ''] = lines.slice(2);
      expect(code.length).toBeLessThan(140);
      const start = mark.indexOf('^');
      expect(code.slice(start, mark.lastIndexOf('^') + 1)).toBe('"here"');
    }
  });

  test('a surrogate pair is never split', () => {
    const text = `a: "${'🙂'.repeat(200)}"\n`;
    expect(formatProblem(problem(text, '/a'), { color: false })).not.toMatch(/\\u\{d/);
  });

  test('colours appear only on request', () => {
    expect(formatProblem(problem('a: 1\n', '/a'), { color: false })).not.toContain('\u001b');
    expect(formatProblem(problem('a: 1\n', '/a'), { color: true })).toContain('\u001b[31m');
  });

  test('document text in a message stays on one line and cannot control the terminal', () => {
    expect(clean('a\nb\u001b[2J\u200bc')).toBe('a b\\u{1b}[2J\\u{200b}c');
  });

  test('50,000 problems of a large document are located within seconds', () => {
    const text = JSON.stringify({ list: Array.from({ length: 50_000 }, (_, index) => ({ index, name: `n${index}` })) });
    const source = makeSource('/a.json', 'a.json', text);
    const seconds = processorTime();
    for (let index = 0; index < 50_000; index++) expect(position({ source, pointer: `/list/${index}/name` }).line).toBe(1);
    expect(seconds()).toBeLessThan(10);
  });
});

test('problems as plain data', () => {
  const given = problem('a: 1\nb: 2\n', '/b', { fix: 'Remove it.' });
  expect(problemToJson({ ...given, related: [{ message: 'other', location: { ...given.location, pointer: '/a' } }] })).toEqual({
    code: 'some-code',
    severity: 'error',
    message: 'Something is wrong.',
    fix: 'Remove it.',
    file: 'p/a.yaml',
    line: 2,
    column: 4,
    pointer: '/b',
    related: [{ message: 'other', file: 'p/a.yaml', line: 1, column: 4, pointer: '/a' }],
  });
});
