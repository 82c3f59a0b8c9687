// What the mock says when the process of Prism has crashed.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { causeIn } from '../../generator/mock/end-cause.ts';

test('the line of the error, not the version of Node.js below the calls', () => {
  const { stderr } = spawnSync(process.execPath, ['-e', "require('no-such-lamp')"], { encoding: 'utf8' });
  expect(stderr.trim()).toMatch(/\nNode\.js v[\d.]+$/);
  expect(causeIn(stderr)).toBe("Error: Cannot find module 'no-such-lamp'");
});

test('without an error, the last line', () => {
  expect(causeIn('starting\nKilled by the lamp keeper\n')).toBe('Killed by the lamp keeper');
  expect(causeIn('')).toBe('');
});
