// The bounds of one exchange: how long it may take, and how much of a body is read.
import type { StreamReading } from '../contract/target.ts';

export interface ExchangeLimits {
  /** For the whole exchange. Default: 10,000. */
  readonly milliseconds: number;
  /** For the items of a stream that stays open. Default: 1,000. */
  readonly streamMilliseconds: number;
  /** Default: 8 MiB. */
  readonly bytes: number;
}

export const exchangeLimits: ExchangeLimits = { milliseconds: 10_000, streamMilliseconds: 1000, bytes: 8 * 1024 * 1024 };

/** Whether a media type is one of streams whose end may never come. */
function isStream(contentType: string | null): boolean {
  return /^\s*(?:text\/event-stream|application\/(?:x-ndjson|ndjson|jsonl|json-seq|x-json-stream))\b/i.test(contentType ?? '');
}

/** How long a body is read where it may stay open; `undefined` for one that ends. */
export function openFor(
  status: number,
  contentType: string | null,
  { streamMilliseconds }: ExchangeLimits,
  streams?: StreamReading,
): number | undefined {
  if (!isStream(contentType) && streams?.isStream(status, contentType) !== true) return undefined;
  return Math.min(streamMilliseconds, streams?.milliseconds ?? streamMilliseconds);
}

/** Joins chunks, at most `most` bytes. */
export function joined(chunks: readonly Uint8Array[], most: number): Uint8Array<ArrayBuffer> {
  const size = Math.min(
    most,
    chunks.reduce((sum, chunk) => sum + chunk.length, 0),
  );
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, size - at), at);
    at += Math.min(chunk.length, size - at);
  }
  return bytes;
}
