// A client of the event service for tests: a raw WebSocket that keeps the messages it gets, and checks each against the document.

import { createHmac } from 'node:crypto';
import { validateSocketServerMessage } from '@octavo/interfaces/d-events';
import { WebSocket } from 'ws';
import { channelText, userText } from '../../../services/d-events/rules/authorization.ts';
import { apps } from '../../../services/d-events/seed.ts';

export interface Received {
  readonly event: string;
  readonly channel?: string;
  readonly data?: unknown;
  readonly user_id?: string;
}

interface App {
  readonly key: string;
  readonly secret: string;
}

/** As the back end of an app signs a text. */
function authorization({ key, secret }: App, text: string): string {
  return `${key}:${createHmac('sha256', secret).update(text).digest('hex')}`;
}

/** How long a message may take, in milliseconds: a busy machine is slow. */
const PATIENCE = 60_000;

export class Client {
  readonly socket: WebSocket;
  readonly received: Received[] = [];
  readonly closed: Promise<number>;
  id = '';
  readonly #app: App;
  readonly #waiting = new Set<() => void>();

  constructor(url: string, app: App = apps.stadium) {
    this.#app = app;
    this.socket = new WebSocket(url);
    this.socket.on('message', (data, isBinary) => {
      const message: unknown = JSON.parse(String(data));
      if (isBinary || !validateSocketServerMessage(message, [])) throw new Error(`The document does not describe ${String(data)}.`);
      this.received.push(message as Received);
      for (const wake of [...this.#waiting]) wake();
    });
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => this.socket.on('close', (code) => resolve(code)));
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  subscribe(channel: string, data?: object): void {
    const channel_data = data === undefined ? undefined : JSON.stringify(data);
    const auth = authorization(this.#app, channelText(this.id, channel, channel_data));
    this.send({ event: 'pusher:subscribe', data: { channel, auth, channel_data } });
  }

  signIn(user: object): void {
    const user_data = JSON.stringify(user);
    this.send({ event: 'pusher:signin', data: { auth: authorization(this.#app, userText(this.id, user_data)), user_data } });
  }

  /** The first message of a kind, now or soon; it is taken out of what was received. */
  async next(event: string, channel?: string): Promise<Received> {
    const found = () => this.received.findIndex((one) => one.event === event && (channel === undefined || one.channel === channel));
    const end = Date.now() + PATIENCE;
    while (found() < 0) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          this.#waiting.delete(wake);
          reject(new Error(`No ${event} came, but ${JSON.stringify(this.received)}.`));
        }, end - Date.now());
        const wake = () => {
          clearTimeout(timer);
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
      });
    }
    const [message] = this.received.splice(found(), 1);
    if (message === undefined) throw new Error(`${event} was taken by another.`);
    return message;
  }

  /** Subscribes, and waits until the service says so. */
  async joined(channel: string, data?: object): Promise<unknown> {
    this.subscribe(channel, data);
    return dataOf(await this.next('pusher_internal:subscription_succeeded', channel));
  }

  /** Waits until the service has answered all that was sent before. */
  async settled(): Promise<void> {
    this.send({ event: 'pusher:ping', data: {} });
    await this.next('pusher:pong');
  }

  async end(): Promise<void> {
    this.socket.close();
    await this.closed;
  }
}

/** Connects, and waits for the first message. @param base the base URL of the service */
export async function connect(base: string, app: App = apps.stadium, query = 'protocol=7&client=test&version=1.0'): Promise<Client> {
  const client = new Client(`${base.replace('http', 'ws')}/app/${app.key}?${query}`, app);
  const { socket_id } = dataOf(await client.next('pusher:connection_established')) as { socket_id: string };
  client.id = socket_id;
  return client;
}

/** The data of a message, read where it is JSON in a string. */
export function dataOf({ data }: Received): unknown {
  return typeof data === 'string' ? JSON.parse(data) : data;
}
