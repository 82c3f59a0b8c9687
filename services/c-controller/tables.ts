// Declares the rows of the controller service. Times are milliseconds since 1970 (UTC).

import { flag, integer, key, nullable, type RowOf, type TablesOf, table, text, textOf } from '../platform/store/table.ts';

/** The kind of a tag. Tables are tags too, with elements in rows of their own. */
export type TagKind =
  | 'analogInput'
  | 'analogOutput'
  | 'digitalInput'
  | 'digitalOutput'
  | 'int32'
  | 'int64'
  | 'float'
  | 'string'
  | 'upTimer'
  | 'downTimer'
  | TableKind;

export type TableKind = 'int32Table' | 'int64Table' | 'floatTable' | 'stringTable';

/** The one controller, and the strategy that it runs. */
const controllers = table('c_controllers', {
  id: key(integer),
  started_at: integer,
  has_strategy: flag,
  /** The code with which it answers every request because it is busy, -17 or -20; null where it is free. */
  busy_code: nullable(integer),
  has_factory_password: flag,
  /** Since when the plant is simulated, so that its inputs move; null where they keep their values. */
  simulated_since: nullable(integer),
});

const keys = table('c_keys', {
  id: key(text),
  /** Hash of the key's value (`hashOf`). */
  hash: text,
  can_write: flag,
});

const tags = table(
  'c_tags',
  {
    name: key(text),
    kind: textOf<TagKind>(),
    /** Its place in lists. */
    position: integer,
    /** The value as text (`rules/values.ts`); empty for a table. */
    value: text,
    /** How many characters a string holds, or each string of a table; null for other tags. */
    width: nullable(integer),
    /** Since when a timer runs; null where it stands still, and for other tags. */
    running_since: nullable(integer),
  },
  { indexes: { kind: ['kind', 'position'] } },
);

const elements = table('c_elements', { tag: key(text), position: key(integer), value: text });

export const tables = [controllers, keys, tags, elements] as const;

export type ControllerTables = TablesOf<typeof tables>;
export type ControllerRow = RowOf<typeof controllers>;
export type KeyRow = RowOf<typeof keys>;
export type TagRow = RowOf<typeof tags>;
