// Prints `examples.ts`: a function for an example of each schema, input and result, and a mock server that answers with them.
import { BODY_BYTES } from '@octavo/runtime/facts';
import { statedBodyBytes } from '../../model/body-limit.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { securityTraits } from '../../model/security-kinds.ts';
import type { Operation, Service } from '../../model/service.ts';
import { createImports, type Imports } from '../files/imports.ts';
import { type Folder, wholeOf } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { type HeldSchemas, heldSchemas } from '../held/held.ts';
import { docComment, generatedBy, identifier, propertyKey, stringLiteral } from '../text/escape.ts';
import {
  checksName,
  createServerName,
  exampleName,
  mockHandlersName,
  mockName,
  namesOf,
  OWN_EXAMPLES,
  SHARED_EXAMPLES,
  transformName,
  validateName,
} from '../text/names.ts';
import { usedSchemes } from '../text/security.ts';
import { examplesConstant } from './facts.ts';

interface Scope {
  readonly imports: Imports;
  readonly held: HeldSchemas;
  /** The name of the constant that the file makes its examples with. */
  readonly examples: string;
}

/** Names that the file declares without exporting them. */
const LOCALS: readonly string[] = ['random', 'status', 'handlers', 'options', 'seed', 'security'];

export function emitExamples(service: Service, options: EmitOptions, folder: Folder = wholeOf(service, options)): string {
  // The shared folder has a separate file for the data of its examples; other folders declare theirs here.
  const isApart = folder.isShared && !folder.isRoot;
  const locals = isApart ? LOCALS : [OWN_EXAMPLES, ...LOCALS];
  const imports = createImports({ options, folder, file: 'examples', taken: namesOf(service).taken, locals });
  const held = heldSchemas(service, options.held);
  const functions: string[] = [];
  if (folder.schemas.length > 0 || folder.operations.length > 0) {
    const shared = folder.isRoot ? undefined : imports.value('example-facts', SHARED_EXAMPLES, isApart ? OWN_EXAMPLES : SHARED_EXAMPLES);
    if (!isApart) functions.push(examplesConstant(service, folder, { imports, held }, shared));
    const scope: Scope = { imports, held, examples: isApart && shared !== undefined ? shared : OWN_EXAMPLES };
    functions.push(...folder.schemas.map((schema) => schemaFunction(schema, scope)));
    functions.push(...folder.operations.flatMap((operation) => operationFunctions(operation, scope)));
  }
  if (folder.isRoot) functions.push(...mockFunctions(service, imports));
  if (functions.length === 0) return `${generatedBy(service.id)}\nexport {};\n`;
  return [`${generatedBy(service.id)}${imports.text()}`, ...functions].join('\n');
}

function mockFunctions(service: Service, imports: Imports): string[] {
  const answered = service.operations.filter((operation) => operation.responses.length > 0);
  // Without responses, a mock would answer every request with 501, as the server itself does.
  if (answered.length === 0) return [];
  return [handlersFunction(service, answered, imports), mockFunction(service, imports)];
}

function schemaFunction(schema: Schema, { imports, held, examples }: Scope): string {
  const name = identifier(schema.name ?? '');
  const type = imports.type('types', name);
  const validate = imports.value('validators', validateName(name));
  const transform = held.has(schema) ? `, ${imports.value('transforms', transformName(name))}` : '';
  const call = `${examples}.schema(${stringLiteral(name)}, ${validate}, random${transform})`;
  return `export function example${name}(random?: ${imports.type('runtime/testing', 'Random')}): ${type} {\n  return ${call};\n}\n`;
}

function operationFunctions(operation: Operation, { imports, examples }: Scope): string[] {
  const row = imports.value('operations', operation.name);
  const checks = imports.value('checks', checksName(operation));
  const random = `random?: ${imports.type('runtime/testing', 'Random')}`;
  const input = imports.type('operations', `${operation.typeName}Input`);
  const common = `${stringLiteral(operation.name)}, ${row}, ${checks}, random`;
  const functions = [
    `export function example${operation.typeName}Input(${random}): ${input} {\n  return ${examples}.input(${common});\n}\n`,
  ];
  if (operation.responses.length === 0) return functions;
  const result = imports.type('operations', `${operation.typeName}Result`);
  const signature = `${random}, status?: ${result}['status']`;
  return [
    ...functions,
    `export function example${operation.typeName}Result(${signature}): ${result} {\n  return ${examples}.result(${common}, status);\n}\n`,
  ];
}

function handlersFunction(service: Service, answered: readonly Operation[], imports: Imports): string {
  const name = mockHandlersName(service);
  const rows = answered.map((operation) => {
    const example = imports.value('examples', exampleName(`${operation.typeName}Result`));
    return `    ${propertyKey(operation.name)}: () => ${example}(random),\n`;
  });
  const doc = docComment([
    "Handlers that answer with an example of the first success response: the document's own, or with a seed a random one.",
  ]);
  const type = imports.type('server', `${service.name}Handlers`);
  if (rows.length === 0) return `${doc}export function ${name}(_seed?: number): ${type} {\n  return {};\n}\n`;
  const create = imports.value('runtime/testing', 'createRandom');
  return (
    `${doc}export function ${name}(seed?: number): ${type} {\n` +
    `  const random = seed === undefined ? undefined : ${create}(seed);\n` +
    `  return ${imports.value('runtime/testing', 'answering')}({\n${rows.join('')}  });\n}\n`
  );
}

function mockFunction(service: Service, imports: Imports): string {
  const schemes = usedSchemes(service, service.operations);
  const create = imports.value('server', createServerName(service));
  const options = `${imports.type('runtime/testing', 'MockOptions')}<${imports.type('server', `${service.name}ServerOptions`)}>`;
  const defaults = schemes.map(
    (scheme) => `${propertyKey(scheme.name)}: ${imports.value('runtime/testing', securityTraits(scheme).accepting)}`,
  );
  const security = schemes.length === 0 ? '' : `, security: { ${defaults.join(', ')}, ...security }`;
  const limit = bodyLimit(service);
  const given = `{ seed, ${schemes.length === 0 ? '' : 'security, '}...options }`;
  const doc = docComment([
    'Creates a server that answers with examples where no handler is given. It accepts every credential; signatures are made with the secret `secret`.',
  ]);
  const type = imports.type('server', `${service.name}Handlers`);
  const answers = `{ ...${mockHandlersName(service)}(seed), ...handlers }`;
  const settings = `{ ${limit}...options${security} }`;
  const passed = limit === '' ? `${answers}, ${settings}` : `\n    ${answers},\n    ${settings},\n  `;
  return (
    `${doc}export function ${mockName(service)}(\n  handlers: ${type} = {},\n  ${given}: ${options} = {},\n` +
    `): ReturnType<typeof ${create}> {\n` +
    `  return ${create}(${passed});\n}\n`
  );
}

/** The option of a server that keeps the limit of bodies that the document states; empty where it states none. */
function bodyLimit(service: Service): string {
  const bytes = statedBodyBytes(service, BODY_BYTES);
  if (bytes === undefined) return '';
  if (typeof bytes === 'number') return `maxBodyBytes: ${bytes}, `;
  return `maxBodyBytes: { ${Object.entries(bytes)
    .map(([name, most]) => `${propertyKey(name)}: ${most}`)
    .join(', ')} }, `;
}
