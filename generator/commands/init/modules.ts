// Finds out whether Node.js runs the TypeScript of a project as ES modules, which generated code and octavo.config.ts are.
import { type Dirent, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * `module`: it does. `fresh`: package.json says CommonJS or nothing, as `npm init` writes it, and no source file depends on that. `commonjs`:
 * package.json says CommonJS, and there are source files. `untyped`: it says nothing, and there are source files, each of which Node.js takes for
 * what its syntax is, and TypeScript for CommonJS.
 */
export type Modules = 'module' | 'fresh' | 'commonjs' | 'untyped';

/** `type` is that of package.json. */
export function modulesOf(folder: string, type: unknown): Modules {
  if (type === 'module') return 'module';
  if (!hasSources(folder)) return 'fresh';
  return type === 'commonjs' ? 'commonjs' : 'untyped';
}

/** Whether there are source files whose meaning the `type` of package.json decides; a configuration of Octavo is not one. */
function hasSources(folder: string): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => isSource(entry) || (isOwnFolder(entry) && hasSources(inside(entry))));
}

function isSource({ name }: Dirent): boolean {
  return /\.[jt]sx?$/.test(name) && !/\.d\.ts$/.test(name) && !name.startsWith('octavo.config.');
}

/** Folders of other packages have a `type` of their own. */
function isOwnFolder(entry: Dirent): boolean {
  if (!entry.isDirectory() || entry.name.startsWith('.') || entry.name === 'node_modules') return false;
  return !existsSync(path.join(inside(entry), 'package.json'));
}

function inside({ parentPath, name }: Dirent): string {
  return path.join(parentPath, name);
}
