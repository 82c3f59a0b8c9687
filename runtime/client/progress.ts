// The option `progress` of clients: says how many bytes of a body were sent or received, without another form of the request.
import { ConfigurationError } from '../contract/errors.ts';
import type { SendInit } from '../contract/request.ts';
import { type ByteState, countBytes, counting } from './byte-count.ts';
import { readsByStream, sizeOf, withBlob, withCountedBlob, withCountedStream } from './counted-body.ts';
import { emit } from './emit.ts';
import type { Call, Progress } from './options.ts';

/** The facts that all events of a request and its response have. They include no URL, header or body, and so no secret. */
export interface TransferEvent {
  /** The same object for all events of one call. */
  readonly call: object;
  /** The operation's id. */
  readonly operation: string;
  readonly method: string;
  /** The path as the document has it: `/users/{id}`. */
  readonly path: string;
  /** The number of the request within the call, from 1. A retry, a redirect and a renewed credential send another one, which begins at 0 bytes. */
  readonly request: number;
  /** The bytes so far. */
  readonly bytes: number;
  /** The bytes of the whole body, where they are known before its end. */
  readonly total: number | undefined;
}

export interface UploadEvent extends TransferEvent {
  /**
   * `running`: the platform has taken so many bytes to send them. `complete`: it has taken all of them. `unmeasured`: the platform sends the body
   * without saying how far it is; no other event of this upload follows.
   */
  readonly state: 'running' | 'complete' | 'unmeasured';
}

export interface DownloadEvent extends TransferEvent {
  readonly state: 'running' | 'complete';
  /** The response's status. */
  readonly status: number;
}

export interface ProgressOptions {
  /** Called while the body of a request is sent. A request without a body has no events. */
  readonly onUpload?: (event: UploadEvent) => void;
  /** Called while the body of a response is read, whatever its status. Streams of items are counted too. */
  readonly onDownload?: (event: DownloadEvent) => void;
  /** The shortest time between two events of a body, but for its first and its last one. Default: 100. */
  readonly intervalMilliseconds?: number;
}

const KIND = 'A progress function';

/**
 * Calls functions with the bytes of bodies as they are sent and received. They are not awaited, and what they throw goes to `console.error`, so that
 * none can break a call. A body that fails or is aborted gets no `complete`.
 *
 * The request stays as it is: its `Content-Length`, signature, retries and redirects. Node and Deno read a body piece by piece, and so let it be
 * counted; browsers do not, but for a stream (`streamedFile`), nor does every `fetch` of one's own: there the upload is `unmeasured`. The
 * `total` of a download is its `Content-Length`; it is `undefined` where the body was, or may have been, compressed, since its bytes are counted
 * decompressed.
 * @throws {ConfigurationError} for an interval that is not a number of at least 0.
 */
export function progress(options: ProgressOptions): Progress {
  const { onUpload, onDownload, intervalMilliseconds = 100 } = options;
  if (!(intervalMilliseconds >= 0)) throw new ConfigurationError('progress: intervalMilliseconds must be a number of at least 0.');
  const isMeasured = readsByStream();
  // The call has what is sent, so functions get another object as its key.
  const calls = new WeakMap<Call, { readonly key: object; requests: number }>();

  function factsOf(call: Call): Omit<TransferEvent, 'bytes' | 'total'> {
    const known = calls.get(call) ?? { key: {}, requests: 0 };
    known.requests += 1;
    calls.set(call, known);
    const { id, method, path } = call.operation;
    return { call: known.key, operation: id, method, path, request: known.requests };
  }

  return (send, call) => async (url, init) => {
    const facts = factsOf(call);
    const counted = onUpload ? countUpload(init, (state) => emit(KIND, onUpload, { ...facts, ...state })) : { init };
    let response: Response;
    try {
      response = await send(url, counted.init);
    } catch (error) {
      counted.stop?.();
      throw error;
    }
    counted.settle?.();
    if (!onDownload) return response;
    const { status } = response;
    return countDownload(response, (state) => emit(KIND, onDownload, { ...facts, status, ...state }));
  };

  /** The same request, whose body is counted; `settle` is called when there is a response. */
  function countUpload(
    init: SendInit,
    tell: (state: ByteState<UploadEvent['state']>) => void,
  ): { readonly init: SendInit; readonly stop?: () => void; readonly settle?: () => void } {
    const { body } = init;
    if (body == null) return { init };
    const isStream = body instanceof ReadableStream;
    if (!isStream && !isMeasured) {
      tell({ bytes: 0, total: sizeOf(init), state: 'unmeasured' });
      return { init };
    }
    const whole = isStream ? init : withBlob(init);
    const total = sizeOf(whole);
    if (total === 0) return { init };
    const count = countBytes(total, tell, intervalMilliseconds);
    if (isStream) return { init: withCountedStream(whole, body, count), stop: count.stop };
    const settle = (): void => {
      if (count.hasBytes()) return;
      // A `fetch` of the user's own has sent the body in another way.
      count.stop();
      tell({ bytes: 0, total, state: 'unmeasured' });
    };
    return { init: withCountedBlob(whole as SendInit & { readonly body: Blob }, count), stop: count.stop, settle };
  }

  function countDownload(response: Response, tell: (state: ByteState<DownloadEvent['state']>) => void): Response {
    const { body, status, statusText, headers, url, redirected, type } = response;
    if (body === null) return response;
    const count = countBytes(lengthOf(response), tell, intervalMilliseconds);
    try {
      // The function holds the response: where a program drops the stream unread, the platform closes the connection when it collects both.
      const counted = new Response(
        counting(() => response.body ?? body, count),
        { status, statusText, headers },
      );
      const own = Object.entries({ url, redirected, type }).map(([name, value]) => [name, { value, configurable: true }]);
      return Object.defineProperties(counted, Object.fromEntries(own));
    } catch {
      // A status or a text that services send and that no response can be constructed with.
      return response;
    }
  }
}

/** The number of bytes that will be read. Those of a compressed body are more than were sent, and a browser hides the coding of another origin's. */
function lengthOf({ headers, type }: Response): number | undefined {
  const length = headers.get('content-length') ?? '';
  const coding = headers.get('content-encoding') ?? (type === 'cors' ? 'hidden' : 'identity');
  return coding === 'identity' && /^\d+$/.test(length) ? Number(length) : undefined;
}
