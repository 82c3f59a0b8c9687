// Which problems a run prints where there are many.
import { expect, test } from 'vitest';
import type { Problem, Severity } from '../../generator/base/problem.ts';
import { groupsOf, select, worstLast } from '../../generator/commands/problem-groups.ts';

const source = { path: '/api.yaml', display: 'api.yaml', text: '', format: 'yaml' } as const;

function problem(severity: Severity, code: string, message: string): Problem {
  return { severity, code, message, location: { source, pointer: '' } };
}

test('problems whose messages differ in names and numbers only are one group', () => {
  const groups = groupsOf([
    problem('unsupported', 'left-out', "GET /a/{b} is left out: the field 'x' has no form."),
    problem('unsupported', 'left-out', "POST /c is left out: the field 'y' has no form."),
    problem('unsupported', 'left-out', 'GET /a is left out: text/csv is written as text.'),
    problem('warning', 'left-out', "GET /a/{b} is left out: the field 'x' has no form."),
    problem('unsupported', 'wrong-type', 'The schema Pet is left out after 3 tries.'),
    problem('unsupported', 'wrong-type', 'The schema Owner is left out after 14 tries.'),
  ]);
  expect(groups.map(({ problems }) => problems.length)).toEqual([2, 1, 1, 2]);
});

test('left-out parts with one reason are one group, whatever else the messages say', () => {
  const left = (part: string, message: string): Problem => ({
    ...problem('unsupported', 'left-out', message),
    leftOut: [part],
    reason: 'text/csv is written as text.',
  });
  const groups = groupsOf([
    left('media type', 'A is left out.'),
    left('media type', 'B is left out of 3 bodies.'),
    left('operation', 'C is left out.'),
  ]);
  expect(groups.map(({ problems }) => problems.length)).toEqual([2, 1]);
});

test('the worst groups are printed, the worst last, with a frame while there is room', () => {
  const many = [
    ...Array.from({ length: 9 }, (_, index) => problem('note', `note-${'abcdefghi'[index]}`, 'n')),
    problem('warning', 'w', 'one'),
    ...Array.from({ length: 100 }, () => problem('warning', 'w', 'two')),
    problem('error', 'e', 'error'),
  ];
  const heights = { summary: () => 1, frame: () => 5 };
  const { groups, hiddenGroups, hiddenProblems } = select(groupsOf(worstLast(many)), 12, heights);
  expect(groups.slice(-3).map(({ problems, hasFrame }) => [problems[0].message, problems.length, hasFrame])).toEqual([
    ['one', 1, false],
    ['two', 100, false],
    ['error', 1, false],
  ]);
  // A line is for the number of the hidden ones, and one for the 99 like `two`.
  expect([groups.length, hiddenGroups, hiddenProblems]).toEqual([10, 2, 2]);
  const roomy = select(groupsOf(worstLast(many)), 25, heights);
  expect(roomy.groups.slice(-4).map(({ hasFrame }) => hasFrame)).toEqual([false, true, true, true]);
});

test('many groups of one code, and one that is too tall, hide no other code', () => {
  const word = (index: number): string => `kind ${'abcdefghijklmnopqrstuvwxyz'[index]}${'abc'[index % 3]}`;
  const many = [
    ...Array.from({ length: 20 }, (_, index) => [problem('note', 'n', word(index)), problem('note', 'n', word(index))]).flat(),
    problem('note', 'tall', 'tall'),
    problem('note', 'tall', 'tall'),
    problem('note', 'other', 'other'),
  ];
  const { groups } = select(groupsOf(many), 12, { summary: ({ code }) => (code === 'tall' ? 30 : 1), frame: () => 5 });
  expect(new Set(groups.map(({ problems }) => problems[0].code))).toEqual(new Set(['n', 'other']));
});
