// Passes a finished request to `fetch`, and turns its failure into an error that shows no secret.

import { TransportError } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import { getOwn } from '../contract/own.ts';
import type { Send, SendInit } from '../contract/request.ts';

/** @throws {TransportError} when there is no response. An abort is thrown as it is. */
export async function tryFetch(
  url: string,
  init: SendInit,
  fetch: Send,
  operation: Operation,
  secrets: readonly string[],
): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    const [code, text] = inspect(error);
    throw new TransportError(operation.id, code, text === undefined || masked(text, secrets) !== text ? undefined : error);
  }
}

const MAX_VALUES = 999;

/**
 * The system's code in an error or its causes, and all text that printing the error would show. The text is left out where there is too much of
 * it, or a value whose text is hidden, such as a `Request`.
 */
function inspect(error: unknown): [code?: string | undefined, text?: string] {
  const values = [error];
  let code: string | undefined;
  let text = '';
  // The loop adds values to the array.
  for (const value of values) {
    if (values.length > MAX_VALUES) return [code];
    if (typeof value !== 'object' || value === null) text += String(value);
    else {
      if (value instanceof Error) {
        const own = getOwn(value, 'code');
        if (typeof own === 'string') code ??= own;
        // The message of a `DOMException` is inherited.
        values.push(value.message);
      } else if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return [code];
      for (const name of Object.getOwnPropertyNames(value).slice(0, MAX_VALUES)) values.push(getOwn(value, name));
    }
  }
  return [code, text];
}

/** Text with each secret masked, in its plain and its JSON form. */
export function masked(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .sort((a, b) => b.length - a.length)
    .reduce((clean, secret) => clean.replaceAll(secret, '***'), text);
}
