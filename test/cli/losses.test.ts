// The summary of what a document's problems cost.
import { expect, test } from 'vitest';
import type { Problem, Severity } from '../../generator/base/problem.ts';
import { count } from '../../generator/base/words.ts';
import { describeLosses, lossesOf } from '../../generator/commands/losses.ts';

const source = { path: '/api.yaml', display: 'api.yaml', text: '', format: 'yaml' } as const;

function lost(severity: Severity, parts: readonly string[], reason: string): Problem {
  return { severity, code: 'left-out', message: 'Something is left out.', leftOut: parts, reason, location: { source, pointer: '' } };
}

const summary = (...problems: Problem[]): string[] => describeLosses(lossesOf(problems));

test('parts are counted by kind and reason, the most frequent first; `…` stands for what differs', () => {
  expect(
    summary(
      lost('unsupported', ['operation'], 'the path has `#`.'),
      lost('unsupported', ['operation', 'operation'], 'the reference `#/components/schemas/Pet` leads to nothing.'),
      lost('unsupported', ['operation'], 'the reference `#/components/schemas/Owner` leads to nothing.'),
      lost('unsupported', ['schema', 'media type'], 'the schema is not supported.'),
      lost('unsupported', ['parameter'], "the query parameter 'a' has no text form: its items: it is an object."),
      lost('unsupported', ['parameter'], "the query parameter 'b' has no text form: its property c: its items: it is an object."),
      lost('warning', ['server'], 'the variable `region` is not declared.'),
    ),
  ).toEqual([
    '  Left out: 4 operations, 1 schema',
    '    3 operations: the reference … leads to nothing',
    '    1 operation: the path has `#`',
    '    1 schema: the schema is not supported',
    '  Dropped from what is generated: 2 parameters, 1 media type, 1 server',
    '    2 parameters: the query parameter … has no text form: it is an object',
    '    1 media type: the schema is not supported',
    '    1 server: the variable `region` is not declared',
  ]);
});

test('one reason stands beside the total, and rare reasons share a line', () => {
  const letters = 'abcdefgh'.split('');
  expect(
    summary(
      lost('unsupported', ['operation', 'operation'], 'the path has `#`.'),
      ...letters.map((letter) => lost('unsupported', ['response'], `reason ${letter}.`)),
    ),
  ).toEqual([
    '  Left out: 2 operations: the path has `#`',
    '  Dropped from what is generated: 8 responses',
    ...letters.slice(0, 5).map((letter) => `    1 response: reason ${letter}`),
    '    3 responses: for 3 other reasons',
  ]);
});

test('problems that cost nothing are not in the summary', () => {
  const { leftOut: _, ...plain } = lost('warning', [], 'It is read as 4XX.');
  expect(summary(plain)).toEqual([]);
});

test('nouns have the plural of English', () => {
  expect([count(1, 'request body'), count(216, 'request body'), count(2, 'key'), count(2, 'search'), count(0, 'file')]).toEqual([
    '1 request body',
    '216 request bodies',
    '2 keys',
    '2 searches',
    '0 files',
  ]);
});
