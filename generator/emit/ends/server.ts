// The server of a service to `server.ts`: an interface with a handler per operation, and the function that puts routes in front of it.
import { securityTraits } from '../../model/operations/security-kinds.ts';
import type { Group, Operation, SecurityScheme, Service } from '../../model/service.ts';
import { createImports, type Imports } from '../files/imports.ts';
import { type Part, wholeOf } from '../files/layout.ts';
import { type EmitOptions, modulesOf } from '../files/options.ts';
import { methodSignature, operationDoc } from '../operations/operation-types.ts';
import { usedSchemes } from '../operations/schemes.ts';
import { docComment, generatedBy, identifier, propertyKey, stringLiteral } from '../text/escape.ts';
import { handlersName, namesOf, routesName } from '../text/names.ts';
import { type RouteModules, routesConstant } from './routes.ts';

export function emitServer(service: Service, options: EmitOptions, part: Part = wholeOf(service)): string {
  const { name } = service;
  const { runtime } = options;
  const { types, operations, checks, server } = modulesOf(options);
  const create = identifier(`create${name}Server`);
  const declared = [`${name}Handlers`, `${name}Security`, `${name}ServerOptions`, create, 'routes', 'handlers', 'options', 'Principal'];
  declared.push(...part.groups.map(handlersName), ...(part.isRoot ? [] : part.groups.map(routesName)));
  const elsewhere = part.isRoot ? service.groups.filter((group) => !part.groups.includes(group)) : [];
  const imports = createImports({
    types,
    taken: namesOf(service).taken,
    own: new Set([types, operations]),
    declared: new Set(declared),
    locate: part.locate,
    reexports: elsewhere.map(
      (group) => `export type { ${handlersName(group)} } from ${stringLiteral(part.locate(server, handlersName(group)))};\n`,
    ),
  });
  const file: File = { service, elsewhere, imports, runtime, operations, checks, server };
  const parts = part.groups.map((group) => groupHandlers(group, file));
  if (part.isRoot) parts.push(...wholeServer(create, file));
  else parts.push(...part.groups.map((group) => routesConstant(`export const ${routesName(group)}`, part.operations, file)));
  return [`${generatedBy(service.id)}${imports.text()}`, ...parts].join('\n');
}

interface File extends RouteModules {
  readonly service: Service;
  /** Groups whose handlers and routes stand in other files. */
  readonly elsewhere: readonly Group[];
  /** The module of handlers. */
  readonly server: string;
}

function wholeServer(create: string, file: File): string[] {
  const { service, elsewhere, imports, runtime, operations, server } = file;
  const { name } = service;
  const schemes = usedSchemes(service, service.operations);
  const grouped = new Set(service.groups.flatMap(({ members }) => members.map(({ operation }) => operation)));
  const ungrouped = service.operations.filter((operation) => !grouped.has(operation));
  const handlers = ungrouped.map((operation) => handlerMethod(operation, file));
  // A type parameter must be used, even where there is nothing to serve.
  if (service.operations.length === 0) handlers.push(`  /** Carries the type; never set. */\n  readonly '~principal'?: Principal;\n`);
  const bases = service.groups.map((group) => {
    const type = handlersName(group);
    return `${elsewhere.includes(group) ? imports.type(server, type) : type}<Principal>`;
  });
  const own = elsewhere.length === 0 ? service.operations : ungrouped;
  // Inside the function: a bundler that drops the server drops them too.
  const lists = elsewhere.map((group) => `...${imports.value(server, routesName(group))}`);
  if (own.length > 0) lists.push('...routes');
  const routes = elsewhere.length === 0 ? 'routes' : `[\n${lists.map((list) => `    ${list},\n`).join('')}  ]`;
  const doc = docComment([`What a server of ${service.title} does; an operation that is left out answers 501.`]);
  return [
    `${doc}export interface ${name}Handlers<Principal = unknown>${heritage(bases)} {${handlers.length === 0 ? '' : `\n${handlers.join('')}`}}\n`,
    ...(schemes.length === 0 ? [] : [security(service, schemes, imports, runtime)]),
    serverOptions(service, schemes.length > 0, imports.type(runtime, 'ServerOptions')),
    docComment([`A server of ${service.title}: a function from \`Request\` to \`Response\`, which the adapters of the runtime serve.`]) +
      `export function ${create}<Principal = unknown>(\n` +
      `  handlers: ${name}Handlers<Principal>,\n` +
      `  options: ${name}ServerOptions<Principal>${schemes.length === 0 ? ' = {}' : ''},\n` +
      `): ${imports.type(runtime, 'FetchHandler')} {\n` +
      `  return ${imports.value(runtime, 'createServer')}(${imports.value(operations, namesOf(service).service)}, ${routes}, handlers, options);\n}\n`,
    ...(elsewhere.length === 0 || own.length > 0 ? [routesConstant('const routes', own, file)] : []),
  ];
}

/** The handlers of a tag's operations, for who writes them in a file of their own. */
function groupHandlers(group: Group, file: File): string {
  const methods = group.members.map(({ operation }) => handlerMethod(operation, file));
  const doc = docComment([`What a server does about operations tagged ${stringLiteral(group.tag)}.`]);
  return `${doc}export interface ${handlersName(group)}<Principal = unknown> {\n${methods.join('')}}\n`;
}

function handlerMethod(operation: Operation, { imports, runtime, operations }: File): string {
  const input = imports.type(operations, `${operation.typeName}Input`);
  const result = imports.type(operations, `${operation.typeName}Result`);
  const parameters = [`input: ${input}`, `context: ${imports.type(runtime, 'ServerContext')}<Principal>`];
  const answer = `${result} | ${imports.global('Promise')}<${result}>`;
  return operationDoc(operation, '  ') + methodSignature(`${identifier(operation.name)}?`, parameters, answer);
}

/** ` extends A, B`, a base to a line where there are more than a line holds. */
function heritage(bases: readonly string[]): string {
  if (bases.length === 0) return '';
  const line = ` extends ${bases.join(', ')}`;
  return line.length <= 80 ? line : `\n  extends ${bases.join(',\n    ')}`;
}

function security(service: Service, schemes: readonly SecurityScheme[], imports: Imports, runtime: string): string {
  const members = schemes.map((scheme) => {
    const type = imports.type(runtime, securityTraits(scheme).handler);
    return `${docComment([scheme.description ?? ''], '  ')}  ${propertyKey(scheme.name)}: ${type}<Principal>;\n`;
  });
  const doc = docComment(['Who a credential belongs to: one function per security scheme that an operation names.']);
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
