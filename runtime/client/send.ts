// Passes a finished request to `fetch`, and turns its failure into an error that shows no secret.

import { TransportError } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import type { Send } from '../contract/outgoing.ts';
import { getOwn } from '../contract/own.ts';

/** Requests that wait for their response. */
const pending = /* @__PURE__ */ new Set<Request>();

/**
 * Sends a request, and keeps it alive until there is a response. Only the request connects its signal to the caller's, by a weak reference
 * (undici 7): were it collected, code that waits for the abort, such as a `fetch` of one's own, would wait for ever.
 */
export async function sendHeld(request: Request, send: Send): Promise<Response> {
  pending.add(request);
  try {
    return await send(request);
  } finally {
    pending.delete(request);
  }
}

/** @throws {TransportError} when there is no response. An abort is thrown as it is. */
export async function tryFetch(request: Request, fetch: Send, operation: Operation, secrets: readonly string[]): Promise<Response> {
  // Like `sendHeld`, with one promise less.
  pending.add(request);
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    const { code, text } = inspect(error);
    throw new TransportError(operation.id, code, text !== undefined && masked(text, secrets) === text ? error : undefined);
  } finally {
    pending.delete(request);
  }
}

const MAX_VALUES = 999;

/**
 * The system's code in an error or its causes, and all text that printing the error would show. `text` is `undefined` where there is too much of
 * it, or a value whose text is hidden, such as a `Request`.
 */
function inspect(error: unknown): { code: string | undefined; text: string | undefined } {
  const values = [error];
  let code: string | undefined;
  let text = '';
  // The loop adds values to the array.
  for (const value of values) {
    if (values.length > MAX_VALUES) return { code, text: undefined };
    if (typeof value !== 'object' || value === null) {
      text += String(value);
      continue;
    }
    if (value instanceof Error) {
      const own = getOwn(value, 'code');
      if (typeof own === 'string') code ??= own;
      // The message of a `DOMException` is inherited.
      values.push(value.message);
    } else if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return { code, text: undefined };
    for (const name of Object.getOwnPropertyNames(value).slice(0, MAX_VALUES)) values.push(getOwn(value, name));
  }
  return { code, text };
}

/** Text with each secret masked, in its plain and its JSON form. */
export function masked(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .sort((a, b) => b.length - a.length)
    .reduce((clean, secret) => clean.replaceAll(secret, '***'), text);
}
