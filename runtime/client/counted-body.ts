// The body of a request in a form that tells how far the platform has read it, and that is otherwise sent as it was.
import type { ByteStream } from '../contract/body.ts';
import type { SendInit } from '../contract/request.ts';
import { randomUuid } from '../crypto/uuid.ts';
import { type ByteCount, counting } from './byte-count.ts';

/** Whether the platform reads a `Blob` by its method `stream`, as Node and Deno do. Others have a way of their own, which nothing can watch. */
export function readsByStream(): boolean {
  let isCalled = false;
  const blob = new Blob(['x']);
  new Response(
    withStream(blob, () => {
      isCalled = true;
      return new Blob().stream();
    }),
  );
  return isCalled;
}

/** The most bytes that the platform gets at once. */
const PIECE = 65_536;

/** The number of bytes of a body, where it is known before it is sent. */
export function sizeOf({ body, headers }: SendInit): number | undefined {
  if (body instanceof Blob) return body.size;
  const length = headers['content-length'] ?? '';
  return /^\d+$/.test(length) ? Number(length) : undefined;
}

/** The same request, whose stream is counted. */
export function withCountedStream(init: SendInit, body: ByteStream, count: ByteCount): SendInit {
  count.start();
  return { ...init, body: counting(() => body, count, PIECE) };
}

/**
 * The same request with a `Blob` as its body, which the platform can send again after a redirect, and whose size is its `Content-Length`. A stream in
 * its place would have neither.
 */
export function withBlob(init: SendInit): SendInit & { readonly body: Blob } {
  const { body, headers } = init;
  if (body instanceof Blob) return { ...init, body };
  if (body instanceof FormData) {
    const written = writeForm(body);
    return { ...init, body: written.body, headers: { ...headers, 'content-type': written.contentType } };
  }
  if (typeof body === 'string') return { ...init, body: new Blob([body], typeFor(headers, 'text/plain;charset=UTF-8')) };
  if (body instanceof URLSearchParams)
    return { ...init, body: new Blob([body.toString()], typeFor(headers, 'application/x-www-form-urlencoded;charset=UTF-8')) };
  return { ...init, body: new Blob([body as BufferSource]) };
}

/** The same request, whose `Blob` is counted each time that the platform reads it. */
export function withCountedBlob<Init extends SendInit & { readonly body: Blob }>(init: Init, count: ByteCount): Init {
  const { body } = init;
  const open = (): ByteStream => {
    count.start();
    return counting(() => body.stream(), count, PIECE);
  };
  return { ...init, body: withStream(new Blob([body], { type: body.type }), open) };
}

function withStream(blob: Blob, stream: () => ByteStream): Blob {
  return Object.defineProperty(blob, 'stream', { value: stream });
}

/** The media type that the platform sends for a body whose request names none. */
function typeFor(headers: SendInit['headers'], type: string): BlobPropertyBag {
  return headers['content-type'] === undefined ? { type } : {};
}

/** The HTML standard's "multipart/form-data encoding algorithm". A file of the form is not read for it. */
function writeForm(form: FormData): { readonly body: Blob; readonly contentType: string } {
  const boundary = `octavo-${randomUuid()}`;
  const pieces = [...form].flatMap(([name, value]): BlobPart[] => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(withLineEnds(name))}"`;
    if (typeof value === 'string') return [`${head}\r\n\r\n${withLineEnds(value)}\r\n`];
    const type = value.type || 'application/octet-stream';
    return [`${head}; filename="${escaped(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`, value, '\r\n'];
  });
  return { body: new Blob([...pieces, `--${boundary}--\r\n`]), contentType: `multipart/form-data; boundary=${boundary}` };
}

function withLineEnds(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '\r\n');
}

function escaped(text: string): string {
  return text.replace(/["\r\n]/g, (character) => ({ '"': '%22', '\r': '%0D' })[character] ?? '%0A');
}
