// How many cases `octavo conform` runs in a second in process, and how long a run over HTTP, to a service in a process of its own, takes beside the
// same requests without it.
import { Agent, request as open } from 'node:http';
import { type ConformReport, conform } from '../../generator/conform/index.ts';
import { quick, rounds } from '../effort.ts';
import { median } from '../measure.ts';
import { type Box, DOCUMENT, settings, startService } from './service.ts';

/** Inputs by chance for each operation: enough that what a run does once weighs little. */
const RANDOM = quick ? 1 : 200;
const MOST = quick ? 10 : 1000;

export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

/** Two tables, as Markdown. */
export async function speed(make: () => Promise<Box>): Promise<string> {
  const inProcess: number[] = [];
  const cases: number[] = [];
  const ofRun: number[] = [];
  const bare: number[] = [];
  const ratios: number[] = [];
  const recorded: Recorded[] = [];
  await runOn(recording(await make(), recorded));
  for (let round = 0; round < rounds(9); round++) {
    const box = await make();
    inProcess.push(
      await timed(async () => {
        cases.push((await runOn(box)).exchanges);
      }),
    );
    const run = await serving((url) => timed(() => runOn(url)));
    const alone = await serving((url) => replay(url, recorded));
    ofRun.push(run);
    bare.push(alone);
    ratios.push(run / alone);
  }
  const rates = inProcess.map((milliseconds, round) => ((cases[round] ?? 0) / milliseconds) * 1000);
  return [
    '### Conformance: speed\n',
    '| run | cases | median ms | cases per second | × the bare requests over HTTP |',
    '|---|---:|---:|---:|---:|',
    `| in process | ${median(cases)} | ${median(inProcess).toFixed(0)} | ${median(rates).toFixed(0)} | |`,
    `| over HTTP | ${median(cases)} | ${median(ofRun).toFixed(0)} | ${((median(cases) / median(ofRun)) * 1000).toFixed(0)} | ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}) |`,
    `| the same requests without conform | ${median(cases)} | ${median(bare).toFixed(0)} | ${((median(cases) / median(bare)) * 1000).toFixed(0)} | 1.00 |`,
  ].join('\n');
}

function runOn(target: Box | string): Promise<ConformReport> {
  return conform({ document: DOCUMENT, target, allowWrites: true, ...settings, random: RANDOM, most: MOST });
}

async function serving<T>(act: (url: string) => Promise<T>): Promise<T> {
  const { url, stop } = await startService();
  try {
    return await act(url);
  } finally {
    await stop();
  }
}

function recording(box: Box, recorded: Recorded[]): Box {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = new Uint8Array(await request.clone().arrayBuffer());
    recorded.push({ method: request.method, path: pathname + search, headers: Object.fromEntries(request.headers), body });
    return box(request);
  };
}

/** Milliseconds of the whole call. */
async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

/** Milliseconds to send the requests one after another over one connection and to read the responses. */
export async function replay(url: string, recorded: readonly Recorded[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const began = performance.now();
  for (const { method, path, headers, body } of recorded) {
    await new Promise<void>((resolve, reject) => {
      const outgoing = open(new URL(url), { agent, method, path, headers }, (response) => {
        response
          .on('data', () => {})
          .on('end', resolve)
          .on('error', reject);
      });
      outgoing.on('error', reject).end(body.length === 0 ? undefined : body);
    });
  }
  const milliseconds = performance.now() - began;
  agent.destroy();
  return milliseconds;
}
