// The named schemas of a service to `types.ts`: one declaration each, in the order of the document.
import type { Service } from '../../model/service.ts';
import { createImports, reexport } from '../files/imports.ts';
import { type Part, wholeOf } from '../files/layout.ts';
import { type EmitOptions, modulesOf } from '../files/options.ts';
import { generatedBy } from '../text/escape.ts';
import { declarationOf } from './declaration.ts';
import { createTypes } from './type-of.ts';

type TypesOptions = Pick<EmitOptions, 'importExtension' | 'held'>;

export function emitTypes(service: Service, options: TypesOptions = { importExtension: '.js' }, part: Part = wholeOf(service)): string {
  const { types: module } = modulesOf(options);
  const own = new Set(part.schemas.map(({ name = '' }) => name));
  const taken = new Set(service.schemas.map(({ name = '' }) => name));
  const imports = createImports({
    types: module,
    taken,
    own: new Set([module]),
    declared: own,
    locate: part.locate,
    reexports: part.reexports(module).map(reexport),
  });
  const types = createTypes({ named: (name) => (own.has(name) ? name : imports.named(name)), global: imports.global }, options.held);
  const declarations = part.schemas.map((schema) => declarationOf(schema.name ?? '', schema, types));
  const head = generatedBy(service.id) + imports.text();
  if (declarations.length > 0) return [head, ...declarations].join('\n');
  return part.isCommon ? `${head}\nexport {};\n` : head;
}
