// Finds a module of this package that runs in a process or thread of its own: TypeScript in the repository, JavaScript in the package.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of the module `name` beside the module at `url`. */
export function ownModule(url: string, name: string): string {
  const source = fileURLToPath(new URL(`./${name}.ts`, url));
  return existsSync(source) ? source : source.replace(/\.ts$/, '.js');
}
