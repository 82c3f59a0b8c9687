// Which problems a run prints where there are many.
import { expect, test } from 'vitest';
import { groupsOf, select, worstLast } from '../../generator/commands/problem-groups.ts';
import type { Problem, Severity } from '../../generator/problem.ts';

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

test('the worst groups are printed, the worst last, with a frame while there is room', () => {
  const many = [
    ...Array.from({ length: 9 }, (_, index) => problem('note', `note-${'abcdefghi'[index]}`, 'n')),
    problem('warning', 'w', 'one'),
    ...Array.from({ length: 100 }, () => problem('warning', 'w', 'two')),
    problem('error', 'e', 'error'),
  ];
  const { groups, hiddenGroups, hiddenProblems } = select(groupsOf(worstLast(many)), 12, () => 5);
  expect(groups.slice(-3).map(({ problems, frames }) => [problems[0].message, problems.length, frames])).toEqual([
    ['one', 1, 0],
    ['two', 100, 0],
    ['error', 1, 0],
  ]);
  expect([groups.length, hiddenGroups, hiddenProblems]).toEqual([11, 1, 1]);
  const roomy = select(groupsOf(worstLast(many)), 25, () => 5);
  expect(roomy.groups.slice(-3).map(({ frames }) => frames)).toEqual([1, 1, 1]);
});
