// Has the callers of services act for a time: as fast as they are answered, or at a rate.

import { setTimeout } from 'node:timers/promises';
import type { ServiceName } from '../../../services/index.ts';
import { Cut, isCausedBy, Limited } from './calls.ts';
import type { Worker } from './worker.ts';

export interface LoadOptions {
  readonly seconds: number;
  readonly callers: number;
  /** Acts a second of each service; absent: each caller acts again at once. */
  readonly rates?: ReadonlyMap<ServiceName, number>;
  /** Gets a sentence for an act of a service that went wrong. */
  fault(service: ServiceName, text: string): void;
}

/** Milliseconds by which a service may lag behind its rate, which a busy machine cannot make good later. */
const MOST_LAG = 1_000;
/** Milliseconds after a refusal because of a limit. */
const AFTER_LIMIT = 250;

/** @returns how often each service was made to act */
export async function load(workers: readonly Worker[], options: LoadOptions): Promise<ReadonlyMap<ServiceName, number>> {
  const end = performance.now() + options.seconds * 1_000;
  const counts = await Promise.all(workers.map(async (worker) => [worker.service, await act(worker, end, options)] as const));
  return new Map(counts);
}

async function act(worker: Worker, end: number, { callers, rates, fault }: LoadOptions): Promise<number> {
  const turn = turnsOf(rates?.get(worker.service));
  let count = 0;
  const call = async (caller: number) => {
    while (performance.now() < end) {
      await turn();
      if (performance.now() >= end) return;
      try {
        await worker.act(caller);
        count += 1;
      } catch (error) {
        if (isCausedBy(error, Limited)) await setTimeout(AFTER_LIMIT);
        else if (!isCausedBy(error, Cut)) fault(worker.service, textOf(error));
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  return count;
}

/** Each call resolves when the next act is due. */
function turnsOf(rate: number | undefined): () => Promise<void> {
  if (rate === undefined) return async () => {};
  const interval = 1_000 / rate;
  let next = performance.now();
  return async () => {
    const now = performance.now();
    const own = Math.max(next, now - MOST_LAG);
    next = own + interval;
    if (own > now) await setTimeout(own - now);
  };
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack?.split('\n').find((line) => line.includes('/workers/'));
  const body = 'body' in error ? ` ${JSON.stringify(error.body)}` : '';
  // Identifiers of requests would make each sentence another one.
  const message = error.message.replace(/ \(request [^)]+\)/, '');
  return `${message}${body}${place === undefined ? '' : ` (${place.trim().replace(/^at .*\/|\)$/g, '')})`}`;
}
