// Writes the request that a scenario expects, as another client would send it, and compares what a server answers with what the scenario has.
import { isDeepStrictEqual } from 'node:util';
import { type MockApi, type MockBody, type MockForm, specApi } from './packages.ts';

const CRLF = '\r\n';

/** The request of a scenario at an address. `mediaType`: that of the document, since the mock does not look at it. */
export async function requestOf(api: MockApi, baseUrl: string, mediaType?: string): Promise<Request> {
  const { expandDyns } = await specApi();
  const { body, pathParams } = api.request ?? {};
  const { query, headers: given } = expandDyns({ query: api.request?.query, headers: api.request?.headers }, { baseUrl });
  // In the routes of the mock, `\\:` is a colon, and `:name` a parameter.
  const path = api.uri.replace(/\\+:/g, ':').replace(/:(\w+)/g, (whole, name: string) => String(pathParams?.[name] ?? whole));
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
  );
  const search = pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
  const headers = new Headers(Object.entries(given ?? {}).map(([name, value]): [string, string] => [name, String(value)]));
  let content: Uint8Array<ArrayBuffer> | string | undefined;
  if (body !== undefined) {
    const { type, bytes } = 'kind' in body ? formBytes(body) : plainBytes(body, baseUrl, mediaType);
    headers.set('content-type', type);
    content = typeof bytes === 'string' ? bytes : new Uint8Array(bytes);
  }
  return new Request(`${baseUrl}${path}${search}`, {
    method: api.method.toUpperCase(),
    headers,
    ...(content === undefined ? {} : { body: content }),
  });
}

/** A text that the scenario writes as JSON is sent as it is where the document says text. */
function plainBytes(body: MockBody, baseUrl: string, mediaType: string | undefined): { type: string; bytes: string | Buffer } {
  const content = contentOf(body, baseUrl);
  if (body.contentType !== 'application/json' || mediaType === undefined) return { type: body.contentType, bytes: content };
  return { type: mediaType, bytes: mediaType.startsWith('text/') ? String(JSON.parse(content.toString())) : content };
}

export function contentOf({ rawContent, streamChunks }: MockBody, baseUrl: string): string | Buffer {
  if (streamChunks !== undefined) return Buffer.concat(streamChunks);
  if (rawContent === undefined) return '';
  return typeof rawContent === 'string' || Buffer.isBuffer(rawContent) ? rawContent : rawContent.serialize({ baseUrl });
}

function formBytes({ contentType, parts = {}, files = [] }: MockForm): { type: string; bytes: Buffer } {
  const boundary = 'scenario-boundary';
  const fields = Object.entries(parts).map(([name, value]): Buffer[] => {
    const type = typeof value === 'object' ? `Content-Type: application/json${CRLF}` : '';
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return [Buffer.from(`Content-Disposition: form-data; name="${name}"${CRLF}${type}${CRLF}`), Buffer.from(text)];
  });
  const uploads = files.map(({ fieldname, originalname, mimetype, buffer }): Buffer[] => [
    Buffer.from(
      `Content-Disposition: form-data; name="${fieldname}"; filename="${originalname}"${CRLF}Content-Type: ${mimetype}${CRLF}${CRLF}`,
    ),
    buffer,
  ]);
  const all = [...fields, ...uploads].flatMap((part) => [Buffer.from(`--${boundary}${CRLF}`), ...part, Buffer.from(CRLF)]);
  return { type: `${contentType}; boundary=${boundary}`, bytes: Buffer.concat([...all, Buffer.from(`--${boundary}--${CRLF}`)]) };
}

/** How an answer differs from the scenario's; `undefined` where it does not. */
export async function difference(api: MockApi, answer: Response, baseUrl: string): Promise<string | undefined> {
  const { expandDyns, validateXmlBodyEquals } = await specApi();
  const { status, headers = {}, body } = api.response;
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== status) return `status ${answer.status} instead of ${status}: ${bytes.toString().slice(0, 400)}`;
  for (const [name, value] of Object.entries(expandDyns(headers, { baseUrl }))) {
    const got = answer.headers.get(name);
    if (name.toLowerCase() === 'content-type' ? essence(got ?? '') !== essence(String(value)) : value !== null && got !== String(value))
      return `header ${name}: ${got} instead of ${String(value)}`;
  }
  if (body === undefined) return bytes.length === 0 ? undefined : `a body: ${bytes.toString().slice(0, 200)}`;
  if (api.method === 'head') return undefined;
  const wanted = contentOf(body, baseUrl);
  const type = answer.headers.get('content-type') ?? '';
  if (essence(type) !== essence(body.contentType)) return `media type ${type} instead of ${body.contentType}`;
  switch (essence(body.contentType)) {
    case 'application/json':
      return isDeepStrictEqual(JSON.parse(bytes.toString()), JSON.parse(wanted.toString())) ? undefined : unlike(bytes, wanted);
    case 'application/jsonl':
      return isDeepStrictEqual(jsonLines(bytes), jsonLines(wanted)) ? undefined : unlike(bytes, wanted);
    case 'text/event-stream':
      return isDeepStrictEqual(events(bytes), events(wanted)) ? undefined : unlike(bytes, wanted);
    case 'application/xml':
      try {
        validateXmlBodyEquals({ rawBody: bytes.toString() }, wanted.toString().replace(/^<\?xml.*?\?>/, ''), { baseUrl });
        return undefined;
      } catch {
        return unlike(bytes, wanted);
      }
    default:
      return bytes.equals(Buffer.from(wanted)) ? undefined : unlike(bytes, wanted);
  }
}

function essence(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

function unlike(bytes: Buffer, wanted: string | Buffer): string {
  return `${bytes.toString().slice(0, 400)} instead of ${wanted.toString().slice(0, 400)}`;
}

function jsonLines(content: string | Buffer): unknown[] {
  const lines = content.toString().split('\n');
  return lines.filter((line) => line.trim() !== '').map((line): unknown => JSON.parse(line));
}

/** The events of a stream: fields by name, JSON read, so that spaces and the order of fields do not count. */
function events(content: string | Buffer): Record<string, unknown>[] {
  const blocks = content.toString().split(/(?:\r?\n){2,}/);
  return blocks.map(fieldsOf).filter((event) => Object.keys(event).length > 0);
}

function fieldsOf(block: string): Record<string, unknown> {
  const fields: Record<string, string> = {};
  for (const line of block.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]+):? ?(.*)$/.exec(line) ?? [];
    if (name !== '') fields[name] = name in fields ? `${fields[name]}\n${value}` : value;
  }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, jsonOr(value)]));
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
