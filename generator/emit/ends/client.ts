// Prints `client.ts`: an interface with a method per operation, and the function that connects it to a transport.
import { securityTraits } from '../../model/security-kinds.ts';
import type { Group, GroupMember, Operation, SecurityScheme, ServerVariable, Service } from '../../model/service.ts';
import { createImports, type Imports } from '../files/imports.ts';
import { type Folder, wholeOf } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { docComment, generatedBy, identifier, propertyAccess, propertyKey, stringLiteral } from '../text/escape.ts';
import { createClientName, createName, namesOf } from '../text/names.ts';
import { credentialSchemes } from '../text/security.ts';
import { flatMember, groupDeclaration, methodRow, methodType } from './client-groups.ts';

export function emitClient(service: Service, options: EmitOptions, folder: Folder = wholeOf(service, options)): string {
  const imports = createImports({
    options,
    folder,
    file: 'client',
    taken: namesOf(service).taken,
    locals: ['transport', 'input', 'options', 'groups'],
  });
  const parts = folder.groups.map((group) => groupDeclaration(group, imports));
  if (folder.isRoot) parts.unshift(...wholeClient(service, imports));
  return [`${generatedBy(service.id)}${imports.text()}`, ...parts].join('\n');
}

function wholeClient(service: Service, imports: Imports): string[] {
  const schemes = credentialSchemes(service);
  return [
    ...(schemes.length === 0 ? [] : [credentials(schemes, service, imports)]),
    clientOptions(schemes.length > 0, service, imports),
    clientInterface(service, imports),
    createFunction(service, imports),
  ];
}

function credentials(schemes: readonly SecurityScheme[], service: Service, imports: Imports): string {
  const members = schemes.map((scheme) => {
    const type = imports.type('runtime', securityTraits(scheme).credential ?? '');
    const tags = scheme.deprecated === true ? [{ name: 'deprecated' as const }] : [];
    return `${docComment([scheme.description ?? ''], '  ', tags)}  ${propertyKey(scheme.name)}?: ${type};\n`;
  });
  const doc = docComment([`Credentials for ${service.title}, by security scheme.`]);
  return `${doc}export interface ${service.name}Credentials {\n${members.join('')}}\n`;
}

function clientOptions(secured: boolean, service: Service, imports: Imports): string {
  const members: string[] = [];
  if (secured) members.push(`  credentials?: ${service.name}Credentials;\n`);
  const variables = variablesOf(service);
  if (variables.size > 0) {
    const inner = [...variables].map(([name, same]) => {
      const types = same.flatMap((variable) => (variable.enum === undefined ? ['string'] : variable.enum.map(stringLiteral)));
      const type = types.includes('string') ? 'string' : [...new Set(types)].join(' | ');
      const description = same.find((variable) => variable.description !== undefined)?.description ?? '';
      const doc = docComment([description], '    ', [{ name: 'default', text: stringLiteral(same[0].default) }]);
      return `${doc}    ${propertyKey(name)}?: ${type};\n`;
    });
    members.push(`  /** Variables of the server's URL. */\n  variables?: {\n${inner.join('')}  };\n`);
  }
  const base = imports.type('runtime', 'ClientOptions');
  if (members.length === 0) return `export type ${service.name}ClientOptions = ${base};\n`;
  return `export interface ${service.name}ClientOptions extends ${base} {\n${members.join('')}}\n`;
}

/** The variables of all servers by name, including the servers of operations: a client has one value for each name. */
function variablesOf(service: Service): Map<string, [ServerVariable, ...ServerVariable[]]> {
  const byName = new Map<string, [ServerVariable, ...ServerVariable[]]>();
  for (const server of [service, ...service.operations].flatMap(({ servers = [] }) => servers)) {
    for (const variable of server.variables) {
      const same = byName.get(variable.name);
      if (same === undefined) byName.set(variable.name, [variable]);
      else same.push(variable);
    }
  }
  return byName;
}

function clientInterface(service: Service, imports: Imports): string {
  const homes = homesOf(service);
  const types = new Map(service.groups.map((group) => [group, imports.type('client', identifier(group.typeName))]));
  const groups = [...types].map(([{ name, tag, description }, type]) => {
    return `${docComment([description ?? `${tag}.`], '  ')}  readonly ${propertyKey(name)}: ${type};\n`;
  });
  const methods = service.operations.map((operation) => {
    const home = homes.get(operation);
    return home === undefined ? methodType(operation, operation.name, imports) : flatMember(types.get(home.group) ?? '', home.member);
  });
  const doc = docComment([service.title, service.summary ?? '']);
  return `${doc}export interface ${service.name}Client {\n${groups.join('')}${methods.join('')}}\n`;
}

/** The group of each operation that has one. */
export function homesOf({ groups }: Service): Map<Operation, { readonly group: Group; readonly member: GroupMember }> {
  return new Map(groups.flatMap((group) => group.members.map((member) => [member.operation, { group, member }] as const)));
}

function createFunction(service: Service, imports: Imports): string {
  const homes = homesOf(service);
  const methods = service.operations.map((operation) => {
    const home = homes.get(operation);
    if (home === undefined) return `    ${methodRow(operation, operation.name, imports)},\n`;
    return `    ${identifier(operation.name)}: ${propertyAccess(propertyAccess('groups', home.group.name), home.member.name)},\n`;
  });
  const groups = service.groups.map((group) => {
    return `    ${propertyKey(group.name)}: ${imports.value('client', createName(group))}(transport),\n`;
  });
  const grouped = groups.length === 0 ? '' : `  const groups = {\n${groups.join('')}  };\n`;
  if (groups.length > 0) methods.unshift('    ...groups,\n');
  const options = `${service.name}ClientOptions`;
  const transport = `${imports.value('runtime', 'createTransport')}(${imports.value('operations', namesOf(service).service)}, options)`;
  return (
    docComment([`Creates a client of ${service.title}. Its options apply to every call; the options of a call override them.`]) +
    `export function ${createClientName(service)}(options: ${options} = {}): ${service.name}Client {\n` +
    // A client without operations sends nothing, but still refuses invalid options.
    (methods.length === 0
      ? `  ${transport};\n  return {};\n}\n`
      : `  const transport = ${transport};\n${grouped}  return {\n${methods.join('')}  };\n}\n`)
  );
}
