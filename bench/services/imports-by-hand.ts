// Writes the rows of an import by prepared inserts, a transaction for each 500 contacts: `imports-by-hand.ts <place> <contacts>`. Prints the seconds.

import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { createSandbox } from '../../services/index.ts';
import type { StorePlace } from '../../services/platform/store/open.ts';

type Values = readonly (string | number | null)[];

/** One insert for each row of a contact. */
const INSERTS: readonly { readonly text: string; readonly columns: number; valuesOf(index: number): Values }[] = [
  {
    text: 'insert into g_contacts (id, account, external_id, app_key, first_name, last_name, first_key, last_key, address, language, time_zone, earlier_orders, created_at, updated_at, deleted_at) values',
    columns: 15,
    valuesOf: (index) => [
      ...[200_000 + index, 8840, null, null, `Reader ${index}`, 'Hoffmann', `reader ${index}`, 'hoffmann'],
      ...['{"town":"Kiel"}', null, null, null, 1_800_000_000_000, 1_800_000_000_000, null],
    ],
  },
  {
    text: 'insert into g_channels (contact, type, value, account, value_key, position, is_confirmed, is_muted, device, subscription) values',
    columns: 10,
    valuesOf: (index) => {
      const email = `reader-${index}@import.example`;
      return [200_000 + index, 'email', email, 8840, email, 0, 1, 0, null, null];
    },
  },
  { text: 'insert into g_members ("group", contact) values', columns: 2, valuesOf: (index) => [318, 200_000 + index] },
];

const BATCH = 500;

const [given = '', contacts = '0'] = process.argv.slice(2);
const place = JSON.parse(given) as StorePlace;
// The tables, with the same indexes.
await (await createSandbox({ services: ['g-messaging'], store: place })).close();
const start = performance.now();
if ('postgres' in place) await onPostgres(place.postgres);
else if ('file' in place) onSqlite(place.file);
console.log((performance.now() - start) / 1000);

function onSqlite(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  const statements = INSERTS.map(({ text, columns, valuesOf }) => ({
    valuesOf,
    statement: database.prepare(`${text} (${Array(columns).fill('?').join()})`),
  }));
  for (let index = 0; index < Number(contacts); index++) {
    if (index % BATCH === 0) database.exec('begin immediate');
    for (const { statement, valuesOf } of statements) statement.run(...valuesOf(index));
    if (index % BATCH === BATCH - 1 || index === Number(contacts) - 1) database.exec('commit');
  }
  database.close();
}

async function onPostgres(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const statements = INSERTS.map(({ text, columns, valuesOf }, number) => ({
    valuesOf,
    name: `insert-${number}`,
    text: `${text} (${Array.from({ length: columns }, (_, index) => `$${index + 1}`).join()})`,
  }));
  for (let index = 0; index < Number(contacts); index++) {
    if (index % BATCH === 0) await client.query('start transaction isolation level serializable');
    for (const { name, text, valuesOf } of statements) await client.query({ name, text, values: [...valuesOf(index)] });
    if (index % BATCH === BATCH - 1 || index === Number(contacts) - 1) await client.query('commit');
  }
  await client.end();
}
