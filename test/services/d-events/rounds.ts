// Kills one of two processes of the event service while it publishes, again and again, and looks for what was acknowledged.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { createEventsClient, type EventsClient, type WebhookEvent } from '@octavo/interfaces/d-events';
import { guardedFetch } from '@octavo/runtime/node';
import { eventsService } from '../../../services/d-events/index.ts';
import { apps } from '../../../services/d-events/seed.ts';
import { controlOf } from '../../../services/platform/control/in-memory.ts';
import { openSandbox, type Sandbox } from '../../../services/platform/sandbox/sandbox.ts';
import { endWithProcess } from '../../support/program.ts';
import { connect } from './client.ts';

const PROGRAM = path.join(import.meta.dirname, 'process.ts');
const ALIVE_SECONDS = 3;

export interface Found {
  /** Triggers that were acknowledged. */
  readonly acknowledged: number;
  /** Those of them that a subscriber of the other process did not get. */
  readonly lost: number;
  /** Webhook events that were written more than once, or not at all. */
  readonly wrong: readonly string[];
  /** The longest time until a member of a killed process had left. */
  readonly slowestSeconds: number;
}

export async function startProcess(postgres: string, redis: string, aliveSeconds: number): Promise<{ child: ChildProcess; base: string }> {
  const child = spawn(process.execPath, [PROGRAM, postgres, redis, String(aliveSeconds)], { stdio: ['ignore', 'pipe', 'inherit'] });
  endWithProcess(child);
  for await (const base of createInterface({ input: child.stdout })) return { child, base };
  throw new Error('The process ended before it listened.');
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** A client of the back end of the stadium app. */
export function backEnd(options: { baseUrl: string } | { fetch: ReturnType<Sandbox['fetch']> }): EventsClient {
  const { key, secret } = apps.stadium;
  return createEventsClient({ ...options, credentials: { signedQuery: { key, secret } } });
}

export async function run(rounds: number, places: { readonly postgres: string; readonly redis: string }): Promise<Found> {
  const allowPrivate = 'loopback';
  const survivor = await openSandbox([eventsService({ aliveSeconds: ALIVE_SECONDS })], {
    store: { postgres: places.postgres },
    redis: places.redis,
    network: { allowPrivate, fetch: guardedFetch({ allowPrivate }) },
  });
  try {
    // Nothing listens there: deliveries are only written, and their rows are what is looked at.
    const body = { app: apps.stadium.id, webhook_url: 'http://127.0.0.1:9/' };
    await controlOf(survivor).runAction({ path: { service: 'd-events', action: 'change-app' }, body });
    const { baseUrl } = await survivor.listen('d-events');
    const watcher = await connect(baseUrl);
    await watcher.joined('match-crash');
    let acknowledged = 0;
    let lost = 0;
    let slowest = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { child, base } = await startProcess(places.postgres, places.redis, ALIVE_SECONDS);
      const channel = `presence-round-${round}`;
      const member = await connect(base);
      await member.joined(channel, { user_id: 'doomed' });
      await watcher.joined(channel, { user_id: 'watcher' });
      const noted = await publishUntilKilled(base, child, `goal-${round}`, 20 + Math.random() * 300);
      const killed = Date.now();
      acknowledged += noted.length;
      const arrived = () => new Set(watcher.received.filter(({ event }) => event === `goal-${round}`).map(({ data }) => Number(data)));
      for (const end = Date.now() + 5_000; noted.some((number) => !arrived().has(number)) && Date.now() < end; ) await setTimeout(20);
      lost += noted.filter((number) => !arrived().has(number)).length;
      for (const end = Date.now() + 30_000; Date.now() < end; await setTimeout(50)) {
        if (watcher.received.some(({ event, channel: one }) => event === 'pusher_internal:member_removed' && one === channel)) break;
      }
      slowest = Math.max(slowest, Date.now() - killed);
      watcher.send({ event: 'pusher:unsubscribe', data: { channel } });
      watcher.received.length = 0;
    }
    const wrong = await wrongWebhooks(survivor, rounds);
    await watcher.end();
    return { acknowledged, lost, wrong, slowestSeconds: slowest / 1000 };
  } finally {
    await survivor.close();
  }
}

/** Publishes numbers until the process is killed. @returns those that were acknowledged */
async function publishUntilKilled(baseUrl: string, child: ChildProcess, name: string, milliseconds: number): Promise<number[]> {
  const back = backEnd({ baseUrl });
  const acknowledged: number[] = [];
  let isKilled = false;
  const publish = async (from: number) => {
    for (let number = from; !isKilled; number += 4) {
      const body = { name, channel: 'match-crash', data: String(number) };
      const sent = await back.triggerEvent({ path: { app_id: apps.stadium.id }, body }).catch(() => undefined);
      if (sent?.status === 200) acknowledged.push(number);
      else if (!isKilled) await setTimeout(5);
    }
  };
  const publishing = Promise.all([0, 1, 2, 3].map(publish));
  await setTimeout(milliseconds);
  child.kill('SIGKILL');
  await once(child, 'exit');
  isKilled = true;
  await publishing;
  return acknowledged;
}

/** What is wrong with the webhooks of the presence channels: each event must be in exactly one delivery. */
async function wrongWebhooks(sandbox: Sandbox, rounds: number): Promise<string[]> {
  const wanted: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const channel = `presence-round-${round}`;
    for (const user of ['doomed', 'watcher']) wanted.push(`member_added ${channel} ${user}`, `member_removed ${channel} ${user}`);
    wanted.push(`channel_occupied ${channel} `, `channel_vacated ${channel} `);
  }
  const written = async () => {
    const counts = new Map<string, number>();
    let before: number | undefined;
    for (;;) {
      const page = await sandbox.deliveries.list({ service: 'd-events', most: 200, before });
      for (const { payload } of page) {
        for (const event of (payload as { body: { events: WebhookEvent[] } }).body.events) {
          const text = `${event.name} ${event.channel} ${'user_id' in event ? event.user_id : ''}`;
          if (event.channel.startsWith('presence-round-')) counts.set(text, (counts.get(text) ?? 0) + 1);
        }
      }
      before = page.at(-1)?.position;
      if (before === undefined) return counts;
    }
  };
  for (const end = Date.now() + 10_000; Date.now() < end && (await written()).size < wanted.length; ) await setTimeout(200);
  const counts = await written();
  return wanted.filter((event) => counts.get(event) !== 1).map((event) => `${event}: ${counts.get(event) ?? 0} times`);
}
