// Hands a finished request to `fetch`, and makes of its failure an error that holds no secret.

import { TransportError } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import type { Send } from '../contract/outgoing.ts';
import { getOwn } from '../contract/own.ts';

/** Requests that wait for their answer. */
const waiting = /* @__PURE__ */ new Set<Request>();

/**
 * Sends a request, and holds it until there is an answer. Its signal is tied to the caller's by the request alone, and weakly (undici 7): who
 * waits for the abort of one that nobody holds, as a `fetch` made of promises may, is garbage with it, and so is whoever waits for that.
 */
export async function sendHeld(request: Request, send: Send): Promise<Response> {
  waiting.add(request);
  try {
    return await send(request);
  } finally {
    waiting.delete(request);
  }
}

/** @throws {TransportError} when there is no answer; aborts are thrown as they are. */
export async function tryFetch(request: Request, fetch: Send, operation: Operation, secrets: readonly string[]): Promise<Response> {
  // As `sendHeld` does, without a promise more.
  waiting.add(request);
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    const { code, text } = lookThrough(error);
    throw new TransportError(operation.id, code, text !== undefined && masked(text, secrets) === text ? error : undefined);
  } finally {
    waiting.delete(request);
  }
}

const MOST_PARTS = 999;

/**
 * The system's code in an error or its causes, and all text in it and what hangs on it. No text where there is too much, or something that
 * cannot be looked into and yet would be printed, such as a `Request`.
 */
function lookThrough(error: unknown): { code: string | undefined; text: string | undefined } {
  const parts = [error];
  let code: string | undefined;
  let text = '';
  // Parts are added on the way.
  for (const part of parts) {
    if (parts.length > MOST_PARTS) return { code, text: undefined };
    if (typeof part !== 'object' || part === null) {
      text += String(part);
      continue;
    }
    if (part instanceof Error) {
      const own = getOwn(part, 'code');
      if (typeof own === 'string') code ??= own;
      // That of a `DOMException` is not its own.
      parts.push(part.message);
    } else if (!Array.isArray(part) && Object.getPrototypeOf(part) !== Object.prototype) return { code, text: undefined };
    for (const name of Object.getOwnPropertyNames(part).slice(0, MOST_PARTS)) parts.push(getOwn(part, name));
  }
  return { code, text };
}

/** Text with each secret masked, as it is and as JSON has it. */
export function masked(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .sort((a, b) => b.length - a.length)
    .reduce((clean, secret) => clean.replaceAll(secret, '***'), text);
}
