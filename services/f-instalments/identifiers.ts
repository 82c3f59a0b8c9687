// Makes identifiers in the form that the document shows.
import { ALPHANUMERIC } from '../platform/ids.ts';
import { nextPosition } from '../platform/work/positions.ts';
import type { Deps } from './deps.ts';

/** `payment_11wTq8RkZ2bVnD` */
export function newId({ ids }: Pick<Deps, 'ids'>, kind: string): string {
  return `${kind}_${ids.text(14, ALPHANUMERIC)}`;
}

/** The columns that all rows of lists have. */
export function listedAs(deps: Pick<Deps, 'ids'>, kind: string, shop: string, created_at: number) {
  return { id: newId(deps, kind), shop, position: nextPosition(), created_at };
}
