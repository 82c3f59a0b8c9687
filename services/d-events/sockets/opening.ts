// Opens the connection of a client to the app whose key it names, or says why it does not.

import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { Deps } from '../deps.ts';
import { findBy } from '../store.ts';
import { Connection } from './connection.ts';
import { frame } from './frames.ts';
import { type Refused, refusalOf, TOO_MANY, UNKNOWN_KEY, wantedBy } from './handshake.ts';
import type { Parts } from './parts.ts';
import { ended, hear, receive } from './protocol.ts';

/** @returns undefined where the client has left in the meantime */
export async function open(socket: WebSocket, request: IncomingMessage, parts: Parts): Promise<Connection | Refused | undefined> {
  const { store, ids, semaphores, limits, hub } = parts;
  const wanted = wantedBy(request.url ?? '/');
  if ('code' in wanted) return wanted;
  const app = parts.refuses(wanted.key) ? undefined : await findBy(store.read, 'd_apps', { key: wanted.key });
  if (app === undefined) return UNKNOWN_KEY;
  const refused = refusalOf(app, parts.isSecure(request));
  if (refused !== undefined) return refused;
  const counted = `d-events:connections:${app.id}`;
  if (!(await semaphores.acquire(counted, app.most_connections))) return TOO_MANY;
  if (socket.readyState !== socket.OPEN) {
    semaphores.release(counted);
    return undefined;
  }
  const connection = new Connection(socket, request.socket, parts.outlet, app, newSocketId(ids), wanted.protocol, limits);
  socket.on('close', () => {
    semaphores.release(counted);
    ended(connection, parts);
  });
  socket.on('message', (data, isBinary) => {
    receive(connection, isBinary ? undefined : data.toString(), parts).catch((error: unknown) => {
      parts.warn(`A message of a client could not be handled: ${String(error)}`);
      connection.cutOff();
    });
  });
  for (const kind of ['ping', 'pong'] as const) socket.on(kind, () => hear(connection));
  // Others are pinged.
  if (!connection.knowsPing) request.socket.setKeepAlive(true, 60_000);
  hub.add(connection);
  const data = JSON.stringify({ socket_id: connection.id, activity_timeout: Math.ceil(limits.activitySeconds) });
  connection.send(frame({ event: 'pusher:connection_established', data }));
  // With the answer to the handshake, if that is still in this turn.
  parts.outlet.flush(request.socket);
  return connection;
}

/** Two numbers: other processes make others, since both are random. */
function newSocketId(ids: Deps['ids']): string {
  const number = () => String(1 + Number.parseInt(ids.hex(8), 16));
  return `${number()}.${number()}`;
}
