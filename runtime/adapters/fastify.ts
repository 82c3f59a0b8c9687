// Serves a FetchHandler as a plugin of Fastify 5. Routing and parsing are the handler's; Fastify's hooks run, and headers that they set are kept.
import type { ServerResponse } from 'node:http';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { ByteStream } from '../contract/body.ts';
import { type ServerAnswer, toResponse } from '../server/respond.ts';
import type { FetchHandler } from '../server/server.ts';
import { answerMessage, originForm } from './node-request.ts';
import { breakOff, canReuseConnection, writeAnswer } from './node-response.ts';
import { type AdapterOptions, isForNext } from './unknown-paths.ts';

export type { AdapterOptions } from './unknown-paths.ts';

/**
 * `app.register(fastifyPlugin(server))`. It matches the whole path, wherever it is mounted: set the server's `basePath` to where the service is.
 * The app's own routes come first, whenever they are added. Fastify itself refuses a path with malformed percent-encoding (its option
 * `frameworkErrors`).
 */
export function fastifyPlugin(handler: FetchHandler, options: AdapterOptions = {}): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.setErrorHandler((error, request, reply) => {
      // The document decides which media types are allowed, not Fastify.
      if (isOfMediaType(error)) return answer(request, reply);
      throw error;
    });
    app.route({ method: app.supportedMethods, url: '/*', exposeHeadRoute: false, handler: answer });
    if (app.prefix !== '') app.route({ method: app.supportedMethods, url: '/', exposeHeadRoute: false, handler: answer });
  };

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { raw: message } = request;
    if (isForNext(handler, originForm(request.originalUrl), options)) {
      reply.callNotFound();
      return reply;
    }
    const found = await answerMessage(handler, message, reply.raw, request.originalUrl);
    // Fastify would close a connection with an unread body at once, and the caller would lose the response.
    if (!canReuseConnection(message)) {
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
      await writeAnswer(found, message, reply.raw)?.catch((error) => breakOff(reply.raw, error));
      return reply;
    }
    return send(found, reply);
  }
}

function send(answer: ServerAnswer | Response, reply: FastifyReply): FastifyReply {
  if (answer instanceof Response) return reply.send(answer);
  const { status, headers, body, cookies } = answer;
  if (body instanceof ReadableStream) return reply.send(toResponse({ ...answer, body: flushing(body, reply.raw) }));
  if (body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)) return reply.send(toResponse(answer));
  if (cookies !== undefined) reply.header('set-cookie', cookies);
  // Fastify would add a charset to the content type of text.
  return reply
    .code(status)
    .headers(headers)
    .send(typeof body === 'string' ? Buffer.from(body) : (body ?? undefined));
}

/** A stream that sends the headers when Fastify first reads it, so that the caller sees them however long the first chunk takes. */
function flushing(body: ByteStream, response: ServerResponse): ByteStream {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        if (!response.headersSent) response.flushHeaders();
        const step = await reader.read();
        if (step.done) controller.close();
        else controller.enqueue(step.value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function isOfMediaType(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE';
}
