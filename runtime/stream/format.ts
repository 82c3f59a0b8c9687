// Declares what the formats of streams have in common: options, a parser of bytes into items, a writer of items as text, and end markers.
import { SyntaxFault } from '../contract/errors.ts';

export interface StreamOptions {
  /** The most bytes of one item. Default: 1 MiB. */
  readonly maxItemBytes?: number;
  /** After so many seconds without an item, a keep-alive is sent, which readers skip. Default: none is sent. */
  readonly keepAliveSeconds?: number;
  /** For JSON lines only: what a sender ends each line with. Readers accept both. Default: `\n`. */
  readonly lineEnd?: 'crlf';
  /**
   * An item that ends the stream where it has exactly this text. Writers send it last, and readers read no further. A stream may end without it.
   * Default: writers send none, and readers of JSON take `[DONE]`, which is no JSON.
   */
  readonly end?: string;
}

/** The end marker that many services send after the last item of JSON. */
export const commonEnd = '[DONE]';

/** The parser of one stream. Yields items as soon as they are complete. */
export interface ItemParser {
  /** @throws {SyntaxFault} */
  push(chunk: Uint8Array<ArrayBuffer>): Iterable<unknown>;
  /** Called at the end of the stream. @throws {SyntaxFault} */
  end(): Iterable<unknown>;
  /** Whether the end marker has come: what follows is not read. */
  readonly isComplete: boolean;
}

export interface ItemWriter {
  /**
   * An item as text; `undefined` for a value that cannot be written.
   * @throws {SyntaxFault}
   */
  write(item: unknown): string | undefined;
  readonly keepAlive: string;
  /** The end marker as an item, which is written after the last one. */
  readonly end?: string;
}

export function maxBytesOf(options: StreamOptions): number {
  return options.maxItemBytes ?? 1024 * 1024;
}

/** @throws {SyntaxFault} for an item that readers would take for the end of the stream. */
export function refuseEnd(text: string, end: string | undefined): void {
  if (text === end) throw new SyntaxFault('has the text of the end marker');
}
