// The file of the configuration: where it is, what it holds, and what to do where it cannot be loaded.
import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, systemCode, usageError } from '../base/error.ts';
import { installCommand } from '../base/package-manager.ts';
import { stage } from '../base/stage.ts';
import { displayPath } from '../base/words.ts';
import { configFaults } from './check.ts';
import { loadModule } from './load-module.ts';
import type { Config } from './options.ts';

const configNames = ['octavo.config.ts', 'octavo.config.mts', 'octavo.config.js', 'octavo.config.mjs'];

/** The file after `--config`, or the nearest one in this folder and those above it. */
export function findConfig(cwd: string, given: string | undefined): string | undefined {
  if (given !== undefined) {
    const file = path.resolve(cwd, given);
    const fix = 'Correct the path after `--config`, or run `octavo init` to create a configuration.';
    if (!existsSync(file)) throw usageError('config-missing', `Cannot find the configuration file \`${given}\`.`, { fix });
    if (statSync(file).isDirectory()) {
      throw usageError('config-missing', `\`${given}\` is a folder; name a file.`, { fix: 'Name the configuration file in it.' });
    }
    return realpathSync(file);
  }
  let folder = realpathSync(cwd);
  while (true) {
    for (const name of configNames) {
      const file = path.join(folder, name);
      if (existsSync(file)) return file;
    }
    const parent = path.dirname(folder);
    // A project does not reach beyond its repository.
    if (parent === folder || existsSync(path.join(folder, '.git'))) return undefined;
    folder = parent;
  }
}

/** Loads and checks a configuration. Throws an `OctavoError` (exit 2) where something is wrong. */
export async function readConfig(file: string): Promise<{ readonly config: Config; readonly modules: readonly string[] | undefined }> {
  const shown = displayPath(file);
  let loaded: unknown;
  let modules: readonly string[] | undefined;
  try {
    ({ loaded, modules } = await stage(() => loadModule(file)));
  } catch (error) {
    const place = placeIn(file, error);
    throw usageError('config-broken', `Cannot load \`${shown}\`${place}: ${firstLines(messageOf(error))}`, {
      fix: place === '' ? loadFix(error) : 'Correct the file there.',
      cause: error,
    });
  }
  const config = typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : undefined;
  const faults = configFaults(config);
  if (faults.length > 0) {
    const { placeTextOf } = await import('./option-place.ts');
    const placeOf = placeTextOf(file);
    const lines = faults.map(({ option, says }) => `\n  ${placeOf(option)}: ${says}`);
    throw usageError('config-invalid', `\`${shown}\` is invalid:${lines.join('')}`, {
      fix: 'The type `Config` of the package `octavo` describes every option.',
    });
  }
  // `configFaults` has looked at every field.
  return { config: config as Config, modules };
}

function loadFix(error: unknown): string {
  if (systemCode(error) === 'ERR_MODULE_NOT_FOUND')
    return `Install the packages that it imports, such as \`${installCommand(['octavo'], { isDev: true })}\`.`;
  // Node.js reads it as CommonJS, because package.json says so.
  if (/import statement outside a module|Unexpected token 'export'/.test(messageOf(error))) {
    return 'It is an ES module: set `"type": "module"` in package.json, or rename it to `octavo.config.mts`.';
  }
  if (systemCode(error) === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') {
    return 'Node.js runs TypeScript by removing the types, so it cannot run this. Write it another way, such as a union for an enum.';
  }
  return 'It must be a module that Node.js can run.';
}

/** ` at line 3`, where the stack of an error names the file; empty otherwise. */
function placeIn(file: string, error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, at = ''] = stack.split(pathToFileURL(file).href);
  const line = /^(?:\?[^:\s]*)?:(\d+)/.exec(at)?.[1];
  return line === undefined ? '' : ` at line ${line}`;
}

function firstLines(text: string): string {
  return text.split('\n').slice(0, 3).join(' ').trim();
}
