// The sample with curl: one command, which a POSIX shell runs.

import { jsonText } from '../../base/exact.ts';
import { isStreamFormat } from '../../base/stream-formats.ts';
import { isMembers } from '../../emit/held/held-value.ts';
import { concreteType } from '../../model/media-type.ts';
import type { JsonValue } from '../../model/schema/schema.ts';
import { securityTraits } from '../../model/security-kinds.ts';
import type { MediaContent, Operation, Service } from '../../model/service.ts';
import { fileFields, partsWithHeaders } from './parts.ts';
import { bodyExample, credentialVariable, schemesOf } from './request.ts';
import { plainText, sentParts } from './sent-parts.ts';

/** `base` is the URL before the path of the operation. */
export function curlSample(service: Service, operation: Operation, base: string): string {
  const { path, query, headers, cookies } = sentParts(service, operation);
  const { credentials, notes } = credentialOptions(service, operation);
  const body = bodyExample(service, operation);
  const url = `${base}${path}${query}`;
  const words = [`curl${operation.method === 'GET' ? '' : ` -X ${operation.method}`} ${shellWord(url)}`, ...credentials];
  for (const header of headers) words.push(`-H ${shellWord(header)}`);
  if (cookies.length > 0) words.push(`-b ${shellWord(cookies.join('; '))}`);
  if (body !== undefined) {
    words.push(...curlBody(body.content, body.value));
  }
  return [...notes, words.join(' \\\n  ')].join('\n');
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
        `--data ${shellWord(typeof value === 'string' ? value : jsonOf(value))}`,
      ];
  }
}

/** The length up to which a JSON text stays on one line beside `--data`. */
const SHORT = 60;

/** JSON as a person reads it: on one line where it is short. */
function jsonOf(value: JsonValue): string {
  const text = jsonText(value);
  return text.length <= SHORT ? text : jsonText(value, 2);
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

/** A text as one word of a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A text of the document followed by variables, as one word in which the shell expands only the variables. */
function wordWithVariables(text: string, variables: string): string {
  return /^[\w@%+=:,./ -]*$/.test(text) ? `"${text}${variables}"` : `'${text.replaceAll("'", `'\\''`)}'"${variables}"`;
}
