// Turns a fuzz input into an HTTP request for the server core: a request line, header lines, an empty line, and the body.
import type { ServerRequest } from '../../runtime/contract/server-request.ts';
import { BodyTooLarge, keptStream } from '../../runtime/server/request.ts';
import { type Bytes, fieldValue, type Input, latin1Of } from './support.ts';

const LINE_FEED = 0x0a;

/** Lines end with LF. Removes characters that platforms reject, and joins repeated headers as platforms do. */
export function requestOf(input: Input): ServerRequest {
  const lines: string[] = [];
  let rest = input.bytes();
  for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED)) {
    const line = latin1Of(rest.subarray(0, end));
    rest = rest.subarray(end + 1);
    if (line === '') break;
    lines.push(line);
  }
  const [first = '', ...fields] = lines;
  const space = first.indexOf(' ');
  const headers = new Map<string, string>();
  for (const line of fields) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) continue;
    const value = fieldValue(line.slice(colon + 1));
    const known = headers.get(name);
    headers.set(name, known === undefined ? value : `${known}${name === 'cookie' ? '; ' : ', '}${value}`);
  }
  return requestFrom(
    first.slice(0, Math.max(space, 0)) || 'GET',
    `/${fieldValue(first.slice(space + 1)).replace(/^\//, '')}`,
    headers,
    rest,
  );
}

function requestFrom(method: string, target: string, headers: ReadonlyMap<string, string>, body: Bytes): ServerRequest {
  const controller = new AbortController();
  return {
    method,
    target,
    origin: 'http://localhost',
    signal: controller.signal,
    header: (name) => headers.get(name),
    async bytes(limit) {
      if (body.length > limit) throw new BodyTooLarge('too large');
      return body;
    },
    stream: () => keptStream(Promise.resolve(body)),
  };
}
