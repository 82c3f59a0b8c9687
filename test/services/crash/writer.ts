// The process that is killed: many writers add rows without end, and each row that was acknowledged is a line on standard output.

import { writeSync } from 'node:fs';
import { openStore, type StorePlace } from '../../../services/platform/store/open.ts';
import { type CrashTables, migrations } from './tables.ts';

const WRITERS = 16;

const [place = '', round = ''] = process.argv.slice(2);
const store = await openStore<CrashTables>(JSON.parse(place) as StorePlace);
await store.migrate('crash', migrations);

let made = 0;
async function write(): Promise<never> {
  for (;;) {
    const id = `${round}-${++made}`;
    await store.write(async (tables) => {
      await tables
        .insertInto('x_entries')
        .values({ id, text: 'x'.repeat(made % 4_000) })
        .execute();
      await tables.insertInto('x_events').values({ entry: id }).execute();
    });
    // Waits until the line is in the pipe, from where it is read even after the process has ended.
    writeSync(1, `${id}\n`);
  }
}
// A store that is lost ends this process, as the server is killed together with it.
await Promise.all(Array.from({ length: WRITERS }, write)).catch(() => process.exit(1));
