// Requests and answers as HTTP has them, in the same way for each bed.
import type { IncomingMessage } from 'node:http';

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
