// Prints `operations.ts`: for each operation its types and one row of facts, which client and server share.
import { essenceOf, needsMatch, tellingParameters } from '../../model/media-type.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { securityTraits } from '../../model/security-kinds.ts';
import type { ErrorTemplate, Operation, RequestBody, SecurityScheme, Server, Service } from '../../model/service.ts';
import { createImports, type Imports } from '../files/imports.ts';
import { type Folder, wholeOf } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { heldPagination } from '../held/code-paths.ts';
import { heldSchemas, isConverted } from '../held/held.ts';
import { docComment, generatedBy, identifier, jsonLiteral, propertyAccess, propertyKey, stringLiteral } from '../text/escape.ts';
import { conversionName, type Names, namesOf } from '../text/names.ts';
import { list } from '../text/row-layout.ts';
import { wrappedLiteral } from '../text/wrapped-literal.ts';
import {
  headersDeclaration,
  inputDeclaration,
  type OperationScope,
  operationScope,
  partDeclaration,
  resultDeclaration,
} from './operation-types.ts';
import type { Constant, Row, RowPrinter } from './row.ts';
import { createRows, type Rows } from './rows.ts';
import { createSharedParts } from './shared-parts.ts';
import { lineOrPlace } from './words.ts';

export function emitOperations(
  service: Service,
  options: EmitOptions,
  folder: Folder = wholeOf(service, options),
  rows: Rows = createRows(service, options, [folder]),
): string {
  const names = namesOf(service);
  const constants = rows.declaredIn(folder);
  const noted = options.kept?.words.get('operations');
  const noteWords = (schema: Schema): void => {
    if (schema.description !== undefined) noted?.set(schema, schema.description);
  };
  const parts = createSharedParts(folder.operations, names.taken, noteWords);
  const locals = [...constants, ...parts.declared].map(({ name }) => name);
  const imports = createImports({ options, folder, file: 'operations', taken: names.taken, locals });
  const scope: RowScope = {
    ...operationScope(imports, heldSchemas(service, options.held), { parts, noteWords }),
    rows,
    printer: printerOf(imports, rows),
    schemeOf: (name) => {
      const constant = names.schemes.get(name);
      return constant === undefined ? undefined : imports.value('operations', constant);
    },
  };
  const operations = folder.operations.map((operation) =>
    [inputDeclaration(operation, scope), resultDeclaration(operation, scope), operationRow(operation, scope)].join('\n'),
  );
  const declarations = [
    ...(folder.isShared
      ? service.securitySchemes.map((scheme) => schemeDeclaration(scheme, names.schemes.get(scheme.name) ?? '', imports))
      : []),
    ...[...folder.headers].map(([name, response]) => headersDeclaration(name, response, scope)),
    ...parts.declared.map((part) => partDeclaration(part, scope)),
    ...constantDeclarations(constants, '', scope),
    ...operations,
    ...(folder.isShared ? [serviceInfo(service, names, scope)] : []),
    ...(folder.isShared && service.errors.length > 0 ? [serviceErrors(service, names, scope)] : []),
    ...(folder.isShared && service.refusalCodes.length > 0 ? [refusalCodes(service, names)] : []),
  ].filter((text) => text !== '');
  return [`${generatedBy(service.id)}${imports.text()}`, ...declarations].join('\n');
}

/** The constants that operations of several tags use; `undefined` if there are none. */
export function emitSharedRows(service: Service, options: EmitOptions, folder: Folder, rows: Rows): string | undefined {
  if (rows.shared.size === 0) return undefined;
  const locals = [...rows.shared].map(({ name }) => name);
  const imports = createImports({ options, folder, file: 'operation-rows', taken: namesOf(service).taken, locals });
  const printer: RowPrinter = { runtime: (name) => imports.value(sourceOf(name), name), constant: ({ name }) => name };
  const constants = constantDeclarations([...rows.shared], 'export ', { imports, printer });
  return [`${generatedBy(service.id)}${imports.text()}`, ...constants].join('\n');
}

/** XML has an entry of its own, whose optional peer other documents do not need. */
function sourceOf(name: string): 'runtime' | 'runtime/xml' {
  return name === 'xml' || name === 'XmlShape' ? 'runtime/xml' : 'runtime';
}

function printerOf(imports: Imports, rows: Rows): RowPrinter {
  return {
    runtime: (name) => imports.value(sourceOf(name), name),
    constant: (constant) => (rows.shared.has(constant) ? imports.value('operation-rows', constant.name) : constant.name),
  };
}

/** Groups constants of one line by kind, without an empty line between them. */
function constantDeclarations(
  constants: readonly Constant[],
  before: 'export ' | '',
  { imports, printer }: Pick<RowScope, 'imports' | 'printer'>,
): string[] {
  const declarations: string[] = [];
  let last: Constant['kind'] | undefined;
  for (const constant of constants) {
    const type = constant.kind.replace(/[A-Z]\w+/, (name) => imports.type(sourceOf(name), name));
    const text = `${before}const ${constant.name}: ${type} = ${constant.print(printer)};\n`;
    const isLine = constant.kind === 'Parameter' || constant.kind === 'OperationResponse';
    if (isLine && constant.kind === last) declarations.push(`${declarations.pop() ?? ''}${text}`);
    else declarations.push(text);
    last = constant.kind;
  }
  return declarations;
}

interface RowScope extends OperationScope {
  readonly rows: Rows;
  readonly printer: RowPrinter;
  /** The constant of a security scheme, by the scheme's name in the document. */
  readonly schemeOf: (scheme: string) => string | undefined;
}

function operationRow(operation: Operation, scope: RowScope): string {
  const { body } = operation;
  const { imports, printer, held } = scope;
  const pagination = heldPagination(operation, held);
  const { parameters, responses, contents } = scope.rows.of(operation);
  const fields: (readonly [string, string | undefined])[] = [
    ['id', stringLiteral(operation.id)],
    ['method', stringLiteral(operation.method)],
    ['path', stringLiteral(operation.sentPath ?? operation.path)],
    ['marks', operation.marks === undefined ? undefined : list(operation.marks.map(markRow))],
    ['constants', operation.constants === undefined ? undefined : list(operation.constants.map(stringLiteral))],
    ['writtenPath', operation.sentPath === undefined ? undefined : stringLiteral(operation.path)],
    ['parameters', parameters.length === 0 ? undefined : list(parameters.map((row) => row.print(printer)))],
    ['body', body === undefined ? undefined : bodyRow(body, contents, scope)],
    ['responses', responses.print(printer)],
    ['accept', acceptText(operation)],
    ['redirects', operation.responses.some(({ status }) => /^3(?!04)/.test(status)) ? 'true' : undefined],
    ['security', securityRow(operation, scope)],
    // A webhook or callback goes to a URL that its receiver gives, not to a server of the document.
    ['servers', operation.servers === undefined || 'key' in operation ? undefined : serverRows(operation.servers, scope)],
    ['errors', operation.errors === undefined ? undefined : errorRows(operation.errors)],
    ['conversion', isConverted(operation, held) ? imports.value('transforms', conversionName(operation)) : undefined],
    ['pagination', pagination === undefined ? undefined : wrappedLiteral(pagination, 14, 2)],
  ];
  const lines = fields.flatMap(([key, text]) => (text === undefined ? [] : [`  ${key}: ${text},\n`]));
  return `${lineOrPlace(operation, '', imports)}export const ${identifier(operation.name)}: ${rowType(operation, scope)} = {\n${lines.join('')}};\n`;
}

function markRow({ in: where, name, value }: NonNullable<Operation['marks']>[number]): string {
  return `{ in: '${where}', name: ${stringLiteral(name)}${value === undefined ? '' : `, value: ${stringLiteral(value)}`} }`;
}

function bodyRow({ required, contents: declared }: RequestBody, contents: Row, { imports, printer }: RowScope): string {
  const match = needsMatch(declared) ? `, match: ${imports.value('runtime', 'mostSpecific')}` : '';
  return `{ ${required ? 'required: true, ' : ''}contents: ${contents.print(printer)}${match}, encode: ${imports.value('runtime', 'encodeBody')} }`;
}

function schemeDeclaration(scheme: SecurityScheme, name: string, imports: Imports): string {
  const doc = docComment([scheme.description ?? `\`${propertyAccess('components.securitySchemes', scheme.name)}\`.`]);
  const { factory, argument } = securityTraits(scheme);
  const call = (before: string, indent: number): string => {
    const head = `${before}/* @__PURE__ */ ${imports.value('runtime', factory)}(${stringLiteral(scheme.name)}`;
    return `${head}${argument === undefined ? '' : `, ${wrappedLiteral(argument, head.length + 2, indent)}`})`;
  };
  if (scheme.words === undefined) return `${doc}${call(`export const ${name} = `, 0)};\n`;
  const words = `[${scheme.words.map(stringLiteral).join(', ')}]`;
  return `${doc}export const ${name} = /* @__PURE__ */ ${imports.value('runtime', 'withWords')}(\n${call('  ', 2)},\n  ${words},\n);\n`;
}

/** `Operation<ListPostsInput, ListPostsResult>`, or with pagination `PagedOperation<…, ListPostsPage, ListPostsItem>`. */
function rowType({ typeName, pagination }: Operation, { imports }: OperationScope): string {
  if (pagination === undefined) return `${imports.type('runtime', 'Operation')}<${typeName}Input, ${typeName}Result>`;
  const types = ['Input', 'Result', 'Page', 'Item'].map((ending) => `${typeName}${ending}`);
  return `${imports.type('runtime', 'PagedOperation')}<${types.join(', ')}>`;
}

/** The media types of all responses, with the parameters that tell them apart. */
function acceptText({ responses }: Operation): string | undefined {
  const types = responses.flatMap(({ contents }) =>
    contents.map(({ contentType }) => [essenceOf(contentType), ...tellingParameters(contentType)].join(';')),
  );
  return types.length === 0 ? undefined : stringLiteral([...new Set(types)].join(', '));
}

/** `[[{ scheme: apiKey }], [{ scheme: bearer, scopes: ['read'] }]]`; `undefined` where no credential is needed. */
function securityRow(operation: Operation, { schemeOf }: RowScope): string | undefined {
  if (operation.security.length === 0) return undefined;
  const alternatives = operation.security.map((alternative) => {
    const requirements = alternative.map(({ scheme, scopes }) => {
      const name = schemeOf(scheme);
      if (name === undefined) throw new Error(`The model gave no security scheme ${JSON.stringify(scheme)}`);
      return scopes.length === 0 ? `{ scheme: ${name} }` : `{ scheme: ${name}, scopes: ${jsonLiteral(scopes)} }`;
    });
    return `[${requirements.join(', ')}]`;
  });
  return list(alternatives);
}

function serviceInfo(service: Service, names: Names, scope: OperationScope): string {
  const type = scope.imports.type('runtime', 'ServiceInfo');
  const lines = [`  id: ${stringLiteral(service.id)},\n`, `  servers: ${serverRows(service.servers, scope)},\n`];
  const doc = docComment([`Facts about ${service.title} that client and server share.`]);
  return `${doc}export const ${names.service}: ${type} = {\n${lines.join('')}};\n`;
}

function serviceErrors({ title, errors }: Service, names: Names, { imports }: OperationScope): string {
  const doc = docComment([`What a server of ${title} answers to the errors that it finds itself (\`x-errors\`).`]);
  const head = `export const ${names.errors}: readonly ${imports.type('runtime', 'ErrorTemplate')}[] = `;
  return `${doc}${head}${wrappedLiteral(errors, head.length, 0)};\n`;
}

function refusalCodes({ refusalCodes: codes, title }: Service, { refusalCode }: Names): string {
  const doc = docComment([`The codes that ${title} has for errors: \`refuse<${refusalCode}>(400, { code })\`.`]);
  const words = codes.map((code) => (typeof code === 'number' ? String(code) : stringLiteral(code)));
  return `${doc}export type ${refusalCode} =\n${words.map((word) => `  | ${word}`).join('\n')};\n`;
}

function serverRows(servers: readonly Server[], scope: OperationScope): string {
  return list(servers.map((server) => serverRow(server, scope)));
}

function serverRow(server: Server, scope: OperationScope): string {
  if (server.variables.length === 0) return `{ url: ${stringLiteral(server.url)} }`;
  const variables = server.variables.map((variable) => {
    const values = variable.enum === undefined ? '' : `, enum: ${jsonLiteral(variable.enum)}`;
    return `${propertyKey(variable.name)}: { default: ${stringLiteral(variable.default)}${values} }`;
  });
  const fill = scope.imports.value('runtime', 'fillVariables');
  return `{ url: ${stringLiteral(server.url)}, variables: { ${variables.join(', ')} }, fill: ${fill} }`;
}

function errorRows(errors: readonly ErrorTemplate[]): string {
  return wrappedLiteral(errors, 10, 2);
}
