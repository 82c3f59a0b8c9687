// Declares the rows of groups.

import type { GroupType } from '@octavo/interfaces/g-messaging';
import { integer, json, key, nullable, type RowOf, table, text, textOf } from '../../platform/store/table.ts';

/** Which contacts are in a group that nobody puts together by hand. */
export type GroupRule =
  | { readonly kind: 'ordered'; readonly days: number }
  | { readonly kind: 'not-ordered'; readonly days: number }
  | { readonly kind: 'field'; readonly field: number; readonly value: string }
  | { readonly kind: 'event'; readonly type: string; readonly days: number }
  | { readonly kind: 'in-group'; readonly group: number }
  | { readonly kind: 'all' | 'any'; readonly of: readonly GroupRule[] }
  | { readonly kind: 'not'; readonly of: GroupRule };

const groups = table(
  'g_groups',
  {
    id: key(integer),
    account: integer,
    name: text,
    /** The name in lower case, by which groups are found. */
    name_key: text,
    type: textOf<GroupType>(),
    /** Null for a static group. */
    rule: nullable(json<GroupRule>()),
  },
  { unique: { name: ['account', 'name_key'] } },
);

/** The contacts of static groups. */
const members = table('g_members', { group: key(integer), contact: key(integer) }, { indexes: { contact: ['contact', 'group'] } });

export const groupTables = [groups, members] as const;

export type GroupRow = RowOf<typeof groups>;
