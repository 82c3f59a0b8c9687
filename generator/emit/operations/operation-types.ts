// Prints the types of one operation: the input that a caller passes and a handler gets, and the result as a union on `status`.
import { isStreamFormat } from '../../base/stream-formats.ts';
import { essenceOf, isRange, mustBeNamed } from '../../model/media-type.ts';
import type { Callback, MediaContent, Operation, Parameter, Response, Webhook } from '../../model/service.ts';
import type { Imports } from '../files/imports.ts';
import type { HeldSchemas } from '../held/held.ts';
import { docComment, identifier, stringLiteral, templateType } from '../text/escape.ts';
import { atom, indent, inline, intersection, layout, type Type, UNKNOWN, union } from '../text/type-text.ts';
import { WIDTH } from '../text/width.ts';
import type { Member } from '../types/index-signature.ts';
import { bodyLines, bodyType, propertyDoc } from '../types/object-type.ts';
import { createTypes } from '../types/type-of.ts';
import type { Types } from '../types/type-scope.ts';
import { NO_SHARED_PARTS, PLACES, parametersIn, type SharedPart, type SharedParts } from './shared-parts.ts';
import { BODILESS, statusType } from './status.ts';

/** The file that the types of an operation are printed in. */
export interface OperationScope {
  readonly imports: Imports;
  readonly types: Types;
  readonly held: HeldSchemas;
  /** The parameters that the file declares once for several inputs. */
  readonly parts: SharedParts;
}

export function operationScope(
  imports: Imports,
  held: HeldSchemas,
  { parts = NO_SHARED_PARTS, noteWords = () => undefined }: { parts?: SharedParts; noteWords?: Types['noteWords'] } = {},
): OperationScope {
  return { imports, types: createTypes(imports, held.options, 'code', { noteWords }), held, parts };
}

/** `export interface FindEmailInput { … }`. */
export function inputDeclaration(operation: Operation, scope: OperationScope): string {
  const name = identifier(`${operation.typeName}Input`);
  const members = [...partMembers(operation, scope), ...singleBodyMember(operation, scope)];
  const several = (operation.body?.contents.length ?? 0) > 1 ? bodyAlternatives(operation, scope) : undefined;
  if (several !== undefined) {
    const type = intersection([...(members.length === 0 ? [] : [bodyType({ members, signatures: [] }, scope.types)]), several]);
    const head = `export type ${name} =`;
    const text = layout(type, head.length + 2);
    return `${head}${text.startsWith('\n') ? '' : ' '}${text};\n`;
  }
  if (members.length === 0) return `export type ${name} = ${scope.imports.global('Record')}<string, never>;\n`;
  const lines = bodyLines({ members, signatures: [] }).map((line) => `  ${indent(line, '  ')}`);
  return `export interface ${name} {\n${lines.join('\n')}\n}\n`;
}

/** Whether an operation can be called without input. */
export function isInputOptional(operation: Operation): boolean {
  return (
    operation.body?.required !== true && operation.choices === undefined && operation.parameters.every((parameter) => !parameter.required)
  );
}

function partMembers(operation: Operation, scope: OperationScope): Member[] {
  const members: Member[] = [];
  for (const place of PLACES) {
    const parameters = parametersIn(operation, place);
    if (parameters.length === 0) continue;
    const shared = scope.parts.nameOf(operation, place);
    const all = shared === undefined ? partType(parameters, scope) : atom(identifier(shared));
    const choices = place === 'query' ? operation.choices : undefined;
    const required = choices !== undefined || parameters.some((parameter) => parameter.required);
    const type = choices === undefined ? all : intersection([all, choiceType(choices, parameters, scope)]);
    members.push({ name: place, type, required, doc: '' });
  }
  const whole = operation.parameters.find((parameter) => parameter.in === 'querystring');
  if (whole === undefined) return members;
  const { schema, required, description, deprecated } = whole;
  scope.types.noteWords(schema);
  return [...members, { name: 'querystring', type: scope.types.of(schema), required, doc: propertyDoc([schema], description, deprecated) }];
}

function partType(parameters: readonly Parameter[], scope: OperationScope): Type {
  return bodyType({ members: parameters.map((parameter) => parameterMember(parameter, scope)), signatures: [] }, scope.types);
}

function parameterMember({ name, codeName, schema, required, description, deprecated }: Parameter, { types }: OperationScope): Member {
  types.noteWords(schema);
  const doc = propertyDoc([schema], description, deprecated, codeName && name);
  return { name: codeName ?? name, wireName: name, type: types.of(schema), required, doc };
}

/** `type OwnerAndRepoPath = { … }`: parameters of several operations, for the file alone. */
export function partDeclaration({ name, parameters }: SharedPart, scope: OperationScope): string {
  return `type ${identifier(name)} = ${inline(partType(parameters, scope))};\n`;
}

/** `{ user_id: string } | { screen_name: string }`: at least one of the alternatives is present. */
function choiceType(choices: readonly (readonly string[])[], parameters: readonly Parameter[], scope: OperationScope): Type {
  const alternatives = choices.map((names) => {
    const members = parameters.filter(({ name }) => names.includes(name)).map((parameter) => parameterMember(parameter, scope));
    return bodyType({ members: members.map((member) => ({ ...member, required: true, doc: '' })), signatures: [] }, scope.types);
  });
  return union(alternatives);
}

function singleBodyMember(operation: Operation, scope: OperationScope): Member[] {
  const { body } = operation;
  const [content] = body?.contents ?? [];
  if (body === undefined || content === undefined || body.contents.length > 1) return [];
  const doc = docComment([body.description ?? '']);
  return [...rangeMember(content, body.required), { name: 'body', type: sentType(content, scope), required: body.required, doc }];
}

function rangeMember(content: MediaContent, needed: boolean): Member[] {
  if (!isRange(content.contentType)) return [];
  return [{ name: 'contentType', type: mediaTypeOf(content), required: needed && mustBeNamed(content), doc: '' }];
}

/** Several media types: the first is sent unless `contentType` says otherwise. */
function bodyAlternatives(operation: Operation, scope: OperationScope): Type {
  const { body } = operation;
  if (body === undefined) return UNKNOWN;
  const doc = docComment([body.description ?? '']);
  const alternatives = body.contents.map((content, index) => {
    const members: Member[] = [
      { name: 'contentType', type: mediaTypeOf(content), required: index > 0 || mustBeNamed(content), doc: '' },
      { name: 'body', type: sentType(content, scope), required: body.required, doc },
    ];
    return bodyType({ members, signatures: [] }, scope.types);
  });
  // Where every media type must be named, a call without a body still needs none.
  const [first] = body.contents;
  if (!body.required && first !== undefined && mustBeNamed(first)) {
    const absent = ['contentType', 'body'].map((name) => ({ name, type: atom('never'), required: false, doc: '' }));
    alternatives.push(bodyType({ members: absent, signatures: [] }, scope.types));
  }
  return union(alternatives);
}

/** A range such as `image/*` allows several media types: `` `image/${string}` ``. */
function mediaTypeOf({ contentType }: MediaContent): Type {
  return atom(isRange(contentType) ? templateType(essenceOf(contentType).split('*')) : stringLiteral(contentType));
}

/** The type of a body: the value that the codec of its media type reads and writes. */
function contentType(content: MediaContent, scope: OperationScope): Type {
  if (isStreamFormat(content.kind)) return atom(`${scope.imports.global('AsyncIterable')}<${inline(itemType(content, scope))}>`);
  switch (content.kind) {
    case 'bytes':
      return atom(content.streamed === true ? scope.imports.type('runtime', 'ByteSource') : scope.imports.global('Blob'));
    case 'text':
      return content.schema === undefined ? atom('string') : scope.types.of(content.schema);
    case 'multipart':
    case 'form':
      return content.schema === undefined ? atom(`${scope.imports.global('Record')}<string, unknown>`) : scope.types.of(content.schema);
    case 'json':
    case 'xml':
    case 'parts':
      return content.schema === undefined ? UNKNOWN : scope.types.of(content.schema);
  }
}

function itemType(content: MediaContent, scope: OperationScope): Type {
  return content.schema === undefined ? UNKNOWN : scope.types.of(content.schema);
}

/** The type of a body that is sent: the items of a stream may also come from an iterable. */
function sentType(content: MediaContent, scope: OperationScope): Type {
  const type = contentType(content, scope);
  if (content.stream === undefined) return type;
  return union([type, atom(`${scope.imports.global('Iterable')}<${inline(itemType(content, scope))}>`)]);
}

/** `export type FindEmailResult = …`, followed by the types of its pages. */
export function resultDeclaration(operation: Operation, scope: OperationScope): string {
  return `${resultUnion(operation, scope)}${pageDeclarations(operation, scope)}`;
}

function resultUnion(operation: Operation, scope: OperationScope): string {
  const grouped = new Map<string, string[]>();
  for (const response of operation.responses) {
    const status = statusType(response, operation, scope.imports);
    for (const rest of responseMembers(response, operation.method, scope)) {
      const same = grouped.get(rest);
      if (same === undefined) grouped.set(rest, [status]);
      else same.push(status);
    }
  }
  const members = [...grouped].map(([rest, statuses]) => `{ status: ${statuses.join(' | ')}; ${rest} }`);
  const head = `export type ${identifier(`${operation.typeName}Result`)} =`;
  const [single] = members;
  if (single === undefined) return `${head} never;\n`;
  const line = `${head} ${single};\n`;
  if (members.length === 1 && line.length <= WIDTH) return line;
  return `${head}\n${members.map((member) => `  | ${indent(member, '    ')}`).join('\n')};\n`;
}

/** `ListPostsPage` and `ListPostsItem`, if the operation has `x-pagination`. */
function pageDeclarations(operation: Operation, scope: OperationScope): string {
  const { pagination, typeName, method } = operation;
  const response = operation.responses.find(({ status }) => status === '200');
  if (pagination === undefined || response === undefined) return '';
  const page = responseMembers(response, method, scope).map((rest) => `{ status: 200; ${rest} }`);
  const item = pagination.item === undefined ? UNKNOWN : scope.types.of(pagination.item);
  const head = `export type ${identifier(`${typeName}Item`)} =`;
  const text = layout(item, head.length + 2);
  return (
    `\n/** One page of \`${operation.name}\`. */\nexport type ${identifier(`${typeName}Page`)} = ${page.join(' | ')};\n` +
    `\n/** One item of the pages of \`${operation.name}\`. */\n${head}${text.startsWith('\n') ? '' : ' '}${text};\n`
  );
}

/** The members of a result beside `status`, for each media type of the response. */
function responseMembers(response: Response, method: string, scope: OperationScope): string[] {
  const headers = headersMember(response, scope);
  const withoutBody = `body?: undefined; ${headers}`;
  if (response.contents.length === 0 || isBodiless(response, method)) return [withoutBody];
  const withBody = response.contents.map((content) => {
    const isOpen = isRange(content.contentType);
    const mark = response.contents.length === 1 && !mustBeNamed(content) ? '?' : '';
    const media = isOpen || response.contents.length > 1 ? `contentType${mark}: ${inline(mediaTypeOf(content))}; ` : '';
    return `${media}body: ${inline(contentType(content, scope))}; ${headers}`;
  });
  return response.optionalBody === true ? [...withBody, withoutBody] : withBody;
}

/** Responses that never have a body, even if the document declares one; to HEAD by RFC 9110 §9.3.2. */
function isBodiless(response: Response, method: string): boolean {
  return method === 'HEAD' || BODILESS.includes(response.status);
}

/** The headers of a response; undeclared ones are available as strings, by lower-case name. */
function headersMember({ headers, headersName }: Response, scope: OperationScope): string {
  if (headersName === undefined) return `headers?: ${scope.imports.type('runtime', 'HeaderFields')}`;
  return `headers${headers.some((header) => header.required) ? '' : '?'}: ${scope.imports.type('operations', identifier(headersName))}`;
}

/** `export interface RateLimitHeaders { … }`. */
export function headersDeclaration(name: string, response: Response, scope: OperationScope): string {
  return `export interface ${identifier(name)} {\n${headerLines(response, scope)}\n}\n`;
}

function headerLines(response: Response, scope: OperationScope): string {
  for (const { schema } of response.headers) scope.types.noteWords(schema);
  const members = response.headers.map((header) => ({
    name: header.name,
    type: scope.types.of(header.schema),
    required: header.required,
    doc: propertyDoc([header.schema], header.description),
  }));
  return bodyLines({ members, signatures: [] })
    .map((line) => `  ${indent(line, '  ')}`)
    .join('\n');
}

/**
 * The comment of an operation where an editor shows it first, on the methods of clients and on the handlers of webhooks: summary, description, and
 * method and path, or the key of a webhook or callback.
 */
export function operationDoc(operation: Operation | Webhook | Callback, indentation = ''): string {
  const call = wordOf(operation);
  const summary = (operation.summary ?? '').trim();
  const description = (operation.description ?? '').trim();
  const tags = operation.deprecated ? [{ name: 'deprecated' as const }] : [];
  const sentence = summary === '' || /[.!?:;`]$/.test(summary) ? summary : `${summary}.`;
  return docComment([`${sentence} ${call}`.trim(), description === summary ? '' : description], indentation, tags);
}

/** The comment of an operation everywhere else: the same without the description. */
export function operationLine(operation: Operation | Webhook | Callback, indentation = ''): string {
  return operationDoc({ ...operation, description: '' }, indentation);
}

function wordOf(operation: Operation | Webhook | Callback): string {
  if (!('key' in operation)) return `\`${operation.method} ${operation.path}\``;
  if (!('owners' in operation)) return `Webhook \`${operation.key}\`.`;
  const owners = operation.owners.map((owner) => `\`${owner.id}\``).join(', ');
  return `Callback \`${operation.key}\` of ${owners}, sent to \`${operation.expression}\`.`;
}

/** A method of an interface, with its parameters on one line or each on a line of its own. `new(` would declare a constructor. */
export function methodSignature(key: string, parameters: readonly string[], result: string): string {
  const name = key === 'new' ? stringLiteral(key) : key;
  const line = `  ${name}(${parameters.join(', ')}): ${result};\n`;
  if (line.length <= WIDTH) return line;
  return `  ${name}(\n${parameters.map((parameter) => `    ${parameter},\n`).join('')}  ): ${result};\n`;
}
