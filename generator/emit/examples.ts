// A service to `examples.ts`: a function for an example of each schema, input and result, and a mock server that answers with them.
import { lowerFirst } from '../model/names.ts';
import type { Schema } from '../model/schema.ts';
import type { Operation, SecurityScheme, Service } from '../model/service.ts';
import { docComment, generatedBy, identifier, propertyKey, stringLiteral } from './escape.ts';
import { constantExample, EXAMPLE_LOCALS, type ExampleConstants, exampleConstants } from './example-constants.ts';
import { type ExampleParts, exampleSchema, inputExample } from './example-schema.ts';
import { type HeldSchemas, heldSchemas } from './held.ts';
import { createImports, type Imports, reexport } from './imports.ts';
import { type Part, wholeOf } from './layout.ts';
import { checksName, namesOf, SHARED_SCHEMAS } from './names.ts';
import { type EmitOptions, modulesOf } from './options.ts';
import { usedSchemes } from './schemes.ts';
import { transformName } from './transforms.ts';
import { wrappedLiteral } from './wrapped-literal.ts';

interface Scope {
  readonly imports: Imports;
  /** The runtime's entry for tests. */
  readonly testing: string;
  readonly modules: ReturnType<typeof modulesOf>;
  readonly held: HeldSchemas;
  readonly parts: ExampleParts;
  /** The constant that examples are made by of schemas. */
  readonly schemas: string;
}

export function emitExamples(service: Service, options: EmitOptions, part: Part = wholeOf(service)): string {
  const names = namesOf(service);
  const modules = modulesOf(options);
  const all = part.operations;
  const handlers = identifier(`${lowerFirst(service.name)}ExampleHandlers`);
  const mock = identifier(`mock${service.name}Server`);
  const constants = exampleConstants(service);
  const isWhole = part.isRoot && part.isCommon;
  const own = [
    ...EXAMPLE_LOCALS,
    handlers,
    mock,
    ...(isWhole ? constants.all.map(({ name }) => name) : []),
    ...part.schemas.map((schema) => `example${schema.name}`),
    ...all.flatMap(({ typeName, name }) => [`example${typeName}Input`, `example${typeName}Result`, factsName(name)]),
  ];
  const imports = createImports({
    types: modules.types,
    taken: names.taken,
    own: new Set([
      modules.types,
      modules.operations,
      modules.validators,
      modules.checks,
      modules.transforms,
      modules.server,
      modules.examples,
    ]),
    declared: new Set(own),
    locate: part.locate,
    reexports: part.reexports(modules.examples).map(reexport),
  });
  const held = heldSchemas(service, options.held);
  const parts = constants.parts(held, isWhole ? undefined : (name) => imports.value(modules.exampleSchemas, name));
  const basis = { imports, testing: `${options.runtime}/testing`, modules, held, parts };
  const table = schemasTable(part, basis);
  const scope: Scope = { ...basis, schemas: table.name };

  const functions = [
    ...part.schemas.map((schema) => schemaFunction(schema, scope)),
    ...all.flatMap((operation) => operationFunctions(operation, scope)),
  ];
  if (functions.length > 0 && isWhole) functions.unshift(...constantTexts(constants, held, basis, ''));
  if (functions.length > 0 && table.text !== '') functions.unshift(table.text);
  if (part.isRoot) functions.push(...mockFunctions(service, handlers, mock, part, scope));
  if (functions.length === 0) return `${generatedBy(service.id)}\nexport {};\n`;
  return [`${generatedBy(service.id)}${imports.text()}`, ...functions].join('\n');
}

/** What examples are made by of the schemas and components that parts share, where there are parts. */
export function emitExampleSchemas(service: Service, options: EmitOptions, part: Part): string {
  const modules = modulesOf(options);
  const constants = exampleConstants(service);
  const imports = createImports({
    types: modules.types,
    taken: new Set(),
    own: new Set(),
    declared: new Set([SHARED_SCHEMAS, ...constants.all.map(({ name }) => name)]),
    locate: part.locate,
  });
  const testing = `${options.runtime}/testing`;
  const held = heldSchemas(service, options.held);
  const table = `export const ${SHARED_SCHEMAS}: ${imports.type(testing, 'ExampleSchemas')} = ${tableText(part.schemas, held)};\n`;
  const texts = constantTexts(constants, held, { imports, testing }, 'export ');
  return [`${generatedBy(service.id)}${imports.text()}`, table, ...texts].join('\n');
}

function constantTexts(
  constants: ExampleConstants,
  held: HeldSchemas,
  { imports, testing }: Pick<Scope, 'imports' | 'testing'>,
  keyword: 'export ' | '',
): string[] {
  const parts = constants.parts(held);
  const lines = constants.all.map((constant) => {
    const head = `${keyword}const ${constant.name}: ${imports.type(testing, constant.type)} = `;
    return `${head}${wrappedLiteral(constantExample(constant, held, parts), head.length, 0)};\n`;
  });
  return lines.length === 0 ? [] : [lines.join('')];
}

function mockFunctions(service: Service, handlers: string, mock: string, part: Part, scope: Scope): string[] {
  const answered = service.operations.filter((operation) => operation.responses.length > 0);
  // Where nothing is answered, a mock would say 501 to everything, as the server itself does.
  if (answered.length === 0) return [];
  return [handlersFunction(service, answered, handlers, part, scope), mockFunction(service, mock, handlers, scope)];
}

function factsName(name: string): string {
  return identifier(`${name}Facts`);
}

/** The constant of the schemas that examples are made of, and its name: another part's where this one adds nothing. */
function schemasTable(part: Part, { imports, testing, modules, held }: Omit<Scope, 'schemas'>): { name: string; text: string } {
  if (part.isRoot && !part.isCommon) return { name: '', text: '' };
  const shared = part.isRoot ? undefined : imports.value(modules.exampleSchemas, SHARED_SCHEMAS);
  if (shared !== undefined && (part.isCommon || part.schemas.length === 0)) return { name: shared, text: '' };
  const text = `const schemas: ${imports.type(testing, 'ExampleSchemas')} = ${tableText(part.schemas, held, shared === undefined ? '' : `  ...${shared},\n`)};\n`;
  return { name: 'schemas', text };
}

function tableText(schemas: readonly Schema[], held: HeldSchemas, before = ''): string {
  const rows = schemas.map((schema) => {
    const head = `  ${propertyKey(schema.name ?? '')}: `;
    return `${head}${wrappedLiteral(exampleSchema(schema, held, true), head.length, 2)},\n`;
  });
  return `{${before === '' && rows.length === 0 ? '' : `\n${before}${rows.join('')}`}}`;
}

function schemaFunction(schema: Schema, { imports, testing, modules, held, schemas }: Scope): string {
  const name = identifier(schema.name ?? '');
  const type = imports.type(modules.types, name);
  const validate = imports.value(modules.validators, identifier(`validate${name}`));
  const transform = held.has(schema) ? `, ${imports.value(modules.transforms, transformName(name))}` : '';
  const call = `${imports.value(testing, 'exampleOf')}(${schemas}, ${stringLiteral(name)}, ${validate}, random${transform})`;
  return `export function example${name}(random?: ${imports.type(testing, 'Random')}): ${type} {\n  return ${call};\n}\n`;
}

function operationFunctions(operation: Operation, scope: Scope): string[] {
  const { imports, testing, modules, schemas } = scope;
  const facts = factsName(operation.name);
  const row = imports.value(modules.operations, operation.name);
  const checks = imports.value(modules.checks, checksName(operation));
  const random = `random?: ${imports.type(testing, 'Random')}`;
  const input = imports.type(modules.operations, `${operation.typeName}Input`);
  const functions = [
    `const ${facts}: ${imports.type(testing, 'ExampleFacts')} = ${factsLiteral(operation, scope)};\n`,
    `export function example${operation.typeName}Input(${random}): ${input} {\n` +
      `  return ${imports.value(testing, 'exampleInput')}(${schemas}, ${row}, ${facts}, ${checks}, random);\n}\n`,
  ];
  if (operation.responses.length === 0) return functions;
  const result = imports.type(modules.operations, `${operation.typeName}Result`);
  const signature = `${random}, status?: ${result}['status']`;
  return [
    ...functions,
    `export function example${operation.typeName}Result(${signature}): ${result} {\n` +
      `  return ${imports.value(testing, 'exampleResult')}(${schemas}, ${row}, ${facts}, ${checks}, random, status);\n}\n`,
  ];
}

function factsLiteral(operation: Operation, { held, parts }: Scope): string {
  const responses = Object.fromEntries(operation.responses.map((response) => [response.status, parts.response(response)]));
  return wrappedLiteral({ input: inputExample(operation, held, parts), responses }, 40, 0);
}

function handlersFunction(
  service: Service,
  answered: readonly Operation[],
  name: string,
  part: Part,
  { imports, testing, modules }: Scope,
): string {
  const own = new Set(part.operations);
  const rows = answered.map((operation) => {
    const example = identifier(`example${operation.typeName}Result`);
    return `    ${propertyKey(operation.name)}: () => ${own.has(operation) ? example : imports.value(modules.examples, example)}(random),\n`;
  });
  const doc = docComment([
    'Handlers that answer with an example of the first success: of the document without a seed, else of a random source.',
  ]);
  const type = imports.type(modules.server, `${service.name}Handlers`);
  if (rows.length === 0) return `${doc}export function ${name}(_seed?: number): ${type} {\n  return {};\n}\n`;
  const create = imports.value(testing, 'createRandom');
  return (
    `${doc}export function ${name}(seed?: number): ${type} {\n` +
    `  const random = seed === undefined ? undefined : ${create}(seed);\n` +
    `  return {\n${rows.join('')}  };\n}\n`
  );
}

function mockFunction(service: Service, name: string, handlers: string, { imports, testing, modules }: Scope): string {
  const schemes = usedSchemes(service, service.operations);
  const create = imports.value(modules.server, `create${service.name}Server`);
  const options = `${imports.type(testing, 'MockOptions')}<${imports.type(modules.server, `${service.name}ServerOptions`)}>`;
  const defaults = schemes.map((scheme) => `${propertyKey(scheme.name)}: ${imports.value(testing, handlerOf(scheme))}`);
  const security = schemes.length === 0 ? '' : `, security: { ${defaults.join(', ')}, ...security }`;
  const given = `{ seed, ${schemes.length === 0 ? '' : 'security, '}...options }`;
  const doc = docComment([
    'A server that answers with examples where no handler is given, to whoever shows a credential; signatures are made with the secret `secret`.',
  ]);
  const type = imports.type(modules.server, `${service.name}Handlers`);
  return (
    `${doc}export function ${name}(\n  handlers: ${type} = {},\n  ${given}: ${options} = {},\n` +
    `): ReturnType<typeof ${create}> {\n` +
    `  return ${create}({ ...${handlers}(seed), ...handlers }, { ...options${security} });\n}\n`
  );
}

function handlerOf({ kind }: SecurityScheme): string {
  return kind === 'signature' ? 'anySignature' : 'anyone';
}
