// Adapts a `Request` to the request interface of the server core, and reads its body within a limit.
import type { ServerRequest } from '../contract/server-request.ts';
import { joinBytes } from '../stream/join-bytes.ts';
import { originOf, targetOf } from '../wire/url/target.ts';

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** The caller disconnected, or sent less than its Content-Length. */
export class BodyBroken extends Error {
  override readonly name = 'BodyBroken';
}

/** The error where middleware in front of the server has read the body. */
export function consumedError(): Error {
  return new Error('The body of the request was read before the server could read it: add body parsers after the server, not before.');
}

/** A `Request` as a `ServerRequest` with this target. `signal` is called on each use of the request's signal. */
export function requestFacade(request: Request, target = targetOf(request.url), signal = () => request.signal): ServerRequest {
  let body: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return {
    method: request.method,
    target,
    get origin() {
      return originOf(request.url);
    },
    get signal() {
      return signal();
    },
    header: (name) => request.headers.get(name) ?? undefined,
    bytes(limit) {
      if (body === undefined && request.bodyUsed) throw consumedError();
      body ??=
        request.body === null ? Promise.resolve(new Uint8Array()) : collect(request.body, limit, request.headers.get('content-length'));
      return body;
    },
    stream() {
      if (body === undefined && request.bodyUsed) throw consumedError();
      return body === undefined && request.body !== null ? request.body : keptStream(body);
    },
  };
}

/** A stream of a body that was read already. */
export function keptStream(body: Promise<Uint8Array<ArrayBuffer>> | undefined): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async start(controller) {
      const bytes = await body;
      if (bytes !== undefined && bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

/**
 * Reads a stream into one array.
 * @throws {BodyTooLarge} as soon as more than `limit` bytes are announced or received; the rest is not read.
 * @throws {BodyBroken}
 */
async function collect(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  limit: number,
  announced?: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  if (announced != null && Number(announced) > limit) {
    await stream.cancel();
    throw new BodyTooLarge(`The body has more than ${limit} bytes.`);
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = stream.getReader();
  const next = () =>
    reader.read().catch((cause: unknown) => {
      throw new BodyBroken('The body broke off.', { cause });
    });
  for (let step = await next(); !step.done; step = await next()) {
    length += step.value.length;
    if (length > limit) {
      await reader.cancel();
      throw new BodyTooLarge(`The body has more than ${limit} bytes.`);
    }
    chunks.push(step.value);
  }
  return joinBytes(chunks, length);
}
