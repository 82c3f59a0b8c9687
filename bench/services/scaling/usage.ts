// Says how much processor time each part of the benchmark has used: the services, PostgreSQL, Redis, and this process, which makes the load.

import { readFileSync } from 'node:fs';

/** Seconds of processor time, user and system. `NaN` where the system does not say. */
export interface Seconds {
  readonly services: number;
  readonly postgres: number;
  readonly redis: number;
  readonly load: number;
}

interface Stat {
  readonly name: string;
  /** Seconds, and those of children that have ended. */
  readonly own: number;
  readonly ended: number;
}

const TICKS = 100;

/** `/proc/PID/stat`: the name, and fields 14 to 17 in ticks of ten milliseconds (proc_pid_stat(5)). */
function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    const ticks = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / TICKS;
    return { name: text.slice(text.indexOf('(') + 1, end), own: ticks(11), ended: ticks(13) };
  } catch {
    return undefined;
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** The processor time of a process and of all its children, also of those that have ended, since PostgreSQL has a process for each connection. */
function secondsOf(pid: number): number {
  const stat = statOf(pid);
  if (stat === undefined) return 0;
  return childrenOf(pid).reduce((sum, child) => sum + secondsOf(child), stat.own + stat.ended);
}

/** The processor time of those children of this process that have the name. */
function secondsOfChildren(name: string): number {
  if (statOf(process.pid) === undefined) return Number.NaN;
  return childrenOf(process.pid).reduce((sum, child) => (statOf(child)?.name === name ? sum + secondsOf(child) : sum), 0);
}

/** @param services seconds that the processes of the services have told */
export function usedSoFar(services: number): Seconds {
  const { user, system } = process.cpuUsage();
  return { services, postgres: secondsOfChildren('postgres'), redis: secondsOfChildren('redis-server'), load: (user + system) / 1e6 };
}

export function difference(before: Seconds, after: Seconds): Seconds {
  return {
    services: after.services - before.services,
    postgres: after.postgres - before.postgres,
    redis: after.redis - before.redis,
    load: after.load - before.load,
  };
}
