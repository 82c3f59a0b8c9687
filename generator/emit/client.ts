// The client of a service to `client.ts`: an interface with a method per operation, and the function that wires it to a transport.
import type { Operation, SecurityScheme, ServerVariable, Service } from '../model/service.ts';
import { docComment, generatedBy, identifier, propertyKey, stringLiteral } from './escape.ts';
import { createImports, type Imports } from './imports.ts';
import { type Names, namesOf } from './names.ts';
import { isInputOptional, methodSignature, operationDoc } from './operation-types.ts';
import { type EmitOptions, modulesOf } from './options.ts';
import { MOST_UNITED } from './routes.ts';
import { usedSchemes } from './schemes.ts';

export function emitClient(service: Service, options: EmitOptions): string {
  const names = namesOf(service);
  const { runtime } = options;
  const { types, operations, schema } = modulesOf(options);
  const declared = ['Client', 'ClientOptions', 'Credentials'].map((ending) => `${service.name}${ending}`);
  const create = identifier(`create${service.name}Client`);
  const imports = createImports({
    types,
    taken: names.taken,
    own: new Set([types, operations, schema]),
    declared: new Set([...declared, create, 'transport', 'input', 'options']),
  });
  const context: Context = { service, names, imports, runtime, operations };

  const schemes = usedSchemes(service, service.operations).filter((scheme) => credentialOf(scheme) !== undefined);
  const paths = options.schema ? imports.type(schema, 'paths') : undefined;
  const raw = paths === undefined ? undefined : `${imports.type(runtime, 'RawClient')}<${paths}>`;
  const parts = [
    ...(schemes.length === 0 ? [] : [credentials(schemes, context)]),
    clientOptions(schemes.length > 0, context),
    clientInterface(raw, context),
    createFunction(create, paths, context),
  ];
  return [`${generatedBy(service.id)}${imports.text()}`, ...parts].join('\n');
}

interface Context {
  readonly service: Service;
  readonly names: Names;
  readonly imports: Imports;
  readonly runtime: string;
  /** The module of the operations. */
  readonly operations: string;
}

/** The runtime's type of a credential; a client certificate is the business of the `fetch` that is handed in. */
function credentialOf(scheme: SecurityScheme): string | undefined {
  switch (scheme.kind) {
    case 'apiKey':
    case 'http':
      return 'ApiKeyCredential';
    case 'basic':
      return 'BasicCredential';
    case 'bearer':
    case 'oauth2':
    case 'openIdConnect':
      return 'BearerCredential';
    case 'signature':
      return 'SignatureCredential';
    case 'mutualTLS':
      return undefined;
  }
}

function credentials(schemes: readonly SecurityScheme[], { service, imports, runtime }: Context): string {
  const members = schemes.map((scheme) => {
    const type = imports.type(runtime, credentialOf(scheme) ?? '');
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
  const { service, imports, runtime, operations } = context;
  const callOptions = service.operations.length === 0 ? '' : imports.type(runtime, 'CallOptions');
  const methods = service.operations.map((operation) => {
    const input = `input${isInputOptional(operation) ? '?' : ''}: ${imports.type(operations, `${operation.typeName}Input`)}`;
    const result = `${imports.global('Promise')}<${imports.type(operations, `${operation.typeName}Result`)}>`;
    const doc = operationDoc(operation, '  ');
    if (operation.pagination !== undefined) return doc + pagedMember(operation, input, result, context);
    return doc + methodSignature(identifier(operation.name), [input, `options?: ${callOptions}`], result);
  });
  if (raw !== undefined) {
    const doc = docComment(['The same operations by method and path: an openapi-fetch client on this transport.'], '  ');
    methods.push(`${doc}  readonly ${rawName(service.operations)}: ${raw};\n`);
  }
  const doc = docComment([service.title, service.summary ?? '']);
  return `${doc}export interface ${service.name}Client {\n${methods.join('')}}\n`;
}

/** A method that has `items` and `pages` beside it. */
function pagedMember(operation: Operation, input: string, result: string, { imports, runtime, operations }: Context): string {
  const { name, typeName } = operation;
  const iterable = (ending: string): string => `${imports.global('AsyncIterable')}<${imports.type(operations, `${typeName}${ending}`)}>`;
  const options = `options?: ${imports.type(runtime, 'PageOptions')}`;
  return (
    `  readonly ${identifier(name)}: {\n` +
    `    (${input}, options?: ${imports.type(runtime, 'CallOptions')}): ${result};\n` +
    `    /** The items of all pages of \`${name}\`, one by one. The next page is asked for when its first item is. */\n` +
    `    items(${input}, ${options}): ${iterable('Item')};\n` +
    `    /** The pages of \`${name}\`, from the one that the input asks for. The next one is asked for when it is wanted. */\n` +
    `    pages(${input}, ${options}): ${iterable('Page')};\n` +
    '  };\n'
  );
}

function createFunction(create: string, paths: string | undefined, { service, names, imports, runtime, operations }: Context): string {
  const rows = service.operations.map((operation) => imports.value(operations, operation.name));
  const methods = service.operations.map((operation, index) => {
    const name = identifier(operation.name);
    if (operation.pagination !== undefined) return `    ${name}: ${imports.value(runtime, 'paged')}(transport, ${rows[index]}),\n`;
    return `    ${name}: (input, options) => ${imports.value(runtime, 'call')}(transport, ${rows[index]}, input, options),\n`;
  });
  if (paths !== undefined) {
    const widened = rows.length > MOST_UNITED ? rows.map((row) => `${row} as ${imports.type(runtime, 'Operation')}`) : rows;
    const line = `[${widened.join(', ')}]`;
    const list = line.length <= 80 ? line : `[\n${widened.map((row) => `      ${row},\n`).join('')}    ]`;
    methods.push(`    ${rawName(service.operations)}: ${imports.value(runtime, 'createRawClient')}<${paths}>(transport, ${list}),\n`);
  }
  const options = `${service.name}ClientOptions`;
  const transport = `${imports.value(runtime, 'createTransport')}(${imports.value(operations, names.service)}, options)`;
  return (
    docComment([`A client of ${service.title}. What is set here holds for every call, unless the call says otherwise.`]) +
    `export function ${create}(options: ${options} = {}): ${service.name}Client {\n` +
    // Without an operation nothing is sent, but options that are wrong are refused all the same.
    (methods.length === 0
      ? `  ${transport};\n  return {};\n}\n`
      : `  const transport = ${transport};\n  return {\n${methods.join('')}  };\n}\n`)
  );
}

/** `raw`, unless an operation is called that. */
function rawName(operations: readonly Operation[]): string {
  let name = 'raw';
  while (operations.some((operation) => operation.name === name)) name += '_';
  return name;
}
