// Prints `types.ts`: one declaration per named schema, in the order of the document.
import type { Service } from '../../model/service.ts';
import { createImports } from '../files/imports.ts';
import { type Folder, type LayoutOptions, wholeOf } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { generatedBy } from '../text/escape.ts';
import { namesOf } from '../text/names.ts';
import { declarationOf, sharedDeclarationOf } from './declaration.ts';
import { createSharedTypes } from './shared-types.ts';
import { createTypes } from './type-of.ts';

export function emitTypes(
  service: Service,
  options: LayoutOptions & Pick<EmitOptions, 'runtime'>,
  folder: Folder = wholeOf(service, options),
): string {
  const { taken } = namesOf(service);
  const shared = createSharedTypes(folder.schemas, taken);
  const imports = createImports({ options, folder, file: 'types', taken, locals: [...shared.names] });
  const types = createTypes(imports, options.held, 'code', shared.nameOf);
  const declarations = folder.schemas.map((schema) => declarationOf(schema.name ?? '', schema, types));
  for (const [name, schema] of shared.used) {
    // A union that turns out to allow every value is printed as `unknown`, without its branches.
    const isNamed = declarations.some((text) => new RegExp(`[ (<]${name}\\b(?![:?])`).test(text));
    if (isNamed) declarations.push(sharedDeclarationOf(name, schema, types));
  }
  const head = generatedBy(service.id) + imports.text();
  if (declarations.length > 0) return [head, ...declarations].join('\n');
  return folder.isShared ? `${head}\nexport {};\n` : head;
}
