// Declares the rows of lists. Who is a member, follows a list or has pinned it stands in the relations (`rules/relation-kinds.ts`).

import { flag, integer, key, type RowOf, table, text } from '../../platform/store/table.ts';

const since = '006-lists';

const lists = table(
  'b_lists',
  {
    id: key(text),
    owner: text,
    name: text,
    /** Made from the name. Version 1.1 finds a list by it and the owner. */
    slug: text,
    description: text,
    is_private: flag,
    created_at: integer,
    /** Orders the lists of an owner. */
    seq: integer,
    member_count: integer,
    follower_count: integer,
  },
  { since, unique: { slug: ['owner', 'slug'] }, indexes: { owner: ['owner', 'seq'] } },
);

export const listTables = [lists] as const;

export type ListRow = RowOf<typeof lists>;
