// Knows the sockets and streams that are open, for people who want to see them or break one off.

import type { IncomingMessage } from 'node:http';
import { type ServerAnswer, watchStream } from '@octavo/runtime';
import { redactedTarget } from '@octavo/runtime/conformance';
import type { ServiceServer } from '../service.ts';

/** A connection that is open. */
interface Connection {
  readonly id: string;
  readonly document: string;
  /** `stream`: the body of an answer that goes on. */
  readonly kind: 'socket' | 'stream';
  /** Path and query, without credentials. */
  readonly target: string;
  /** Wall time, milliseconds since 1970. */
  readonly openedAt: number;
  /** Bytes. */
  readonly sent: number;
  readonly received: number;
}

export interface Connections {
  /** The newest first. */
  list(): readonly Connection[];
  /** Breaks a connection off, as a network would. @returns false if there is none */
  close(id: string): boolean;
  /** Follows the sockets that a server takes over. */
  upgradeOf(document: string, upgrade: Upgrade): Upgrade;
  /** The answer, whose body is followed where it is a stream. */
  follow(document: string, target: string, answer: ServerAnswer): ServerAnswer;
}

type Upgrade = NonNullable<ServiceServer['upgrade']>;

interface Open extends Pick<Connection, 'document' | 'kind' | 'target' | 'openedAt'> {
  bytes(): Pick<Connection, 'sent' | 'received'>;
  end(): void;
}

/** A socket was taken over, after some milliseconds. */
export type Opened = (document: string, request: IncomingMessage, milliseconds: number) => void;

export function createConnections(opened: Opened = () => {}): Connections {
  const open = new Map<string, Open>();
  let last = 0;

  /** @returns removes it */
  function add(connection: Omit<Open, 'openedAt'>): () => void {
    last += 1;
    const id = `connection-${last}`;
    open.set(id, { ...connection, openedAt: Date.now() });
    return () => open.delete(id);
  }

  return {
    list: () =>
      [...open]
        .map(([id, { document, kind, target, openedAt, bytes }]) => ({
          id,
          document,
          kind,
          target: redactedTarget(target, []),
          openedAt,
          ...bytes(),
        }))
        .reverse(),

    close(id) {
      const found = open.get(id);
      found?.end();
      open.delete(id);
      return found !== undefined;
    },

    upgradeOf: (document, upgrade) => async (request, socket, head) => {
      const start = performance.now();
      const taken = await upgrade(request, socket, head);
      if (taken === false || socket.destroyed) return taken;
      opened(document, request, performance.now() - start);
      const target = request.url ?? '';
      socket.once('close', add({ document, kind: 'socket', target, bytes: () => bytesOf(request), end: () => socket.destroy() }));
      return taken;
    },

    follow(document, target, answer) {
      const { body } = answer;
      if (!(body instanceof ReadableStream)) return answer;
      let sent = 0;
      const broken = new AbortController();
      const bytes = () => ({ sent, received: 0 });
      const ended = add({ document, kind: 'stream', target, bytes, end: () => broken.abort(new Error('Control closed this stream.')) });
      const passes = (length: number) => {
        sent += length;
      };
      return { ...answer, body: watchStream(body, { passes, ended, signal: broken.signal }) };
    },
  };
}

function bytesOf(request: IncomingMessage): Pick<Connection, 'sent' | 'received'> {
  const { bytesWritten, bytesRead } = request.socket;
  return { sent: bytesWritten, received: bytesRead };
}
