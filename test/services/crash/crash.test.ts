// Tests that nothing that was acknowledged is lost, half there or doubled when the process that writes is killed: rows of the store and their
// events, bookings, payments and refunds, follows and blocks, posts and likes, contacts that are imported. `npm run crash` does more rounds.

import { expect, test } from 'vitest';
import { byEffort, IS_DEEP } from '../../support/effort.ts';
import { POSTGRES } from '../../support/postgres.ts';
import { crashImports } from './imports/rounds.ts';
import { crashPosts } from './posts/rounds.ts';
import { crashRelations } from './relations/rounds.ts';
import { crashServices } from './services/rounds.ts';
import { crash } from './store/rounds.ts';
import { onFile, onPostgres, type Victim } from './victims.ts';

const ROUNDS = byEffort({ quick: 1, deep: 10 });
/** Each of these opens the services twice. */
const ROUNDS_OF_SERVICES = byEffort({ quick: 1, deep: 4 });

/** Rounds of imports, which another process must each time bring to their end: a round takes five seconds on a quiet machine. */
const ROUNDS_OF_IMPORTS = byEffort({ quick: 1, deep: 12 });

async function keepsWrites(victim: Victim): Promise<void> {
  const outcome = await crash(victim, ROUNDS);
  expect(outcome).toMatchObject({ lost: [], half: [], undelivered: [], doubled: [] });
  expect(outcome.acknowledged).toBeGreaterThan(0);
}

async function keepsBookingsAndMoney(victim: Victim): Promise<void> {
  const { acknowledged, faults } = await crashServices(victim, ROUNDS_OF_SERVICES);
  expect(faults).toEqual([]);
  expect(Object.values(acknowledged).reduce((sum, count) => sum + count)).toBeGreaterThan(0);
}

const keepsChanges =
  (crash: typeof crashRelations) =>
  async (victim: Victim): Promise<void> => {
    const { acknowledged, faults } = await crash(victim, ROUNDS_OF_SERVICES);
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  };

// A quick run kills what books and pays on a file, and what writes rows on PostgreSQL or, where that is absent, on a file too.
test.runIf(IS_DEEP || !POSTGRES)('a SQLite file keeps every acknowledged write when its process is killed', () => onFile(keepsWrites));

test('a SQLite file keeps bookings and money when its process is killed', () => onFile(keepsBookingsAndMoney));

test.skipIf(!POSTGRES)('PostgreSQL keeps every acknowledged write when it is killed together with the process', () =>
  onPostgres(keepsWrites),
);

test.runIf(IS_DEEP && POSTGRES)('PostgreSQL keeps bookings and money when it is killed together with the process', () =>
  onPostgres(keepsBookingsAndMoney),
);

// Posts below have counters too, and are tried in each run.
test.runIf(IS_DEEP)('a SQLite file keeps follows and blocks, with their counters, when its process is killed', () =>
  onFile(keepsChanges(crashRelations)),
);

test.runIf(IS_DEEP && POSTGRES)(
  'PostgreSQL keeps follows and blocks, with their counters, when it is killed together with the process',
  () => onPostgres(keepsChanges(crashRelations)),
);

test('a SQLite file keeps posts, their versions and likes, with their counters, when its process is killed', () =>
  onFile(keepsChanges(crashPosts)));

test.runIf(IS_DEEP && POSTGRES)('PostgreSQL keeps posts, their versions and likes when it is killed together with the process', () =>
  onPostgres(keepsChanges(crashPosts)),
);

async function keepsImports(victim: Victim): Promise<void> {
  const { acknowledged, interrupted, faults } = await crashImports(victim, ROUNDS_OF_IMPORTS);
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
  // A single kill may meet no import.
  expect(interrupted).toBeGreaterThanOrEqual(Math.floor(ROUNDS_OF_IMPORTS / 2));
}

test('a SQLite file keeps imports of contacts, each contact once, when their process is killed', () => onFile(keepsImports));

test.runIf(IS_DEEP && POSTGRES)(
  'PostgreSQL keeps imports of contacts, each contact once, when it is killed together with the process',
  () => onPostgres(keepsImports),
);
