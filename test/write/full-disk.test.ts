// Tests `octavo generate` on a disk that is full: one message, the files that were there stay, and nothing half is left.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sampleOf } from '../support/effort.ts';
import { smallDisks } from '../support/full-disk.ts';

const root = path.resolve(import.meta.dirname, '../..');
const octavo = path.join(root, 'generator/bin/octavo.js');

/** Names and contents of all files below a folder. */
function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map(({ name, parentPath }) => {
      const file = path.join(parentPath, name);
      return [path.relative(folder, file), readFileSync(file, 'utf8')];
    }),
  );
}

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-full-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe.each(sampleOf(smallDisks, 1))('$name', ({ says, kib, wrap }) => {
  test('is one message, and leaves the output as it was', () => {
    const [source, folder, after] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const document = path.join(source, 'service.yaml');
    const generate = [process.execPath, octavo, 'generate', document, '--out', 'generated'];
    cpSync(path.join(root, 'specs/a-identity.yaml'), document);
    expect(spawnSync(process.execPath, generate.slice(1), { cwd: source }).status).toBe(0);
    const before = filesIn(path.join(source, 'generated'));
    // The output of this document is larger. It is copied, since the disk ends with the program.
    cpSync(path.join(root, 'specs/h-email.yaml'), document);
    const script = `cp -r ${source}/generated . && ${generate.join(' ')}; code=$?; cp -r generated ${after}/; exit $code`;
    const [program, args] = wrap(folder, kib.output, ['sh', '-c', script]);
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
    expect([status, stderr]).toEqual([3, expect.stringMatching(says)]);
    expect(stderr.match(/^error: /gm)).toHaveLength(1);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(filesIn(path.join(after, 'generated'))).toEqual(before);
  });
});
