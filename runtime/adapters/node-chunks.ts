// Writes chunks of a body to a node:http response in as few steps as there are, since a stream may have thousands of readers.
import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Longer chunks are not copied: what it costs to write them outweighs what a frame costs. */
const MOST_BYTES = 16 * 1024;
const LINE_END = '\r\n';

/** The last chunk that was framed: readers of one item follow each other. */
let last: { readonly chunk: Uint8Array; readonly frame: Buffer } | undefined;

/**
 * Writes a chunk. `response.write` gives the socket four pieces for each: size, line end, chunk and line end (RFC 9112 section 7.1). A short chunk is
 * framed once for all responses that get it, and is one piece.
 * @returns whether the socket takes more
 */
export function writeChunk(response: ServerResponse, chunk: Uint8Array): boolean {
  const socket = socketOf(response);
  // An empty chunk would end the body.
  return socket === undefined || chunk.length === 0 || chunk.length > MOST_BYTES ? response.write(chunk) : socket.write(frameOf(chunk));
}

/**
 * The socket, if what is written to it stands where `response.write` would put it: nothing waits in the response, and no framework writes otherwise.
 */
function socketOf(response: ServerResponse): Socket | undefined {
  const { socket } = response;
  const isPlain = response.chunkedEncoding && response.headersSent && response.write === ServerResponse.prototype.write;
  if (!isPlain || socket === null || response.writableEnded || response.writableLength !== socket.writableLength) return undefined;
  return socket;
}

function frameOf(chunk: Uint8Array): Buffer {
  if (last?.chunk !== chunk) last = { chunk, frame: framed(chunk) };
  return last.frame;
}

function framed(chunk: Uint8Array): Buffer {
  const head = chunk.length.toString(16) + LINE_END;
  const frame = Buffer.allocUnsafeSlow(head.length + chunk.length + LINE_END.length);
  frame.write(head, 'latin1');
  frame.set(chunk, head.length);
  frame.write(LINE_END, head.length + chunk.length, 'latin1');
  return frame;
}
