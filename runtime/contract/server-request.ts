// The small request interface that the server core reads. A `Request` is one implementation; the node:http adapter has another, which costs less.

export interface ServerRequest {
  readonly method: string;
  /** Path and query as they were sent: `/a%2Fb?x=1`. */
  readonly target: string;
  /** Scheme and authority, `https://api.example`, as they reached the server; the caller has chosen the authority. */
  readonly origin: string;
  /** The IP address at the other end of the connection; absent where the platform does not say it. */
  readonly peer?: string | undefined;
  readonly signal: AbortSignal;
  /** A header by its lower-case name; several lines are joined by `, `. */
  header(name: string): string | undefined;
  /**
   * The whole body, at most `limit` bytes. It is read once; later calls get the same bytes.
   * @throws {BodyTooLarge}
   * @throws {BodyBroken}
   */
  bytes(limit: number): Promise<Uint8Array<ArrayBuffer>>;
  /** The body as a stream, once, without a limit; after `bytes`, the bytes that were read. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}
