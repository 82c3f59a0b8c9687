// The package.json of `octavo init`: adds missing scripts, and says that files are ES modules where that changes nothing.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { replaceFile } from '../../write/file.ts';
import { create, type Files } from './files.ts';
import type { Modules } from './modules.ts';

const scripts: Readonly<Record<string, string>> = {
  generate: 'octavo generate',
  dev: 'octavo dev',
  'generate:check': 'octavo generate --check',
};

export interface Manifest {
  readonly text: string;
  readonly content: { type?: unknown; scripts?: Record<string, string>; [key: string]: unknown };
}

/** Throws a `SyntaxError` if package.json is not valid JSON. */
export function readManifest(folder: string): Manifest | undefined {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  return { text, content: JSON.parse(text) };
}

/** Adds missing scripts, and to a fresh project `"type": "module"`; the rest of package.json keeps its order and indentation. */
export function setUpManifest(folder: string, manifest: Manifest | undefined, modules: Modules, files: Files): void {
  if (manifest === undefined) {
    create(folder, 'package.json', `${JSON.stringify({ private: true, type: 'module', scripts }, undefined, 2)}\n`, files);
    return;
  }
  const { text, content } = manifest;
  const present = content.scripts ?? {};
  const missing = Object.entries(scripts).filter(([name]) => !Object.hasOwn(present, name));
  const changes = [
    ...(modules === 'fresh' ? ['type: module'] : []),
    ...(missing.length === 0 ? [] : [`scripts: ${missing.map(([name]) => name).join(', ')}`]),
  ];
  if (changes.length === 0) {
    files.kept.push('package.json');
    return;
  }
  if (modules === 'fresh') content.type = 'module';
  content.scripts = { ...present, ...Object.fromEntries(missing) };
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  replaceFile(path.join(folder, 'package.json'), `${JSON.stringify(content, undefined, indent)}${text.endsWith('\n') ? '\n' : ''}`);
  files.created.push(`package.json (${changes.join('; ')})`);
}
