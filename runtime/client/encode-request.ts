// Encodes an operation's input as a request: path, query, headers, cookies, body. The typed client, the raw client and webhooks use it.
import type { Operation } from '../contract/operation.ts';
import { getOwn } from '../contract/own.ts';
import type { EncodedRequest } from '../contract/request.ts';
import { encodeParameter, fillPath, refuse } from '../wire/encode.ts';

/** The base of all inputs; generated types are narrower. Only its own properties are read. */
export interface AnyInput {
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
export function encodeRequest(operation: Operation, input: AnyInput | undefined, signal?: AbortSignal): EncodedRequest {
  const { id, method, accept, body } = operation;
  let { path } = operation;
  const query = [...(operation.constants ?? [])];
  const headers: Record<string, string> = accept ? { accept } : {};
  const cookies: string[] = [];
  for (const parameter of operation.parameters ?? []) {
    const { in: where, name, required } = parameter;
    const part = getOwn(input, where);
    const value = where === 'querystring' ? part : getOwn(part, name);
    const text = encodeParameter(parameter, value, id);
    if (where === 'path') path = fillPath(path, name, text, id);
    else if (text === undefined) {
      if (required && value !== undefined) refuse(parameter, 'is empty', id);
    } else if (where === 'header') headers[name.toLowerCase()] = text;
    else (where === 'cookie' ? cookies : query).push(text);
  }
  const value = getOwn(input, 'body');
  const encoded = value === undefined ? value : body?.encode(operation, body, value, getOwn(input, 'contentType'), signal);
  return { method, path, query, cookies, ...encoded, headers: { ...headers, ...encoded?.headers } };
}
