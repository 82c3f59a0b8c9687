// Passes a change of protocol, such as to WebSocket: the handshake, then the bytes of both connections.
import http, { type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { failureOf } from '../target/http.ts';
import { badGateway, type Upstream } from './forward.ts';
import { eachHeader, responseHeaders, upgradeHeaders } from './headers.ts';

/** `open` holds the sockets until they are closed, since the server does not know them any more. */
export function passUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  upstream: Upstream,
  proxy: string,
  open: Set<Duplex>,
): void {
  const keep = (one: Duplex): void => {
    open.add(one);
    one.on('close', () => open.delete(one));
  };
  keep(socket);
  socket.on('error', () => socket.destroy());
  // A connection of its own: one that was idle could be closed in this moment, and belongs to the two sides from here on anyway.
  const own = { method: request.method ?? 'GET', path: request.url ?? '/', headers: upgradeHeaders(request, upstream.host) };
  const outgoing = upstream.open(own, true);
  socket.on('close', () => outgoing.destroy());
  outgoing.on('upgrade', (incoming, other, first) => {
    keep(other);
    socket.write(headText(incoming.statusCode, incoming.statusMessage, incoming.rawHeaders));
    if (first.length > 0) socket.write(first);
    if (head.length > 0) other.write(head);
    other.on('error', () => socket.destroy());
    other.on('close', () => socket.destroy());
    socket.on('close', () => other.destroy());
    socket.pipe(other).pipe(socket);
  });
  outgoing.on('response', (incoming) => {
    const headers = [...responseHeaders(incoming, upstream.origin, proxy), 'Connection', 'close'];
    socket.write(headText(incoming.statusCode, incoming.statusMessage, headers));
    incoming.pipe(socket);
  });
  outgoing.on('error', (error) => {
    if (socket.destroyed) return;
    const body = JSON.stringify({ type: 'about:blank', ...badGateway(upstream.origin, failureOf(error)) });
    const headers = ['Content-Type', 'application/problem+json', 'Content-Length', String(Buffer.byteLength(body)), 'Connection', 'close'];
    socket.end(headText(502, 'Bad Gateway', headers) + body);
  });
  outgoing.end();
}

function headText(status = 502, message: string | undefined, headers: readonly string[]): string {
  const lines = [`HTTP/1.1 ${status} ${message ?? http.STATUS_CODES[status] ?? ''}`];
  eachHeader(headers, (name, value) => lines.push(`${name}: ${value}`));
  return `${lines.join('\r\n')}\r\n\r\n`;
}
