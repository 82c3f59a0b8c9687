// One interface for the four adapters: each starts a server on loopback with its own route beside the service.
import { createServer as createNodeServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FetchHandler } from '@octavo/runtime';
import { expressMiddleware } from '@octavo/runtime/express';
import { fastifyPlugin } from '@octavo/runtime/fastify';
import { honoMiddleware } from '@octavo/runtime/hono';
import { serve } from '@octavo/runtime/node';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';

export interface Host {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface HostOptions {
  readonly unknownPaths?: 'next' | 'answer';
  /** Prefix at which the framework mounts the service; the service's base path is set separately. */
  readonly mount?: string;
  /** Puts a body parser before the service. */
  readonly parsesBodies?: boolean;
}

type Start = (handler: FetchHandler, options?: HostOptions) => Promise<Host>;

async function listen(server: Server): Promise<Host> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const startNode: Start = async (handler) => {
  const served = await serve(handler);
  return {
    url: served.url,
    port: served.port,
    close: () => {
      const closed = served.close();
      served.server.closeAllConnections();
      return closed;
    },
  };
};

const startFastify: Start = async (handler, { mount, ...options } = {}) => {
  const app = fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-framework', 'yes');
  });
  await app.register(fastifyPlugin(handler, options), mount === undefined ? {} : { prefix: mount });
  app.get('/health', async () => 'well');
  app.post('/own', async (request) => request.body);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, close: async () => void (await app.close()) };
};

const startExpress: Start = async (handler, { mount, parsesBodies, ...options } = {}) => {
  const app = express();
  app.use((_request, response, next) => {
    response.setHeader('x-framework', 'yes');
    next();
  });
  if (parsesBodies === true) app.use(express.json());
  if (mount === undefined) app.use(expressMiddleware(handler, options));
  else app.use(mount, expressMiddleware(handler, options));
  app.use(express.json());
  app.get('/health', (_request, response) => void response.send('well'));
  app.post('/own', (request, response) => void response.json(request.body));
  return listen(createNodeServer(app));
};

const startHono: Start = async (handler, { mount, parsesBodies, ...options } = {}) => {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header('x-framework', 'yes');
  });
  if (parsesBodies === true)
    app.use(async (context, next) => {
      await context.req.raw.text();
      await next();
    });
  app.use(mount === undefined ? '*' : `${mount}/*`, honoMiddleware(handler, options));
  app.get('/health', (context) => context.text('well'));
  app.post('/own', async (context) => context.json(await context.req.json()));
  return startNode(async (request) => app.fetch(request));
};

export const frameworks: readonly (readonly [string, Start])[] = [
  ['fastify', startFastify],
  ['hono', startHono],
  ['express', startExpress],
];

export const adapters: readonly (readonly [string, Start])[] = [['node', startNode], ...frameworks];
