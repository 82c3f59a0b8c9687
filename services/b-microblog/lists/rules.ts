// The rules of lists: how many there can be, who sees one, and by which short name version 1.1 finds it.

import type { ListRow } from './tables.ts';

export const MOST_LISTS = 1000;
export const MOST_MEMBERS = 5000;
export const MOST_PINS = 5;

/** Private lists are for their owner alone. */
export function seesList({ is_private, owner }: Pick<ListRow, 'is_private' | 'owner'>, viewer: string | undefined): boolean {
  return !is_private || owner === viewer;
}

/** A short name that no other list of the owner has: that of the name, with a number where it is taken. */
export function slugOf(name: string, taken: ReadonlySet<string>): string {
  const letters = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  const plain = letters.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'list';
  if (!taken.has(plain)) return plain;
  for (let number = 2; ; number++) if (!taken.has(`${plain}-${number}`)) return `${plain}-${number}`;
}
