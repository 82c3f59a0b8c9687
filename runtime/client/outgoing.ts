// Encodes an operation's input as the parts of a request: path, query, headers, cookies, body. The typed client, the raw client and webhooks use it.
import type { EncodedBody } from '../contract/body.ts';
import { InvalidParameterError } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import type { Guard } from '../contract/outgoing.ts';
import { getOwn } from '../contract/own.ts';
import { encodeParameter, fillPath } from '../wire/encode.ts';

export interface RequestParts {
  readonly path: string;
  /** Replaces base URL and path, for a link that was followed. */
  readonly url?: string;
  /** Replaces the operation's method, for such a link. */
  readonly method?: 'GET';
  /** Encoded pairs, without `?`. */
  readonly query: string[];
  /** Encoded header parameters, and `accept` and `content-type`. */
  readonly headers: Record<string, string>;
  /** Encoded `name=value` pairs. */
  readonly cookies: string[];
  readonly body: NonNullable<EncodedBody['body']> | undefined;
  /** Set where there is a body. */
  readonly guard?: Guard | undefined;
}

/** An input. Only its own properties are read. */
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
 * The abort of `signal` ends a body that is sent as a stream.
 * @throws {InvalidParameterError} for a value that cannot be encoded where it belongs.
 */
export function encodeRequest(operation: Operation, input: InputParts | undefined, signal?: AbortSignal): RequestParts {
  const { id, accept, body } = operation;
  const parts: { -readonly [Key in keyof RequestParts]: RequestParts[Key] } = {
    path: operation.path,
    query: [...(operation.constants ?? [])],
    headers: accept === undefined ? {} : { accept },
    cookies: [],
    body: undefined,
    guard: undefined,
  };
  for (const parameter of operation.parameters ?? []) {
    const { in: where, name, required } = parameter;
    const part = getOwn(input, where);
    const value = where === 'querystring' ? part : getOwn(part, name);
    const text = encodeParameter(parameter, value, id);
    if (where === 'path') parts.path = fillPath(parts.path, name, text, id);
    else if (text === undefined) {
      if (required && value !== undefined) throw new InvalidParameterError(`${where}.${name}`, 'is empty', id);
    } else if (where === 'header') parts.headers[name.toLowerCase()] = text;
    else parts[where === 'cookie' ? 'cookies' : 'query'].push(text);
  }
  const value = getOwn(input, 'body');
  if (value !== undefined) parts.body = body?.encode(id, body, value, getOwn(input, 'contentType'), parts, signal);
  return parts;
}
