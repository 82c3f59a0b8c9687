// Lets tests, and the programs that they start, load the repository's own modules and those of Kysely without looking up each file, its links and its
// package: that takes a fifth of the time in which a program starts. Plain JavaScript, since programs of all versions of Node.js load it.
import module from 'node:module';

const ROOT = new URL('../../', import.meta.url).href;
const OWN = ['generator', 'runtime', 'services', 'generated', 'portal', 'test'].map((name) => `${ROOT}${name}/`);
const KYSELY = `${ROOT}node_modules/kysely/dist/`;

/** The format of what a module imports by a relative path; `undefined` where Node.js has to find it. */
function formatOf(specifier, parent) {
  if (!specifier.startsWith('.') || parent === undefined) return undefined;
  if (specifier.endsWith('.ts') && OWN.some((folder) => parent.startsWith(folder))) return 'module-typescript';
  return specifier.endsWith('.js') && parent.startsWith(KYSELY) ? 'module' : undefined;
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
    if (format === undefined) return byNode(next, specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true };
  },
});
