// Receives each request before a server does: it says at which address the service is, and refuses the character U+0000.

import { type FetchHandler, intercept, refuse, type ServerRequest } from '@octavo/runtime';

/** Why a request with U+0000 is refused, here and where the store cannot keep a text. */
export const NULL_CHARACTER = 'The request has a null character (U+0000) where none is allowed.';

/**
 * The same server, for operations, pages and control alike.
 * - `context.url` begins with the address at which the service was started: the header `Host` is the caller's, and what a caller writes there must
 *   not be in links that others get.
 * - No path, query or body brings U+0000 into a text: PostgreSQL cannot keep it, and in a page or a log it ends what is shown.
 * @param origin of the service; `undefined` while it is reached in memory alone
 */
export function receiving<Server extends FetchHandler>(server: Server, origin: () => string | undefined): Server {
  if (server.answer === undefined) return server;
  const guarded = intercept(server, async (request, next) => {
    if (request.target.includes('%00') && server.refuse !== undefined) return server.refuse('invalid-request', NULL_CHARACTER, request);
    return next(new Received(request, origin()));
  });
  return Object.assign(guarded, { ...server, answer: guarded.answer }) as Server;
}

class Received implements ServerRequest {
  readonly #request: ServerRequest;
  readonly #origin: string | undefined;

  constructor(request: ServerRequest, origin: string | undefined) {
    this.#request = request;
    this.#origin = origin;
  }

  get method(): string {
    return this.#request.method;
  }

  get target(): string {
    return this.#request.target;
  }

  get origin(): string {
    return this.#origin ?? this.#request.origin;
  }

  get peer(): string | undefined {
    return this.#request.peer;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  header(name: string): string | undefined {
    return this.#request.header(name);
  }

  async bytes(limit: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.#request.bytes(limit);
    if (holdsNull(bytes, this.#request.header('content-type'))) throw refuse(400, { kind: 'invalid-request', detail: NULL_CHARACTER });
    return bytes;
  }

  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.#request.stream();
  }
}

/** Whether a text in a form or in JSON has the character. */
function holdsNull(bytes: Uint8Array<ArrayBuffer>, type: string | undefined): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (/^application\/x-www-form-urlencoded\b/i.test(type ?? '')) return content.includes(0) || content.includes('%00');
  for (let at = content.indexOf('\\u0000'); at >= 0; at = content.indexOf('\\u0000', at + 1)) {
    // After a backslash that is escaped itself, it is only a text that looks like it.
    let before = at;
    while (before > 0 && content[before - 1] === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 0) return true;
  }
  return false;
}

const BACKSLASH = 0x5c;
