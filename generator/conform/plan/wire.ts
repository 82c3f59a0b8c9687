// Writes an input as a request, by the codecs of the generated rows; the input need not be valid.
import { OctavoError, type Operation as Row } from '@octavo/runtime';
import { encodeRequest, type InputParts } from '@octavo/runtime/conformance';
import type { WireRequest } from '../contract/case.ts';

/** `undefined` where the wire cannot express the input, such as an empty path parameter. */
export async function writeRequest(row: Row, input: unknown): Promise<WireRequest | undefined> {
  try {
    const { path, query, headers, cookies, body } = encodeRequest(row, input as InputParts);
    const target = query.length === 0 ? path : `${path}?${query.join('&')}`;
    const all: Record<string, string> = cookies.length === 0 ? { ...headers } : { ...headers, cookie: cookies.join('; ') };
    if (body === undefined) return { method: row.method, target, headers: all };
    if (typeof body === 'string' || body instanceof Uint8Array) return { method: row.method, target, headers: all, body };
    const written = new Response(body);
    const type = all['content-type'] ?? written.headers.get('content-type');
    if (type !== null && type !== undefined) all['content-type'] = type;
    return { method: row.method, target, headers: all, body: new Uint8Array(await written.arrayBuffer()) };
  } catch (error) {
    if (error instanceof OctavoError) return undefined;
    throw error;
  }
}
