// Tries the ports of a process before it opens or writes anything, so that a start which is refused for one of them changes nothing.

import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** An address at which a process is going to listen. */
export interface ListeningPlace {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

/**
 * Listens at all places for a moment. They are free again when this resolves, since a port that is open before its service can answer would take
 * requests from a proxy that has another process for them.
 * @throws {Error} of `listen`, if one cannot be listened at or two are the same
 */
export async function tryPorts(places: readonly ListeningPlace[]): Promise<void> {
  const servers: Server[] = [];
  try {
    for (const { host, port } of places) if (port !== 0) servers.push(await listenAt(host, port));
  } finally {
    await Promise.all(servers.map(end));
  }
}

async function listenAt(host: string, port: number): Promise<Server> {
  const server = createServer((socket) => socket.destroy()).listen(port, host);
  await once(server, 'listening');
  return server;
}

async function end(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  await closed;
}
