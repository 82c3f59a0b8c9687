// `npm run crash -- --rounds 100`: kills a process that writes to the store, on a SQLite file and, together with its server, on PostgreSQL.
// Fails if a write that was acknowledged is lost, or if half of one is there.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { POSTGRES, startPostgres } from '../../support/postgres.ts';
import { crash, type Victim } from './rounds.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error(`--rounds takes a whole number from 1, not ${values.rounds}.`);
  process.exit(2);
}

async function report(name: string, victim: Victim): Promise<void> {
  const start = performance.now();
  const { acknowledged, lost, half } = await crash(victim, rounds);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(
    `${name}: ${rounds} rounds in ${seconds} s, ${acknowledged} writes acknowledged, ${lost.length} lost, ${half.length} half there`,
  );
  for (const id of [...lost, ...half].slice(0, 10)) console.log(`  ${id}`);
  if (acknowledged === 0 || lost.length > 0 || half.length > 0) process.exitCode = 1;
}

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-crash-'));
const nothing = async (): Promise<void> => {};
try {
  await report('SQLite file', { place: { file: path.join(folder, 'sandbox.sqlite') }, kill: nothing, restart: nothing });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (POSTGRES) {
  const postgres = await startPostgres();
  try {
    const place = { postgres: await postgres.newDatabase() };
    await report('PostgreSQL', { place, kill: () => postgres.kill(), restart: () => postgres.restart() });
  } finally {
    await postgres.stop();
  }
}
