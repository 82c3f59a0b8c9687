// What the examples of a service or of a part of it are made of, as JSON in one template: a compiler reads past it, and the runtime reads it when the first is asked for.
import type { JsonValue } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { createImports, type Imports } from '../files/imports.ts';
import type { Part } from '../files/layout.ts';
import { type EmitOptions, modulesOf } from '../files/options.ts';
import { type HeldSchemas, heldSchemas } from '../held/held.ts';
import { docComment, generatedBy, rawJsonString } from '../text/escape.ts';
import { namesOf, OWN_EXAMPLES, SHARED_EXAMPLES } from '../text/names.ts';
import { wrappedRawJson } from '../text/wrapped-literal.ts';
import { componentSections, referringParts, type Section } from './components.ts';
import { type ExampleParts, exampleSchema, inputExample } from './schema.ts';

/** The file that examples of what tags share are made by, where there are parts. */
export function emitSharedExamples(service: Service, options: EmitOptions, part: Part): string {
  const imports = createImports({
    types: modulesOf(options).types,
    taken: namesOf(service).taken,
    own: new Set(),
    declared: new Set([SHARED_EXAMPLES]),
    locate: part.locate,
  });
  const held = heldSchemas(service, options.held);
  const constant = examplesConstant(service, part, { imports, testing: `${options.runtime}/testing`, held }, undefined);
  return `${generatedBy(service.id)}${imports.text()}\n${constant}`;
}

interface Scope {
  readonly imports: Imports;
  /** The runtime's entry for tests. */
  readonly testing: string;
  readonly held: HeldSchemas;
}

/** `const examples = new Examples(…)` of a part; `shared`: the name of the constant of what tags share, where there is one. */
export function examplesConstant(service: Service, part: Part, { imports, testing, held }: Scope, shared: string | undefined): string {
  const parts = referringParts(service, held);
  const sections: { readonly [name: string]: Section } = {
    schemas: part.schemas.map((schema) => [schema.name ?? '', exampleSchema(schema, held, true)] as const),
    ...(part.isCommon ? componentSections(service, held) : {}),
    operations: part.operations.map((operation) => [operation.name, operationFacts(operation, held, parts)] as const),
  };
  const text = Object.entries(sections)
    .filter(([, members]) => members.length > 0)
    .map(([name, members]) => `  ${rawJsonString(name)}: {\n${members.map(memberText).join(',\n')}\n  }`)
    .join(',\n');
  const json = `String.raw\`{\n${text}\n}\``;
  const create = imports.value(testing, 'Examples');
  const isShared = shared === undefined && !part.isRoot;
  const head = isShared ? `export const ${SHARED_EXAMPLES}: ${create}` : `const ${OWN_EXAMPLES}`;
  return `${DOC}${head} = new ${create}(${json}${shared === undefined ? '' : `, ${shared}`});\n`;
}

const DOC = docComment(['What examples are made of, as JSON: one token to a compiler, and read when the first example is asked for.']);

function memberText([name, value]: Section[number]): string {
  const head = `    ${rawJsonString(name)}: `;
  return `${head}${wrappedRawJson(value, head.length, 4)}`;
}

function operationFacts(operation: Operation, held: HeldSchemas, parts: ExampleParts): JsonValue {
  const responses = Object.fromEntries(operation.responses.map((response) => [response.status, parts.response(response)]));
  return { input: inputExample(operation, held, parts), responses };
}
