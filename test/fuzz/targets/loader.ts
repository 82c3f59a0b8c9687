// The document loader: any text gives a description or errors, each with a location that can be shown.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problems } from '../../../generator/base/problem.ts';
import { formatProblem } from '../../../generator/load/frame.ts';
import { load } from '../../../generator/load/index.ts';
import { claim, type Fuzz, type Input } from '../support.ts';

const FILES = ['api.yaml', 'api.json'];

export const fuzz: Fuzz = async (input: Input) => {
  const file = input.pick(FILES);
  const text = input.text();
  const problems = new Problems();
  const description = await load(join(tmpdir(), file), { root: tmpdir(), text }, problems);
  claim(description !== undefined || problems.list.some((problem) => problem.severity === 'error'), 'neither a description nor an error');
  for (const problem of problems.list.slice(0, 20))
    claim(formatProblem(problem, { color: false }).includes(problem.code), 'a problem is shown without its code', problem.code);
};
