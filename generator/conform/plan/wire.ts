// Writes an input as a request, by the codecs of the generated rows; the input need not be valid.
import { OctavoError, type Operation as Row } from '@octavo/runtime';
import { type AnyInput, encodeRequest } from '@octavo/runtime/conformance';
import type { WireRequest } from '../contract/case.ts';

/** `undefined` where the wire cannot express the input, such as an empty path parameter. */
export async function writeRequest(row: Row, input: unknown): Promise<WireRequest | undefined> {
  try {
    const { path, query, headers, cookies, body } = encodeRequest(row, input as AnyInput);
    const target = query.length === 0 ? path : `${path}?${query.join('&')}`;
    const all: Record<string, string> = cookies.length === 0 ? { ...headers } : { ...headers, cookie: cookies.join('; ') };
    if (body === undefined) return { method: row.method, target, headers: all };
    if (typeof body === 'string' || body instanceof Uint8Array) return { method: row.method, target, headers: all, body };
    const written = new Response(body);
    const type = all['content-type'] ?? written.headers.get('content-type');
    if (type !== null && type !== undefined) all['content-type'] = type;
    return withSteadyBoundary({ method: row.method, target, headers: all, body: new Uint8Array(await written.arrayBuffer()) });
  } catch (error) {
    if (error instanceof OctavoError) return undefined;
    throw error;
  }
}

/** The request with a boundary that depends on its content alone: that of the runtime is random, and the same seed gives the same requests. */
function withSteadyBoundary(request: WireRequest & { readonly body: Uint8Array<ArrayBuffer> }): WireRequest {
  const { headers, body } = request;
  const type = headers['content-type'] ?? '';
  const [, random] = /;\s*boundary=(octavo-[0-9a-f-]+)$/.exec(type) ?? [];
  if (random === undefined) return request;
  const text = Buffer.from(body).toString('latin1');
  let steady = 'octavo-boundary';
  while (text.includes(steady)) steady += '-';
  return {
    ...request,
    headers: { ...headers, 'content-type': type.replace(random, steady) },
    body: new Uint8Array(Buffer.from(text.replaceAll(random, steady), 'latin1')),
  };
}
