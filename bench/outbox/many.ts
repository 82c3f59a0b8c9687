// Whether the turns of the sender take longer where more deliveries wait: medians with 1,000 and with 1,000,000 rows.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AttemptRecord } from '@octavo/runtime/conformance';
import { type Kysely, sql } from 'kysely';
import { removeOld } from '../../services/platform/outbox/reports.ts';
import { countWaiting, insertDeliveries, isSending, nextDue, waitingTargets } from '../../services/platform/outbox/rows.ts';
import { type DeliveryRow, type OutboxTables, outboxPart } from '../../services/platform/outbox/tables.ts';
import { takeTurn } from '../../services/platform/outbox/turn.ts';
import { openStore, type StorePlace } from '../../services/platform/store/open.ts';
import { perEngine } from '../../services/platform/store/per-engine.ts';
import type { OpenStore } from '../../services/platform/store/store.ts';
import { POSTGRES, startPostgres } from '../../test/support/postgres.ts';
import { quick, rounds } from '../effort.ts';
import { median } from '../measure.ts';

const FEW = 1_000;
const MANY = quick ? 5_000 : 1_000_000;
/** Receivers that they wait for. */
const TARGETS = 20;
const BATCH = 16;
const REPEATS = rounds(200);

/** Adds rows that wait: nine of ten for their time, the others behind the first one of a long sequence. */
async function fill(store: OpenStore<OutboxTables>, from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += 20_000) {
    await store.write((tables) => insertMany(tables, start, Math.min(start + 20_000, to)));
  }
}

async function insertMany(tables: Kysely<OutboxTables>, from: number, to: number): Promise<void> {
  const numbers = perEngine(tables, {
    sqlite: () =>
      sql`(with recursive numbers(n) as (select cast(${from} as bigint) union all select n + 1 from numbers where n + 1 < ${to}) select n from numbers)`,
    postgres: () => sql`(select n from generate_series(${from}::bigint, ${to - 1}::bigint) as rows(n))`,
  });
  await sql`
    insert into platform_deliveries (id, service, event, url, target, sequence, payload, position, state, created, due, tries, attempts, lease_until)
    select 'id-' || n, 'x', 'y', 'http://127.0.0.1/', 'x t' || (n / 10 % ${sql.lit(TARGETS)}), case when n % 10 = 1 then 'long' end, '{}', n,
      case when n % 10 = 1 and n > 1 then 'queued' else 'waiting' end, n, n, 0, 0, 0
    from ${numbers} as given`.execute(tables);
}

async function analyze(store: OpenStore<OutboxTables>): Promise<void> {
  await store.write((tables) =>
    perEngine(tables, { sqlite: async () => {}, postgres: async () => void (await sql`analyze platform_deliveries`.execute(tables)) }),
  );
}

interface Step {
  run(store: OpenStore<OutboxTables>, round: number): Promise<unknown>;
  /** Puts the rows back, untimed. */
  after?(store: OpenStore<OutboxTables>): Promise<unknown>;
}

const lease = { holder: 'bench', until: Number.MAX_SAFE_INTEGER };
const now = Number.MAX_SAFE_INTEGER;
let held: readonly DeliveryRow[] = [];

/** A turn that records what is held, and claims as many. */
const turn = (store: OpenStore<OutboxTables>, most: number, attempt?: AttemptRecord) =>
  store.write(async (tables) => {
    const ended = held.map((row) => ({ row, attempt: attempt && { ...attempt, due: row.due } }));
    const claims = most === 0 ? [] : [{ target: 'x t3', most }];
    const { claimed } = await takeTurn(tables, { lease, ended, ahead: [], claims, now, follow: async () => {} });
    if (claimed.length !== most) throw new Error(`${claimed.length} of ${most} were claimed.`);
    held = claimed;
  });
const giveBack = (store: OpenStore<OutboxTables>) => turn(store, 0);
const failed: AttemptRecord = {
  at: 1,
  milliseconds: 1,
  outcome: 'retry',
  status: 503,
  error: null,
  reason: null,
  due: 1,
  headers: {},
  digest: '',
  answer: undefined,
};

const steps: Readonly<Record<string, Step>> = {
  'a claim of 16': { run: (store) => turn(store, BATCH), after: giveBack },
  '16 recorded and 16 claimed': { run: (store) => turn(store, BATCH, failed) },
  'the last 16 recorded': {
    run: (store) => turn(store, 0, failed),
    after: (store) => turn(store, BATCH),
  },
  'one added to a long sequence': {
    run: (store, round) =>
      store.write((tables) =>
        insertDeliveries(tables, [
          {
            id: `new-${Math.random()}`,
            service: 'x',
            event: 'y',
            url: 'http://127.0.0.9/',
            sequence: 'long',
            payload: '{}',
            created: round,
          },
        ]),
      ),
  },
  'targets that wait': { run: (store) => waitingTargets(store.read) },
  'the next time of one': { run: (store) => nextDue(store.read, 'x t5') },
  'whether something is sent': { run: (store) => isSending(store.read, 0) },
  'how many wait for one, up to 100': { run: (store) => countWaiting(store.read, 'x t6', 100) },
  'removal of old ones': { run: (store) => store.write((tables) => removeOld(tables, 1_000)) },
};

async function timesOf(store: OpenStore<OutboxTables>): Promise<Map<string, number>> {
  const medians = new Map<string, number>();
  for (const [name, step] of Object.entries(steps)) {
    for (let warm = 0; warm < 10; warm++) {
      await step.run(store, warm);
      await step.after?.(store);
    }
    const times: number[] = [];
    for (let round = 0; round < REPEATS; round++) {
      const begin = performance.now();
      await step.run(store, round);
      times.push(performance.now() - begin);
      await step.after?.(store);
    }
    medians.set(name, median(times));
  }
  return medians;
}

async function compare(engine: string, place: StorePlace): Promise<void> {
  const store = await openStore<OutboxTables>(place);
  try {
    await store.migrate(outboxPart);
    await fill(store, 0, FEW);
    await analyze(store);
    const few = await timesOf(store);
    await fill(store, FEW, MANY);
    await analyze(store);
    const many = await timesOf(store);
    for (const [name, time] of few) {
      const other = many.get(name) ?? Number.NaN;
      console.log(`| ${engine} | ${name} | ${time.toFixed(2)} | ${other.toFixed(2)} | ${(other / time).toFixed(2)} |`);
    }
  } finally {
    await store.close();
  }
}

console.log(`### The outbox where much waits\n\nMedians of ${REPEATS}. Load at the beginning: ${loadavg()[0]?.toFixed(1)}.\n`);
console.log(
  `| engine | step | ms with ${FEW.toLocaleString('en')} rows | ms with ${MANY.toLocaleString('en')} | ratio |\n|---|---|---:|---:|---:|`,
);
const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-outbox-'));
try {
  await compare('SQLite, a file', { file: join(folder, 'many.sqlite') });
  if (POSTGRES) {
    const postgres = await startPostgres();
    try {
      await compare('PostgreSQL', { postgres: await postgres.newDatabase() });
    } finally {
      await postgres.stop();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
