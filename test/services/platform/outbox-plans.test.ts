// Tests that no query of the outbox reads all rows that wait: the plans of all statements that a scenario executes, on both engines.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TransportError } from '@octavo/runtime';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DeliveryKind } from '../../../services/platform/outbox/outbox.ts';
import { removeOld } from '../../../services/platform/outbox/reports.ts';
import { createOutbox } from '../../../services/platform/outbox/stored-outbox.ts';
import { type OutboxTables, outboxPart } from '../../../services/platform/outbox/tables.ts';
import { openStore, type StorePlace } from '../../../services/platform/store/open.ts';
import { POSTGRES } from '../../support/postgres.ts';
import { sharePostgres } from '../../support/shared-servers.ts';
import { statements } from '../../support/statements.ts';

const EVENT: DeliveryKind<string> = {
  service: 'x-notes',
  event: 'note.written',
  accepts: (value): value is string => typeof value === 'string',
};
const url = 'https://receiver.example/';

/** A step that reads all deliveries in a state until it finds those of a sequence. */
const SEARCHES_STATE = /platform_deliveries_states .*\n.*Index Cond: .*\n.*Filter: .*sequence/;

/** The statements on deliveries of all that is done often. */
async function statementsOn(place: StorePlace): Promise<readonly string[]> {
  const store = await openStore<OutboxTables>(place);
  await store.migrate(outboxPart);
  const seen = new Set<string>();
  const listen = (text: unknown) => void seen.add(String(text));
  statements.subscribe(listen);
  try {
    const outbox = createOutbox({
      store,
      clock: { now: () => 0 },
      network: { fetch, allowPrivate: false },
      warn: (line) => expect.fail(line),
    });
    outbox.handle<string, OutboxTables>(EVENT, {
      schedule: [60],
      async post({ payload }, _network, { onAnswer }) {
        if (payload === 'fails') throw new TransportError('note', undefined, new Error('away'));
        onAnswer?.({ status: 204, retryAfter: undefined });
      },
    });
    await store.write(async (tables) => {
      for (const sequence of ['a', 'a', 'a', 'a', 'b']) await outbox.add(tables, EVENT, { url, payload: 'x', sequence, at: 0 });
      await outbox.add(tables, EVENT, { url, payload: 'fails', at: 0 });
    });
    expect(await outbox.settle()).toEqual({ attempts: 6, isMoreDue: false });
    await store.write((tables) => removeOld(tables, 2));
    await outbox.waiting({ service: EVENT.service, url });
    await outbox.list({ state: 'gave-up', most: 10 });
    await outbox.list({ most: 10 });
    await outbox.close();
  } finally {
    statements.unsubscribe(listen);
    await store.close();
  }
  const own = [...seen].filter((text) => text.includes('platform_deliveries'));
  // So many at least, or the scenario has lost its way.
  expect(own.length).toBeGreaterThan(12);
  return own;
}

const folder = () => {
  const made = mkdtempSync(path.join(tmpdir(), 'octavo-plans-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

test('on SQLite, each query finds its deliveries by an index, in order', async () => {
  const file = path.join(folder(), 'plans.sqlite');
  const texts = await statementsOn({ file });
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  const faults = texts.flatMap((text) => {
    const values = Array(text.split('?').length - 1).fill(null);
    const plan = database.prepare(`explain query plan ${text}`).all(...values);
    // Without a filter, the newest are the first in their index.
    const isList = /from "platform_deliveries" order by "position" desc limit/.test(text);
    const scans = plan.map(({ detail }) => String(detail)).filter((detail) => !isList && readsAll(detail, text));
    return scans.map((detail) => `${detail}: ${text}`);
  });
  expect(faults).toEqual([]);
});

/** Whether a step of a plan reads all deliveries, and not the rows of a list or of a part of the query. */
function readsAll(step: string, text: string): boolean {
  const [, name] = /^SCAN (\w+)/.exec(step) ?? [];
  // What is sorted here is a short list of targets, and the newest of two states.
  if (step === 'USE TEMP B-TREE FOR ORDER BY') return !/recursive targets|union all/.test(text);
  return name === 'platform_deliveries' || (name !== undefined && new RegExp(`platform_deliveries"? as "?${name}\\b`).test(text));
}

describe.skipIf(!POSTGRES)('on PostgreSQL', () => {
  test('each query can find its deliveries by an index', async () => {
    const postgres = await sharePostgres();
    onTestFinished(() => postgres.stop());
    const database = await postgres.newDatabase();
    const texts = await statementsOn({ postgres: database });
    const client = new pg.Client(database);
    await client.connect();
    onTestFinished(() => client.end());
    // A plan for any values; a table that is small would be read whole.
    await client.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off');
    const faults: string[] = [];
    for (const [index, text] of texts.entries()) {
      const values = new Set(text.match(/\$\d+/g)).size;
      await client.query(`prepare plan_${index} as ${text}`);
      const { rows } = await client.query(
        `explain execute plan_${index}${values === 0 ? '' : `(${Array(values).fill('null').join(', ')})`}`,
      );
      const plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
      if (plan.includes('Seq Scan on platform_deliveries') || SEARCHES_STATE.test(plan)) faults.push(`${text}\n${plan}`);
    }
    expect(faults).toEqual([]);
  });
});
