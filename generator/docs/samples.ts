// Turns an operation into the samples that the reference shows: a curl command, and a complete program with the typed client.

import { type HeldOptions, type HeldSchemas, heldSchemas } from '../emit/held/held.ts';
import { type HeldValue, heldValue, isMembers } from '../emit/held/held-value.ts';
import { jsonLiteral, propertyAccess, propertyKey, stringLiteral } from '../emit/text/escape.ts';
import { jsonText, rounded } from '../exact.ts';
import type { JsonValue, Schema } from '../model/schema/schema.ts';
import type { MediaContent, Operation, Parameter, Response, SecurityScheme, Service } from '../model/service.ts';
import { parameterExample, schemaExample } from './example.ts';
import { fileFields, partsWithHeaders } from './parts.ts';

export interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

export interface SampleOptions {
  /** Module that the program imports the client from. */
  readonly clientModule: string;
  readonly runtime: string;
  /** In which form users of the typed client hold what JSON has no type for. Default: as it is sent. */
  readonly held?: HeldOptions;
}

export function samples(service: Service, operation: Operation, options: SampleOptions): readonly Sample[] {
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(service, operation) },
    { lang: 'TypeScript', label: 'Typed client', source: clientSample(service, operation, options) },
  ];
}

/** The parameters that a sample passes: all that must be, and those that the document gives an example for, as long as they are few. */
function shown(operation: Operation): readonly Parameter[] {
  const others = new Set(operation.choices?.flat());
  const chosen = operation.choices?.[0] ?? [];
  const isChosen = (parameter: Parameter): boolean => parameter.in === 'query' && chosen.includes(parameter.name);
  const isOther = (parameter: Parameter): boolean => parameter.in === 'query' && others.has(parameter.name);
  const required = operation.parameters.filter((parameter) => parameter.required || isChosen(parameter));
  const optional = operation.parameters.filter(
    (parameter) => !parameter.required && !isOther(parameter) && (parameter.examples ?? []).length > 0,
  );
  return [...required, ...optional.slice(0, Math.max(0, 3 - required.length))];
}

function bodyExample(operation: Operation): { content: MediaContent; value: JsonValue } | undefined {
  const [content] = operation.body?.contents ?? [];
  if (content === undefined) return undefined;
  const [example] = content.examples;
  const value =
    example === undefined ? (content.schema === undefined ? null : schemaExample(content.schema)) : (example.value as JsonValue);
  return { content, value: content.stream === undefined || Array.isArray(value) ? value : [value] };
}

function baseUrl(service: Service, operation: Operation): string {
  const server = (operation.servers ?? service.servers)[0];
  if (server === undefined) return '';
  return server.url
    .replace(/\{([^}]+)\}/g, (whole, name) => server.variables.find((variable) => variable.name === name)?.default ?? whole)
    .replace(/\/$/, '');
}

/** Percent-encoded. Half a surrogate pair has no encoding; it shows as what it is, unreadable. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

/** A word that holds any text for a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Text of the document and then a variable, as one word: only the variable is the shell's to expand. */
function wordWithVariable(text: string, value: string): string {
  return /^[\w@%+=:,./ -]*$/.test(text) ? `"${text}${value}"` : `'${text.replaceAll("'", `'\\''`)}'"${value}"`;
}

/** Names of environment variables that samples read credentials from: `API_KEY`. */
function variable(scheme: SecurityScheme, suffix = ''): string {
  const name = scheme.name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase();
  return `${/^\d/.test(name) ? '_' : ''}${name}${suffix}`;
}

function schemesOf(service: Service, operation: Operation): readonly SecurityScheme[] {
  const [first] = operation.security;
  return (first ?? []).flatMap(({ scheme }) => service.securitySchemes.filter((candidate) => candidate.name === scheme));
}

function curlSample(service: Service, operation: Operation): string {
  const query: string[] = [];
  const headers: string[] = [];
  const cookies: string[] = [];
  const notes: string[] = [];
  let path = operation.path;
  for (const parameter of shown(operation)) {
    const text = plainText(parameterExample(parameter));
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encoded(text));
    else if (parameter.in === 'query') query.push(`${encoded(parameter.name)}=${encoded(text).replaceAll('%2C', ',')}`);
    else if (parameter.in === 'header') headers.push(`${parameter.name}: ${text}`);
    else if (parameter.in === 'cookie') cookies.push(`${parameter.name}=${encoded(text)}`);
  }
  const credentials: string[] = [];
  for (const scheme of schemesOf(service, operation)) {
    const value = `$${variable(scheme)}`;
    switch (scheme.kind) {
      case 'apiKey':
        if (scheme.in === 'query') credentials.push(`--url-query ${wordWithVariable(`${scheme.parameter}=`, value)}`);
        else if (scheme.in === 'header') credentials.push(`-H ${wordWithVariable(`${scheme.parameter}: `, value)}`);
        else credentials.push(`-b ${wordWithVariable(`${scheme.parameter}=`, value)}`);
        break;
      case 'basic':
        credentials.push(`-u "$${variable(scheme, '_USERNAME')}:$${variable(scheme, '_PASSWORD')}"`);
        break;
      case 'bearer':
      case 'oauth2':
      case 'openIdConnect':
        credentials.push(`-H "Authorization: Bearer ${value}"`);
        break;
      case 'http':
        credentials.push(`-H ${wordWithVariable(`Authorization: ${scheme.scheme} `, value)}`);
        break;
      case 'signature': {
        const { key, timestamp, version, bodyDigest } = scheme.signature.parameters;
        notes.push(
          `# Signed: compute ${scheme.parameter.replaceAll(/\s+/g, ' ')} as its security scheme says, or let the typed client do it.`,
        );
        const signed = [wordWithVariable(`${key}=`, '$KEY'), wordWithVariable(`${timestamp}=`, '$TIMESTAMP')];
        signed.push(wordWithVariable(`${version}=${scheme.signature.version}`, ''));
        if (operation.body !== undefined) signed.push(wordWithVariable(`${bodyDigest}=`, '$BODY_MD5'));
        for (const pair of [...signed, wordWithVariable(`${scheme.parameter}=`, '$SIGNATURE')]) credentials.push(`--url-query ${pair}`);
        break;
      }
      case 'mutualTLS':
        credentials.push('--cert "$CLIENT_CERTIFICATE"');
        break;
    }
  }
  const body = bodyExample(operation);
  const url = `${baseUrl(service, operation)}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const words = [`curl${operation.method === 'GET' ? '' : ` -X ${operation.method}`} ${shellWord(url)}`, ...credentials];
  for (const header of headers) words.push(`-H ${shellWord(header)}`);
  if (cookies.length > 0) words.push(`-b ${shellWord(cookies.join('; '))}`);
  if (body !== undefined) {
    words.push(...curlBody(body.content, body.value));
  }
  return [...notes, words.join(' \\\n  ')].join('\n');
}

function plainText(value: JsonValue): string {
  if (Array.isArray(value)) return value.map(plainText).join(',');
  return typeof value === 'object' && value !== null ? jsonText(value) : String(value);
}

/** The body as curl's options. Files are named, not shown: `@file`. */
function curlBody(content: MediaContent, value: JsonValue): string[] {
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  const files = fileFields(content.schema);
  switch (content.kind) {
    case 'multipart':
      return fields.flatMap(([name, item]) => {
        const file = files.has(name);
        return (partsWithHeaders(content, name, item as JsonValue) ?? [{ body: item }]).map((part) => {
          const headers = 'headers' in part && isMembers(part.headers) ? Object.entries(part.headers) : [];
          const lines = headers.map(([header, value]) => `;headers="${header}: ${plainText(value as JsonValue)}"`).join('');
          const text = file ? '@file' : plainText(part.body as JsonValue);
          return `${file || lines !== '' ? '-F' : '--form-string'} ${shellWord(`${name}=${text}${lines}`)}`;
        });
      });
    case 'form':
      return fields.map(([name, item]) => `--data-urlencode ${shellWord(`${name}=${plainText(item as JsonValue)}`)}`);
    case 'ndjson':
    case 'json-seq':
    case 'event-stream':
      return [`-H ${shellWord(`Content-Type: ${content.contentType}`)}`, `--data-binary ${shellWord(streamText(content, value))}`];
    case 'bytes':
      return [`-H ${shellWord(`Content-Type: ${content.contentType}`)}`, '--data-binary @file'];
    default:
      return [
        `-H ${shellWord(`Content-Type: ${content.contentType}`)}`,
        `--data ${shellWord(typeof value === 'string' ? value : jsonText(value))}`,
      ];
  }
}

/** A stream of the items of a list, as it is sent. */
function streamText({ kind, stream }: MediaContent, value: JsonValue): string {
  const items: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  if (kind !== 'event-stream') return items.map((item) => `${kind === 'json-seq' ? '\x1e' : ''}${jsonText(item)}\n`).join('');
  return items
    .map((item) => {
      const fields = typeof item === 'object' && item !== null && !Array.isArray(item) ? Object.entries(item) : [];
      const isJson =
        stream?.data === 'json' || fields.some(([name, text]) => name === 'event' && stream?.events?.get(String(text)) === 'json');
      const lines = fields.map(
        ([name, field]) => `${name}: ${name === 'data' && isJson ? jsonText(field) : plainText(field as JsonValue)}\n`,
      );
      return `${lines.join('')}\n`;
    })
    .join('');
}

/** The body as a TypeScript expression: a Blob where the client takes one. */
function bodySource(content: MediaContent, wire: JsonValue, held: HeldSchemas): string {
  if (content.kind === 'bytes') return BLOB;
  const { schema, stream } = content;
  const isItems = stream !== undefined && Array.isArray(wire);
  const value = isItems ? wire.map((item: JsonValue) => inHand(item, schema, held)) : inHand(wire, schema, held);
  const files = fileFields(content.schema);
  if ((files.size === 0 && content.encoding === undefined) || !isMembers(value)) return valueSource(value, '  ');
  const fields = Object.entries(value).map(([name, item]) => {
    const kind = files.get(name);
    const parts = partsWithHeaders(content, name, item)?.map(({ body, headers }) => {
      const shown = kind === undefined ? valueSource(body, '    ') : BLOB;
      return `{ body: ${shown}${headers === undefined ? '' : `, headers: ${valueSource(headers, '    ')}`} }`;
    });
    if (parts !== undefined) return `${propertyKey(name)}: ${Array.isArray(item) ? `[${parts.join(', ')}]` : parts.join()}`;
    const source = kind === undefined ? valueSource(item, '    ') : kind === 'one' ? BLOB : `[${BLOB}]`;
    return `${propertyKey(name)}: ${source}`;
  });
  return `{ ${fields.join(', ')} }`;
}

/** As users hold it, where it can be; else as the document has it. */
function inHand(value: JsonValue, schema: Schema | undefined, held: HeldSchemas): HeldValue {
  return (schema === undefined ? undefined : heldValue(value, schema, held)) ?? rounded(value);
}

const BLOB = "new Blob(['the bytes of the file'])";

/** A program that type-checks: the tests compile every one of them. */
function clientSample(service: Service, operation: Operation, options: SampleOptions): string {
  const create = `create${service.name}Client`;
  const credentials = schemesOf(service, operation).flatMap((scheme) => credentialSource(scheme));
  const client = credentials.length === 0 ? `${create}()` : `${create}({ credentials: { ${credentials.join(', ')} } })`;
  const input = inputSource(operation, heldSchemas(service, options.held));
  const [success] = operation.responses.filter((response) => /^2\d\d$/.test(response.status));
  const lines = [
    `import { ${create} } from ${stringLiteral(options.clientModule)};`,
    ...(success === undefined ? [] : [`import { unwrap } from ${stringLiteral(options.runtime)};`]),
    '',
    `const client = ${client};`,
    `const result = await ${methodSource(service, operation)}(${input});`,
    ...(success === undefined ? ['console.log(result.status);'] : shownSource(success)),
  ];
  return lines.join('\n');
}

/** `client.posts.create` where the operation is in a group, else `client.createPost`. */
function methodSource({ groups }: Service, operation: Operation): string {
  for (const { name, members } of groups) {
    const member = members.find((one) => one.operation === operation);
    if (member !== undefined) return propertyAccess(propertyAccess('client', name), member.name);
  }
  return propertyAccess('client', operation.name);
}

function shownSource({ status, contents }: Response): string[] {
  const body = `unwrap(result, ${status})`;
  const isStream = contents.length > 0 && contents.every((content) => content.stream !== undefined);
  return [isStream ? `for await (const item of ${body}) console.log(item);` : `console.log(${body});`];
}

function credentialSource(scheme: SecurityScheme): string[] {
  const env = (suffix = ''): string => `process.env.${variable(scheme, suffix)} ?? ''`;
  switch (scheme.kind) {
    case 'basic':
      return [`${propertyKey(scheme.name)}: { username: ${env('_USERNAME')}, password: ${env('_PASSWORD')} }`];
    case 'signature':
      return [`${propertyKey(scheme.name)}: { key: ${env('_KEY')}, secret: ${env('_SECRET')} }`];
    case 'mutualTLS':
      return [];
    default:
      return [`${propertyKey(scheme.name)}: ${env()}`];
  }
}

function inputSource(operation: Operation, held: HeldSchemas): string {
  const parts: string[] = [];
  const parameters = shown(operation);
  for (const part of ['path', 'query', 'header', 'cookie'] as const) {
    const own = parameters.filter((parameter) => parameter.in === part);
    if (own.length === 0) continue;
    const fields = own.map((parameter) => {
      const value = inHand(parameterExample(parameter), parameter.schema, held);
      return `${propertyKey(parameter.name)}: ${valueSource(value, '  ')}`;
    });
    parts.push(`  ${part}: { ${fields.join(', ')} },`);
  }
  const body = bodyExample(operation);
  if (body !== undefined) parts.push(`  body: ${bodySource(body.content, body.value, held)},`);
  return parts.length === 0 ? '' : `{\n${parts.join('\n')}\n}`;
}

/** A value as a TypeScript expression, short ones on one line. */
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
