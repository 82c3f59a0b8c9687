// Kills a process that writes and sends deliveries, again and again, and looks for what it acknowledged.

import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { StorePlace } from '../../../../services/platform/store/open.ts';
import { listen } from '../receiver.ts';
import { linesUntilKilled } from '../until-killed.ts';
import type { Victim } from '../victims.ts';
import { type CrashStore, openCrashStore } from './tables.ts';

/** What the rounds showed. */
export interface Outcome {
  readonly acknowledged: number;
  /** Rows that were acknowledged and are not there. */
  readonly lost: readonly string[];
  /** Entries without a delivery, and deliveries without an entry, though one unit writes both. */
  readonly half: readonly string[];
  /** Entries that were acknowledged, whose delivery the receiver never got. */
  readonly undelivered: readonly string[];
  /** Entries whose delivery came under two identifiers, so that a receiver would take it for two events. */
  readonly doubled: readonly string[];
  /** How many deliveries the receiver got, repeated ones too. */
  readonly received: number;
}

const WRITER = path.join(import.meta.dirname, 'writer.ts');
/** Milliseconds from the first write to the kill, at most. */
const LONGEST = 400;

export async function crash({ place, kill, restart }: Victim, rounds: number): Promise<Outcome> {
  /** The identifiers of the deliveries of each entry. */
  const received = new Map<string, string[]>();
  const receiver = await listen((entry, headers) => {
    received.set(entry, [...(received.get(entry) ?? []), String(headers['webhook-id'])]);
  });
  try {
    const acknowledged: string[] = [];
    for (let round = 1; round <= rounds; round++) {
      acknowledged.push(
        ...(await linesUntilKilled({ file: WRITER, args: [JSON.stringify(place), `${round}`, receiver.url], longest: LONGEST, kill })),
      );
      await restart();
    }
    const found = await sendRest(place, acknowledged);
    const deliveries = [...received.values()];
    return {
      acknowledged: acknowledged.length,
      ...found,
      undelivered: acknowledged.filter((id) => !received.has(id)),
      doubled: [...received].filter(([, ids]) => new Set(ids).size > 1).map(([entry]) => entry),
      received: deliveries.flat().length,
    };
  } finally {
    receiver.close();
  }
}

/** Sends the deliveries that are left, and looks for the rows. */
async function sendRest(place: StorePlace, acknowledged: readonly string[]): Promise<Pick<Outcome, 'lost' | 'half'>> {
  const { opened, outbox } = await openCrashStore(place);
  try {
    while ((await outbox.settle()).isMoreDue || (await isWaiting(opened)));
    const entries = new Set((await opened.read.selectFrom('x_entries').select('id').execute()).map(({ id }) => id));
    const rows = await opened.read.selectFrom('platform_deliveries').select('payload').execute();
    const deliveries = new Set(rows.map(({ payload }) => JSON.parse(payload) as string));
    return {
      lost: acknowledged.filter((id) => !entries.has(id)),
      half: [...entries, ...deliveries].filter((id) => !entries.has(id) || !deliveries.has(id)),
    };
  } finally {
    await outbox.close();
    await opened.close();
  }
}

/** Whether an attempt failed that is made again a second later. */
async function isWaiting({ read }: CrashStore['opened']): Promise<boolean> {
  const row = await read.selectFrom('platform_deliveries').select('id').where('state', '=', 'waiting').limit(1).executeTakeFirst();
  if (row !== undefined) await setTimeout(100);
  return row !== undefined;
}
