// `npm run crash -- --rounds 100`: kills a process again and again, on a SQLite file and, together with its server, on PostgreSQL. First one that
// writes rows of the store, then one in which people book and pay, then one in which they follow and block each other, one in which they publish,
// edit and delete posts, and one in which a shop imports contacts. Then one of two processes that serve streams, on PostgreSQL and Redis.
// `npm run crash -- services`, `store`, `relations`, `posts`, `imports` and `streams` run one of the six. Fails if anything that was acknowledged is
// lost, half there or doubled.

import { parseArgs } from 'node:util';
import { POSTGRES } from '../../support/postgres.ts';
import { REDIS } from '../../support/redis.ts';
import { crashImports } from './imports/rounds.ts';
import { crashPosts } from './posts/rounds.ts';
import { crashRelations } from './relations/rounds.ts';
import { crashServices } from './services/rounds.ts';
import { crash } from './store/rounds.ts';
import { crashStreams } from './streams/rounds.ts';
import { onFile, onPostgres, type Victim } from './victims.ts';

const KINDS = ['store', 'services', 'relations', 'posts', 'imports', 'streams'];

const { values, positionals } = parseArgs({ options: { rounds: { type: 'string', default: '10' } }, allowPositionals: true });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error(`--rounds takes a whole number from 1, not ${values.rounds}.`);
  process.exit(2);
}
const unknown = positionals.find((kind) => !KINDS.includes(kind));
if (unknown !== undefined) {
  console.error(`There are no rounds called ${unknown}. Write ${KINDS.join(' or ')}, or nothing for all.`);
  process.exit(2);
}
const kinds = positionals.length === 0 ? KINDS : positionals;

function report(name: string, start: number, figures: string, isEmpty: boolean, faults: readonly string[]): void {
  console.log(`${name}: ${rounds} rounds in ${((performance.now() - start) / 1000).toFixed(0)} s, ${figures}`);
  for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
  if (isEmpty || faults.length > 0) process.exitCode = 1;
}

async function runStore(name: string, victim: Victim): Promise<void> {
  const start = performance.now();
  const { acknowledged, lost, half, undelivered, doubled, received } = await crash(victim, rounds);
  const figures =
    `${acknowledged} writes acknowledged, ${lost.length} lost, ${half.length} half there; ` +
    `${received} events received, ${undelivered.length} lost, ${doubled.length} under two ids`;
  report(`Store, ${name}`, start, figures, acknowledged === 0, [...lost, ...half, ...undelivered, ...doubled]);
}

async function runServices(name: string, victim: Victim): Promise<void> {
  const start = performance.now();
  const { acknowledged, received, faults } = await crashServices(victim, rounds);
  const { booking, cancellation, payment, capture, refund } = acknowledged;
  const figures =
    `acknowledged ${booking} bookings, ${cancellation} cancellations, ${payment} payments, ${capture} captures, ${refund} refunds; ` +
    `${received} events received; ${faults.length} faults`;
  const isEmpty = Object.values(acknowledged).every((count) => count === 0);
  report(`Services, ${name}`, start, figures, isEmpty, faults);
}

async function runChanges(name: string, change: typeof crashRelations, victim: Victim): Promise<void> {
  const start = performance.now();
  const { acknowledged, faults } = await change(victim, rounds);
  report(name, start, `${acknowledged} changes acknowledged; ${faults.length} faults`, acknowledged === 0, faults);
}

async function runStreams(): Promise<void> {
  const start = performance.now();
  const { readers, connections, acknowledged, repeated, slowest, faults } = await crashStreams({ rounds });
  const figures =
    `${acknowledged} posts acknowledged; ${readers} clients with ${connections} connections got ${repeated} posts again, ` +
    `and had all at most ${slowest.toFixed(1)} s after a kill; ${faults.length} faults`;
  report('Streams', start, figures, acknowledged === 0, faults);
}

async function runImports(name: string, victim: Victim): Promise<void> {
  const start = performance.now();
  const { acknowledged, interrupted, faults } = await crashImports(victim, rounds);
  const figures = `${acknowledged} imports acknowledged, ${interrupted} interrupted; ${faults.length} faults`;
  report(`Imports, ${name}`, start, figures, acknowledged === 0, faults);
}

async function runOn(name: string, on: typeof onFile): Promise<void> {
  if (kinds.includes('store')) await on((victim) => runStore(name, victim));
  if (kinds.includes('services')) await on((victim) => runServices(name, victim));
  if (kinds.includes('relations')) await on((victim) => runChanges(`Relations, ${name}`, crashRelations, victim));
  if (kinds.includes('posts')) await on((victim) => runChanges(`Posts, ${name}`, crashPosts, victim));
  if (kinds.includes('imports')) await on((victim) => runImports(name, victim));
}

await runOn('SQLite file', onFile);
if (POSTGRES) await runOn('PostgreSQL', onPostgres);
if (POSTGRES && REDIS && kinds.includes('streams')) await runStreams();
