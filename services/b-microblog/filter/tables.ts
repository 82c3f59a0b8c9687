// Declares the rows of the rules by which apps choose the posts of their filtered stream.

import { integer, key, nullable, type RowOf, table, text } from '../../platform/store/table.ts';

const rules = table(
  'b_rules',
  {
    id: key(text),
    app: text,
    project: text,
    /** As the app has written it. */
    value: text,
    tag: nullable(text),
    /** Orders the rules of an app, from 1. */
    seq: integer,
  },
  { since: '013-rules', unique: { value: ['app', 'value'], order: ['app', 'seq'] }, indexes: { project: ['project'] } },
);

export const filterTables = [rules] as const;

export type RuleRow = RowOf<typeof rules>;
