// Hands a finished request to `fetch`, and makes of its failure an error that holds no secret.
import { TransportError } from './errors.ts';
import type { Operation } from './operation.ts';

/** What `fetch` is, and what goes around it. */
export type Send = (request: Request) => Promise<Response>;

/** @throws {TransportError} when there is no answer; aborts are thrown as they are. */
export async function tryFetch(request: Request, fetch: Send, operation: Operation, secrets: readonly string[]): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    let code: unknown;
    let seen = '';
    // What a platform's error says, a few causes down: the system's code, and whether a secret is in it.
    for (let cause: unknown = error; cause instanceof Error && seen.length < 1e5; cause = cause.cause) {
      code ??= (cause as { code?: unknown }).code;
      seen += cause.message + cause.stack + Object.values(cause);
    }
    throw new TransportError(operation.id, typeof code === 'string' ? code : undefined, masked(seen, secrets) === seen ? error : undefined);
  }
}

/** Text with each secret masked, as it is and as JSON has it. */
export function masked(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .sort((a, b) => b.length - a.length)
    .reduce((clean, secret) => clean.replaceAll(secret, '***'), text);
}
