// Requests and answers as HTTP has them, in the same way for each bed.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Operation } from './schemas.ts';

export interface Reply {
  readonly status: number;
  /** A body that is JSON. */
  readonly body?: unknown;
  /** A body that is something else, and its media type. */
  readonly content?: Buffer | string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The bytes of a body, or undefined if it is too large. The rest of such a body is read, so that the client can read the answer. */
export async function bytesOf(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
  }
  return size > most ? undefined : Buffer.concat(chunks);
}

/** The JSON of a body in UTF-8. Anything else throws. */
export const jsonOf = (bytes: Buffer): unknown => JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));

/** The media type of a header, without its parameters. */
export const essence = (type = ''): string => type.split(';')[0]?.trim().toLowerCase() ?? '';

/** The path and the query of the address of a request, which may be a whole URL. */
export function addressOf(url = '/'): { pathname: string; search: URLSearchParams } {
  const [before = '', query = ''] = url.replace(/#.*$/, '').split(/\?(.*)/s);
  return { pathname: before.replace(/^https?:\/\/[^/]*/i, ''), search: new URLSearchParams(query) };
}

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim());

/** Strong comparison, as `If-Match` has it. */
export const matchesStrong = (header: string, etag: string): boolean => header.trim() === '*' || tagsOf(header).includes(etag);

/** Weak comparison, as `If-None-Match` has it. */
export const matchesWeak = (header: string, etag: string): boolean =>
  header.trim() === '*' || tagsOf(header).some((tag) => tag.replace(/^W\//, '') === etag);

/** Whether an operation takes a body with this `Content-Type`. Texts are in UTF-8. */
export function takes({ requestBody }: Operation, header = ''): boolean {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(header)?.[1]?.toLowerCase() ?? 'utf-8';
  return Object.hasOwn(requestBody?.content ?? {}, essence(header)) && charset === 'utf-8';
}

type Headers = Readonly<Record<string, string>>;

/** How a service answers requests. */
export interface Service {
  /** Answers. The JSON of a body can be kept, for a refusal that comes after it. */
  readonly answer: (request: IncomingMessage, keep: (body: unknown) => void) => Promise<Reply>;
  /** The answer after an error, with the JSON of the body that was kept. */
  readonly refusal: (error: unknown, request: IncomingMessage, body: unknown) => Reply;
  /** The headers of an answer as they are sent. */
  readonly headers?: (headers: Headers, request: IncomingMessage, status: number) => Headers;
}

function send(request: IncomingMessage, response: ServerResponse, { status, body, content, type, headers }: Reply, service: Service): void {
  const whole = content ?? (body === undefined ? undefined : JSON.stringify(body));
  const about =
    whole === undefined ? {} : { 'content-type': type ?? 'application/json', 'content-length': String(Buffer.byteLength(whole)) };
  const all = { ...headers, ...about };
  response.writeHead(status, service.headers?.(all, request, status) ?? all);
  response.end(request.method === 'HEAD' ? undefined : whole);
}

/** A service as a listener of `node:http`. */
export const listenerOf =
  (service: Service): RequestListener =>
  async (request, response) => {
    let kept: unknown;
    const keep = (body: unknown): void => {
      kept = body;
    };
    const reply = await service.answer(request, keep).catch((error: unknown) => {
      request.resume();
      return service.refusal(error, request, kept);
    });
    send(request, response, reply, service);
  };
