// Finds the first or the last delivery of a sequence in a state, by the index of sequences.

import { type RawBuilder, sql } from 'kysely';

/**
 * A condition, an order and a bound. They are written as a range, since PostgreSQL takes two equations and an order by position for a reason to go
 * through all deliveries in that state, by the index of states.
 * @param row the name of the table in the query
 * @param most the deliveries that are wanted
 */
export function inSequence(
  row: string,
  sequence: RawBuilder<unknown>,
  state: 'queued' | 'waiting' | 'sending',
  wanted: { readonly end: 'first' | 'last'; readonly most: number },
): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  const place = sql`(${column('sequence')}, ${column('state')})`;
  const given = sql`(${sequence}, ${sql.lit(state)})`;
  const direction = sql.raw(wanted.end === 'first' ? 'asc' : 'desc');
  const order = sql.join(['sequence', 'state', 'position'].map((name) => sql`${column(name)} ${direction}`));
  return sql`where ${place} >= ${given} and ${place} <= ${given} order by ${order} limit ${sql.lit(wanted.most)}`;
}
