// Measures operations in rounds: the processor time of a request to the live service, to the stub, and to the one that all are compared with.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ServiceName } from '../../../services/index.ts';
import { quick, rounds, warmUp } from '../../effort.ts';
import { median } from '../../measure.ts';
import { end, start } from '../../processes.ts';
import { createLoader, type Loader } from './load.ts';
import type { Question } from './server.ts';
import type { Studied } from './study.ts';

export const REQUESTS = quick ? 5 : 100;
export const ROUNDS = rounds(9);
/** Rounds before those that count, until the compiler has optimized what the operation runs. */
const WARM_UP = warmUp(12);

export interface Place {
  readonly service: ServiceName;
  readonly document: string;
  /** For the live service, where its rows are; for the stub, where its results are. */
  readonly file: string;
}

/** What is measured of an operation: medians over the rounds, times in microseconds. */
export interface Times {
  /** `NaN` where there is no stub. */
  readonly stub: number;
  readonly live: number;
  readonly overStub: number;
  readonly overReference: number;
}

interface Server extends Loader {
  readonly child: ChildProcess;
}

async function launch(way: 'live' | 'stub', { service, document, file }: Place, folder: string): Promise<Server> {
  const program = join(import.meta.dirname, 'server.ts');
  const child = start([program, way, service, document, file], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const origin = String(await messageOf(child));
  return { child, ...createLoader(origin) };
}

/** @throws {Error} where the program ends before it sends one */
async function messageOf(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const exit = () => ended.abort(new Error(`${child.spawnargs.join(' ')} has ended.`));
  child.once('exit', exit);
  try {
    const [message] = (await once(child, 'message', { signal: ended.signal })) as [unknown];
    return message;
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error;
  } finally {
    child.off('exit', exit);
  }
}

async function ask(child: ChildProcess, question: Question): Promise<number> {
  const answer = messageOf(child);
  child.send(question);
  return Number(await answer);
}

/** Sends a round of requests of one operation. @returns microseconds of processor time for a request, with what it caused */
async function measure({ child, send }: Server, { sample, status, isChange }: Studied): Promise<number> {
  const { subjects, requests } = await sample.requests(REQUESTS);
  const before = await ask(child, isChange ? { prepare: subjects } : 'time');
  await send(requests, status);
  return ((await ask(child, isChange ? 'settle' : 'time')) - before) / REQUESTS;
}

/** One round of one operation. */
interface Turn {
  /** `NaN` where there is none. */
  readonly stub: number;
  readonly live: number;
  readonly reference: number;
}

/** @param reference the operation that all are compared with, and where its service keeps its rows */
export async function measureRounds(
  places: { readonly live: Place; readonly stub: Place | undefined; readonly reference: Place },
  studied: readonly Studied[],
  reference: Studied,
  folder: string,
): Promise<Map<string, Times>> {
  const live = await launch('live', places.live, folder);
  const stub = places.stub === undefined ? undefined : await launch('stub', places.stub, folder);
  const compared = await launch('live', places.reference, folder);
  const servers = [live, compared, ...(stub === undefined ? [] : [stub])];
  const turns = new Map<string, Turn[]>(studied.map(({ sample }) => [sample.operation.id, []]));
  // Those that change nothing come first, and all find the rows of the seeds.
  const ordered = studied.toSorted((one, other) => Number(one.isChange) - Number(other.isChange));
  try {
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const { child } of servers) await ask(child, { prepare: [] });
      const before = await measure(compared, reference);
      const own = new Map<string, Omit<Turn, 'reference'>>();
      for (const one of ordered) {
        const constant = stub === undefined ? Number.NaN : await measure(stub, one);
        own.set(one.sample.operation.id, { stub: constant, live: await measure(live, one) });
      }
      const mean = (before + (await measure(compared, reference))) / 2;
      if (round >= 0) for (const [id, times] of own) turns.get(id)?.push({ ...times, reference: mean });
    }
  } finally {
    for (const { close } of servers) close();
    await Promise.all(servers.map(({ child }) => end(child)));
  }
  return new Map([...turns].map(([id, all]) => [id, timesOf(all)]));
}

function timesOf(turns: readonly Turn[]): Times {
  return {
    stub: median(turns.map((turn) => turn.stub)),
    live: median(turns.map((turn) => turn.live)),
    overStub: median(turns.map((turn) => turn.live / turn.stub)),
    overReference: median(turns.map((turn) => turn.live / turn.reference)),
  };
}
