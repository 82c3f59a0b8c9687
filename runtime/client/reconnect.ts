// Follows a stream of server-sent events over connections that end: connects again with `Last-Event-ID`, as browsers' EventSource does.
import { ApiError, TransportError, UnexpectedResponseError } from '../contract/errors.ts';
import { eventStreamState } from '../contract/event-state.ts';
import { BrokenStreamError } from '../contract/stream-errors.ts';
import { sleep } from './sleep.ts';

export interface ReconnectOptions {
  /** Ends the waiting too; `open` gets it with each call. */
  readonly signal?: AbortSignal;
  /** Where to begin: the `id` of the last event that was seen. */
  readonly lastEventId?: string;
  /** How often in a row connecting may fail, or bring no event. Default: 10. */
  readonly attempts?: number;
  /** Milliseconds before connecting again, until the stream says `retry`. Default: 1,000. */
  readonly delayMilliseconds?: number;
  /** The longest wait, whatever the stream says. Default: 60,000. */
  readonly maxDelayMilliseconds?: number;
}

/** What `open` hands on to the client's method. */
export interface ReconnectCall {
  readonly signal?: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * `for await (const event of reconnect(async (options) => unwrap(await client.watch({}, options))))`. Connects again when a stream ends or
 * breaks off, and after 429, 502, 503 and 504, with full jitter that doubles with each failure in a row. Ends when `open` gives
 * `undefined`, as `unwrap` does for 204; leaving the loop closes the connection.
 * @throws what `open` throws for another reason, and the last error when there were too many in a row.
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
      if (signal?.aborted === true || !isPassing(error)) throw error;
      broken = error;
    }
    const state = stream === undefined ? undefined : eventStreamState(stream);
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

/** The standard sends the id as UTF-8; in a header field `fetch` takes bytes only, one to a character. */
function headerText(id: string): string {
  return Array.from(new TextEncoder().encode(id), (byte) => String.fromCharCode(byte)).join('');
}

/** Whether trying again may help. */
function isPassing(error: unknown): boolean {
  // The document need not declare what stands in front of the service.
  if (error instanceof ApiError || error instanceof UnexpectedResponseError) return [429, 502, 503, 504].includes(error.status);
  return error instanceof TransportError || error instanceof BrokenStreamError;
}
