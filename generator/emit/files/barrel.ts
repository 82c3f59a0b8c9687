// Prints `index.ts`, which exports everything that the offered files export; a name that two files export comes from the first.
import type { Service } from '../../model/service.ts';
import { generatedBy, stringLiteral } from '../text/escape.ts';
import type { Declaration } from './declarations.ts';
import type { EmitOptions } from './options.ts';
import { FILE_NAMES, type FileName, moduleOf, rowOf } from './table.ts';

/** `files`: the exports of each file that the service has. */
export function emitBarrel(
  { id }: Pick<Service, 'id'>,
  files: ReadonlyMap<FileName, readonly Pick<Declaration, 'name' | 'kind'>[]>,
  options: Pick<EmitOptions, 'importExtension'>,
): string {
  const owners = new Map<string, { readonly module: string; readonly kind: Declaration['kind'] }>();
  const contested = new Set<string>();
  const lines: string[] = [];
  for (const file of FILE_NAMES) {
    const declarations = files.get(file) ?? [];
    if (!rowOf(file).offered || declarations.length === 0) continue;
    const module = stringLiteral(moduleOf(file, options));
    for (const { name, kind } of declarations) {
      if (owners.has(name)) contested.add(name);
      else owners.set(name, { module, kind });
    }
    lines.push(`export * from ${module};\n`);
  }
  // Without these lines the language would drop a name that two modules export, and the compiler would report it.
  for (const name of contested) {
    const owner = owners.get(name);
    if (owner !== undefined) lines.push(`export ${owner.kind === 'type' ? 'type ' : ''}{ ${name} } from ${owner.module};\n`);
  }
  return `${generatedBy(id)}${lines.length === 0 ? 'export {};\n' : lines.join('')}`;
}
