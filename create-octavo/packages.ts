// The packages of a new project, with their versions.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import own from 'create-octavo/package.json' with { type: 'json' };
import { UsageError } from './error.ts';

export interface Packages {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/**
 * The packages that `octavo` runs with in full: the mock and the reference pages, in the versions that its manifest names, and the types of Node.js.
 */
const tools: Readonly<Record<string, string>> = {
  '@redocly/cli': '^2.77.0',
  '@stoplight/prism-cli': '^5.16.0',
  '@types/node': '^24.0.0',
  typescript: '^5.9.0',
};

/** `tarballs`: in place of the versions on the registry. */
export function packagesOf(folder: string, tarballs?: { readonly octavo: string; readonly runtime: string }): Packages {
  const version = (tarball: string | undefined): string =>
    tarball === undefined ? `^${own.version}` : `file:${path.relative(folder, tarball).split(path.sep).join('/')}`;
  return {
    dependencies: { '@octavo/runtime': version(tarballs?.runtime) },
    devDependencies: { ...tools, octavo: version(tarballs?.octavo) },
  };
}

/** The tarballs of octavo and its runtime in a folder. Throws a `UsageError` where one is missing. */
export function tarballsIn(folder: string): { readonly octavo: string; readonly runtime: string } {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const find = (pattern: RegExp, name: string): string => {
    const found = names.find((file) => pattern.test(file));
    if (found === undefined) throw new UsageError(`${folder} has no tarball of ${name}. \`npm run pack\` in the repository makes it.`);
    return path.join(folder, found);
  };
  return { octavo: find(/^octavo-\d[^/]*\.tgz$/, 'octavo'), runtime: find(/^octavo-runtime-\d[^/]*\.tgz$/, '@octavo/runtime') };
}
