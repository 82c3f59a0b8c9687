// Prints the data of a folder's examples as JSON in one template: compilers do not check it, and the runtime parses it for the first example.
import type { JsonValue } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { createImports, type Imports } from '../files/imports.ts';
import type { Folder } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { type HeldSchemas, heldSchemas } from '../held/held.ts';
import { docComment, generatedBy, rawJsonString } from '../text/escape.ts';
import { namesOf, OWN_EXAMPLES, SHARED_EXAMPLES } from '../text/names.ts';
import { wrappedRawJson } from '../text/wrapped-literal.ts';
import { componentSections, referringParts, type Section } from './components.ts';
import { type ExampleParts, exampleSchema, inputExample } from './schema.ts';

/** The data of examples that several tags share, in a file of its own. */
export function emitSharedExamples(service: Service, options: EmitOptions, folder: Folder): string {
  const imports = createImports({ options, folder, file: 'example-facts', taken: namesOf(service).taken });
  const constant = examplesConstant(service, folder, { imports, held: heldSchemas(service, options.held) }, undefined);
  return `${generatedBy(service.id)}${imports.text()}\n${constant}`;
}

interface Scope {
  readonly imports: Imports;
  readonly held: HeldSchemas;
}

/** `const examples = new Examples(…)` of a folder; `shared` is the name of the constant with the data that tags share, if there is one. */
export function examplesConstant(service: Service, folder: Folder, { imports, held }: Scope, shared: string | undefined): string {
  const parts = referringParts(service, held);
  const sections: { readonly [name: string]: Section } = {
    schemas: folder.schemas.map((schema) => [schema.name ?? '', exampleSchema(schema, held, true)] as const),
    ...(folder.isShared ? componentSections(service, held) : {}),
    operations: folder.operations.map((operation) => [operation.name, operationFacts(operation, held, parts)] as const),
  };
  const text = Object.entries(sections)
    .filter(([, members]) => members.length > 0)
    .map(([name, members]) => `  ${rawJsonString(name)}: {\n${members.map(memberText).join(',\n')}\n  }`)
    .join(',\n');
  const json = `String.raw\`{\n${text}\n}\``;
  const create = imports.value('runtime/testing', 'Examples');
  const isShared = shared === undefined && !folder.isRoot;
  const head = isShared ? `export const ${SHARED_EXAMPLES}: ${create}` : `const ${OWN_EXAMPLES}`;
  return `${DOC}${head} = new ${create}(${json}${shared === undefined ? '' : `, ${shared}`});\n`;
}

const DOC = docComment([
  'The data of the examples, as JSON in one template: compilers do not check it, and it is parsed for the first example.',
]);

function memberText([name, value]: Section[number]): string {
  const head = `    ${rawJsonString(name)}: `;
  return `${head}${wrappedRawJson(value, head.length, 4)}`;
}

function operationFacts(operation: Operation, held: HeldSchemas, parts: ExampleParts): JsonValue {
  const responses = Object.fromEntries(operation.responses.map((response) => [response.status, parts.response(response)]));
  return { input: inputExample(operation, held, parts), responses };
}
