// The server of the client suite on loopback: the generated server behind CORS, plus responses that no generated server gives.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FetchHandler } from '@octavo/runtime';
import { nodeListener } from '@octavo/runtime/node';
import { RAW } from './handlers.ts';

export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the server on loopback. */
export function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Listening> {
  const server = createServer(answer);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const close = (): Promise<void> => {
        server.closeAllConnections();
        return new Promise((done) => server.close(() => done()));
      };
      resolve({ url: `http://127.0.0.1:${port}`, close });
    });
  });
}

/** The service with restrictive CORS: `X-Hidden` is not exposed. */
export function listenAsService(handler: FetchHandler): Promise<Listening> {
  const listener = nodeListener(handler);
  return listen((request, response) => {
    const path = (request.url ?? '').replace(/^\/v1/, '').replace(/\?.*/, '');
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
    response.setHeader('access-control-expose-headers', 'X-Count, X-Names, X-Request-Id');
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE');
      response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '');
      response.writeHead(204).end();
      return;
    }
    // Never responds.
    if (path === '/slow') return;
    const raw = RAW[path];
    if (raw === undefined) listener(request, response);
    else response.writeHead(raw[0], raw[1]).end(raw[2]);
  });
}
