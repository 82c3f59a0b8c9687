// The sample with the typed client: a complete program, which the tests compile.

import { rounded } from '../../base/exact.ts';
import type { HeldOptions } from '../../emit/held/forms.ts';
import { type HeldSchemas, heldSchemas } from '../../emit/held/held.ts';
import { type HeldValue, heldValue, importsIn, isMembers } from '../../emit/held/held-value.ts';
import { jsonLiteral, propertyAccess, propertyKey, stringLiteral } from '../../emit/text/escape.ts';
import { concreteType, isRange } from '../../model/media-type.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import { securityTraits } from '../../model/security-kinds.ts';
import type { MediaContent, Operation, Response, SecurityScheme, Service } from '../../model/service.ts';
import { parameterExample } from './example.ts';
import { fileFields, isFilePart, partsWithHeaders } from './parts.ts';
import { bodyExample, credentialVariable, schemesOf, shownParameters } from './request.ts';

export interface SampleOptions {
  /** Module that the program imports the client from. */
  readonly clientModule: string;
  readonly runtime: string;
  /** The types that the client uses for int64 and date-time. Default: those of JSON. */
  readonly held?: HeldOptions;
  /** Default: the server of the document. */
  readonly baseUrl?: string;
  /** An environment variable that names another server. Default: none. */
  readonly baseUrlVariable?: string;
  /** The credential where its environment variable is not set. Default: empty. */
  readonly credential?: string;
}

/** Reads credentials from environment variables, and prints the success response. */
export function clientSample(service: Service, operation: Operation, options: SampleOptions): string {
  const shown = showing(service, options.held, options.clientModule);
  const call = `${methodSource(service, operation)}(${inputSource(service, operation, shown)})`;
  const [success] = operation.responses.filter((response) => /^2\d\d$/.test(response.status));
  const lines = [
    ...importLines([`create${service.name}Client`, ...takeFrom(shown, options.clientModule)], options.clientModule),
    ...[...shown.imports].flatMap(([module, names]) => importLines([...names], module)),
    ...(success === undefined ? [] : [`import { unwrap } from ${stringLiteral(options.runtime)};`]),
    '',
    `const client = ${clientSource(service, operation, options)};`,
    `const result = await ${call};`,
    ...(success === undefined ? ['console.log(result.status);'] : printSource(success)),
  ];
  return lines.join('\n');
}

/** How values are shown, and the imports that those shown so far need, by module. */
interface Showing {
  readonly held: HeldSchemas;
  readonly clientModule: string;
  readonly imports: Map<string, Set<string>>;
}

function showing(service: Service, held: HeldOptions | undefined, clientModule: string): Showing {
  return { held: heldSchemas(service, held), clientModule, imports: new Map() };
}

/** The names of a module that is imported already, which needs no line of its own then. */
function takeFrom({ imports }: Showing, module: string): readonly string[] {
  const names = [...(imports.get(module) ?? [])];
  imports.delete(module);
  return names;
}

function importLines(names: readonly string[], module: string): string[] {
  return names.length === 0 ? [] : [`import { ${names.join(', ')} } from ${stringLiteral(module)};`];
}

/** `createNotesClient({ … })`, with the credentials of an operation from environment variables. */
export function clientSource(service: Service, operation: Operation, options: Omit<SampleOptions, 'clientModule' | 'runtime'>): string {
  const credentials = schemesOf(service, operation).flatMap((scheme) => credentialSource(scheme, options.credential ?? ''));
  const members = [
    ...(options.baseUrl === undefined ? [] : [`baseUrl: ${baseUrlSource(options.baseUrl, options.baseUrlVariable)}`]),
    ...(credentials.length === 0 ? [] : [`credentials: { ${credentials.join(', ')} }`]),
  ];
  return `create${service.name}Client(${members.length === 0 ? '' : `{ ${members.join(', ')} }`})`;
}

function baseUrlSource(url: string, variable: string | undefined): string {
  return variable === undefined ? stringLiteral(url) : `process.env.${variable} ?? ${stringLiteral(url)}`;
}

/** `client.createPost({ … })` with example values. `client`: the source of the client. */
export function callSource(
  service: Service,
  operation: Operation,
  { client, held }: { readonly client: string; readonly held?: HeldOptions | undefined },
): string {
  return `${methodSource(service, operation, client)}(${inputSource(service, operation, showing(service, held, ''))})`;
}

/** `client.posts.create` for an operation in a group, otherwise `client.createPost`. */
export function methodSource({ groups }: Service, operation: Operation, client = 'client'): string {
  for (const { name, members } of groups) {
    const member = members.find((one) => one.operation === operation);
    if (member !== undefined) return propertyAccess(propertyAccess(client, name), member.name);
  }
  return propertyAccess(client, operation.name);
}

function printSource({ status, contents }: Response): string[] {
  const body = `unwrap(result, ${status})`;
  const isStream = contents.length > 0 && contents.every((content) => content.stream !== undefined);
  return [isStream ? `for await (const item of ${body}) console.log(item);` : `console.log(${body});`];
}

function credentialSource(scheme: SecurityScheme, unset: string): string[] {
  const { credential, fields } = securityTraits(scheme);
  if (credential === undefined) return [];
  const env = (suffix = ''): string => `process.env.${credentialVariable(scheme, suffix)} ?? ${stringLiteral(unset)}`;
  const members = fields?.map((field) => `${field}: ${env(`_${field.toUpperCase()}`)}`);
  return [`${propertyKey(scheme.name)}: ${members === undefined ? env() : `{ ${members.join(', ')} }`}`];
}

function inputSource(service: Service, operation: Operation, shown: Showing): string {
  const parts: string[] = [];
  const parameters = shownParameters(operation);
  for (const part of ['path', 'query', 'header', 'cookie'] as const) {
    const own = parameters.filter((parameter) => parameter.in === part);
    if (own.length === 0) continue;
    const fields = own.map((parameter) => {
      const value = clientValue(parameterExample(service, parameter), parameter.schema, shown);
      return `${propertyKey(parameter.codeName ?? parameter.name)}: ${valueSource(value, '  ')}`;
    });
    parts.push(`  ${part}: { ${fields.join(', ')} },`);
  }
  const whole = parameters.find((parameter) => parameter.in === 'querystring');
  if (whole !== undefined)
    parts.push(`  querystring: ${valueSource(clientValue(parameterExample(service, whole), whole.schema, shown), '  ')},`);
  const body = bodyExample(service, operation);
  if (body !== undefined && isRange(body.content.contentType) && body.content.sent === undefined)
    parts.push(`  contentType: ${stringLiteral(concreteType(body.content))},`);
  if (body !== undefined) parts.push(`  body: ${bodySource(body.content, body.value, shown)},`);
  return parts.length === 0 ? '' : `{\n${parts.join('\n')}\n}`;
}

/** The body as a TypeScript expression, with a `Blob` for each file. */
function bodySource(content: MediaContent, wire: JsonValue, shown: Showing): string {
  if (content.kind === 'bytes') return BLOB;
  const { schema, stream } = content;
  const isItems = stream !== undefined && Array.isArray(wire);
  const value = isItems ? wire.map((item: JsonValue) => clientValue(item, schema, shown)) : clientValue(wire, schema, shown);
  if (content.kind === 'parts' && Array.isArray(value)) {
    const items = value.map((item: HeldValue, index) => {
      if (!isFilePart(schema, index)) return valueSource(item, '  ');
      if (!isMembers(item)) return BLOB;
      const headers = item.headers === undefined ? '' : `, headers: ${valueSource(item.headers, '  ')}`;
      return `{ body: ${BLOB}${headers} }`;
    });
    return `[${items.join(', ')}]`;
  }
  const files = fileFields(content.schema);
  if ((files.size === 0 && content.encoding === undefined) || !isMembers(value)) return valueSource(value, '  ');
  const fields = Object.entries(value).map(([name, item]) => {
    const kind = files.get(name);
    const parts = partsWithHeaders(content, name, item)?.map(({ body, headers }) => {
      const source = kind === undefined ? valueSource(body, '    ') : BLOB;
      return `{ body: ${source}${headers === undefined ? '' : `, headers: ${valueSource(headers, '    ')}`} }`;
    });
    if (parts !== undefined) return `${propertyKey(name)}: ${Array.isArray(item) ? `[${parts.join(', ')}]` : parts.join()}`;
    const source = kind === undefined ? valueSource(item, '    ') : kind === 'one' ? BLOB : `[${BLOB}]`;
    return `${propertyKey(name)}: ${source}`;
  });
  return `{ ${fields.join(', ')} }`;
}

/** A placeholder for a file. */
const BLOB = "new Blob(['the bytes of the file'])";

/** A JSON value in the types of the client, or as it is if it does not fit its schema. */
function clientValue(value: JsonValue, schema: Schema | undefined, { held, clientModule, imports }: Showing): HeldValue {
  const made = (schema === undefined ? undefined : heldValue(value, schema, held)) ?? rounded(value);
  for (const [module, names] of importsIn(made, clientModule)) imports.set(module, new Set([...(imports.get(module) ?? []), ...names]));
  return made;
}

/** A value as a TypeScript expression, on one line if it is short. */
function valueSource(value: HeldValue, indent: string): string {
  if (!Array.isArray(value) && !isMembers(value)) return jsonLiteral(value);
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item: HeldValue) => valueSource(item, inner))
    : Object.entries(value).map(([key, item]) => `${propertyKey(key)}: ${valueSource(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  if (items.length === 0) return Array.isArray(value) ? '[]' : '{}';
  const line = `${open}${items.join(', ')}${close}`;
  if (line.length + indent.length < 90 && !line.includes('\n')) return line;
  return `${open.trim()}\n${items.map((item) => `${inner}${item},`).join('\n')}\n${indent}${close.trim()}`;
}
