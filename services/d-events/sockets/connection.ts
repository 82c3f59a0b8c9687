// One connection of a client: what it is subscribed to, who is signed in, and the bounds that it is held to.

import type { Duplex } from 'node:stream';
import type { SocketCloseCode } from '@octavo/interfaces/d-events';
import type { WebSocket } from 'ws';
import type { SocketLimits } from '../limits.ts';
import type { FrameMessage } from '../messages.ts';
import type { AppRow } from '../tables.ts';
import { frame } from './frames.ts';
import type { Outlet } from './outlet.ts';
import { createRate, type Rate } from './rate.ts';

/** A subscription of a connection. */
export interface Subscription {
  readonly connection: Connection;
  readonly channel: string;
  /** The member of a presence channel. */
  readonly user: string | undefined;
  /** Messages that came before the client had the answer to its subscription; undefined from then on. */
  held: FrameMessage[] | undefined;
  /** The members of a presence channel that the client knows of. */
  readonly members: Set<string>;
  /** Whether its rows are written. */
  readonly written: Promise<boolean>;
}

/** Who is signed in on a connection. */
export interface SignedIn {
  readonly id: string;
  /** JSON, or null. */
  readonly info: string | null;
  readonly watchlist: readonly string[];
}

export class Connection {
  app: AppRow;
  /** The socket_id. */
  readonly id: string;
  readonly subscriptions = new Map<string, Subscription>();
  /** Whether the client knows `pusher:ping`: those of protocol 4 do not. */
  readonly knowsPing: boolean;
  user: SignedIn | undefined;
  /** Whether it is written that the user is signed in. */
  isSignedIn = false;
  /** Wall time of the last message of the client. */
  heardAt = Date.now();
  /** Wall time of the ping that waits for an answer. */
  pingedAt: number | undefined;
  readonly messages: Rate;
  readonly clientEvents: Rate;
  readonly #socket: WebSocket;
  /** The stream that the socket writes to. It holds nothing back, so frames that are written here keep their order with its own. */
  readonly #stream: Duplex;
  readonly #outlet: Outlet;
  readonly #unreadBytes: number;
  #isClosing = false;

  constructor(socket: WebSocket, stream: Duplex, outlet: Outlet, app: AppRow, id: string, protocol: number, limits: SocketLimits) {
    this.#socket = socket;
    this.#stream = stream;
    this.#outlet = outlet;
    this.app = app;
    this.id = id;
    this.knowsPing = protocol > 4;
    this.#unreadBytes = limits.unreadBytes;
    this.messages = createRate(limits.messagesPerSecond, limits.messageBurst);
    this.clientEvents = createRate(limits.clientEventsPerSecond, limits.clientEventsPerSecond);
  }

  get isOpen(): boolean {
    return !this.#isClosing && this.#socket.readyState === this.#socket.OPEN;
  }

  /** Sends a message that `frame` made. A client that has not read what waits for it already is cut off. */
  send(message: Buffer): void {
    if (!this.isOpen) return;
    if (this.#stream.writableLength > this.#unreadBytes) this.cutOff();
    else this.#outlet.write(this.#stream, message);
  }

  /** Tells the client what was wrong. The connection stays open. */
  reject(message: string, code: 4301 | 4302 | null = null): void {
    this.send(frame({ event: 'pusher:error', data: { code, message } }));
  }

  /** Says why, and closes. */
  close(code: SocketCloseCode, message: string): void {
    if (!this.isOpen) return;
    this.send(frame({ event: 'pusher:error', data: { code, message } }));
    this.#isClosing = true;
    this.#socket.close(code, message);
  }

  /** Ends the connection at once. */
  cutOff(): void {
    this.#isClosing = true;
    this.#socket.terminate();
  }
}
