// Takes the connections of clients, keeps an eye on them, and ends them.

import type { IncomingMessage } from 'node:http';
import type { TakeUpgrade } from '@octavo/runtime/node';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import type { Deps } from '../deps.ts';
import type { SocketLimits } from '../limits.ts';
import { messages } from '../messages.ts';
import { Ledger } from '../occupancy/ledger.ts';
import { loadMembers } from '../occupancy/queries.ts';
import { find } from '../store.ts';
import { Connection } from './connection.ts';
import { frame } from './frames.ts';
import type { Refused } from './handshake.ts';
import { Hub } from './hub.ts';
import { open } from './opening.ts';
import { Outlet } from './outlet.ts';
import type { Parts } from './parts.ts';

export interface Sockets {
  readonly upgrade: TakeUpgrade;
  /** Closes all connections, and ends what they were subscribed to. */
  close(): Promise<void>;
}

const RESTARTS: Refused = { code: 4200, message: 'The service restarts. Connect again.' };
const FULL: Refused = { code: 4100, message: 'The service has too many connections.' };
const PING = frame({ event: 'pusher:ping', data: {} });
/** How long clients may take to answer that the connection is closed. */
const FAREWELL_MILLISECONDS = 2_000;

export function openSockets(deps: Deps, limits: SocketLimits): Sockets {
  const hub = new Hub();
  const closeAll = (message: string) => {
    for (const connection of [...hub.connections]) connection.close(4200, message);
  };
  const ledger = new Ledger(deps, limits, deps.ids.uuid(), () => {
    deps.warn('This process could not say in time that it is alive, and another one has ended what it held. Its connections are closed.');
    closeAll('The service has lost track of its connections. Connect again.');
  });
  // The connections of a dead process end also where nobody connects to this one.
  ledger.start();
  const { store, clock, bus, ids, semaphores, refuses, isSecure, warn } = deps;
  const parts: Parts = { store, clock, bus, ids, semaphores, refuses, isSecure, warn, limits, hub, ledger, outlet: new Outlet() };
  const server = new WebSocketServer(optionsOf(limits));
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
  let opening = 0;
  let isEnding = false;

  /** Answers the handshake, and finds the app meanwhile. */
  async function take(socket: WebSocket, request: IncomingMessage): Promise<void> {
    // Messages that the client sends before it has heard of the connection wait.
    socket.pause();
    socket.on('error', () => socket.terminate());
    opening += 1;
    const opened = await openOrRefuse(socket, request).catch((error: unknown): Refused => {
      warn(`A connection could not be opened: ${String(error)}`);
      return { code: 4200, message: 'The service cannot take connections now. Try again.' };
    });
    opening -= 1;
    socket.resume();
    if (opened instanceof Connection) {
      if (isEnding) opened.close(RESTARTS.code, RESTARTS.message);
    } else if (opened !== undefined) {
      request.socket.write(frame({ event: 'pusher:error', data: opened }));
      socket.close(opened.code, opened.message);
    }
  }

  async function openOrRefuse(socket: WebSocket, request: IncomingMessage): Promise<Connection | Refused | undefined> {
    if (isEnding) return RESTARTS;
    // Those that are being opened count, this one included.
    if (hub.connections.size + opening > limits.connections) return FULL;
    return await open(socket, request, parts);
  }

  return {
    upgrade(request, socket, head) {
      // The answer to the handshake and the first message are one system call, where the store answers in this turn.
      parts.outlet.gather(socket);
      server.handleUpgrade(request, socket, head, (made) => void take(made, request));
      return true;
    },
    async close() {
      isEnding = true;
      clearInterval(timer);
      closeAll(RESTARTS.message);
      const end = Date.now() + FAREWELL_MILLISECONDS;
      while (hub.connections.size > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
      for (const connection of hub.connections) connection.cutOff();
      await ledger.end();
    },
  };
}

/** `closeTimeout` is documented, but its types do not have it yet. */
function optionsOf({ frameBytes, closeSeconds }: SocketLimits): ServerOptions & { readonly closeTimeout: number } {
  return { noServer: true, maxPayload: frameBytes, closeTimeout: closeSeconds * 1000, perMessageDeflate: false, clientTracking: false };
}

/** Gives the connections of an app its present settings. */
async function followApp({ connections }: Hub, { store, warn }: Deps, id: string): Promise<void> {
  try {
    const app = await find(store.read, 'd_apps', id);
    for (const connection of [...connections]) {
      if (connection.app.id !== id || app === undefined) continue;
      connection.app = app;
      if (!app.is_enabled) connection.close(4003, 'The app is disabled.');
    }
  } catch (error) {
    warn(`The settings of the app ${id} could not be read: ${String(error)}`);
  }
}

/** After messages of other processes may have been missed: events are gone, but settings and who is there can be read again. */
async function catchUp(hub: Hub, deps: Deps): Promise<void> {
  const { store, warn } = deps;
  for (const id of new Set([...hub.connections].map(({ app }) => app.id))) await followApp(hub, deps, id);
  try {
    for (const { app, channel } of hub.presenceChannels()) hub.follow(app, channel, await loadMembers(store.read, app, channel));
  } catch (error) {
    warn(`The members of presence channels could not be read again: ${String(error)}`);
  }
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
