// Copies of the project in `project/`, whose compiler reads the declarations of the runtime, as that of a user does. Its sources are several times as
// long.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../support/documents.ts';
import { runtimeTypes } from '../support/type-check.ts';

const original = path.join(import.meta.dirname, 'project');

/** @param name of the folder, which no other test has. @returns its path */
export function copyProject(name: string): string {
  const folder = path.join(root, '.octavo/tmp', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(original, 'src'), path.join(folder, 'src'), { recursive: true });
  writeSettings(folder, ['src']);
  return folder;
}

/** Writes a tsconfig.json with the settings of the project. */
export function writeSettings(folder: string, include: readonly string[]): void {
  const settings = { extends: path.join(original, 'tsconfig.json'), compilerOptions: { paths: runtimeTypes() }, include };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
}
