// What a page of a user's posts costs over HTTP, in processor time, against the account of the email service.

import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { keys } from '../../../services/h-email/seed.ts';
import { quick, rounds, warmUp } from '../../effort.ts';
import { median } from '../../measure.ts';
import { end } from '../../processes.ts';
import { cpuOf, launch } from '../launch.ts';
import { createLoader, type Loader } from '../operations/load.ts';
import type { SampleRequest } from '../operations/samples.ts';
import { gate } from './gates.ts';
import type { Served } from './server.ts';

const REQUESTS = quick ? 20 : 1_000;
const EXPANDED = 'tweet.fields=created_at,public_metrics&expansions=author_id&user.fields=public_metrics';

interface Way {
  readonly name: string;
  readonly child: ChildProcess;
  readonly loader: Loader;
  readonly requests: readonly SampleRequest[];
  /** The ratio to the first way that is allowed. */
  readonly most?: number;
  /** Microseconds of processor time for a request, by round. */
  readonly times: number[];
}

async function waysOf(folder: string): Promise<readonly Way[]> {
  const accounts = await launch(
    [resolve(import.meta.dirname, '../account-server.ts'), 'live', join(folder, 'accounts.sqlite')],
    /http\S+/,
    folder,
  );
  const posts = await launch([join(import.meta.dirname, 'server.ts'), ...process.argv.slice(2)], /^\{.*\}$/m, folder);
  const { origin, token, authors } = JSON.parse(posts.line) as Served;
  const { pathname, origin: accountOrigin } = new URL(accounts.line);
  const way = (name: string, query: string, most?: number): Way => ({
    name,
    child: posts.child,
    loader: createLoader(origin),
    requests: Array.from({ length: REQUESTS }, (_, number) => ({
      method: 'GET',
      target: `/2/users/${authors[number % authors.length]}/tweets?max_results=20${query}`,
      headers: { authorization: `Bearer ${token}` },
    })),
    ...(most === undefined ? {} : { most }),
    times: [],
  });
  const account = { method: 'GET', target: `${pathname}/account?api_key=${keys.starter}`, headers: {} };
  return [
    {
      name: '`getAccount` of h-email',
      child: accounts.child,
      loader: createLoader(accountOrigin),
      requests: Array.from({ length: REQUESTS }, () => account),
      times: [],
    },
    way('20 posts of a user', '', 2),
    way('20 posts with metrics and authors', `&${EXPANDED}`, 3),
  ];
}

/** Prints a table. */
export async function compareRequests(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-posts-'));
  const ways = await waysOf(folder);
  try {
    for (let round = -warmUp(4); round < rounds(9); round++) {
      for (const { child, loader, requests, times } of ways) {
        const before = await cpuOf(child);
        await loader.send(requests, 200);
        if (round >= 0) times.push(((await cpuOf(child)) - before) / REQUESTS);
      }
    }
  } finally {
    for (const { loader } of ways) loader.close();
    await Promise.all([...new Set(ways.map(({ child }) => child))].map(end));
    rmSync(folder, { recursive: true, force: true });
  }
  const floor = ways[0]?.times ?? [];
  console.log('### A request, over HTTP\n\n| request | µs of processor time | × `getAccount` | gate |\n|---|---:|---:|---:|');
  for (const { name, times, most } of ways) {
    const ratio = median(times.map((time, round) => time / (floor[round] ?? Number.NaN)));
    console.log(`| ${name} | ${median(times).toFixed(0)} | ${ratio.toFixed(2)} | ${gate(ratio, most)} |`);
  }
  console.log('');
}
