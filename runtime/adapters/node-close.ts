// Ends a node:http server: requests in progress are answered, callers learn that the connection ends, and after a limit what is left is cut off.
// Callers who take nothing are cut off before.
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export interface Closing {
  /** Counts a response as in progress until it ends. Once the server closes, a response says `connection: close`. */
  track(response: ServerResponse): void;
  /** Counts a connection that HTTP no longer uses. */
  keep(socket: Duplex): void;
  /** Resolves when all connections have ended. Further calls return the same promise. */
  close(): Promise<void>;
}

/** How long a connection may be idle while the server closes. */
const PAUSE_MILLISECONDS = 100;
/**
 * How long a caller may take nothing of what waits for it while the server closes. A socket that took a part of its last write has twice as long,
 * since Node compares what waits with what waited before.
 */
const STANDSTILL_MILLISECONDS = 700;

/** `limitMilliseconds`: 0 for no limit. */
export function closingOf(server: Server, limitMilliseconds: number): Closing {
  const unsent = new Set<ServerResponse>();
  const kept = new Set<Duplex>();
  let closed: Promise<void> | undefined;
  return {
    track(response) {
      if (closed !== undefined) hasten(response);
      unsent.add(response);
      response.once('close', () => {
        unsent.delete(response);
        // A response whose head was sent before, such as a stream, did not say that its connection ends: the next request may be on its way.
        if (closed !== undefined) setTimeout(() => server.closeIdleConnections(), PAUSE_MILLISECONDS).unref();
      });
    },
    keep(socket) {
      kept.add(socket);
      socket.once('close', () => kept.delete(socket));
    },
    close() {
      closed ??= new Promise((resolve, reject) => {
        const cut = () => {
          server.closeAllConnections();
          for (const socket of kept) socket.destroy();
        };
        const timer = limitMilliseconds === 0 ? undefined : setTimeout(cut, limitMilliseconds);
        server.close((error) => {
          clearTimeout(timer);
          if (error === undefined) resolve();
          else reject(error);
        });
        server.closeIdleConnections();
        // Without `connection: close`, a caller would go on sending requests on the connection, and it would never be idle when it is checked.
        for (const response of unsent) hasten(response);
      });
      return closed;
    },
  };
}

/** The last response of its connection. The server's `timeout` cuts off a caller who does not take it, and only such a one. */
function hasten(response: ServerResponse): void {
  response.shouldKeepAlive = false;
  response.socket?.setTimeout(STANDSTILL_MILLISECONDS);
}
