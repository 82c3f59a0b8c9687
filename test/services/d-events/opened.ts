// Opens the event service for a test, at an address, with clients and the back end of an app.

import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { createEventsClient, type EventsClient } from '@octavo/interfaces/d-events';
import { onTestFinished } from 'vitest';
import { eventsService } from '../../../services/d-events/index.ts';
import type { SocketLimits } from '../../../services/d-events/limits.ts';
import { apps } from '../../../services/d-events/seed.ts';
import { openSandbox, type Sandbox } from '../../../services/platform/sandbox/sandbox.ts';
import type { TestEngine } from '../../support/sandboxes.ts';
import { type Client, connect } from './client.ts';

export interface Opened {
  readonly sandbox: Sandbox;
  readonly base: string;
  readonly back: EventsClient;
  /** Connects a client. */
  fan(app?: (typeof apps)[keyof typeof apps], query?: string): Promise<Client>;
}

/** The path parameters of the app with all features. */
export const path = { app_id: apps.stadium.id };

export const memory: Pick<TestEngine, 'place'> = { place: async () => ({ store: { memory: true } }) };

/** @param limits those that differ from the service's own */
export async function open(engine: Pick<TestEngine, 'place'>, limits: Partial<SocketLimits> = {}): Promise<Opened> {
  const sandbox = await openSandbox([eventsService(limits)], { ...(await engine.place()), at: 'story' });
  onTestFinished(() => sandbox.close());
  const { baseUrl: base } = await sandbox.listen('d-events');
  const { key, secret } = apps.stadium;
  const back = createEventsClient({ fetch: sandbox.fetch('d-events'), credentials: { signedQuery: { key, secret } } });
  return { sandbox, base, back, fan: (app = apps.stadium, query) => connect(base, app, query) };
}

/** What a client sends to connect (RFC 6455 section 4.1). */
export function handshake(key: string): string {
  const head = [`GET /app/${key}?protocol=7 HTTP/1.1`, 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  return [...head, 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', '', ''].join('\r\n');
}

/** Connects by TCP alone, as a client would that does not follow the protocol. The connection reads nothing more. */
export async function openRaw(base: string, key: string): Promise<Socket> {
  const raw = connectTcp(Number(new URL(base).port), '127.0.0.1');
  raw.write(handshake(key));
  await once(raw, 'data');
  raw.pause();
  return raw;
}
