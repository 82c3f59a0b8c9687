// Measures a kind of request, or of delivery, at the processes of a cluster.

import { quick } from '../../effort.ts';
import { pause } from '../../processes.ts';
import { type Case, eventTo, postBy } from './cases.ts';
import type { Cluster } from './cluster.ts';
import { type Ask, openLoader } from './load.ts';
import type { Subjects } from './prepare.ts';
import { openReaders, streamOf, subscriberOf } from './streams.ts';
import { difference, type Seconds, usedSoFar } from './usage.ts';
import type { Watch, Watched } from './watch.ts';

/** Requests under way at once, of all processes together. */
export const AT_ONCE = 32;
/** Back ends that publish at once what streams deliver. */
const PUBLISHERS = 2;

export interface Effort {
  readonly warmUp: number;
  readonly seconds: number;
}

export interface Figures {
  readonly count: number;
  readonly seconds: number;
  /** Milliseconds, in order. */
  readonly times: readonly number[];
  /** Seconds of processor time. */
  readonly used: Seconds;
  readonly conflicts: Readonly<Record<string, number>>;
  readonly watched: Watched | undefined;
}

let number = 0;
const next = () => number++;

async function usedBy(cluster: Cluster) {
  const { microseconds, conflicts } = await cluster.used();
  return { seconds: usedSoFar(microseconds / 1e6), conflicts };
}

/** @param work gives how much was done in which time */
async function measure(
  cluster: Cluster,
  watch: Watch | undefined,
  work: () => Promise<Pick<Figures, 'count' | 'seconds' | 'times'>>,
): Promise<Figures> {
  const before = await usedBy(cluster);
  await watch?.begin();
  const done = await work();
  const watched = await watch?.end();
  const after = await usedBy(cluster);
  const conflicts = Object.entries(after.conflicts)
    .map(([text, count]) => [text, count - (before.conflicts[text] ?? 0)] as const)
    .filter(([, count]) => count > 0);
  return {
    ...done,
    times: done.times.toSorted((one, other) => one - other),
    used: difference(before.seconds, after.seconds),
    conflicts: Object.fromEntries(conflicts),
    watched,
  };
}

export async function measureRequests(cluster: Cluster, watch: Watch | undefined, one: Case, effort: Effort): Promise<Figures> {
  const loader = await openLoader(cluster.originsOf(one.service), AT_ONCE, next);
  try {
    if (effort.warmUp > 0) await loader.run(effort.warmUp, one.next);
    return await measure(cluster, watch, async () => {
      const { requests: count, ...rest } = await loader.run(effort.seconds, one.next);
      return { count, ...rest };
    });
  } finally {
    loader.close();
    await cluster.settle();
  }
}

/** What is delivered to many, while some publish. */
export interface Stream {
  readonly service: 'b-microblog' | 'd-events';
  readonly name: string;
}

export const streamsOf = (readers: number): readonly Stream[] => [
  { service: 'b-microblog', name: `a post delivered by the filtered stream, ${readers} readers` },
  { service: 'd-events', name: `an event delivered to ${readers} sockets` },
];

export async function measureStream(
  cluster: Cluster,
  watch: Watch | undefined,
  { service }: Stream,
  subjects: Subjects,
  effort: Effort,
): Promise<Figures> {
  const { readers: tokens, writers } = subjects;
  const isPosts = service === 'b-microblog';
  const openings = tokens.map((token) => (isPosts ? streamOf(token) : subscriberOf('scaling')));
  const send = (index: number): Ask => (isPosts ? postBy(writers[index % writers.length] ?? '', index) : eventTo('scaling'));
  const origins = cluster.originsOf(service);
  const readers = await openReaders(origins, openings);
  const loader = await openLoader(origins, PUBLISHERS, next);
  try {
    await pause(quick ? 300 : 1_500);
    if (effort.warmUp > 0) await loader.run(effort.warmUp, send);
    await pause(quick ? 100 : 500);
    return await measure(cluster, watch, async () => {
      readers.clear();
      const begin = performance.now();
      const { requests } = await loader.run(effort.seconds, send);
      await arrived(readers.times, requests * tokens.length);
      return { count: readers.times.length, seconds: (performance.now() - begin) / 1_000, times: [...readers.times] };
    });
  } finally {
    loader.close();
    readers.leave();
    await cluster.settle();
  }
}

/** Milliseconds without anything new after which it is an error. */
const LONGEST = 10_000;

/** @throws {Error} where nothing arrives any more, and not all has */
async function arrived(times: readonly number[], all: number): Promise<void> {
  for (let [last, changed] = [0, performance.now()]; times.length < all; await pause(2)) {
    if (times.length > last) [last, changed] = [times.length, performance.now()];
    if (performance.now() - changed > LONGEST) throw new Error(`${times.length} of ${all} deliveries have arrived.`);
  }
}
