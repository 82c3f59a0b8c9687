// Loads the module of a configuration again after a change of it or of a file that it imports, and lists these files.
import { statSync } from 'node:fs';
import { type RegisterHooksOptions, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

interface LoadedModule {
  readonly loaded: unknown;
  /** Absolute paths, its own first; of a package only the file that is imported. Absent where they are not known. */
  readonly modules: readonly string[] | undefined;
}

/** What is known of a file from the last time that it was loaded. */
interface Known {
  readonly modules: readonly string[] | undefined;
  /** The sizes and times of the modules, or of the file itself. */
  readonly stamps: string;
  /** How often they had changed. Node.js loads a module once per URL, so each change needs other URLs. */
  readonly changes: number;
  readonly failed: boolean;
}

const known = new Map<string, Known>();
const generatorFolder = pathToFileURL(path.resolve(import.meta.dirname, '..')).href;

/** Throws what the module throws. */
export async function loadModule(file: string): Promise<LoadedModule> {
  const before = known.get(file);
  const isSame = before !== undefined && !before.failed && stampsOf(before.modules ?? [file]) === before.stamps;
  const changes = before === undefined ? 0 : before.changes + (isSame ? 0 : 1);
  const query = changes === 0 ? '' : `?changed=${changes}`;
  const found = new Set<string>();
  const hooks = registerHooks(recorder(file, query, found));
  let failed = true;
  // A module that has not changed is not loaded again, so nothing is recorded. What loads modules in another way than Node.js calls no hooks.
  const modulesOf = (): Known['modules'] => (isSame ? before.modules : found.has(file) ? [...found] : undefined);
  try {
    const loaded: unknown = await import(pathToFileURL(file).href + query);
    failed = false;
    return { loaded, modules: modulesOf() };
  } finally {
    hooks.deregister();
    const modules = modulesOf();
    known.set(file, { modules, stamps: stampsOf(modules ?? [file]), changes, failed });
  }
}

/** Adds to `found` the file, what it imports, and what these files import, and gives them the query. Packages and Octavo itself are not followed. */
function recorder(file: string, query: string, found: Set<string>): RegisterHooksOptions {
  const own = pathToFileURL(file).href + query;
  const followed = new Set([own]);
  return {
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const { url } = resolved;
      if (url === own) found.add(file);
      if (!followed.has(context.parentURL ?? '') || !url.startsWith('file:') || url.startsWith(`${generatorFolder}/`)) return resolved;
      found.add(fileURLToPath(url));
      // What is required is looked up by its path, so it cannot be loaded twice.
      if (url.includes('/node_modules/') || context.conditions.includes('require')) return resolved;
      followed.add(url + query);
      return { ...resolved, url: url + query };
    },
  };
}

function stampsOf(files: readonly string[]): string {
  return files
    .map((file) => {
      const stats = statSync(file, { throwIfNoEntry: false });
      return `${stats?.size}:${stats?.mtimeMs}`;
    })
    .join();
}
