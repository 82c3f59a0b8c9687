// The operations of a service to `operations.ts`: for each the types of its two ends and one row of facts, which client and server share.
import { essenceOf } from '../../model/media-type.ts';
import type { ErrorTemplate, Operation, Server, Service } from '../../model/service.ts';
import { createImports, reexport } from '../files/imports.ts';
import { type Part, wholeOf } from '../files/layout.ts';
import { type EmitOptions, modulesOf } from '../files/options.ts';
import { heldSchemas, isConverted } from '../held/held.ts';
import { conversionName } from '../held/transforms.ts';
import { docComment, generatedBy, identifier, jsonLiteral, propertyKey, stringLiteral } from '../text/escape.ts';
import { type Names, namesOf } from '../text/names.ts';
import { list } from '../text/row-layout.ts';
import { wrappedLiteral } from '../text/wrapped-literal.ts';
import {
  headersDeclaration,
  inputDeclaration,
  type OperationScope,
  operationDoc,
  operationScope,
  resultDeclaration,
} from './operation-types.ts';
import { createParameterRows, type ParameterRows } from './parameter-rows.ts';
import { contentsRow, createResponseRows, type ResponseRows } from './response-rows.ts';
import { schemeDeclaration } from './schemes.ts';

export function emitOperations(service: Service, options: EmitOptions, part: Part = wholeOf(service)): string {
  const names = namesOf(service);
  const { types, transforms, operations: module } = modulesOf(options);
  const imports = createImports({
    types,
    taken: names.taken,
    own: new Set([types, module]),
    locate: part.locate,
    reexports: part.reexports(module).map(reexport),
  });
  const held = heldSchemas(service, options.held);
  const schemeOf = (name: string): string | undefined => {
    const constant = names.schemes.get(name);
    return constant === undefined || part.isCommon ? constant : imports.value(module, constant);
  };
  const headersType = (name: string): string => (part.headers.has(name) ? identifier(name) : imports.type(module, name));
  const common = operationScope(imports, options.runtime, names.taken, held, headersType);
  const scope: RowScope = {
    ...common,
    transforms,
    parameters: createParameterRows(part.operations, common),
    responses: createResponseRows(part.operations, common),
    schemeOf,
  };

  const schemes = part.isCommon ? service.securitySchemes : [];
  const operations = part.operations.map((operation) =>
    [inputDeclaration(operation, scope), resultDeclaration(operation, scope), operationRow(operation, scope)].join('\n'),
  );
  const parts = [
    ...schemes.map((scheme) => schemeDeclaration(scheme, names.schemes.get(scheme.name) ?? '', scope)),
    ...[...part.headers].map(([name, response]) => headersDeclaration(name, response, scope)),
    scope.parameters.declarations,
    scope.responses.declarations,
    ...operations,
    ...(part.isCommon ? [serviceInfo(service, names, scope)] : []),
    scope.statuses.declarations(),
  ].filter((text) => text !== '');
  return [`${generatedBy(service.id)}${imports.text()}`, ...parts].join('\n');
}

interface RowScope extends OperationScope {
  /** The module of the conversions. */
  readonly transforms: string;
  readonly parameters: ParameterRows;
  readonly responses: ResponseRows;
  /** The constant of a security scheme, by the scheme's name in the document. */
  readonly schemeOf: (scheme: string) => string | undefined;
}

function operationRow(operation: Operation, scope: RowScope): string {
  const { pagination } = operation;
  const parameters = scope.parameters.of(operation);
  const { body } = operation;
  const fields: (readonly [string, string | undefined])[] = [
    ['id', stringLiteral(operation.id)],
    ['method', stringLiteral(operation.method)],
    ['path', stringLiteral(operation.path)],
    ['parameters', parameters.length === 0 ? undefined : list(parameters)],
    [
      'body',
      body === undefined
        ? undefined
        : `{ ${body.required ? 'required: true, ' : ''}contents: ${contentsRow(body.contents, scope, 'request')}, encode: ${scope.imports.value(scope.runtime, 'encodeBody')} }`,
    ],
    ['responses', scope.responses.of(operation)],
    ['accept', acceptText(operation)],
    ['redirects', operation.responses.some(({ status }) => /^3(?!04)/.test(status)) ? 'true' : undefined],
    ['security', securityRow(operation, scope)],
    // A webhook goes to whom its receiver said.
    ['servers', operation.servers === undefined || 'key' in operation ? undefined : serverRows(operation.servers, scope)],
    ['errors', operation.errors === undefined ? undefined : errorRows(operation.errors)],
    ['conversion', isConverted(operation, scope.held) ? scope.imports.value(scope.transforms, conversionName(operation)) : undefined],
    ['pagination', pagination === undefined ? undefined : wrappedLiteral(pagination.facts, 14, 2)],
  ];
  const lines = fields.flatMap(([key, text]) => (text === undefined ? [] : [`  ${key}: ${text},\n`]));
  return `${operationDoc(operation)}export const ${identifier(operation.name)}: ${rowType(operation, scope)} = {\n${lines.join('')}};\n`;
}

/** `Operation<ListPostsInput, ListPostsResult>`, or with pages `PagedOperation<…, ListPostsPage, ListPostsItem>`. */
function rowType({ typeName, pagination }: Operation, { imports, runtime }: OperationScope): string {
  if (pagination === undefined) return `${imports.type(runtime, 'Operation')}<${typeName}Input, ${typeName}Result>`;
  const types = ['Input', 'Result', 'Page', 'Item'].map((ending) => `${typeName}${ending}`);
  return `${imports.type(runtime, 'PagedOperation')}<${types.join(', ')}>`;
}

/** The media types of all answers, without their parameters. */
function acceptText({ responses }: Operation): string | undefined {
  const types = responses.flatMap(({ contents }) => contents.map(({ contentType }) => essenceOf(contentType)));
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
  const type = scope.imports.type(scope.runtime, 'ServiceInfo');
  const lines = [
    `  id: ${stringLiteral(service.id)},\n`,
    `  servers: ${serverRows(service.servers, scope)},\n`,
    ...(service.errors.length === 0 ? [] : [`  errors: ${errorRows(service.errors)},\n`]),
  ];
  const doc = docComment([`${service.title}: where it is, and what both ends need to know of it as a whole.`]);
  return `${doc}export const ${names.service}: ${type} = {\n${lines.join('')}};\n`;
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
  const fill = scope.imports.value(scope.runtime, 'fillVariables');
  return `{ url: ${stringLiteral(server.url)}, variables: { ${variables.join(', ')} }, fill: ${fill} }`;
}

function errorRows(errors: readonly ErrorTemplate[]): string {
  return wrappedLiteral(
    errors.map(({ status, contentType, body }) => ({ status, contentType, body })),
    10,
    2,
  );
}
