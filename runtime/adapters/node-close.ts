// Ends a node:http server: requests in progress are answered, callers learn that the connection ends, and after a limit what is left is cut off.
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

/** `limitMilliseconds`: 0 for no limit. */
export function closingOf(server: Server, limitMilliseconds: number): Closing {
  const unsent = new Set<ServerResponse>();
  const kept = new Set<Duplex>();
  let closed: Promise<void> | undefined;
  return {
    track(response) {
      if (closed !== undefined) response.shouldKeepAlive = false;
      unsent.add(response);
      response.once('close', () => unsent.delete(response));
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
        for (const response of unsent) response.shouldKeepAlive = false;
      });
      return closed;
    },
  };
}
