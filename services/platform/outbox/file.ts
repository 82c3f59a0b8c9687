// Reads a file from the address of a caller, as a delivery of the outbox: outside of units of work, by the guarded network, and again where it
// failed.

import { checkTarget, type SendAnswer, type SendOptions, TransportError } from '@octavo/runtime';
import type { Network } from '@octavo/runtime/conformance';

/** The bytes that a file may have, unless its service says otherwise. */
const MOST_BYTES = 64 * 2 ** 20;

/** A file cannot be used, and another attempt would find the same. The message says what is wrong with it, for people: `has no header`. */
export class FileFault extends Error {
  override readonly name = 'FileFault';

  constructor(reason: string) {
    super(`The file ${reason}.`);
  }
}

interface FileOptions extends SendOptions {
  /** Bytes. Default: 64 MiB. */
  readonly most?: number;
}

/**
 * The `post` of a delivery that fetches:
 * `post: ({ url, payload }, network, options) => readFile(url, network, options, (bytes) => save(payload, bytes))`. Redirects are not followed. Where
 * the address answers with an error, or the connection breaks, the schedule of the delivery decides.
 * @param read gets the bytes as they arrive, and must write what may come a second time
 * @throws {FileFault} where the file is too large, or what `read` throws: the delivery is given up then
 */
export async function readFile(
  url: string,
  network: Network,
  { signal, onAnswer, most = MOST_BYTES }: FileOptions,
  read: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const response = await request(url, network, { signal });
  const answered = () => onAnswer?.(answerOf(response));
  if (response.status !== 200) {
    drop(response.body);
    if (response.ok) throw new FileFault(`came with the status ${response.status}, not 200`);
    return answered();
  }
  await read(bounded(response, most, signal));
  // What was answered with 200 has arrived only when it was read.
  answered();
}

/** Requests an address by GET, once, without following redirects. */
export async function request(url: string, network: Network, { signal, onAnswer }: SendOptions): Promise<Response> {
  const { href } = checkTarget(url, network.allowPrivate);
  const init = { method: 'GET', headers: {}, redirect: 'manual', ...(signal && { signal }) } as const;
  const response = await network.fetch(href, init).catch((error: unknown) => broken(error, signal));
  onAnswer?.(answerOf(response));
  return response;
}

function answerOf({ status, headers }: Response): SendAnswer {
  return { status, retryAfter: headers.get('retry-after') ?? undefined };
}

async function* bounded({ headers, body }: Response, most: number, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const tooLarge = () => new FileFault(`has more than ${most} bytes`);
  if (Number(headers.get('content-length') ?? 0) > most) {
    drop(body);
    throw tooLarge();
  }
  let length = 0;
  const reader = body?.getReader();
  try {
    for (;;) {
      const next = await reader?.read().catch((error: unknown) => broken(error, signal));
      if (next === undefined || next.done) return;
      length += next.value.length;
      if (length > most) throw tooLarge();
      yield next.value;
    }
  } finally {
    drop(reader);
  }
}

/** Reads no more. It does not wait, since the outbox may still be reading the beginning for its record. */
function drop(body: Pick<ReadableStream, 'cancel'> | ReadableStreamDefaultReader | null | undefined): void {
  body?.cancel().catch(() => undefined);
}

/** An address that may not be called, and the end of an attempt, are reasons of their own. All else is the network's. */
function broken(error: unknown, signal: AbortSignal | undefined): never {
  signal?.throwIfAborted();
  if (error instanceof Error && error.name === 'BlockedAddressError') throw error;
  throw new TransportError('readFile', undefined, error);
}
