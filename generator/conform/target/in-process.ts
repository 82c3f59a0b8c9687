// A target in the same process: a generated server, or any `(Request) => Promise<Response>`.
import { messageOf } from '../../base/error.ts';
import type { Answer, Failure, SentRequest, WireResponse } from '../contract/exchange.ts';
import type { Handler, StreamReading, Target } from '../contract/target.ts';
import { type ExchangeLimits, exchangeLimits, joined, openFor } from './limits.ts';

interface InProcessOptions {
  readonly basePath: string;
  readonly limits?: Partial<ExchangeLimits>;
}

const ORIGIN = 'http://localhost';

export function inProcessTarget(handler: Handler, { basePath, limits: given }: InProcessOptions): Target {
  const limits = { ...exchangeLimits, ...given };
  return {
    name: 'the handler',
    origin: ORIGIN,
    basePath,
    isInProcess: true,
    async send({ method, target, headers, body }: SentRequest, signal, streams): Promise<Answer> {
      const late = failure('timeout', `The handler has not answered within ${limits.milliseconds} ms.`);
      let timer: NodeJS.Timeout | undefined;
      const expired = new Promise<Answer>((resolve) => {
        timer = setTimeout(resolve, limits.milliseconds, late);
      });
      // A request leaves its listener on the signal that it gets, and adding one takes longer with each that is there. So each gets a signal of its
      // own.
      const own = new AbortController();
      const stop = (): void => own.abort(signal.reason);
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop);
      try {
        const request = new Request(ORIGIN + target, { method, headers, ...(body === undefined ? {} : { body }), signal: own.signal });
        return await Promise.race([expired, answer(handler, request, limits, streams)]);
      } catch (error) {
        return failure('thrown', `The handler has thrown: ${messageOf(error)}`);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
      }
    },
    close: async () => {},
  };
}

async function answer(handler: Handler, request: Request, limits: ExchangeLimits, streams: StreamReading | undefined): Promise<Answer> {
  const began = performance.now();
  const response = await handler(request);
  const came = performance.now();
  const wait = came - began;
  const { status, headers } = response;
  if (response.body === null) return { response: { status, headers, body: new Uint8Array(), timing: { wait, receive: 0 } } };
  const read = await readBody(response.body, limits.bytes, openFor(status, headers.get('content-type'), limits, streams));
  return { response: { status, headers, ...read, timing: { wait, receive: performance.now() - came } } };
}

async function readBody(
  body: ReadableStream<Uint8Array>,
  most: number,
  milliseconds: number | undefined,
): Promise<Pick<WireResponse, 'body' | 'cut'>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let cut: WireResponse['cut'];
  const reader = body.getReader();
  const timer =
    milliseconds === undefined
      ? undefined
      : setTimeout(() => {
          cut = 'time';
          reader.cancel().catch(() => {});
        }, milliseconds);
  while (true) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
    if (size <= most) continue;
    cut = 'size';
    reader.cancel().catch(() => {});
    break;
  }
  clearTimeout(timer);
  return { body: joined(chunks, most), ...(cut === undefined ? {} : { cut }) };
}

function failure(kind: Failure['kind'], message: string): Answer {
  return { failure: { kind, message } };
}
