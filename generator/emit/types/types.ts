// Prints `types.ts`: one declaration per named schema, in the order of the document.
import type { Schema } from '../../model/schema/schema.ts';
import type { Service } from '../../model/service.ts';
import { createImports } from '../files/imports.ts';
import { type Folder, type LayoutOptions, wholeOf } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { generatedBy } from '../text/escape.ts';
import { namesOf } from '../text/names.ts';
import { declarationOf, sharedDeclarationOf } from './declaration.ts';
import { keepingTypes } from './kept-types.ts';
import { createSharedTypes, type SharedTypes } from './shared-types.ts';
import { createTypes } from './type-of.ts';

export function emitTypes(
  service: Service,
  options: LayoutOptions & Pick<EmitOptions, 'runtime' | 'kept'>,
  folder: Folder = wholeOf(service, options),
): string {
  const { taken } = namesOf(service);
  const shared = createSharedTypes(folder.schemas, taken);
  const imports = createImports({ options, folder, file: 'types', taken, locals: [...shared.names] });
  const file = { ...imports, shared: shared.nameOf, noteWords: () => undefined };
  const keeping = options.kept === undefined ? undefined : keepingTypes(file, options.kept);
  const { shared: sharedName, noteWords, ...scope } = keeping?.names ?? file;
  const types = createTypes(scope, options.held, 'code', { shared: sharedName, noteWords });
  const declarations = folder.schemas.map((schema) => {
    const print = (): string => declarationOf(schema.name ?? '', schema, types);
    return keeping === undefined ? print() : keeping.textOf(schema, print);
  });
  // A union that turns out to allow every value is printed as `unknown`, so a name that was asked for may stand nowhere.
  const named = new Map(declarations.flatMap((text) => sharedIn(text, shared)));
  // A map gives what is added to it while it is read.
  for (const [name, schema] of named) {
    const text = sharedDeclarationOf(name, schema, types);
    for (const [inner, part] of sharedIn(text, shared)) named.set(inner, part);
    declarations.push(text);
  }
  const head = generatedBy(service.id) + imports.text();
  if (declarations.length > 0) return [head, ...declarations].join('\n');
  return folder.isShared ? `${head}\nexport {};\n` : head;
}

/** What may be the name of a type; a member's name has a colon after it. */
const WORD = /(?<=[ (<])[^\s()<>[\]{}'"`;,.|&]+/g;

/** The shared types that a text names, each with a schema of it. */
function sharedIn(text: string, { used }: SharedTypes): [name: string, schema: Schema][] {
  if (used.size === 0) return [];
  return (text.match(WORD) ?? []).flatMap((name): [string, Schema][] => {
    const schema = used.get(name);
    return schema === undefined ? [] : [[name, schema]];
  });
}
