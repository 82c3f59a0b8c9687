// A target: what requests are sent to. Types only.
import type { Operation } from '../../model/service.ts';
import type { Answer, SentRequest } from './exchange.ts';

export interface Target {
  /** For messages: `http://127.0.0.1:3000/v2`, `the handler`. */
  readonly name: string;
  /** The base address, for curl commands: `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** The path before the document's paths, without a final slash: `/v2`. */
  readonly basePath: string;
  /**
   * The base path of an operation with servers of its own; `undefined` where it is that of the others. Absent: the user has said which path all
   * operations stand below.
   */
  readonly ownBasePath?: (operation: Operation) => string | undefined;
  /** Whether the service runs in this process, so that its answers agree at once with what it was told. */
  readonly isInProcess?: true;
  /** Sends one request. Never rejects: what goes wrong is a failure. */
  send(request: SentRequest, signal: AbortSignal, streams?: StreamReading): Promise<Answer>;
  /** Closes connections. */
  close(): Promise<void>;
}

/** How bodies are read whose end may never come. Without it, the media type alone tells which these are. */
export interface StreamReading {
  /** Whether the document declares such a response as a stream of items. */
  isStream(status: number, contentType: string | null): boolean;
  /** How long one is read at most. */
  readonly milliseconds?: number;
}

/** A service in the same process: a generated server, or any function of this type. */
export type Handler = (request: Request) => Response | Promise<Response>;
