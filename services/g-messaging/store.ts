// Reads and changes rows.
import { refuse } from '@octavo/runtime';
import type { Deps, Tables, Unit } from './deps.ts';

/**
 * Does something in one unit of work. Units that write take turns in all processes, so that two of them never add the same contact twice, and rows are
 * numbered in the order of the commits.
 */
export function write<Result>(deps: Deps, work: (unit: Unit) => Promise<Result>): Promise<Result> {
  const at = deps.clock.now();
  return deps.store.write((tables) => work({ deps, tables, at }), 'g_contacts');
}

/** The tables whose rows are numbered. */
type Numbered = 'g_contacts' | 'g_groups';

/** The number of the next row of a table. Call it in a unit of `write`. */
export async function nextId(tables: Tables, table: Numbered): Promise<number> {
  const { last } = await tables
    .selectFrom(table)
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0) + 1;
}

/** The refusal for a value that is well-formed and not right. */
export function invalid(detail: string) {
  return refuse(400, { detail });
}

/** @param noun such as `contact` */
export function unknown(noun: string, id: string | number) {
  return refuse(404, { detail: `The ${noun} ${id} does not exist.` });
}
