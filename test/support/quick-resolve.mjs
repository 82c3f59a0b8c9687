// Lets programs that tests start load the repository's own modules without looking up each file, its links and its package: that takes a fifth of the time in
// which a program starts. Those of the runtime and of Kysely are joined. Plain JavaScript, since programs of all versions of Node.js load it.
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url).href;
const OWN = ['generator', 'runtime', 'services', 'generated'].map((name) => `${ROOT}${name}/`);

/**
 * The addresses of the joined modules, by those of the modules that programs import. Programs in `test/` get none: they import single modules of the runtime
 * too, and would have these twice.
 */
const JOINED = joined();

function joined() {
  const { OCTAVO_JOINED: map } = process.env;
  if (map === undefined || process.argv[1]?.startsWith(fileURLToPath(`${ROOT}test/`)) === true) return {};
  try {
    return JSON.parse(readFileSync(map, 'utf8'));
  } catch {
    // A test runs a program as a user who may not read it.
    return {};
  }
}

/** The format of what a module imports by a relative path; `undefined` where Node.js has to find it. */
function formatOf(specifier, parent) {
  if (!specifier.startsWith('.') || parent === undefined) return undefined;
  return specifier.endsWith('.ts') && OWN.some((folder) => parent.startsWith(folder)) ? 'module-typescript' : undefined;
}

/** Node.js's own answer; an error has the stack that a user sees, without this file. */
function byNode(next, specifier, context) {
  try {
    return next(specifier, context);
  } catch (error) {
    if (error instanceof Error) error.stack = error.stack?.replaceAll(/^.*quick-resolve\.mjs.*\n?/gm, '');
    throw error;
  }
}

module.registerHooks?.({
  resolve(specifier, context, next) {
    const format = formatOf(specifier, context.parentURL);
    const found =
      format === undefined
        ? byNode(next, specifier, context)
        : { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true };
    return Object.hasOwn(JOINED, found.url) ? { url: JOINED[found.url], format: 'module', shortCircuit: true } : found;
  },
});
