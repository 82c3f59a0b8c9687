// Which versions of the runtime run the code of which version of `octavo`: the rule of docs/versioning.md, before and after 1.0.0.
import { expect, test } from 'vitest';
import { runsCodeOf } from '../../generator/base/runtime-version.ts';

test.each([
  ['1.4.2', '1.4.2', true],
  ['1.4.2', '1.4.3', true],
  ['1.4.2', '1.10.0', true],
  ['1.4.2', '1.4.1', false],
  ['1.4.2', '1.3.9', false],
  ['1.4.2', '2.4.2', false],
  ['2.0.0', '1.9.9', false],
  ['0.3.1', '0.3.1', true],
  ['0.3.1', '0.3.9', true],
  ['0.3.1', '0.3.0', false],
  ['0.3.1', '0.4.1', false],
  ['1.0.0-beta.2', '1.0.0-beta.2', true],
  ['1.0.0', 'workspace', false],
])('code of octavo %s on runtime %s: %s', (generator, runtime, runs) => {
  expect(runsCodeOf(generator, runtime)).toBe(runs);
});
