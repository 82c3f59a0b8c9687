// Prints `query.ts`: for each operation the options of its queries or mutations, which libraries such as TanStack Query take.
import type { Group, Operation, Service } from '../../model/service.ts';
import { createImports, type Imports } from '../files/imports.ts';
import { type Folder, wholeOf } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { lineOrPlace } from '../operations/words.ts';
import { docComment, generatedBy, identifier, propertyAccess, propertyKey, stringLiteral } from '../text/escape.ts';
import { namesOf } from '../text/names.ts';
import { createQueriesName, isReading, isStreaming, queriesName, queryGroups } from '../text/queries.ts';
import { homesOf } from './client.ts';
import { flatMember } from './client-groups.ts';

/** Streams are left out: a cache has no place for what never ends. */
export function emitQueries(service: Service, options: EmitOptions, folder: Folder = wholeOf(service, options)): string {
  const imports = createImports({
    options,
    folder,
    file: 'query',
    taken: namesOf(service).taken,
    locals: ['transport', 'options', 'scope', 'groups'],
  });
  const parts = queryGroups(folder).map((group) => groupQueries(group, imports));
  if (folder.isRoot) parts.unshift(wholeQueries(service, imports));
  return [`${generatedBy(service.id)}${imports.text()}`, ...parts].join('\n');
}

function groupQueries(group: Group, imports: Imports): string {
  const type = queriesName(group);
  const members = group.members.filter(({ operation }) => !isStreaming(operation));
  const types = members.map(({ operation, name }) => memberType(operation, name, imports));
  const rows = members.map(({ operation, name }) => `    ${memberRow(operation, name, imports)},\n`);
  return (
    `${docComment([`The queries of the operations tagged ${stringLiteral(group.tag)}.`])}` +
    `export interface ${type} {\n${types.join('')}}\n\n` +
    `${docComment([`Creates the queries of the operations tagged ${stringLiteral(group.tag)} only, for smaller bundles.`])}` +
    `export function ${createQueriesName(group)}(transport: ${imports.type('runtime', 'Transport')}, scope?: string): ${type} {\n` +
    `  return {\n${rows.join('')}  };\n}\n`
  );
}

function wholeQueries(service: Service, imports: Imports): string {
  const type = queriesName({ typeName: service.name });
  const homes = homesOf(service);
  const operations = service.operations.filter((operation) => !isStreaming(operation));
  const flat = operations.map((operation) => {
    const home = homes.get(operation);
    return home === undefined
      ? memberType(operation, operation.name, imports)
      : flatMember(imports.type('query', queriesName(home.group)), home.member);
  });
  const own = queryGroups(service);
  const groups = own.map((group) => {
    return `  readonly ${propertyKey(group.name)}: ${imports.type('query', queriesName(group))};\n`;
  });
  const rows = operations.map((operation) => {
    const home = homes.get(operation);
    if (home === undefined) return `    ${memberRow(operation, operation.name, imports)},\n`;
    return `    ${identifier(operation.name)}: ${propertyAccess(propertyAccess('groups', home.group.name), home.member.name)},\n`;
  });
  const made = own.map((group) => {
    return `    ${propertyKey(group.name)}: ${imports.value('query', createQueriesName(group))}(transport, scope),\n`;
  });
  const info = imports.value('operations', namesOf(service).service);
  const doc = docComment([`The queries of ${service.title}, each where the client has its operation.`]);
  const createDoc = docComment([
    `Creates the queries of ${service.title}. Its options are those of the client. All keys begin with \`scope\`: name one where an application ` +
      `has several clients of the service, such as one for each tenant. Default: \`${service.id}\`.`,
  ]);
  return (
    `${doc}export interface ${type} {\n${groups.join('')}${flat.join('')}}\n\n` +
    `${createDoc}export function ${createQueriesName({ typeName: service.name })}(` +
    `options: ${imports.type('client', `${service.name}ClientOptions`)} = {}, scope = ${propertyAccess(info, 'id')}): ${type} {\n` +
    `  const transport = ${imports.value('runtime', 'createTransport')}(${info}, options);\n` +
    (made.length === 0 ? '' : `  const groups = {\n${made.join('')}  };\n`) +
    `  return {\n${made.length === 0 ? '' : '    ...groups,\n'}${rows.join('')}  };\n}\n`
  );
}

function memberType(operation: Operation, name: string, imports: Imports): string {
  const types = ['Input', 'Result', ...(isPaged(operation) ? ['Page'] : [])].map((ending) =>
    imports.type('operations', identifier(`${operation.typeName}${ending}`)),
  );
  const kind = imports.type(
    'runtime/query',
    isPaged(operation) ? 'PagedOperationQuery' : isReading(operation) ? 'OperationQuery' : 'OperationMutation',
  );
  return `${lineOrPlace(operation, '  ', imports)}  readonly ${propertyKey(name)}: ${kind}<${types.join(', ')}>;\n`;
}

function memberRow(operation: Operation, name: string, imports: Imports): string {
  const make = isPaged(operation) ? 'pagedOperationQuery' : isReading(operation) ? 'operationQuery' : 'operationMutation';
  const row = imports.value('operations', operation.name);
  return `${propertyKey(name)}: ${imports.value('runtime/query', make)}(transport, ${row}, scope)`;
}

function isPaged({ pagination }: Operation): boolean {
  return pagination !== undefined;
}
