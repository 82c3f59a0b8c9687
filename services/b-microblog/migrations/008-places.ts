// Lets places be found by where they are, and keeps the tokens by which they are created.
import type { Kysely } from 'kysely';
import { createTables } from '../../platform/store/create-tables.ts';
import { placeTables } from '../places/tables.ts';

type Box = readonly [west: number, south: number, east: number, north: number];

interface Boxed {
  readonly id: string;
  /** What is stored, or what rows have: a connection that has migrated the tables before reads them as they are declared. */
  readonly box: string | Box;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export async function up(database: Kysely<unknown>): Promise<void> {
  await createTables(placeTables, '008-places').up(database);
  const places = database as Kysely<{ b_places: Boxed }>;
  for (const { id, box } of await places.selectFrom('b_places').select(['id', 'box']).execute()) {
    const [west, south, east, north] = typeof box === 'string' ? (JSON.parse(box) as Box) : box;
    await places.updateTable('b_places').set({ west, south, east, north }).where('id', '=', id).execute();
  }
}
