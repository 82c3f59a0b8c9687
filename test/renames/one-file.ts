// A project of one file, whose generated code is that of the old version of a document: `octavo rename --write` carries the file over to the new one.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { writeSettings } from '../callers/copy.ts';
import { octavo } from '../cli/run.ts';
import { scratch } from '../generate/project.ts';

const root = path.resolve(import.meta.dirname, '../..');

interface Renamed {
  /** The file afterwards. */
  readonly code: string;
  readonly stderr: string;
}

/**
 * For the tests of a file.
 * @param name of the folder, which no other test has
 * @returns what carries `pets.ts` over from one version of `pets.json` to another, both as text
 */
export function oneFileProject(name: string): (old: string, now: string, code: string) => Promise<Renamed> {
  const folder = path.join(root, '.octavo/tmp', name);
  const api = scratch();
  afterAll(() => {
    api.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  return async (old, now, before) => {
    const [oldFile, newFile] = [api.put('old/pets.json', old), api.put('new/pets.json', now)];
    mkdirSync(folder, { recursive: true });
    writeSettings(folder, ['.']);
    const generated = await octavo(['generate', oldFile, '--out', path.join(folder, 'api'), '--no-schema'], { cwd: root });
    expect(generated.code, generated.stderr).toBe(0);
    const file = path.join(folder, 'pets.ts');
    writeFileSync(file, before);
    const { code, stderr } = await octavo(['rename', oldFile, newFile, folder, '--write'], { cwd: root });
    expect(code, stderr).toBe(0);
    return { code: readFileSync(file, 'utf8'), stderr };
  };
}
