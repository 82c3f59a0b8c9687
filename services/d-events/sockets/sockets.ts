// Takes the connections of clients, keeps an eye on them, and ends them.

import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { TakeUpgrade } from '@octavo/runtime/node';
import { type WebSocket, WebSocketServer } from 'ws';
import { appByKey } from '../apps.ts';
import type { Deps } from '../deps.ts';
import type { SocketLimits } from '../limits.ts';
import { messages } from '../messages.ts';
import { Ledger } from '../occupancy/ledger.ts';
import { membersOf } from '../occupancy/queries.ts';
import { Connection } from './connection.ts';
import { frame } from './frames.ts';
import { type Refused, refusalOf, wantedBy } from './handshake.ts';
import { Hub } from './hub.ts';
import type { Parts } from './parts.ts';
import { ended, receive } from './protocol.ts';

export interface Sockets {
  readonly upgrade: TakeUpgrade;
  /** Closes all connections, and ends what they were subscribed to. */
  close(): Promise<void>;
}

const PING = frame({ event: 'pusher:ping', data: {} });
/** How long clients may take to answer that the connection is closed. */
const FAREWELL_MILLISECONDS = 2_000;

export function openSockets(deps: Deps, limits: SocketLimits): Sockets {
  const hub = new Hub();
  const closeAll = (message: string) => {
    for (const connection of [...hub.connections]) connection.close(4200, message);
  };
  const ledger = new Ledger(deps, limits, deps.ids.uuid(), () => closeAll('The service has lost track of its connections. Connect again.'));
  const { store, clock, bus, warn } = deps;
  const parts: Parts = { store, clock, bus, warn, limits, hub, ledger };
  const server = new WebSocketServer({ noServer: true, maxPayload: limits.frameBytes, perMessageDeflate: false, clientTracking: false });
  bus.subscribe(
    messages,
    (received) => {
      for (const message of received) {
        if (message.kind === 'changed') void followApp(hub, deps, message.app);
        else hub.deliver(message);
      }
    },
    () => void catchUp(hub, deps),
  );
  const timer = setInterval(() => watch(hub, limits), Math.min(limits.activitySeconds, limits.pongSeconds) * 250);
  timer.unref();
  let isEnding = false;

  /** Answers the handshake, and finds the app meanwhile. */
  async function take(socket: WebSocket, request: IncomingMessage): Promise<void> {
    // What the client sends before it has heard of the connection waits.
    socket.pause();
    socket.on('error', () => socket.terminate());
    const opened = await open(socket, request).catch((error: unknown): Refused => {
      warn(`A connection could not be opened: ${String(error)}`);
      return { code: 4200, message: 'The service cannot take connections now. Try again.' };
    });
    socket.resume();
    if (opened instanceof Connection) return;
    request.socket.write(frame({ event: 'pusher:error', data: opened }));
    socket.close(opened.code, opened.message);
  }

  async function open(socket: WebSocket, request: IncomingMessage): Promise<Connection | Refused> {
    if (isEnding) return { code: 4200, message: 'The service restarts. Connect again.' };
    if (hub.connections.size >= limits.connections) return { code: 4100, message: 'The service has too many connections.' };
    const wanted = wantedBy(request.url ?? '/');
    if ('code' in wanted) return wanted;
    const app = await appByKey(store.read, wanted.key);
    const refused = refusalOf(app, (request.socket as Partial<TLSSocket>).encrypted === true, hub.ofApp(app?.id ?? ''));
    if (refused !== undefined || app === undefined) return refused ?? { code: 4001, message: 'No app has this key.' };
    const connection = new Connection(socket, request.socket, app, newSocketId(deps), wanted.protocol, limits);
    request.socket.setKeepAlive(true, 60_000);
    hub.add(connection);
    socket.on('message', (data, isBinary) => {
      receive(connection, isBinary ? undefined : data.toString(), parts).catch((error: unknown) => {
        warn(`A message of a client could not be handled: ${String(error)}`);
        connection.cutOff();
      });
    });
    socket.on('close', () => ended(connection, parts));
    const data = JSON.stringify({ socket_id: connection.id, activity_timeout: Math.ceil(limits.activitySeconds) });
    connection.send(frame({ event: 'pusher:connection_established', data }));
    return connection;
  }

  return {
    upgrade(request, socket, head) {
      server.handleUpgrade(request, socket, head, (made) => void take(made, request));
      return true;
    },
    async close() {
      isEnding = true;
      clearInterval(timer);
      closeAll('The service restarts. Connect again.');
      const end = Date.now() + FAREWELL_MILLISECONDS;
      while (hub.connections.size > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
      for (const connection of hub.connections) connection.cutOff();
      await ledger.end();
    },
  };
}

/** Gives the connections of an app its present settings. */
async function followApp({ connections }: Hub, { store, warn }: Deps, id: string): Promise<void> {
  try {
    const app = await store.read.selectFrom('d_apps').selectAll().where('id', '=', id).executeTakeFirst();
    for (const connection of [...connections]) {
      if (connection.app.id !== id || app === undefined) continue;
      connection.app = app;
      if (app.is_enabled === 0) connection.close(4003, 'The app is disabled.');
    }
  } catch (error) {
    warn(`The settings of the app ${id} could not be read: ${String(error)}`);
  }
}

/** After messages of other processes may have been missed: events are gone, but who is there can be read again. */
async function catchUp(hub: Hub, { store, warn }: Deps): Promise<void> {
  try {
    for (const { app, channel } of hub.presenceChannels()) hub.follow(app, channel, await membersOf(store.read, app, channel));
  } catch (error) {
    warn(`The members of presence channels could not be read again: ${String(error)}`);
  }
}

/** Two numbers: other processes make others, since both are random. */
function newSocketId({ ids }: Deps): string {
  const number = () => String(1 + Number.parseInt(ids.hex(8), 16));
  return `${number()}.${number()}`;
}

/** Pings the connections that have been silent, and closes those that do not answer. Wall time. */
function watch({ connections }: Hub, { activitySeconds, pongSeconds, idleSeconds }: SocketLimits): void {
  const now = Date.now();
  for (const connection of connections) {
    const silent = now - connection.heardAt;
    if (!connection.knowsPing) {
      if (silent >= idleSeconds * 1000) connection.close(4202, 'Nothing was received for 24 hours.');
    } else if (connection.pingedAt !== undefined) {
      if (now - connection.pingedAt >= pongSeconds * 1000) connection.close(4201, 'No pong was received.');
    } else if (silent >= activitySeconds * 1000) {
      connection.pingedAt = now;
      connection.send(PING);
    }
  }
}
