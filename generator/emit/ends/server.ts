// Prints `server.ts`: an interface with a handler per operation, and the function that routes requests to the handlers.
import { securityTraits } from '../../model/security-kinds.ts';
import type { Group, Operation, SecurityScheme, Service } from '../../model/service.ts';
import { createImports, type Imports } from '../files/imports.ts';
import { type Folder, wholeOf } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { type HeldSchemas, heldSchemas } from '../held/held.ts';
import { methodSignature } from '../operations/operation-types.ts';
import { lineOrPlace } from '../operations/words.ts';
import { docComment, generatedBy, identifier, propertyKey, stringLiteral } from '../text/escape.ts';
import { createServerName, handlersName, namesOf, requiredName, routesName } from '../text/names.ts';
import { usedSchemes } from '../text/security.ts';
import { handlerInput } from './defaults.ts';
import { routesConstant, serverInfo } from './routes.ts';

export function emitServer(service: Service, options: EmitOptions, folder: Folder = wholeOf(service, options)): string {
  const imports = createImports({
    options,
    folder,
    file: 'server',
    taken: namesOf(service).taken,
    locals: ['routes', 'handlers', 'options', 'Principal'],
  });
  const held = heldSchemas(service, options.held);
  const parts = folder.groups.map((group) => groupHandlers(group, imports, options));
  if (folder.isRoot) parts.push(...wholeServer(service, folder, imports, held, options));
  else
    parts.push(
      ...folder.groups.map((group) => routesConstant(`export const ${routesName(group)}`, folder.operations, imports, held, options)),
    );
  return [`${generatedBy(service.id)}${imports.text()}`, ...parts].join('\n');
}

function wholeServer(service: Service, folder: Folder, imports: Imports, held: HeldSchemas, options: EmitOptions): string[] {
  const { name } = service;
  const schemes = usedSchemes(service, service.operations);
  const grouped = new Set(service.groups.flatMap(({ members }) => members.map(({ operation }) => operation)));
  const ungrouped = service.operations.filter((operation) => !grouped.has(operation));
  const handlers = ungrouped.map((operation) => handlerMethod(operation, imports, options));
  // Strict compilers refuse an unused type parameter, and a service without operations has no handler that uses it.
  if (service.operations.length === 0)
    handlers.push(`  /** Only carries the type parameter; never set. */\n  readonly '~principal'?: Principal;\n`);
  const bases = service.groups.map((group) => `${imports.type('server', handlersName(group))}<Principal>`);
  const elsewhere = service.groups.filter((group) => !folder.groups.includes(group));
  const own = elsewhere.length === 0 ? service.operations : ungrouped;
  // Lists of routes stand inside the function, so that a bundler that drops the server drops them too.
  const lists = elsewhere.map((group) => `...${imports.value('server', routesName(group))}`);
  if (own.length > 0) lists.push('...routes');
  const routes = elsewhere.length === 0 ? 'routes' : `[\n${lists.map((list) => `    ${list},\n`).join('')}  ]`;
  const info = serverInfo(service, imports);
  const doc = docComment([`Handlers of ${service.title}, by operation. An operation without a handler answers 501.`]);
  return [
    `${doc}export interface ${name}Handlers<Principal = unknown>${heritage(bases)} {${handlers.length === 0 ? '' : `\n${handlers.join('')}`}}\n`,
    ...(service.operations.length === 0 ? [] : [requiredHandlers(`${name}Handlers`, imports)]),
    ...(schemes.length === 0 ? [] : [security(service, schemes, imports)]),
    serverOptions(service, schemes.length > 0, imports.type('runtime', 'ServerOptions')),
    docComment([
      `Creates a server of ${service.title}: a function from \`Request\` to \`Response\`. The runtime's adapters serve it on each platform.`,
    ]) +
      `export function ${createServerName(service)}<Principal = unknown>(\n` +
      `  handlers: ${name}Handlers<Principal>,\n` +
      `  options: ${name}ServerOptions<Principal>${schemes.length === 0 ? ' = {}' : ''},\n` +
      `): ${imports.type('runtime', 'FetchHandler')} {\n` +
      `  return ${imports.value('runtime', 'createServer')}(${info}, ${routes}, handlers, options);\n}\n`,
    ...(elsewhere.length === 0 || own.length > 0 ? [routesConstant('const routes', own, imports, held, options)] : []),
  ];
}

/** The handlers of a tag's operations, for users who write them in a file of their own. */
function groupHandlers(group: Group, imports: Imports, options: EmitOptions): string {
  const methods = group.members.map(({ operation }) => handlerMethod(operation, imports, options));
  const doc = docComment([`Handlers of the operations tagged ${stringLiteral(group.tag)}.`]);
  const name = handlersName(group);
  return `${doc}export interface ${name}<Principal = unknown> {\n${methods.join('')}}\n\n${requiredHandlers(name, imports)}`;
}

/** Handlers of which the compiler lets none be left out, for users who want that. */
function requiredHandlers(handlers: string, imports: Imports): string {
  const doc = docComment([`\`${handlers}\` with a handler for every operation: leaving one out is a type error.`]);
  return `${doc}export type ${requiredName(handlers)}<Principal = unknown> = ${imports.global('Required')}<${handlers}<Principal>>;\n`;
}

function handlerMethod(operation: Operation, imports: Imports, options: EmitOptions): string {
  const input = handlerInput(operation, options, imports);
  const result = imports.type('operations', `${operation.typeName}Result`);
  const parameters = [`input: ${input}`, `context: ${imports.type('runtime', 'ServerContext')}<Principal>`];
  const answer = `${result} | ${imports.global('Promise')}<${result}>`;
  return lineOrPlace(operation, '  ', imports) + methodSignature(`${identifier(operation.name)}?`, parameters, answer);
}

/** ` extends A, B`, with each base on a line of its own where one line is too short. */
function heritage(bases: readonly string[]): string {
  if (bases.length === 0) return '';
  const line = ` extends ${bases.join(', ')}`;
  return line.length <= 80 ? line : `\n  extends ${bases.join(',\n    ')}`;
}

function security(service: Service, schemes: readonly SecurityScheme[], imports: Imports): string {
  const members = schemes.map((scheme) => {
    const type = imports.type('runtime', securityTraits(scheme).handler);
    return `${docComment([scheme.description ?? ''], '  ')}  ${propertyKey(scheme.name)}: ${type}<Principal>;\n`;
  });
  const doc = docComment(['Authentication: for each security scheme a function that finds the principal of a credential.']);
  return `${doc}export interface ${service.name}Security<Principal> {\n${members.join('')}}\n`;
}

function serverOptions(service: Service, secured: boolean, base: string): string {
  const { name } = service;
  if (!secured) return `export type ${name}ServerOptions<Principal = unknown> = ${base}<Principal>;\n`;
  return (
    `export interface ${name}ServerOptions<Principal = unknown> extends ${base}<Principal> {\n` +
    `  security: ${name}Security<Principal>;\n}\n`
  );
}
