// Finds contacts by what identifies them.

import type { MediaType } from '@octavo/interfaces/g-messaging';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { Tables } from '../deps.ts';
import type { Key } from './rules.ts';

/** The contact of a key. */
export interface Found {
  readonly id: number;
  readonly isDeleted: boolean;
}

export const keyText = ({ kind, of, value }: Key) => `${kind} ${of} ${value}`;

interface Wanted {
  readonly account: number;
  readonly of: string | number;
  readonly values: readonly string[];
}

/** The queries by the kinds of keys. Of several contacts with a key, the oldest comes first. */
const QUERIES = {
  external_id: byColumn('external_id'),
  app_key: byColumn('app_key'),
  channel: prepare((tables: Tables, given: Given<Wanted>) =>
    tables
      .selectFrom('g_channels')
      .innerJoin('g_contacts', 'g_contacts.id', 'g_channels.contact')
      .select(['g_contacts.id', 'g_contacts.deleted_at', 'value_key as value'])
      .where('g_channels.account', '=', given('account'))
      .where('type', '=', given('of') as never as MediaType)
      .where('value_key', 'in', given.list('values'))
      .orderBy('g_contacts.id'),
  ),
  field: prepare((tables: Tables, given: Given<Wanted>) =>
    tables
      .selectFrom('g_field_values')
      .innerJoin('g_contacts', 'g_contacts.id', 'g_field_values.contact')
      .select(['g_contacts.id', 'g_contacts.deleted_at', 'g_field_values.value'])
      .where('g_contacts.account', '=', given('account'))
      .where('field', '=', given('of') as never as number)
      .where('g_field_values.value', 'in', given.list('values'))
      .orderBy('g_contacts.id'),
  ),
};

function byColumn(column: 'external_id' | 'app_key') {
  return prepare((tables: Tables, given: Given<Wanted>) =>
    tables
      .selectFrom('g_contacts')
      .select(['id', 'deleted_at', `${column} as value`])
      .where('account', '=', given('account'))
      .where(column, 'in', given.list('values'))
      .orderBy('id'),
  );
}

interface Match {
  readonly id: number;
  readonly deleted_at: number | null;
  readonly value: string | null;
}

async function matches(tables: Tables, account: number, { kind, of }: Key, values: readonly string[]): Promise<readonly Match[]> {
  if (kind !== 'id') return QUERIES[kind].all(tables, { account, of: kind === 'field' ? Number(of) : of, values });
  const rows = tables.selectFrom('g_contacts').select(['id', 'deleted_at']).where('account', '=', account);
  return (await rows.where('id', 'in', values.map(Number)).execute()).map((row) => ({ ...row, value: String(row.id) }));
}

/**
 * The contacts of some keys, by `keyText`. A contact that is not deleted goes before those that are.
 * @param withDeleted whether deleted contacts are found
 */
export async function findKeys(tables: Tables, account: number, keys: readonly Key[], withDeleted = false): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  for (const same of Map.groupBy(keys, ({ kind, of }) => `${kind} ${of}`).values()) {
    const [first] = same;
    if (first === undefined) continue;
    const values = [...new Set(same.map(({ value }) => value))];
    for (const { id, deleted_at, value } of await matches(tables, account, first, values)) {
      const name = keyText({ ...first, value: value ?? '' });
      const isDeleted = deleted_at !== null;
      const before = found.get(name);
      if ((isDeleted && !withDeleted) || (before !== undefined && (isDeleted || !before.isDeleted))) continue;
      found.set(name, { id, isDeleted });
    }
  }
  return found;
}
