// `npm run crash -- --rounds 100`: kills a process that writes to the store, on a SQLite file and, together with its server, on PostgreSQL.
// Fails if a write that was acknowledged or its event is lost, if half of one is there, or if an event was sent under two ids.

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
  const { acknowledged, lost, half, undelivered, doubled, received } = await crash(victim, rounds);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(
    `${name}: ${rounds} rounds in ${seconds} s, ${acknowledged} writes acknowledged, ${lost.length} lost, ${half.length} half there; ` +
      `${received} events received, ${undelivered.length} lost, ${doubled.length} under two ids`,
  );
  const faults = [...lost, ...half, ...undelivered, ...doubled];
  for (const id of faults.slice(0, 10)) console.log(`  ${id}`);
  if (acknowledged === 0 || faults.length > 0) process.exitCode = 1;
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
