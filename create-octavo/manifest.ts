// Adds packages to the package.json of a project, and creates it where there is none. What is there is kept.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Agent } from 'package-manager-detector';
import { UsageError } from './error.ts';
import { SCRIPT_THAT_REPORTS, tarballsAmong } from './package-manager.ts';
import type { Packages } from './packages.ts';

export function addPackages(folder: string, packages: Packages, agent: Agent): void {
  const file = path.join(folder, 'package.json');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : JSON.stringify({ name: nameOf(folder), private: true, type: 'module' });
  const manifest = parse(text, file);
  const present = { ...membersOf(manifest.dependencies), ...membersOf(manifest.devDependencies) };
  for (const kind of ['dependencies', 'devDependencies'] as const) {
    const missing = Object.entries(packages[kind]).filter(([name]) => !Object.hasOwn(present, name));
    if (missing.length === 0) continue;
    const all = Object.entries({ ...membersOf(manifest[kind]), ...Object.fromEntries(missing) });
    manifest[kind] = Object.fromEntries(all.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }
  const tarballs = tarballsAmong(packages.dependencies);
  if (/^(?:yarn|bun)/.test(agent) && Object.keys(tarballs).length > 0) {
    manifest.resolutions = { ...tarballs, ...membersOf(manifest.resolutions) };
  }
  // npm warns about each install script without an answer.
  if (agent === 'npm') manifest.allowScripts = { [SCRIPT_THAT_REPORTS]: false, ...membersOf(manifest.allowScripts) };
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  writeFileSync(file, `${JSON.stringify(manifest, undefined, indent)}\n`);
}

function parse(text: string, file: string): Record<string, unknown> {
  try {
    return membersOf(JSON.parse(text));
  } catch (error) {
    throw new UsageError(`${file} is not valid JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The name of the folder, as npm accepts one. */
function nameOf(folder: string): string {
  const name = path
    .basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '');
  return name === '' ? 'my-api' : name;
}
