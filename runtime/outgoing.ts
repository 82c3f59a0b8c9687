// Turns an operation and its input into the parts of a request: path, query, headers, body. The typed client, the raw client and webhooks share it.
import { type EncodedBody, matchContent } from './body.ts';
import { checkHeader, encodeParameter, encodePath } from './encode.ts';
import { InvalidParameterError } from './errors.ts';
import type { Operation } from './operation.ts';
import { essenceOf, getOwn } from './text.ts';

export interface RequestParts {
  readonly path: string;
  /** In place of the base address and the path: where a link led. */
  readonly url?: string;
  /** Encoded pairs, without `?`. */
  readonly query: string[];
  /** Encoded header parameters, and `accept` and `content-type`. */
  readonly headers: Record<string, string>;
  /** Encoded `name=value` pairs. */
  readonly cookies: string[];
  readonly body?: NonNullable<EncodedBody['body']>;
  /** Whether the document declares a redirect as an answer. */
  readonly redirects: boolean;
}

/** The parts of an input; own properties only are read. */
export interface InputParts {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly header?: unknown;
  readonly cookie?: unknown;
  readonly querystring?: unknown;
  readonly body?: unknown;
  readonly contentType?: unknown;
}

/**
 * `signal` ends a body that is sent as a stream.
 * @throws {InvalidParameterError} when a value has no form in its place.
 */
export function encodeRequest(operation: Operation, input: InputParts | undefined, signal?: AbortSignal): RequestParts {
  const { accept, redirects } = answersOf(operation);
  const headers: Record<string, string> = accept === '' ? {} : { accept };
  const query: string[] = [];
  const cookies: string[] = [];
  const segments = new Map<string, string>();
  const { id } = operation;
  for (const parameter of operation.parameters ?? []) {
    const { in: where, name, required } = parameter;
    const part = getOwn(input, where);
    const value = where === 'querystring' ? part : getOwn(part, name);
    const text = encodeParameter(parameter, value, id);
    if (text === undefined) {
      if (required === true && value !== undefined) throw new InvalidParameterError(`${where}.${name}`, 'must not be empty', id);
    } else if (where === 'path') segments.set(name, text);
    else if (where === 'header') headers[name.toLowerCase()] = text;
    else (where === 'cookie' ? cookies : query).push(text);
  }
  const path = encodePath(operation.path, (name) => segments.get(name), id);
  const body = encodeBody(operation, input, headers, signal);
  return body === undefined ? { path, query, headers, cookies, redirects } : { path, query, headers, cookies, redirects, body };
}

function encodeBody(
  operation: Operation,
  input: InputParts | undefined,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): RequestParts['body'] | undefined {
  const body = getOwn(input, 'body');
  if (body === undefined || operation.body === undefined) return undefined;
  const { contents } = operation.body;
  const asked = getOwn(input, 'contentType');
  const found = typeof asked === 'string' ? matchContent(contents, asked) : Object.entries(contents)[0];
  if (found === undefined) throw new InvalidParameterError('body', 'has a media type that the operation does not take', operation.id);
  const [declared, codec] = found;
  const encoded = codec.encode(body, typeof asked === 'string' && declared.includes('*') ? asked : declared, signal);
  if (encoded.body === undefined) throw new InvalidParameterError('body', 'has no form in its media type', operation.id);
  if (encoded.contentType !== undefined) headers['content-type'] = checkHeader('content-type', encoded.contentType, operation.id);
  return encoded.body;
}

interface Answers {
  /** The media types of all declared answers. */
  readonly accept: string;
  readonly redirects: boolean;
}

const answers = /* @__PURE__ */ new WeakMap<Operation, Answers>();

function answersOf(operation: Operation): Answers {
  let found = answers.get(operation);
  if (found === undefined) {
    const declared = Object.entries(operation.responses);
    const types = new Set(declared.flatMap(([, response]) => Object.keys(response.contents ?? {}).map(essenceOf)));
    found = { accept: [...types].join(', '), redirects: declared.some(([status]) => /^3(?!04)/.test(status)) };
    answers.set(operation, found);
  }
  return found;
}
