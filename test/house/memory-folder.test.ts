// The folder in memory is used only where it serves: with room, and where programs run. What killed runs have left goes.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeMemoryFolder } from '../support/memory-folder.ts';

function parentFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'octavo-memory-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return parent;
}

test.skipIf(process.platform === 'win32')('a folder is made where there is room, and is empty', () => {
  const parent = parentFolder();
  const folder = makeMemoryFolder(parent, 1) ?? '';
  expect(folder.startsWith(join(parent, `octavo-tests-${process.pid}-`))).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});

test('none is made where there is too little room, or no such file system', () => {
  const parent = parentFolder();
  expect(makeMemoryFolder(parent, Number.MAX_SAFE_INTEGER)).toBe(undefined);
  expect(readdirSync(parent)).toEqual([]);
  expect(makeMemoryFolder(join(parent, 'absent'), 1)).toBe(undefined);
});

test('the folder of a run that was killed is removed, and that of a run that goes on stays', () => {
  const parent = parentFolder();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const left = join(parent, `octavo-tests-${pid}-left`);
  const used = join(parent, `octavo-tests-${process.ppid}-used`);
  const other = join(parent, 'of-another-program');
  for (const folder of [left, used, other]) {
    mkdirSync(folder);
    writeFileSync(join(folder, 'file'), '');
  }
  makeMemoryFolder(parent, Number.MAX_SAFE_INTEGER);
  expect([left, used, other].map((folder) => existsSync(folder))).toEqual([false, true, true]);
});
