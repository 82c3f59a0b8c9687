// Declares the rows of imports: what a session has still to save, how files are read, and which of their rows were refused.

import type { ContactImport } from '@octavo/interfaces/g-messaging';
import { integer, json, key, nullable, type RowOf, table, text, textOf } from '../../platform/store/table.ts';
import type { GivenContact } from '../contacts/rules.ts';
import type { Encoding } from './csv.ts';

/** How an import treats contacts, as its jobs keep it. */
export type ImportRules = Omit<ContactImport, 'contacts'>;

/** Some contacts of an import. */
const batches = table('g_import_batches', { session: key(text), number: key(integer), contacts: json<readonly GivenContact[]>() });

/** An import of a file. */
const imports = table('g_imports', {
  session: key(text),
  account: integer,
  rules: json<ImportRules>(),
  /** The field for each column, by the name of the column. */
  mapping: nullable(json<Readonly<Record<string, string>>>()),
  /** The blob. Null until the file is downloaded. */
  file: nullable(text),
  encoding: nullable(textOf<Encoding>()),
  delimiter: nullable(text),
  /** The names of the columns. */
  columns: nullable(json<readonly string[]>()),
  /** The byte at which the next row begins, and its number. */
  next_byte: integer,
  next_row: integer,
  /** Why the import failed. */
  failure: nullable(text),
});

/** A row of a file that was not saved. */
const faults = table('g_import_faults', {
  session: key(text),
  row: key(integer),
  reason: text,
  /** What the row has, as it was read. */
  cells: json<readonly string[]>(),
});

export const importTables = [batches, imports, faults] as const;

export type ImportRow = RowOf<typeof imports>;
