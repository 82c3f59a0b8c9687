// Writes an answer of the core to a node:http response, and ends the connection with care where a request body was left unread.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerAnswer } from '../server/respond.ts';
import { pumpOf } from '../stream/pump.ts';
import { writeChunk } from './node-chunks.ts';
import { awaitsContinue } from './node-request.ts';

/**
 * Gives a promise where the body is a stream: it resolves when all of it has been written to the socket, and rejects when the stream fails. Any
 * other answer has been written when this returns.
 */
export function writeAnswer(
  answer: ServerAnswer | Response,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  if (answer instanceof Response) return writeResponse(answer, message, response);
  const { status, headers, body } = answer;
  const isPlain = typeof body === 'string' || body === null;
  if (!isPlain && (body instanceof FormData || body instanceof Blob)) {
    const whole = new Response(body, { status, headers });
    for (const cookie of answer.cookies ?? []) whole.headers.append('set-cookie', cookie);
    return writeResponse(whole, message, response);
  }
  if (answer.cookies !== undefined) response.setHeader('set-cookie', cookieLines(response, answer.cookies));
  if (!canReuseConnection(message)) headers.connection = 'close';
  if (!isPlain && body instanceof ReadableStream) {
    response.writeHead(status, headers);
    return writeStream(body, message, response);
  }
  const sent = message.method === 'HEAD' ? null : body;
  if (sent !== null) headers['content-length'] = String(typeof sent === 'string' ? Buffer.byteLength(sent) : sent.length);
  if (!canReuseConnection(message)) {
    if (sent === null && message.method !== 'HEAD' && status !== 204 && status !== 304) headers['content-length'] = '0';
    response.writeHead(status, headers);
    endLingering(message, response, sent);
    return undefined;
  }
  response.writeHead(status, headers);
  response.end(sent ?? undefined);
  return undefined;
}

/** An unread body up to this size is skipped by Node, which then reads the next request. */
const SKIPPED_BYTES = 64 * 1024;

/** Whether the connection can be reused: no unread body stands between this request and the next one. */
export function canReuseConnection(message: IncomingMessage): boolean {
  if (message.complete) return true;
  const isUntouched = !message.readableDidRead && message.listenerCount('readable') === 0 && !awaitsContinue(message);
  return isUntouched && Number(message.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= SKIPPED_BYTES;
}

/**
 * Ends a response that failed part way, so that it does not look complete. What was written of it is sent. A handler that rejects with an
 * `AbortError` wants no answer to be sent at all.
 */
export function breakOff(response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.socket?.destroySoon();
  else if (error instanceof Error && error.name === 'AbortError') response.destroy();
  else response.writeHead(500).end();
}

/** The cookies that a framework has set, and then the answer's. */
function cookieLines(response: ServerResponse, cookies: readonly string[]): string[] {
  const before = response.getHeader('set-cookie');
  return [...(before === undefined ? [] : Array.isArray(before) ? before : [String(before)]), ...cookies];
}

/** How much of an unwanted body is read and discarded before the connection is closed, and for how long. */
const LINGER_BYTES = 4 * 1024 * 1024;
const LINGER_MILLISECONDS = 1000;

/**
 * Ends the response, and then the connection, while the caller may still be sending. Closing at once would reset the connection, and the caller
 * would lose the response (RFC 9112 section 9.6).
 */
function endLingering(message: IncomingMessage, response: ServerResponse, body: string | Uint8Array | null): void {
  if (awaitsContinue(message)) {
    response.end(body ?? undefined);
    return;
  }
  if (body === null) response.flushHeaders();
  else response.write(body);
  let left = LINGER_BYTES;
  const end = () => {
    clearTimeout(timer);
    if (!response.writableEnded) response.end();
  };
  const timer = setTimeout(end, LINGER_MILLISECONDS);
  message.on('data', (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  for (const event of ['end', 'error', 'close']) message.once(event, end);
  message.resume();
}

async function writeResponse(answer: Response, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers: Record<string, string | string[]> = Object.fromEntries(answer.headers);
  // Node frames the body; a handler's own field would promise another framing than the one sent (RFC 9112 section 6.1).
  delete headers['transfer-encoding'];
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookieLines(response, cookies);
  if (!canReuseConnection(message)) headers.connection = 'close';
  response.writeHead(answer.status, headers);
  await writeStream(answer.body, message, response);
}

/** Writes a body, whose headers are written, chunk by chunk. It is cancelled when the connection closes. */
async function writeStream(body: ReadableStream<Uint8Array> | null, message: IncomingMessage, response: ServerResponse): Promise<void> {
  if (body === null || message.method === 'HEAD') {
    await body?.cancel();
    response.end();
    return;
  }
  // The caller sees the status and headers at once, however long the first chunk takes.
  response.flushHeaders();
  const reader = body.getReader();
  response.once('close', () => void reader.cancel().catch(() => {}));
  const pump = pumpOf(body);
  if (pump === undefined) {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      if (!response.write(step.value)) await drained(response);
      if (response.destroyed) return;
    }
  } else {
    pump((bytes) => (writeChunk(response, bytes) ? undefined : drained(response)));
    await reader.closed;
    if (response.destroyed) return;
  }
  if (canReuseConnection(message)) response.end();
  else endLingering(message, response, new Uint8Array());
}

/** Back-pressure: resolves when the socket accepts more, or is closed. */
function drained(response: ServerResponse): Promise<void> {
  const { socket } = response;
  return new Promise((resolve) => {
    const done = () => {
      // A response does not hear of chunks that were written to its socket.
      socket?.off('drain', done);
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    socket?.once('drain', done);
    response.once('drain', done);
    response.once('close', done);
  });
}
