// Processes of the services that share one store, for a measurement.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ServiceName } from '../../../services/index.ts';
import { quick } from '../../effort.ts';
import { end, pause, start } from '../../processes.ts';
import type { Size, Subjects } from './prepare.ts';
import type { Place, Used } from './server.ts';

/** How long it waits at most for what follows from requests, and between two looks. Milliseconds. */
const LONGEST = quick ? 500 : 20_000;
const PACE = 200;

export interface Cluster {
  /** Where each process serves a document. */
  originsOf(document: ServiceName): readonly string[];
  /** What all of them have used. */
  used(): Promise<Used>;
  /** Waits until what follows from requests is done, for a while. */
  settle(): Promise<void>;
  end(): Promise<void>;
}

const program = join(import.meta.dirname, 'server.ts');

function launch(folder: string, ...args: readonly string[]): ChildProcess {
  const env = { ...process.env, OCTAVO_SEAL_KEY: 'the same for all processes of the benchmark' };
  return start([program, ...args], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

/** @throws {Error} where the process ends before it says something */
function messageOf<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const exit = () => reject(new Error('A process of the services has ended.'));
    child.once('exit', exit).once('message', (message: unknown) => {
      child.off('exit', exit);
      resolve(message as Message);
    });
  });
}

async function ask<Message>(child: ChildProcess, question: string): Promise<Message> {
  const answer = messageOf<Message>(child);
  child.send(question);
  return await answer;
}

/** Writes the rows of a measurement. @returns what requests may name */
export async function writeSubjects(folder: string, place: Place, size: Size): Promise<Subjects> {
  const child = launch(folder, 'prepare', JSON.stringify(place), JSON.stringify(size));
  const exit = once(child, 'exit');
  const subjects = await messageOf<Subjects>(child);
  await exit;
  return subjects;
}

export async function startCluster(folder: string, place: Place, processes: number): Promise<Cluster> {
  const children: ChildProcess[] = [];
  const origins: Readonly<Record<string, string>>[] = [];
  for (let index = 0; index < processes; index++) {
    const child = launch(folder, 'serve', JSON.stringify(place));
    children.push(child);
    origins.push(await messageOf(child));
  }
  return {
    originsOf: (document) => origins.map((one) => one[document] ?? ''),
    async used() {
      const all = await Promise.all(children.map((child) => ask<Used>(child, 'used')));
      const conflicts: Record<string, number> = {};
      for (const used of all) for (const [text, count] of Object.entries(used.conflicts)) conflicts[text] = (conflicts[text] ?? 0) + count;
      return { microseconds: all.reduce((sum, { microseconds }) => sum + microseconds, 0), conflicts };
    },
    async settle() {
      const [first] = children;
      for (const until = performance.now() + LONGEST; first !== undefined && performance.now() < until; await pause(PACE))
        if (await ask<boolean>(first, 'idle')) return;
    },
    async end() {
      await Promise.all(children.map(end));
    },
  };
}
