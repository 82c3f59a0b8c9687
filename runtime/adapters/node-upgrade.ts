// Hands connections over to another protocol where a client asks for it, and answers all other requests as HTTP.

import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { hasSeveralHosts } from './node-request.ts';

/**
 * Takes over a connection whose client asks for WebSocket. It answers the handshake, as `handleUpgrade` of `ws` does, and owns the connection from
 * then on.
 * @param head what has arrived after the request
 * @returns `false` to leave it: the server then answers the request like one without the header `Upgrade`, and closes the connection
 */
export type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean | undefined | Promise<boolean | undefined>;

/** @param keep is called with each connection that is handed over */
export function upgradesOf(
  server: Server,
  take: TakeUpgrade,
  listen: (message: IncomingMessage, response: ServerResponse) => void,
  keep: (socket: Duplex) => void,
): void {
  server.removeAllListeners('upgrade');
  server.on('upgrade', (message: IncomingMessage, socket: Socket, head: Buffer) => {
    // Node has taken its own listeners off the connection. Without one, an error would end the process.
    socket.on('error', () => socket.destroy());
    if (!isWebSocket(message) || hasSeveralHosts(message)) return answer(message, socket, listen);
    keep(socket);
    // The limit of `serve` for connections that stand still is one of HTTP.
    socket.setTimeout(0);
    Promise.resolve()
      .then(() => take(message, socket, head))
      .then(
        (taken) => {
          if (taken === false) answer(message, socket, listen);
        },
        () => socket.destroy(),
      );
  });
}

function isWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.trim().toLowerCase() === 'websocket';
}

/** Answers once and closes: Node reads no further requests from a connection after the header `Upgrade`, and no body of this one. */
function answer(message: IncomingMessage, socket: Socket, listen: (message: IncomingMessage, response: ServerResponse) => void): void {
  const response = new ServerResponse(message);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => {
    response.detachSocket(socket);
    socket.destroySoon();
  });
  const { 'content-length': length = '0', 'transfer-encoding': coding } = message.headers;
  if (length === '0' && coding === undefined) listen(message, response);
  else response.writeHead(400).end();
}
