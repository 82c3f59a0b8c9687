// Declares what the formats of streams have in common: options, a parser of bytes into items, and a writer of items as text.

export interface StreamOptions {
  /** The most bytes of one item. Default: 1 MiB. */
  readonly maxItemBytes?: number;
  /** After so many seconds without an item, a keep-alive is sent, which readers skip. Default: none is sent. */
  readonly keepAliveSeconds?: number;
  /** For JSON lines only: what a sender ends each line with. Readers accept both. Default: `\n`. */
  readonly lineEnd?: 'crlf';
}

/** The parser of one stream. Yields items as soon as they are complete. */
export interface ItemParser {
  /** @throws {SyntaxFault} */
  push(chunk: Uint8Array<ArrayBuffer>): Iterable<unknown>;
  /** Called at the end of the stream. @throws {SyntaxFault} */
  end(): Iterable<unknown>;
}

export interface ItemWriter {
  /**
   * An item as text; `undefined` for a value that cannot be written.
   * @throws {SyntaxFault}
   */
  write(item: unknown): string | undefined;
  readonly keepAlive: string;
}

export function maxBytesOf(options: StreamOptions): number {
  return options.maxItemBytes ?? 1024 * 1024;
}
