// A service to `examples.ts`: a function for an example of each schema, input and result, and a mock server that answers with them.
import { lowerFirst } from '../../model/names/names.ts';
import { securityTraits } from '../../model/operations/security-kinds.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { createImports, type Imports, reexport } from '../files/imports.ts';
import { type Part, wholeOf } from '../files/layout.ts';
import { type EmitOptions, modulesOf } from '../files/options.ts';
import { type HeldSchemas, heldSchemas } from '../held/held.ts';
import { transformName } from '../held/transforms.ts';
import { usedSchemes } from '../operations/schemes.ts';
import { docComment, generatedBy, identifier, propertyKey, stringLiteral } from '../text/escape.ts';
import { checksName, namesOf, OWN_EXAMPLES, SHARED_EXAMPLES } from '../text/names.ts';
import { examplesConstant } from './facts.ts';

interface Scope {
  readonly imports: Imports;
  /** The runtime's entry for tests. */
  readonly testing: string;
  readonly modules: ReturnType<typeof modulesOf>;
  readonly held: HeldSchemas;
  /** The constant that makes the examples of this file. */
  readonly examples: string;
}

/** Names that the file has for things of its own. */
const LOCALS: readonly string[] = [OWN_EXAMPLES, 'random', 'status', 'handlers', 'options', 'seed', 'security'];

export function emitExamples(service: Service, options: EmitOptions, part: Part = wholeOf(service)): string {
  const names = namesOf(service);
  const modules = modulesOf(options);
  const all = part.operations;
  const handlers = identifier(`${lowerFirst(service.name)}ExampleHandlers`);
  const mock = identifier(`mock${service.name}Server`);
  const own = [
    ...LOCALS,
    handlers,
    mock,
    ...part.schemas.map((schema) => `example${schema.name}`),
    ...all.flatMap(({ typeName }) => [`example${typeName}Input`, `example${typeName}Result`]),
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
  const basis = { imports, testing: `${options.runtime}/testing`, modules, held: heldSchemas(service, options.held) };
  const examples = examplesOf(service, part, basis);
  const scope: Scope = { ...basis, examples: examples.name };

  const functions = [
    ...part.schemas.map((schema) => schemaFunction(schema, scope)),
    ...all.flatMap((operation) => operationFunctions(operation, scope)),
  ];
  if (examples.text !== '') functions.unshift(examples.text);
  if (part.isRoot) functions.push(...mockFunctions(service, handlers, mock, part, scope));
  if (functions.length === 0) return `${generatedBy(service.id)}\nexport {};\n`;
  return [`${generatedBy(service.id)}${imports.text()}`, ...functions].join('\n');
}

/** The constant that makes the examples of a part, and its name: what tags share has a file for it, the others declare their own. */
function examplesOf(
  service: Service,
  part: Part,
  { imports, testing, modules, held }: Omit<Scope, 'examples'>,
): { readonly name: string; readonly text: string } {
  if (part.schemas.length === 0 && part.operations.length === 0) return { name: '', text: '' };
  const shared = part.isRoot ? undefined : imports.value(modules.exampleFacts, SHARED_EXAMPLES);
  if (shared !== undefined && part.isCommon) return { name: shared, text: '' };
  return { name: OWN_EXAMPLES, text: examplesConstant(service, part, { imports, testing, held }, shared) };
}

function mockFunctions(service: Service, handlers: string, mock: string, part: Part, scope: Scope): string[] {
  const answered = service.operations.filter((operation) => operation.responses.length > 0);
  // Where nothing is answered, a mock would say 501 to everything, as the server itself does.
  if (answered.length === 0) return [];
  return [handlersFunction(service, answered, handlers, part, scope), mockFunction(service, mock, handlers, scope)];
}

function schemaFunction(schema: Schema, { imports, testing, modules, held, examples }: Scope): string {
  const name = identifier(schema.name ?? '');
  const type = imports.type(modules.types, name);
  const validate = imports.value(modules.validators, identifier(`validate${name}`));
  const transform = held.has(schema) ? `, ${imports.value(modules.transforms, transformName(name))}` : '';
  const call = `${examples}.schema(${stringLiteral(name)}, ${validate}, random${transform})`;
  return `export function example${name}(random?: ${imports.type(testing, 'Random')}): ${type} {\n  return ${call};\n}\n`;
}

function operationFunctions(operation: Operation, { imports, testing, modules, examples }: Scope): string[] {
  const row = imports.value(modules.operations, operation.name);
  const checks = imports.value(modules.checks, checksName(operation));
  const random = `random?: ${imports.type(testing, 'Random')}`;
  const input = imports.type(modules.operations, `${operation.typeName}Input`);
  const common = `${stringLiteral(operation.name)}, ${row}, ${checks}, random`;
  const functions = [
    `export function example${operation.typeName}Input(${random}): ${input} {\n  return ${examples}.input(${common});\n}\n`,
  ];
  if (operation.responses.length === 0) return functions;
  const result = imports.type(modules.operations, `${operation.typeName}Result`);
  const signature = `${random}, status?: ${result}['status']`;
  return [
    ...functions,
    `export function example${operation.typeName}Result(${signature}): ${result} {\n  return ${examples}.result(${common}, status);\n}\n`,
  ];
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
  const defaults = schemes.map((scheme) => `${propertyKey(scheme.name)}: ${imports.value(testing, securityTraits(scheme).accepting)}`);
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
