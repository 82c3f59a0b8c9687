// The sample with curl: one command, which a POSIX shell runs.

import { jsonText } from '../../base/exact.ts';
import { isStreamFormat } from '../../base/stream-formats.ts';
import { isMembers } from '../../emit/held/held-value.ts';
import { concreteType, isJson, isQueryForm } from '../../model/media-type.ts';
import type { JsonValue } from '../../model/schema/schema.ts';
import { securityTraits } from '../../model/security-kinds.ts';
import type { MediaContent, Operation, Parameter, Service } from '../../model/service.ts';
import { parameterExample } from './example.ts';
import { fileFields, partsWithHeaders } from './parts.ts';
import { bodyExample, credentialVariable, schemesOf, shownParameters } from './request.ts';

/** `base` is the URL before the path of the operation. */
export function curlSample(service: Service, operation: Operation, base: string): string {
  const query: string[] = [...(operation.constants ?? [])];
  const headers: string[] = [];
  const cookies: string[] = [];
  let path = operation.sentPath ?? operation.path;
  const keys = schemesOf(service, operation).filter((scheme) => scheme.kind === 'apiKey');
  for (const parameter of shownParameters(operation)) {
    // A document may declare the key of a scheme as a parameter too.
    if (keys.some((key) => key.in === parameter.in && key.parameter === parameter.name)) continue;
    const value = parameterExample(service, parameter);
    const text = plainText(value);
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encoded(text));
    else if (parameter.in === 'query') query.push(...queryPairs(parameter, value));
    else if (parameter.in === 'querystring') query.push(wholeQuery(parameter, value));
    else if (parameter.in === 'header') headers.push(`${parameter.name}: ${text}`);
    else if (parameter.in === 'cookie') cookies.push(`${parameter.name}=${encoded(text)}`);
  }
  const { credentials, notes } = credentialOptions(service, operation);
  const body = bodyExample(service, operation);
  const url = `${base}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const words = [`curl${operation.method === 'GET' ? '' : ` -X ${operation.method}`} ${shellWord(url)}`, ...credentials];
  for (const header of headers) words.push(`-H ${shellWord(header)}`);
  if (cookies.length > 0) words.push(`-b ${shellWord(cookies.join('; '))}`);
  if (body !== undefined) {
    words.push(...curlBody(body.content, body.value));
  }
  return [...notes, words.join(' \\\n  ')].join('\n');
}

const SEPARATORS: Readonly<Partial<Record<Parameter['style'], string>>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

/** The pairs of a query that have a value, by the style of its parameter (OpenAPI 3.1.1, section 4.8.12.6). */
function queryPairs({ name, contentType, style, explode }: Parameter, value: JsonValue): readonly string[] {
  const pair = (key: string, text: string) => `${encoded(key)}=${text}`;
  const shown = (part: JsonValue) => encoded(plainText(part)).replaceAll('%2C', ',');
  if (contentType !== undefined || typeof value !== 'object' || value === null) return [pair(name, shown(value))];
  const separator = SEPARATORS[style] ?? ',';
  if (Array.isArray(value)) {
    const items = value.map((item) => shown(item as JsonValue));
    return explode ? items.map((item) => pair(name, item)) : [pair(name, items.join(separator))];
  }
  const members = Object.entries(value).map(([key, member]) => [key, shown(member as JsonValue)] as const);
  if (style === 'deepObject') return members.map(([key, member]) => pair(`${name}[${key}]`, member));
  if (explode) return members.map(([key, member]) => pair(key, member));
  return [pair(name, members.map(([key, member]) => `${encoded(key)}${separator}${member}`).join(separator))];
}

/** The query that is one value: the fields of a form, or the text of its media type, percent-encoded (OpenAPI 3.2, section 4.12.1). */
function wholeQuery(parameter: Parameter, value: JsonValue): string {
  const { contentType = '' } = parameter;
  if (!isQueryForm(parameter) || !isMembers(value)) return encoded(isJson(contentType) ? jsonText(value) : plainText(value));
  const fields = Object.entries(value).flatMap(([name, field]) =>
    (Array.isArray(field) ? field : [field]).map((item) => [name, plainText(item as JsonValue)] as const),
  );
  return fields.map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join('&');
}

/** The options that send the credentials of an operation, and comments to write above the command. */
function credentialOptions(service: Service, operation: Operation): { readonly credentials: string[]; readonly notes: string[] } {
  const notes: string[] = [];
  const credentials: string[] = [];
  for (const scheme of schemesOf(service, operation)) {
    const { curl, note } = securityTraits(scheme);
    if (note !== undefined) notes.push(note);
    for (const { option, text, variables } of curl((suffix) => credentialVariable(scheme, suffix), operation.body !== undefined))
      credentials.push(`${option} ${wordWithVariables(text, variables)}`);
  }
  return { credentials, notes };
}

/** The body as options of curl. A file is `@file`. */
function curlBody(content: MediaContent, value: JsonValue): string[] {
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  const files = fileFields(content.schema);
  if (isStreamFormat(content.kind))
    return [`-H ${shellWord(`Content-Type: ${concreteType(content)}`)}`, `--data-binary ${shellWord(streamText(content, value))}`];
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
    case 'xml':
      return [`-H ${shellWord(`Content-Type: ${concreteType(content)}`)}`, '--data-binary @body.xml'];
    case 'parts':
      return [`-H ${shellWord(`Content-Type: ${concreteType(content)}; boundary=parts`)}`, '--data-binary @parts'];
    case 'bytes':
      return [`-H ${shellWord(`Content-Type: ${concreteType(content)}`)}`, '--data-binary @file'];
    default:
      return [
        `-H ${shellWord(`Content-Type: ${concreteType(content)}`)}`,
        `--data ${shellWord(typeof value === 'string' ? value : jsonText(value))}`,
      ];
  }
}

/** The text of a stream with these items. */
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

function plainText(value: JsonValue): string {
  if (Array.isArray(value)) return value.map(plainText).join(',');
  return typeof value === 'object' && value !== null ? jsonText(value) : String(value);
}

/** Percent-encoded. A lone surrogate has no encoding and becomes U+FFFD. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

/** A text as one word of a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A text of the document followed by variables, as one word in which the shell expands only the variables. */
function wordWithVariables(text: string, variables: string): string {
  return /^[\w@%+=:,./ -]*$/.test(text) ? `"${text}${variables}"` : `'${text.replaceAll("'", `'\\''`)}'"${variables}"`;
}
