// A subscriber of a channel, who connects again where the connection is cut.

import { setTimeout } from 'node:timers/promises';
import { validateSocketServerMessage } from '@octavo/interfaces/d-events';
import { WebSocket } from 'ws';
import { lookupHere } from './calls.ts';

interface SocketOptions {
  readonly url: string;
  readonly channel: string;
  /** The user of a presence channel; absent: the channel is public. */
  readonly member: string | undefined;
  /** Signs a text as the back end of the app does. */
  sign(text: string): string;
  /** Is told the name of each event. */
  heard(event: string): void;
}

/** When a subscription began and ended. */
interface Stay {
  readonly from: number;
  to: number;
}

const BETWEEN_ATTEMPTS = 100;
/** Milliseconds for a connection and its subscription. */
const PATIENCE = 30_000;

interface Message {
  readonly event: string;
  readonly data?: unknown;
}

export class Socket {
  readonly #options: SocketOptions;
  readonly #stays: Stay[] = [];
  #socket: WebSocket | undefined;
  #isLeaving = false;
  readonly #following: Promise<void>;
  #join: () => void = () => {};
  readonly #joined = new Promise<void>((resolve) => {
    this.#join = resolve;
  });

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#following = this.#follow();
  }

  /** Resolves when it is subscribed for the first time. @throws {Error} after half a minute */
  async joined(): Promise<void> {
    const late = setTimeout(PATIENCE, true, { ref: false });
    if ((await Promise.race([this.#joined.then(() => false), late])) === true)
      throw new Error(`The channel ${this.#options.channel} could not be subscribed to within ${PATIENCE / 1000} s.`);
  }

  /** Whether one subscription lasted from a moment to another. */
  wasThere(from: number, to: number): boolean {
    return this.#stays.some((stay) => stay.from <= from && to <= stay.to);
  }

  async leave(): Promise<void> {
    this.#isLeaving = true;
    this.#socket?.close();
    await this.#following;
  }

  async #follow(): Promise<void> {
    while (!this.#isLeaving) {
      await this.#connect();
      if (!this.#isLeaving) await setTimeout(BETWEEN_ATTEMPTS);
    }
  }

  /** Resolves when the connection has ended. */
  #connect(): Promise<void> {
    const socket = new WebSocket(this.#options.url, { lookup: lookupHere as never, handshakeTimeout: PATIENCE });
    this.#socket = socket;
    let stay: Stay | undefined;
    return new Promise((resolve) => {
      socket.on('error', () => {});
      socket.on('close', () => {
        if (stay !== undefined) stay.to = Date.now();
        resolve();
      });
      socket.on('message', (text) => {
        const message = read(String(text));
        if (message.event === 'pusher:connection_established') this.#subscribe(socket, message);
        else if (message.event === 'pusher_internal:subscription_succeeded') {
          stay = { from: Date.now(), to: Number.POSITIVE_INFINITY };
          this.#stays.push(stay);
          this.#join();
        } else if (message.event === 'pusher:ping') socket.send(JSON.stringify({ event: 'pusher:pong', data: {} }));
        else if (!message.event.startsWith('pusher')) this.#options.heard(message.event);
      });
    });
  }

  #subscribe(socket: WebSocket, { data }: Message): void {
    const { channel, member, sign } = this.#options;
    const { socket_id } = JSON.parse(String(data)) as { readonly socket_id: string };
    const channel_data = member === undefined ? undefined : JSON.stringify({ user_id: member });
    const auth = member === undefined ? undefined : sign(`${socket_id}:${channel}:${channel_data}`);
    socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth, channel_data } }));
  }
}

/** @throws {Error} for a message that the document does not describe */
function read(text: string): Message {
  const message: unknown = JSON.parse(text);
  if (!validateSocketServerMessage(message, [])) throw new Error(`The document does not describe ${text}.`);
  return message as Message;
}
