// Copies of bodies that pass: the beginning of one, kept for the judge, and a stream that is judged while it passes.
import { Duplex } from 'node:stream';
import zlib from 'node:zlib';
import { exchangeLimits, joined } from '../target/limits.ts';

/** The beginning of a body, up to 8 MiB. */
export class Copy {
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  add(chunk: Uint8Array): void {
    if (this.#size <= exchangeLimits.bytes) this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /** Bytes of the whole body so far. */
  get size(): number {
    return this.#size;
  }

  get isCut(): boolean {
    return this.#size > exchangeLimits.bytes;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return joined(this.#chunks, exchangeLimits.bytes);
  }
}

/** A body without its `Content-Encoding`; `undefined` where it cannot be undone. */
export function decoded(bytes: Uint8Array<ArrayBuffer>, encoding: string | null | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (isPlain(encoding) || bytes.length === 0) return bytes;
  const options = { maxOutputLength: 8 * exchangeLimits.bytes };
  try {
    switch (encoding?.trim().toLowerCase()) {
      case 'gzip':
      case 'x-gzip':
        return new Uint8Array(zlib.gunzipSync(bytes, options));
      case 'deflate':
        return new Uint8Array(zlib.inflateSync(bytes, options));
      case 'br':
        return new Uint8Array(zlib.brotliDecompressSync(bytes, options));
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

/** The two ends of a stream: chunks are written as they pass, and read without their `Content-Encoding`. */
export interface LiveCopy {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Resolves when the reader has taken it, so that nothing piles up. */
  write(chunk: Uint8Array): Promise<void>;
  end(): void;
  /** The reader takes no more. Nothing waits for it any longer. */
  leave(): void;
}

/** `undefined` for an encoding that cannot be undone. */
export function liveCopy(encoding: string | null): LiveCopy | undefined {
  const decoder = isPlain(encoding) ? undefined : DECODERS[encoding?.trim().toLowerCase() ?? '']?.();
  if (decoder === undefined && !isPlain(encoding)) return undefined;
  let hasLeft = false;
  let taken: (() => void) | undefined;
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  const take = (): void => {
    taken?.();
    taken = undefined;
  };
  const leave = (): void => {
    hasLeft = true;
    take();
  };
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (one) => {
      controller = one;
    },
    pull: take,
    cancel: leave,
  });
  return {
    body: decoder === undefined ? stream : stream.pipeThrough(Duplex.toWeb(decoder) as Ends),
    write: async (chunk) => {
      if (hasLeft) return;
      controller?.enqueue(new Uint8Array(chunk));
      if ((controller?.desiredSize ?? 1) > 0) return;
      await new Promise<void>((resolve) => {
        taken = resolve;
      });
    },
    end: () => {
      if (!hasLeft) controller?.close();
      leave();
    },
    leave,
  };
}

interface Ends {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>>;
}

/** Each gives what it has at every flush of the sender, so that items are judged as they come. */
const DECODERS: Readonly<Record<string, () => Duplex>> = {
  gzip: zlib.createGunzip,
  'x-gzip': zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress,
};

function isPlain(encoding: string | null | undefined): boolean {
  return encoding === null || encoding === undefined || /^\s*(?:identity)?\s*$/i.test(encoding);
}
