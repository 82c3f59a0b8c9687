// `npm run sequences:instalments -- [in memory] [in two processes] [seed]`: plays random call sequences of the instalment service, by default
// 10,000 and 500, and prints what they came to.

import { performance } from 'node:perf_hooks';
import { startTwoProcesses } from '../../../support/sandbox-process.ts';
import { checkSequences } from './check.ts';
import { type Ground, inMemory, inProcesses } from './ground.ts';

const [memory = 10_000, processes = 500, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
console.log(`Seed ${seed}`);

async function report(where: string, open: () => Promise<Ground>, count: number): Promise<void> {
  const start = performance.now();
  const totals = await checkSequences(open, count, seed);
  console.log(`${where}, ${Math.round((performance.now() - start) / 1_000)} s: ${JSON.stringify(totals)}`);
}

if (memory > 0) await report('In memory', inMemory, memory);
if (processes > 0) {
  const two = await startTwoProcesses(['f-instalments']);
  try {
    await report('In two processes', () => inProcesses(two.processes), processes);
  } finally {
    await two.end();
  }
}
