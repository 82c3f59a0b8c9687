// The names of scaffolded files, and of what they export and import.
import path from 'node:path';
import { isIdentifier } from '../emit/text/escape.ts';
import { handlersName } from '../emit/text/names.ts';
import { camelCase, isDevice, kebabCase } from '../model/names/names.ts';
import type { Service } from '../model/service.ts';

/** The names that generated code has for the handlers of a service. */
export interface Names {
  /** `createEmailServer` */
  readonly createServer: string;
  /** Types: `EmailHandlers`, and those of the tags. */
  readonly handlers: ReadonlySet<string>;
  /** Operations, as handlers have them. */
  readonly operations: ReadonlySet<string>;
}

export function namesOfHandlers(service: Service): Names {
  return {
    createServer: `create${service.name}Server`,
    handlers: new Set([`${service.name}Handlers`, ...service.groups.map(handlersName)]),
    operations: new Set(service.operations.map(({ name }) => name)),
  };
}

/** The file name of a tag, without its extension: letters, digits and hyphens, in lower case. */
export function fileNameOf(tag: string | undefined): string {
  const plain = kebabCase(tag ?? '');
  if (plain === '') return 'handlers';
  return isDevice(plain) || plain === 'index' ? `${plain}-handlers` : plain;
}

/** The relative path by which a file in the folder imports a module. */
export function importPath(folder: string, module: string): string {
  const relative = path.relative(folder, module).split(path.sep).join('/');
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** The export of a file of handlers: `discoveryHandlers`, or `handlers` for operations without a tag. */
export function handlersVariable(fileName: string): string {
  const words = fileName.split('-').map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)));
  const joined = words.join('');
  const name = /handlers$/i.test(joined) ? joined : `${joined}Handlers`;
  return isIdentifier(name) ? name : `_${name}`;
}

/** The export of `server.ts`: `emailServer`. */
export function serverVariable({ name }: Service): string {
  return `${camelCase(name)}Server`;
}
