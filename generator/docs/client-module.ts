// Chooses the module name that samples import a service's client from.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The package of the output folder (`@octavo/interfaces/h-email`), or if it is not a package, the file relative to the project folder. */
export function clientModuleOf(project: {
  readonly root: string;
  readonly out: string;
  readonly importExtension: string;
}): (service: { readonly id: string }) => string {
  const manifest = path.join(project.out, 'package.json');
  const name: unknown = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).name : undefined;
  if (typeof name === 'string') return ({ id }) => `${name}/${id}`;
  const folder = path.relative(project.root, project.out).split(path.sep).join('/');
  return ({ id }) => `./${folder === '' ? '' : `${folder}/`}${id}/index${project.importExtension}`;
}
