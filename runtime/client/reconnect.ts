// Reads a stream of server-sent events over several connections: reconnects with `Last-Event-ID`, as the EventSource of browsers does.
import { ApiError, TransportError, UnexpectedResponseError } from '../contract/errors.ts';
import { eventStreamState } from '../contract/event-state.ts';
import { BrokenStreamError } from '../contract/stream-errors.ts';
import { sleep } from './sleep.ts';

export interface ReconnectOptions {
  /** Passed to each call of `open`; its abort ends waits too. */
  readonly signal?: AbortSignal;
  /** Where to begin: the `id` of the last event that was received. */
  readonly lastEventId?: string;
  /** How many connections in a row may fail, or bring no event. Default: 10. */
  readonly attempts?: number;
  /** The wait before reconnecting, until the stream sets `retry`. Default: 1,000. */
  readonly delayMilliseconds?: number;
  /** The longest wait, whatever `retry` the stream sets. Default: 60,000. */
  readonly maxDelayMilliseconds?: number;
}

/** The options that `open` passes on to the client's method. */
export interface ReconnectCall {
  readonly signal?: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * `for await (const event of reconnect(async (options) => unwrap(await client.watch({}, options))))`. Reconnects when a stream ends or breaks off,
 * and after 429, 502, 503 and 504. After an error the wait is random, and its range doubles with each failure in a row. The loop ends when `open`
 * returns `undefined`, as `unwrap` does for 204, and after the stream's end marker. Leaving the loop closes the connection.
 * @throws what `open` throws for any other reason, and the last error after too many failures in a row.
 */
export async function* reconnect<Event>(
  open: (options: ReconnectCall) => Promise<AsyncIterable<Event> | undefined>,
  options: ReconnectOptions = {},
): AsyncGenerator<Event, void> {
  const { signal, attempts = 10, maxDelayMilliseconds = 60_000 } = options;
  let { lastEventId = '', delayMilliseconds = 1000 } = options;
  for (let failures = 0; ; ) {
    signal?.throwIfAborted();
    let broken: unknown;
    let stream: AsyncIterable<Event> | undefined;
    try {
      const headers: Record<string, string> = lastEventId === '' ? {} : { 'last-event-id': headerText(lastEventId) };
      stream = await open(signal === undefined ? { headers } : { headers, signal });
      if (stream === undefined) return;
      for await (const event of stream) {
        failures = 0;
        yield event;
      }
    } catch (error) {
      if (signal?.aborted === true || !isTemporary(error)) throw error;
      broken = error;
    }
    const state = stream === undefined ? undefined : eventStreamState(stream);
    if (state?.isComplete === true) return;
    if (state !== undefined && state.lastEventId !== '') lastEventId = state.lastEventId;
    delayMilliseconds = state?.retryMilliseconds ?? delayMilliseconds;
    failures++;
    if (failures > attempts) {
      if (broken !== undefined) throw broken;
      return;
    }
    const longest = Math.min(maxDelayMilliseconds, delayMilliseconds * 2 ** (failures - 1));
    await sleep(broken === undefined ? longest : longest * Math.random(), signal);
  }
}

/** The identifier as a header value: the standard sends it as UTF-8, and `fetch` takes each byte as one character. */
function headerText(id: string): string {
  return Array.from(new TextEncoder().encode(id), (byte) => String.fromCharCode(byte)).join('');
}

function isTemporary(error: unknown): boolean {
  // A proxy in front of the service may send statuses that the document does not declare.
  if (error instanceof ApiError || error instanceof UnexpectedResponseError) return [429, 502, 503, 504].includes(error.status);
  return error instanceof TransportError || error instanceof BrokenStreamError;
}
