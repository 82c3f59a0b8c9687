// Kills a process of the messaging service in the middle of imports, again and again. Another one goes on with them. Afterwards each import that was
// acknowledged must be finished, and each of its contacts be there once.

import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { MessagingTables } from '../../../../services/g-messaging/tables.ts';
import type { Outcome } from '../relations/rounds.ts';
import { endLeases } from '../services/sandbox.ts';
import { linesUntilKilled } from '../until-killed.ts';
import type { Victim } from '../victims.ts';
import { GROUP, IN_BODY, IN_FILE, openShop, rowsOf } from './shop.ts';

const WRITER = path.join(import.meta.dirname, 'writer.ts');
/** Milliseconds from the first acknowledged import to the kill, at most. */
const LONGEST = 1_500;
/** Milliseconds in which another process must end what was begun. */
const PATIENCE = 120_000;

export async function crashImports({ place, kill, restart }: Victim, rounds: number): Promise<Outcome & { readonly interrupted: number }> {
  const first = await openShop(place);
  const seeded = new Set((await rowsOf(first).selectFrom('g_sessions').select('id').execute()).map(({ id }) => id));
  await first.close();
  const sessions: string[] = [];
  let interrupted = 0;
  for (let round = 1; round <= rounds; round += 1) {
    sessions.push(...(await linesUntilKilled({ file: WRITER, args: [JSON.stringify(place)], longest: LONGEST, kill })));
    await restart();
    await endLeases(place);
    const sandbox = await openShop(place);
    try {
      const rows = rowsOf(sandbox);
      interrupted += await untilEnded(rows);
      const faults = await faultsOf(rows, sessions, seeded);
      if (faults.length > 0)
        return { acknowledged: sessions.length, interrupted, faults: faults.map((fault) => `Round ${round}: ${fault}`) };
    } finally {
      await sandbox.close();
    }
  }
  return { acknowledged: sessions.length, interrupted, faults: [] };
}

/** Waits until all imports have ended. @returns how many were under way */
async function untilEnded(rows: Kysely<MessagingTables>): Promise<number> {
  const underWay = () => rows.selectFrom('g_sessions').select('id').where('status', '=', 'IN_PROGRESS').execute();
  const { length } = await underWay();
  for (const end = performance.now() + PATIENCE; performance.now() < end; await setTimeout(50)) if ((await underWay()).length === 0) break;
  return length;
}

async function faultsOf(rows: Kysely<MessagingTables>, acknowledged: readonly string[], seeded: ReadonlySet<string>): Promise<string[]> {
  const all = (await rows.selectFrom('g_sessions').selectAll().execute()).filter(({ id }) => !seeded.has(id));
  const sessions = new Map(all.map((row) => [row.id, row]));
  const lost = acknowledged.filter((id) => !sessions.has(id)).map((id) => `The session ${id} is lost.`);
  const wrong = all.flatMap(({ id, status, total, created, updated, failed }) =>
    status === 'FINISHED' && created === total && updated === 0 && failed === 0
      ? []
      : [`The session ${id} is ${status}: ${created} of ${total} contacts were added, ${updated} updated, ${failed} refused.`],
  );
  return [...lost, ...wrong, ...(await contactFaults(rows))];
}

/** Each import has all of its contacts, each once, and in the group. */
async function contactFaults(rows: Kysely<MessagingTables>): Promise<string[]> {
  const imported = await rows
    .selectFrom('g_channels')
    .innerJoin('g_members', 'g_members.contact', 'g_channels.contact')
    .innerJoin('g_groups', 'g_groups.id', 'g_members.group')
    .select('g_channels.value')
    .where('g_groups.name', '=', GROUP)
    .execute();
  const counts = new Map<string, { all: number; different: Set<string> }>();
  for (const { value } of imported) {
    const name = value.slice(value.indexOf('@') + 1);
    const count = counts.get(name) ?? { all: 0, different: new Set() };
    counts.set(name, { all: count.all + 1, different: count.different.add(value) });
  }
  return [...counts].flatMap(([name, { all, different }]) => {
    if (all !== different.size) return [`${all - different.size} contacts of ${name} are there more than once.`];
    return all === IN_FILE || all === IN_BODY ? [] : [`Only ${all} contacts of ${name} are there.`];
  });
}
