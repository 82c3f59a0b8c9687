// The sample with curl: one command, which a POSIX shell runs.
import { isMembers } from '../../emit/held/held-value.ts';
import { jsonText } from '../../exact.ts';
import type { JsonValue } from '../../model/schema/schema.ts';
import type { MediaContent, Operation, Service } from '../../model/service.ts';
import { parameterExample } from './example.ts';
import { fileFields, partsWithHeaders } from './parts.ts';
import { baseUrl, bodyExample, credentialVariable, schemesOf, shownParameters } from './request.ts';

export function curlSample(service: Service, operation: Operation): string {
  const query: string[] = [];
  const headers: string[] = [];
  const cookies: string[] = [];
  let path = operation.path;
  for (const parameter of shownParameters(operation)) {
    const text = plainText(parameterExample(parameter));
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encoded(text));
    else if (parameter.in === 'query') query.push(`${encoded(parameter.name)}=${encoded(text).replaceAll('%2C', ',')}`);
    else if (parameter.in === 'header') headers.push(`${parameter.name}: ${text}`);
    else if (parameter.in === 'cookie') cookies.push(`${parameter.name}=${encoded(text)}`);
  }
  const { credentials, notes } = credentialOptions(service, operation);
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

/** The options that send the credentials of an operation, and comments to write above the command. */
function credentialOptions(service: Service, operation: Operation): { readonly credentials: string[]; readonly notes: string[] } {
  const notes: string[] = [];
  const credentials: string[] = [];
  for (const scheme of schemesOf(service, operation)) {
    const value = `$${credentialVariable(scheme)}`;
    switch (scheme.kind) {
      case 'apiKey':
        if (scheme.in === 'query') credentials.push(`--url-query ${wordWithVariable(`${scheme.parameter}=`, value)}`);
        else if (scheme.in === 'header') credentials.push(`-H ${wordWithVariable(`${scheme.parameter}: `, value)}`);
        else credentials.push(`-b ${wordWithVariable(`${scheme.parameter}=`, value)}`);
        break;
      case 'basic':
        credentials.push(`-u "$${credentialVariable(scheme, '_USERNAME')}:$${credentialVariable(scheme, '_PASSWORD')}"`);
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
  return { credentials, notes };
}

/** The body as options of curl. A file is `@file`. */
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

/** A text of the document followed by a variable, as one word in which the shell expands only the variable. */
function wordWithVariable(text: string, value: string): string {
  return /^[\w@%+=:,./ -]*$/.test(text) ? `"${text}${value}"` : `'${text.replaceAll("'", `'\\''`)}'"${value}"`;
}
