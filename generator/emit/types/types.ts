// Prints `types.ts`: one declaration per named schema, in the order of the document.
import type { Service } from '../../model/service.ts';
import { createImports } from '../files/imports.ts';
import { type Folder, type LayoutOptions, wholeOf } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { generatedBy } from '../text/escape.ts';
import { namesOf } from '../text/names.ts';
import { declarationOf } from './declaration.ts';
import { createTypes } from './type-of.ts';

export function emitTypes(
  service: Service,
  options: LayoutOptions & Pick<EmitOptions, 'runtime'>,
  folder: Folder = wholeOf(service, options),
): string {
  const imports = createImports({ options, folder, file: 'types', taken: namesOf(service).taken });
  const types = createTypes(imports, options.held);
  const declarations = folder.schemas.map((schema) => declarationOf(schema.name ?? '', schema, types));
  const head = generatedBy(service.id) + imports.text();
  if (declarations.length > 0) return [head, ...declarations].join('\n');
  return folder.isShared ? `${head}\nexport {};\n` : head;
}
