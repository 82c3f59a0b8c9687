// The client of a service to `client.ts`: an interface with a method per operation, and the function that wires it to a transport.
import { securityTraits } from '../../model/operations/security-kinds.ts';
import type { Group, GroupMember, Operation, SecurityScheme, ServerVariable, Service } from '../../model/service.ts';
import { createImports, reexport } from '../files/imports.ts';
import { type Part, wholeOf } from '../files/layout.ts';
import { type EmitOptions, modulesOf } from '../files/options.ts';
import { usedSchemes } from '../operations/schemes.ts';
import { docComment, generatedBy, identifier, propertyAccess, propertyKey, stringLiteral } from '../text/escape.ts';
import { createName, type Names, namesOf } from '../text/names.ts';
import { type ClientFile, flatMember, groupDeclaration, methodRow, methodType } from './client-groups.ts';

export function emitClient(service: Service, options: EmitOptions, part: Part = wholeOf(service)): string {
  const names = namesOf(service);
  const { runtime } = options;
  const { types, operations, schema, client } = modulesOf(options);
  const declared = ['Client', 'ClientOptions', 'Credentials'].map((ending) => `${service.name}${ending}`);
  const create = identifier(`create${service.name}Client`);
  const groups = part.groups.flatMap((group) => [group.typeName, createName(group)]);
  const imports = createImports({
    types,
    taken: names.taken,
    own: new Set([types, operations, schema, client]),
    locate: part.locate,
    reexports: part.reexports(client).map(reexport),
    declared: new Set([...declared, ...groups, create, 'transport', 'input', 'options', 'groups']),
  });
  const context: Context = { service, names, imports, runtime, operations, client, part };
  const parts = part.groups.map((group) => groupDeclaration(group, context));
  if (part.isRoot) parts.unshift(...wholeClient(create, options, schema, context));
  return [`${generatedBy(service.id)}${imports.text()}`, ...parts].join('\n');
}

function wholeClient(create: string, options: EmitOptions, schema: string, context: Context): string[] {
  const { service, imports, runtime } = context;
  const schemes = usedSchemes(service, service.operations).filter((scheme) => securityTraits(scheme).credential !== undefined);
  const paths = options.schema ? imports.type(schema, 'paths') : undefined;
  const raw = paths === undefined ? undefined : `${imports.type(runtime, 'RawClient')}<${paths}>`;
  return [
    ...(schemes.length === 0 ? [] : [credentials(schemes, context)]),
    clientOptions(schemes.length > 0, context),
    clientInterface(raw, context),
    createFunction(create, paths, context),
  ];
}

interface Context extends ClientFile {
  readonly service: Service;
  readonly names: Names;
  /** The module of the groups. */
  readonly client: string;
  readonly part: Part;
}

/** The type of a group, or the function that makes it: here, or imported. */
function ofGroup(group: Group, name: string, kind: 'type' | 'value', { imports, client, part }: Context): string {
  return part.groups.includes(group) ? name : imports[kind](client, name);
}

function credentials(schemes: readonly SecurityScheme[], { service, imports, runtime }: Context): string {
  const members = schemes.map((scheme) => {
    const type = imports.type(runtime, securityTraits(scheme).credential ?? '');
    return `${docComment([scheme.description ?? ''], '  ')}  ${propertyKey(scheme.name)}?: ${type};\n`;
  });
  const doc = docComment([
    `What a caller of ${service.title} may prove its identity with; each operation takes what its description allows.`,
  ]);
  return `${doc}export interface ${service.name}Credentials {\n${members.join('')}}\n`;
}

function clientOptions(secured: boolean, { service, imports, runtime }: Context): string {
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
    members.push(`  /** Variables of the server's address. */\n  variables?: {\n${inner.join('')}  };\n`);
  }
  const base = imports.type(runtime, 'ClientOptions');
  if (members.length === 0) return `export type ${service.name}ClientOptions = ${base};\n`;
  return `export interface ${service.name}ClientOptions extends ${base} {\n${members.join('')}}\n`;
}

/** The variables of all servers, those of operations included, by name: a client has one value for each. */
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

function clientInterface(raw: string | undefined, context: Context): string {
  const { service } = context;
  const homes = homesOf(service);
  const types = new Map(service.groups.map((group) => [group, ofGroup(group, identifier(group.typeName), 'type', context)]));
  const groups = [...types].map(([{ name, tag, description }, type]) => {
    return `${docComment([description ?? `${tag}.`], '  ')}  readonly ${propertyKey(name)}: ${type};\n`;
  });
  const methods = service.operations.map((operation) => {
    const home = homes.get(operation);
    return home === undefined ? methodType(operation, operation.name, context) : flatMember(types.get(home.group) ?? '', home.member);
  });
  if (raw !== undefined) {
    const doc = docComment(['The same operations by method and path: an openapi-fetch client on this transport.'], '  ');
    methods.push(`${doc}  readonly ${rawName(service.operations)}: ${raw};\n`);
  }
  const doc = docComment([service.title, service.summary ?? '']);
  return `${doc}export interface ${service.name}Client {\n${groups.join('')}${methods.join('')}}\n`;
}

/** Where each operation that is in a group is. */
function homesOf({ groups }: Service): Map<Operation, { readonly group: Group; readonly member: GroupMember }> {
  return new Map(groups.flatMap((group) => group.members.map((member) => [member.operation, { group, member }] as const)));
}

function createFunction(create: string, paths: string | undefined, context: Context): string {
  const { service, names, imports, runtime, operations } = context;
  const homes = homesOf(service);
  const methods = service.operations.map((operation) => {
    const home = homes.get(operation);
    if (home === undefined) return `    ${methodRow(operation, operation.name, context)},\n`;
    return `    ${identifier(operation.name)}: ${propertyAccess(propertyAccess('groups', home.group.name), home.member.name)},\n`;
  });
  if (paths !== undefined) {
    const rows = service.operations.map((operation) => imports.value(operations, operation.name));
    const line = ['transport', ...rows].join(', ');
    const list = line.length <= 80 ? line : `\n${['transport', ...rows].map((row) => `      ${row},\n`).join('')}    `;
    methods.push(`    ${rawName(service.operations)}: ${imports.value(runtime, 'createRawClient')}<${paths}>(${list}),\n`);
  }
  const groups = service.groups.map((group) => {
    return `    ${propertyKey(group.name)}: ${ofGroup(group, createName(group), 'value', context)}(transport),\n`;
  });
  const grouped = groups.length === 0 ? '' : `  const groups = {\n${groups.join('')}  };\n`;
  if (groups.length > 0) methods.unshift('    ...groups,\n');
  const options = `${service.name}ClientOptions`;
  const transport = `${imports.value(runtime, 'createTransport')}(${imports.value(operations, names.service)}, options)`;
  return (
    docComment([`A client of ${service.title}. What is set here holds for every call, unless the call says otherwise.`]) +
    `export function ${create}(options: ${options} = {}): ${service.name}Client {\n` +
    // Without an operation nothing is sent, but options that are wrong are refused all the same.
    (methods.length === 0
      ? `  ${transport};\n  return {};\n}\n`
      : `  const transport = ${transport};\n${grouped}  return {\n${methods.join('')}  };\n}\n`)
  );
}

/** `raw`, unless an operation is called that. */
function rawName(operations: readonly Operation[]): string {
  let name = 'raw';
  while (operations.some((operation) => operation.name === name)) name += '_';
  return name;
}
