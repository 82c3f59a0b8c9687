// Which headers a proxy passes on (RFC 9110 section 7.6): all but those that are about one connection.
import type { IncomingMessage } from 'node:http';

/** Names and values by turns, as node:http reads and writes them. */
export type RawHeaders = readonly string[];

const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers of a request for the target: its own `Host`, `Via` as RFC 9110 section 7.6.3 asks, and no `Expect`, which node:http has answered. */
export function requestHeaders({ rawHeaders, headers }: IncomingMessage, host: string): string[] {
  const passed = endToEnd(rawHeaders, new Set(['host', 'expect', 'via']));
  // node:http would send no body, or another framing, for methods that rarely have one.
  if (headers['transfer-encoding'] !== undefined) passed.push('Transfer-Encoding', 'chunked');
  return ['Host', host, ...passed, 'Via', headers.via === undefined ? '1.1 octavo' : `${headers.via}, 1.1 octavo`];
}

/** The same for a request that asks to change the protocol: `Connection` and `Upgrade` stay. */
export function upgradeHeaders(request: IncomingMessage, host: string): string[] {
  return [...requestHeaders(request, host), 'Connection', 'Upgrade', 'Upgrade', request.headers.upgrade ?? ''];
}

/** The headers of a response for the client. A redirect to the target leads to the proxy, or the client would leave it. */
export function responseHeaders({ rawHeaders }: IncomingMessage, target: string, proxy: string): string[] {
  const passed = endToEnd(rawHeaders, new Set());
  for (let index = 0; index < passed.length; index += 2) {
    const value = passed[index + 1] ?? '';
    if (/^(?:content-)?location$/i.test(passed[index] ?? '') && (value === target || value.startsWith(`${target}/`)))
      passed[index + 1] = proxy + value.slice(target.length);
  }
  return passed;
}

function endToEnd(raw: RawHeaders, without: ReadonlySet<string>): string[] {
  const named = new Set<string>();
  eachHeader(raw, (name, value) => {
    if (name.toLowerCase() === 'connection') for (const one of value.split(',')) named.add(one.trim().toLowerCase());
  });
  const passed: string[] = [];
  eachHeader(raw, (name, value) => {
    const lower = name.toLowerCase();
    if (!HOP_BY_HOP.has(lower) && !named.has(lower) && !without.has(lower)) passed.push(name, value);
  });
  return passed;
}

export function eachHeader(raw: RawHeaders, visit: (name: string, value: string) => void): void {
  for (let index = 0; index < raw.length; index += 2) visit(raw[index] ?? '', raw[index + 1] ?? '');
}
