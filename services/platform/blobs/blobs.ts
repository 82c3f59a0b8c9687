// Declares blobs: files that services keep in the store, whatever their size, without ever holding a whole one in memory.

import type { Kysely } from 'kysely';

export interface NewBlob {
  /** The media type: `image/png`. */
  readonly type: string;
  /** Bytes that it may have. Absent: what the sandbox has room for. */
  readonly most?: number;
}

export interface Blob {
  readonly type: string;
  /** Bytes. */
  readonly length: number;
  /**
   * Reads it in pieces, each when it is asked for. Fails where the blob is deleted meanwhile.
   * @param from the first byte; default 0
   * @param to the byte after the last; default: the length
   */
  stream(from?: number, to?: number): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** The blobs of one service. Others cannot read or delete them. */
export interface Blobs {
  /**
   * Writes a blob as its bytes arrive, in units of work of its own: call it outside of one. Until `keep` it is provisional: it is deleted ten minutes
   * after its last bytes (wall time), and when its process ends. If the source fails, nothing is left of it.
   * @throws {BlobTooLarge}
   * @throws {BlobSpaceFull}
   */
  put(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, blob: NewBlob): Promise<{ readonly id: string; readonly length: number }>;
  /**
   * Makes blobs last, in the unit of work that writes the rows which name them. Of blobs that last it changes the end.
   * @param expiresAt when they are deleted, on the sandbox clock; absent: never
   * @throws {StoreUnavailable} if one is gone, for example after a reset
   */
  keep<Tables>(tables: Kysely<Tables>, ids: readonly string[], expiresAt?: number): Promise<void>;
  /** `undefined` where there is none. */
  get(id: string): Promise<Blob | undefined>;
  /** Deletes blobs in a unit of work. Those that are gone are no error. */
  delete<Tables>(tables: Kysely<Tables>, ids: readonly string[]): Promise<void>;
}

/** A blob has more bytes than its service takes. */
export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge';
}

/** All blobs of the sandbox together would have more bytes than it keeps. */
export class BlobSpaceFull extends Error {
  override readonly name = 'BlobSpaceFull';
}
