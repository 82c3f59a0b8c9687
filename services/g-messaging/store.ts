// Reads and changes rows.
import { RefusalError, refuse } from '@octavo/runtime';
import { sql } from 'kysely';
import { rowsOf } from '../platform/rows.ts';
import { escaped } from '../platform/store/like.ts';
import type { Deps, Unit } from './deps.ts';
import type { MessagingTables } from './tables.ts';

export const { find, findBy, all, insert, insertMissing, put, change, changeAll, addTo, remove, nextId } = rowsOf<MessagingTables>();

/** The table by whose name units take turns. */
const TURN = 'g_contacts';

/**
 * Does something in one unit of work. Units that write take turns in all processes, so that two of them never add the same contact twice, and rows
 * are numbered in the order of the commits.
 */
export function write<Result>(deps: Deps, work: (unit: Unit) => Promise<Result>): Promise<Result> {
  const at = deps.clock.now();
  return deps.store.write((tables) => work({ deps, tables, at }), TURN);
}

/** A kind of job that takes turns with the units of `write`. @param accepts checks a payload that was read back */
export function jobKind<Payload>(name: string, accepts: (value: unknown) => value is Payload) {
  return { service: 'g-messaging', name, inTurn: TURN, accepts };
}

/** The refusal for a value that is well-formed and not right. */
export function invalid(detail: string) {
  return refuse(400, { code: 'invalid-value', detail });
}

/** @param noun such as `contact` */
export function unknown(noun: string, id: string | number) {
  return refuse(404, { detail: `The ${noun} ${id} does not exist.` });
}

/** Turns the refusal 404 into 400, as the marketing document has it. */
export async function asInvalid<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (error instanceof RefusalError && error.status === 404) throw refuse(400, { code: 'not-found', detail: error.message });
    throw error;
  });
}

/** Whether a column in lower case contains a text, in upper or lower case. */
export function contains(column: string, text: string) {
  return sql<boolean>`${sql.ref(column)} like ${`%${escaped(text.toLowerCase())}%`} escape '!'`;
}
