// Answers a `Request`, and follows whether its caller goes away before the whole response is read.
import type { ServerRequest } from '../contract/server-request.ts';
import { requestFacade } from './request.ts';
import { type ServerAnswer, toResponse } from './respond.ts';

/**
 * The signal that handlers get ends with the response: Deno aborts the signal of a `Request` after each response, and then the caller did not
 * go away. It is created on first use, because most handlers do not use it. `target` is the path and query that the server reads.
 */
export async function respondTo(
  request: Request,
  answer: (request: ServerRequest) => Promise<ServerAnswer>,
  target?: string,
): Promise<Response> {
  let caller: AbortController | undefined;
  const abort = (): void => caller?.abort(request.signal.reason);
  const end = (): void => request.signal.removeEventListener('abort', abort);
  const facade = requestFacade(request, target, () => {
    if (caller === undefined) {
      caller = new AbortController();
      if (request.signal.aborted) abort();
      else request.signal.addEventListener('abort', abort, { once: true });
    }
    return caller.signal;
  });
  const answered = await answer(facade);
  if (caller === undefined) return toResponse(answered);
  if (answered.body instanceof ReadableStream) return toResponse({ ...answered, body: withEnd(answered.body, end) });
  end();
  return toResponse(answered);
}

/** The same bytes. `end` is called before the end of the stream, or its error, reaches the reader. */
function withEnd(body: ReadableStream<Uint8Array<ArrayBuffer>>, end: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const step = await reader.read();
          if (!step.done) {
            controller.enqueue(step.value);
            return;
          }
          end();
          controller.close();
        } catch (error) {
          end();
          controller.error(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
