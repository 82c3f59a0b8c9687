// Reads a request of the sandbox's log into the form, as a server reads it, so that it can be changed and sent again.
import type { Operation as Row } from '@octavo/runtime';
import type { ConsoleOperation } from '../../../generator/docs/console/data.ts';
import { parseExactJson } from '../../../runtime/json/strict.ts';
import { knownNames, readParameters } from '../../../runtime/server/receive.ts';
import { queryPairs } from '../../../runtime/wire/pairs.ts';
import { fromBase64url } from '../../shared/base64url.ts';
import { isRecord } from '../form/choose.ts';
import { contentOf, type Input } from './input.ts';

/** The log has it without credentials. */
export interface LoggedRequest {
  /** Path and query. */
  readonly target: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Reads the parameter `log` of a link; `undefined` for other text. */
export function decodeLogged(encoded: string): LoggedRequest | undefined {
  try {
    const value: unknown = JSON.parse(fromBase64url(encoded));
    if (!isRecord(value) || typeof value.target !== 'string' || !isRecord(value.headers)) return undefined;
    const headers = Object.fromEntries(
      Object.entries(value.headers).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
    );
    return { target: value.target, headers, ...(typeof value.body === 'string' ? { body: value.body } : {}) };
  } catch {
    return undefined;
  }
}

/** A value that is not as declared stays as the text that was sent. What the log does not hold, such as files, is that of the example. */
export function loggedInput(row: Row, operation: ConsoleOperation, { target, headers, body }: LoggedRequest, example: Input): Input {
  const [path = '', search = ''] = target.split(/\?(.*)/s, 2);
  const query = queryPairs(search) ?? new Map<string, string[]>();
  const request = {
    method: operation.method,
    target,
    origin: '',
    header: (name: string) => headers[name],
    bytes: () => Promise.resolve(new Uint8Array()),
    stream: () => new ReadableStream<Uint8Array<ArrayBuffer>>(),
    signal: new AbortController().signal,
  };
  const values = pathValues(row.path, path);
  const parts: Record<string, unknown> = readParameters(
    { operation: row, request, path: values ?? new Map(), query, lenient: true },
    knownNames(row),
    [],
  );
  for (const { in: place, name } of operation.parameters) {
    const sent = place === 'query' ? query.get(name)?.[0] : undefined;
    const known = parts.query;
    if (sent !== undefined && !(isRecord(known) && Object.hasOwn(known, name)))
      parts.query = { ...(isRecord(known) ? known : {}), [name]: decoded(sent) };
  }
  return {
    ...parts,
    ...(values === undefined && example.path !== undefined ? { path: example.path } : {}),
    ...bodyOf(operation, headers['content-type'], body, example),
  };
}

/** The values of the path as they were sent; the path may begin with that of the server. `undefined` where it is another path. */
function pathValues(template: string, path: string): ReadonlyMap<string, string> | undefined {
  const names: string[] = [];
  const pattern = template
    .split(/\{([^{}]+)\}/)
    .map((part, index) => {
      if (index % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      names.push(part);
      return '([^/]+)';
    })
    .join('');
  const found = new RegExp(`${pattern}/?$`).exec(path);
  return found === null ? undefined : new Map(names.map((name, index) => [name, found[index + 1] ?? '']));
}

function bodyOf(operation: ConsoleOperation, type: string | undefined, body: string | undefined, example: Input): Input {
  const content = contentOf(operation, type?.split(';')[0]?.trim());
  if (content === undefined || body === undefined) return {};
  if (content.kind === 'multipart' || content.kind === 'parts' || content.kind === 'bytes')
    return { body: example.body, contentType: content.sent };
  return { body: content.kind === 'form' ? formOf(body) : jsonOr(body), contentType: content.sent };
}

function formOf(body: string): Readonly<Record<string, unknown>> {
  const fields = new URLSearchParams(body);
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const [value, ...more] = fields.getAll(name);
      return [name, more.length === 0 ? value : [value, ...more]];
    }),
  );
}

function jsonOr(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
