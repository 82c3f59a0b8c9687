// Recognizes that a package which Octavo itself needs is not installed, and says how to install it.
import { environmentError, type OctavoError } from './error.ts';

/** Node.js words it so, for packages only. `bin/octavo.js` does the same before anything else can be loaded. */
const MISSING = /^Cannot find package '([^']+)' imported from (.*)$/;

/** `message` is the message of an error that Node.js threw; `undefined` where it is about anything else, such as a module of the user's. */
export function missingPackage(message: string): OctavoError | undefined {
  const [, name, importer = ''] = MISSING.exec(message) ?? [];
  if (name === undefined || !/[/\\]node_modules[/\\]|[/\\]generator[/\\]/.test(importer)) return undefined;
  return environmentError('package-missing', `The package \`${name}\`, which Octavo needs, is not installed.`, {
    fix: 'Run `npm install` in your project, or `npm ci` in a clone of the repository.',
  });
}
