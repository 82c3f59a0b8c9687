// Says between which places of the order posts are read, by the identifiers and moments that a caller gives.

import type { Tables } from '../deps.ts';
import { STEPS } from '../rules/identifiers.ts';
import { placeBefore, placeOf } from './store.ts';

/** Which posts a caller asks for. */
export interface Asked {
  /** Identifiers: only posts above the one, below the other, and up to the third. There need not be posts that have them. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly max?: string | undefined;
  /** Moments: only posts from the one on, and from before the other. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** Places of the order, without them. */
export interface Bounds {
  readonly above: number;
  readonly below: number;
}

/** The narrower one of two bounds on the same side holds. */
export async function boundsOf(tables: Tables, { since, until, max, start, end }: Asked): Promise<Bounds> {
  const above = [-1];
  const below = [Number.MAX_SAFE_INTEGER];
  if (since !== undefined) above.push(await placeOf(tables, since));
  if (start !== undefined) above.push(start * STEPS - 1);
  // The post may be there no longer, so the bound is after the one before.
  if (until !== undefined) below.push(await placeBefore(tables, until));
  if (max !== undefined) below.push((await placeOf(tables, max)) + 1);
  if (end !== undefined) below.push(end * STEPS);
  return { above: Math.max(...above), below: Math.min(...below) };
}
