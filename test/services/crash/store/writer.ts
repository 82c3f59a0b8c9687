// The process that is killed: many writers add entries without end, and each that was acknowledged is a line on standard output. Meanwhile the outbox
// sends their deliveries.

import { writeSync } from 'node:fs';
import type { StorePlace } from '../../../../services/platform/store/open.ts';
import { ADDED, openCrashStore } from './tables.ts';

const WRITERS = 16;

const [place = '', round = '', url = ''] = process.argv.slice(2);
const { store, outbox } = await openCrashStore(JSON.parse(place) as StorePlace);
outbox.start();

let made = 0;
async function write(): Promise<never> {
  for (;;) {
    const id = `${round}-${++made}`;
    await store.write(async (tables) => {
      await tables
        .insertInto('x_entries')
        .values({ id, text: 'x'.repeat(made % 4_000) })
        .execute();
      await outbox.add(tables, ADDED, { url, payload: id });
    });
    // Waits until the line is in the pipe, from where it is read even after the process has ended.
    writeSync(1, `${id}\n`);
  }
}
// A store that is lost ends this process, as the server is killed together with it.
await Promise.all(Array.from({ length: WRITERS }, write)).catch(() => process.exit(1));
