// One run of the soak: starts the services, finds out what they carry, has all of them used for a while at half of that, and compares what was
// acknowledged with what is there.

import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { unwrap } from '@octavo/runtime';
import type { ServiceName } from '../../../services/index.ts';
import { usageOf } from '../../processes.ts';
import { type Calls, createCalls, type Tally } from './calls.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { type LoadOptions, load } from './load.ts';
import { memoryOf, type Sample } from './memory.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { secretsIn, seededSecrets } from './secrets.ts';
import type { SoakSettings } from './settings.ts';
import type { Worker, World } from './worker.ts';
import { controllerWorker } from './workers/controller.ts';
import { emailWorker } from './workers/email.ts';
import { eventsWorker } from './workers/events.ts';
import { identityWorker } from './workers/identity.ts';
import { instalmentsWorker } from './workers/instalments.ts';
import { messagingWorker } from './workers/messaging.ts';
import { microblogWorker } from './workers/microblog.ts';
import { schedulingWorker } from './workers/scheduling.ts';

/** What one service showed. */
export interface Shown {
  /** Processor time of a request while the service is used alone, µs; of the services, not of a database. */
  readonly processorTime: number;
  /** Requests a second while the service is used alone. */
  readonly alone: number;
  readonly tally: Tally;
  readonly acknowledged: Readonly<Record<string, number>>;
  /** Sentences on acts and requests that went wrong. */
  readonly failures: readonly string[];
  /** Sentences for what the ledger has and the service has not, or the other way round. */
  readonly differences: readonly string[];
}

export interface Outcome {
  readonly services: ReadonlyMap<ServiceName, Shown>;
  /** Seconds of the load. */
  readonly seconds: number;
  /** Samples of each process. Those of one that was killed go on with its successor. */
  readonly memory: readonly (readonly Sample[])[];
  readonly kills: number;
  /** Whether requests counted against the limits for a while. */
  readonly hadLimits: boolean;
  /** Bytes of logs in which no credential of the seeds may be. */
  readonly logged: number;
  /** Sentences on what went wrong and is of no one service. */
  readonly faults: readonly string[];
}

/** Milliseconds between two samples of memory. */
const PACE = 5_000;
/** Milliseconds in which the connections of a process that was killed may be cut, and its successor may be missed. */
const AFTER_KILL = 15_000;
/** Milliseconds for what is still on its way after the load; what a killed process had begun waits for its lease to end. */
const PATIENCE = 120_000;
const MINUTE = 60;
/** Lines of nginx that are shown where a request failed. */
const MOST_COMPLAINTS = 20;
/** Seconds before the end in which no process is killed, so that what it had begun has been taken over by then. */
const QUIET = 30;
/** Seconds for each measurement before the load. */
const MEASURED = { least: 0.5, most: 5 };

export async function soak(settings: SoakSettings, folder: string): Promise<Outcome> {
  const fleet = await startFleet(settings.engine, settings.processes, folder);
  let areLimitsOn = false;
  const calls = createCalls({
    areCutsExpected: () => fleet.wasKilledBetween(Date.now() - AFTER_KILL, Date.now()),
    areLimitsOn: () => areLimitsOn,
  });
  const receiver = await startReceiver();
  const workers: Worker[] = [];
  /** How often each thing went wrong, by service. */
  const noted = new Map<ServiceName, Map<string, number>>();
  const note = (service: ServiceName, text: string) => {
    const own = noted.get(service) ?? new Map<string, number>();
    noted.set(service, own.set(text, (own.get(text) ?? 0) + 1));
  };
  const setLimits = async (areOn: boolean) => {
    // A request that is on its way when they are lifted may still be refused.
    if (areOn) areLimitsOn = true;
    await fleet.setLimits(areOn);
    if (areOn) return;
    await setTimeout(1_000);
    areLimitsOn = false;
  };
  try {
    await setLimits(false);
    workers.push(...(await openWorkers(worldOf(fleet, calls, receiver, settings))));
    const measured = await measure(workers, fleet, calls, settings, note);
    calls.restart();
    const memory = await underLoad(workers, fleet, measured.rates, settings, setLimits, note);
    const tallies = new Map(workers.map(({ service }) => [service, { ...calls.tally(service) }]));
    const late = await settle(workers);
    const services = new Map<ServiceName, Shown>();
    for (const worker of workers) {
      const { service } = worker;
      progress(`${service}: the ledger is compared`);
      const differences = [...emptinessOf(worker), ...(late.get(service) ?? []), ...(await compare(worker))];
      const failures = [...inWords(noted.get(service)), ...calls.failures(service)];
      const { processorTime, alone } = measured.alone.get(service) ?? { processorTime: 0, alone: 0 };
      const tally = tallies.get(service) ?? calls.tally(service);
      services.set(service, { processorTime, alone, tally, acknowledged: worker.acknowledged(), failures, differences });
    }
    await Promise.all(workers.map((worker) => worker.leave?.()));
    // They say why it answered with 502, which is no fault just after a kill.
    const hasFailed = workers.some(({ service }) => calls.failures(service).length > 0);
    const complaints = hasFailed ? fleet.complaints().slice(-MOST_COMPLAINTS) : [];
    await fleet.close();
    const logs = await searchLogs(fleet.logs());
    return {
      services,
      seconds: settings.minutes * MINUTE,
      memory,
      kills: fleet.kills(),
      hadLimits: settings.processes === 1,
      logged: logs.bytes,
      faults: [...complaints, ...receiver.refused.slice(0, 20), ...logs.faults],
    };
  } finally {
    await Promise.all(workers.map((worker) => worker.leave?.()));
    await fleet.close();
    await receiver.close();
    await calls.close();
  }
}

function worldOf(fleet: Fleet, calls: Calls, receiver: Receiver, { callers }: SoakSettings): World {
  return {
    url: fleet.url,
    fetch: calls.fetch,
    act: async (service, action, body = {}) =>
      unwrap(await fleet.control.runAction({ path: { service, action }, body: body as never }), 200).result,
    receiver,
    wasKilledBetween: fleet.wasKilledBetween,
    callers,
  };
}

async function openWorkers(world: World): Promise<Worker[]> {
  return [
    await identityWorker(world),
    await microblogWorker(world),
    controllerWorker(world),
    await eventsWorker(world),
    await schedulingWorker(world),
    await instalmentsWorker(world),
    await messagingWorker(world),
    await emailWorker(world),
  ];
}

interface Measured {
  readonly alone: ReadonlyMap<ServiceName, Pick<Shown, 'processorTime' | 'alone'>>;
  /** Acts a second of each service, half of what all carry together. */
  readonly rates: ReadonlyMap<ServiceName, number>;
}

/** Uses each service alone, and then all of them, as fast as they answer. */
async function measure(
  workers: readonly Worker[],
  fleet: Fleet,
  calls: Calls,
  { minutes, callers }: SoakSettings,
  fault: LoadOptions['fault'],
): Promise<Measured> {
  const seconds = Math.min(MEASURED.most, Math.max(MEASURED.least, minutes));
  const alone = new Map<ServiceName, Pick<Shown, 'processorTime' | 'alone'>>();
  progress('the services are used for the first time');
  await load(workers, { seconds, callers, fault });
  for (const worker of workers) {
    progress(`${worker.service} alone`);
    calls.restart();
    const before = usageOf(fleet.pids()).seconds;
    await load([worker], { seconds, callers, fault });
    // With the webhooks that follow.
    await setTimeout(200);
    const used = usageOf(fleet.pids()).seconds - before;
    const { requests } = calls.tally(worker.service);
    alone.set(worker.service, { processorTime: (1_000_000 * used) / Math.max(1, requests), alone: requests / seconds });
  }
  progress('all together');
  const acts = await load(workers, { seconds: 2 * seconds, callers, fault });
  return { alone, rates: new Map([...acts].map(([service, count]) => [service, Math.max(0.5, count / (4 * seconds))])) };
}

/** Uses all services at their rates, while processes are killed or limits hold for a while. @returns the memory of each process */
async function underLoad(
  workers: readonly Worker[],
  fleet: Fleet,
  rates: ReadonlyMap<ServiceName, number>,
  { minutes, callers, processes }: SoakSettings,
  setLimits: (areOn: boolean) => Promise<void>,
  fault: LoadOptions['fault'],
): Promise<readonly (readonly Sample[])[]> {
  const seconds = minutes * MINUTE;
  const memory: Sample[][] = fleet.pids().map(() => []);
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1_000;
  const steps = processes === 1 ? limitTimes(seconds) : killTimes(seconds);
  progress(`the load, for ${seconds} s: ${[...rates].map(([service, rate]) => `${service} ${rate.toFixed(1)}/s`).join(', ')}`);
  let isOver = false;
  const sampling = (async () => {
    for (let next = 0; !isOver; next += PACE / 1_000) {
      for (const [index, pid] of fleet.pids().entries()) {
        const mebibytes = memoryOf(pid);
        if (!Number.isNaN(mebibytes)) memory[index]?.push({ seconds: passed(), mebibytes });
      }
      while (!isOver && passed() < next + PACE / 1_000) await setTimeout(100);
    }
  })();
  const disturbing = (async () => {
    for (const [index, at] of steps.entries()) {
      while (!isOver && passed() < at) await setTimeout(100);
      if (isOver) break;
      if (processes > 1) await fleet.kill();
      else await setLimits(index % 2 === 0);
      progress(processes > 1 ? 'a process was killed and started again' : `limits ${index % 2 === 0 ? 'as the documents say' : 'off'}`);
    }
  })();
  try {
    await load(workers, { seconds, callers, rates, fault });
  } finally {
    isOver = true;
    await Promise.all([sampling, disturbing]);
    if (processes === 1) await setLimits(false);
  }
  return memory;
}

/** Seconds at which limits are switched on, and off again: for a minute, or a fifth of a short run. */
function limitTimes(seconds: number): readonly number[] {
  return [0.4 * seconds, 0.4 * seconds + Math.min(MINUTE, seconds / 5)];
}

/** Seconds at which a process is killed: each minute, or once in a short run. */
function killTimes(seconds: number): readonly number[] {
  const minutes = Array.from({ length: Math.floor(seconds / MINUTE) }, (_, index) => (index + 1) * MINUTE);
  const times = minutes.filter((at) => at <= seconds - QUIET);
  return times.length > 0 ? times : [seconds / 3];
}

/** Waits for what is on its way. @returns what has not arrived, by service */
async function settle(workers: readonly Worker[]): Promise<ReadonlyMap<ServiceName, readonly string[]>> {
  const end = Date.now() + PATIENCE;
  progress('what is on its way arrives');
  for (;;) {
    const missing = new Map(workers.map((worker) => [worker.service, worker.missing()]));
    if ([...missing.values()].every(({ length }) => length === 0) || Date.now() > end) return missing;
    await setTimeout(250);
  }
}

function inWords(faults: ReadonlyMap<string, number> = new Map()): string[] {
  return [...faults].map(([text, count]) => (count === 1 ? text : `${text}, ${count} times`));
}

/** A run that changed nothing has shown nothing. */
function emptinessOf(worker: Worker): string[] {
  const count = Object.values(worker.acknowledged()).reduce((sum, one) => sum + one, 0);
  return count > 0 ? [] : ['Nothing was acknowledged.'];
}

async function compare(worker: Worker): Promise<readonly string[]> {
  try {
    return await worker.compare();
  } catch (error) {
    return [`The ledger could not be compared: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
}

async function searchLogs(files: readonly string[]): Promise<{ readonly bytes: number; readonly faults: readonly string[] }> {
  const secrets = await seededSecrets();
  const all = await Promise.all(files.map(async (file) => ({ file, ...(await secretsIn(file, secrets)) })));
  return {
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    faults: all.flatMap(({ file, found }) =>
      found.map((secret) => `${join('.', file.slice(file.lastIndexOf('/') + 1))} has the credential ${secret}.`),
    ),
  };
}

/** Says on stderr what is done at the moment. */
function progress(text: string): void {
  process.stderr.write(`soak, ${new Date().toISOString().slice(11, 19)}: ${text}\n`);
}
