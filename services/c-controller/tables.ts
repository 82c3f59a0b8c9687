// Declares the rows of the controller service. Flags are 0 or 1; times are milliseconds since 1970 (UTC).

export interface ControllerTables {
  c_controllers: ControllerRow;
  c_keys: KeyRow;
  c_tags: TagRow;
  c_elements: ElementRow;
}

/** The one controller, and the strategy that it runs. */
export interface ControllerRow {
  readonly id: 1;
  readonly started_at: number;
  readonly has_strategy: number;
  /** The code with which it answers every request because it is busy, -17 or -20; null where it is free. */
  readonly busy_code: number | null;
  readonly has_factory_password: number;
  /** Since when the plant is simulated, so that its inputs move; null where they keep their values. */
  readonly simulated_since: number | null;
}

export interface KeyRow {
  readonly id: string;
  /** Hash of the key's value (`hashOf`). */
  readonly hash: string;
  readonly can_write: number;
}

/** What a tag is. Tables are tags too, with elements in rows of their own. */
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

export interface TagRow {
  readonly name: string;
  readonly kind: TagKind;
  /** Its place in lists. */
  readonly position: number;
  /** The value as text (`rules/values.ts`); empty for a table. */
  readonly value: string;
  /** How many characters a string holds, or each string of a table; null for other tags. */
  readonly width: number | null;
  /** Since when a timer runs; null where it stands still, and for other tags. */
  readonly running_since: number | null;
}

interface ElementRow {
  readonly tag: string;
  readonly position: number;
  readonly value: string;
}
