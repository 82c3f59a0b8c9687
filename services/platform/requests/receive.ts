// Receives each request before a server does: it says at which address the service is and who the caller is, and refuses the character U+0000.

import { type FetchHandler, intercept, refuse, type ServerRequest } from '@octavo/runtime';
import { type Forwards, noForwards } from './callers.ts';
import type { Watch } from './watch.ts';

/** Why a request with U+0000 is refused, here and where the store cannot keep a text. */
export const NULL_CHARACTER = 'The request has a null character (U+0000) where none is allowed.';

/** Where a service is reached. */
interface Place {
  /** The scheme and authority with which links begin. */
  readonly origin: string;
  /** Whether it was given, so that no proxy changes it. */
  readonly isFixed: boolean;
}

interface Receiving {
  /** `undefined` while the service is reached in memory alone. */
  readonly place: () => Place | undefined;
  /** Default: no proxy is trusted. */
  readonly forwards?: Forwards | undefined;
  /** Is told of each request that was answered. */
  readonly watch?: Watch | undefined;
}

/**
 * The same server, for operations, pages and control alike.
 * - `context.url` begins with the address at which the service was started, or a trusted proxy was reached: the header `Host` is the caller's, and
 *   what a caller writes there must not be in links that others get.
 * - The identifier of a request is that of a trusted proxy, or a new one.
 * - No path, query or body brings U+0000 into a text: PostgreSQL cannot keep it, and in a page or a log it ends what is shown.
 */
export function receiving<Server extends FetchHandler>(server: Server, { place, forwards = noForwards, watch }: Receiving): Server {
  if (server.answer === undefined) return server;
  const guarded = intercept(server, async (request, next) => {
    const { client, requestId = watch?.newId(), ...forwarded } = forwards(request);
    const received = new Received(request, originOf(place(), forwarded), client, requestId);
    const answer = () => {
      if (request.target.includes('%00') && server.refuse !== undefined) return server.refuse('invalid-request', NULL_CHARACTER, received);
      return next(received);
    };
    if (watch === undefined || requestId === undefined) return answer();
    return watch.answer({ requestId, method: request.method, client: received.peer }, received, answer);
  });
  return Object.assign(guarded, { ...server, answer: guarded.answer }) as Server;
}

function originOf(place: Place | undefined, { scheme, authority }: ReturnType<Forwards>): string | undefined {
  if (place === undefined || place.isFixed || (scheme === undefined && authority === undefined)) return place?.origin;
  const [ownScheme = '', ownAuthority = ''] = place.origin.split('://');
  return `${scheme ?? ownScheme}://${authority ?? ownAuthority}`;
}

class Received implements ServerRequest {
  readonly #request: ServerRequest;
  readonly #origin: string | undefined;
  readonly #client: string | undefined;
  readonly #id: string | undefined;

  constructor(request: ServerRequest, origin: string | undefined, client: string | undefined, id: string | undefined) {
    this.#request = request;
    this.#origin = origin;
    this.#client = client;
    this.#id = id;
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
    return this.#client ?? this.#request.peer;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  header(name: string): string | undefined {
    return name === 'x-request-id' ? this.#id : this.#request.header(name);
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
