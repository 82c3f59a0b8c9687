// The rows that the examples of the document tell of: the controller of a brewery, and the tags of its strategy.

import type { Kysely } from 'kysely';
import { hashOf } from '../platform/secrets.ts';
import type { Platform } from '../platform/service.ts';
import type { ControllerTables, TableKind, TagKind, TagRow } from './tables.ts';

/** Facts of the controller that never change. */
export const device = {
  controllerType: 'R1',
  firmwareVersion: '4.2b',
  firmwareDate: '06/12/2026',
  firmwareTime: '14:05:31',
  mac1: '02-00-5E-20-16-07',
  mac2: '02-00-5E-20-16-08',
};

/** The strategy that control loads and unloads. */
export const strategy = {
  strategyName: 'BrewhouseControl',
  date: '11/14/2026',
  time: '08:30:12',
  crc: 'B5E91C04',
  runningCharts: 7,
};

/** Seeded keys: identifier and value. */
export const keys = {
  readWrite: { id: 'kettle-house', value: 'M4shT0n-67C-Harvest' },
  readOnly: { id: 'brewery-display', value: 'Gl4ss-0nly-Please' },
} as const;

export async function seed(tables: Kysely<ControllerTables>, { story }: Platform<ControllerTables>): Promise<void> {
  await tables
    .insertInto('c_controllers')
    .values({
      id: 1,
      started_at: story(STORY) - 1_209_663_000,
      has_strategy: true,
      busy_code: null,
      has_factory_password: false,
      simulated_since: null,
    })
    .execute();
  await tables
    .insertInto('c_keys')
    .values([
      { id: keys.readWrite.id, hash: hashOf(keys.readWrite.value), can_write: true },
      { id: keys.readOnly.id, hash: hashOf(keys.readOnly.value), can_write: false },
    ])
    .execute();
  await tables
    .insertInto('c_tags')
    .values(tagRows(story(STORY)))
    .execute();
  const elements = arrays.flatMap(([name, , values]) => values.map((value, position) => ({ tag: name, position, value })));
  await tables.insertInto('c_elements').values(elements).execute();
}

export const STORY = '2026-11-21T13:45:00Z';

const tags: readonly [name: string, kind: TagKind, value: string][] = [
  ['TankTempC', 'analogInput', '66.5'],
  ['MashFlowLpm', 'analogInput', '12.25'],
  ['SteamValvePct', 'analogOutput', '37.5'],
  ['HoodFanPct', 'analogOutput', '50'],
  ['LidClosed', 'digitalInput', '1'],
  ['TankFull', 'digitalInput', '0'],
  ['StirrerOn', 'digitalOutput', '1'],
  ['DrainOpen', 'digitalOutput', '0'],
  ['BatchNumber', 'int32', '412'],
  ['BrewingNow', 'int32', '1'],
  ['TotalPulses', 'int64', '48219007311'],
  ['LastRinseNs', 'int64', '1795266000123456789'],
  ['SetpointC', 'float', '67'],
  ['WortPlato', 'float', '12.5'],
  ['RecipeName', 'string', 'Harvest Pale Ale'],
  ['BrewerName', 'string', 'Jonas Brandt'],
  ['MashTimer', 'upTimer', '2700.25'],
  ['BoilTimer', 'downTimer', '1080.5'],
];

const arrays: readonly [name: string, kind: TableKind, values: readonly string[]][] = [
  ['HopTimes', 'int32Table', ['60', '15', '5', '0']],
  ['FermentersDueNs', 'int64Table', ['1795611600123456789', '1796043600250000001', '1796475600987654321', '1796907601000000007']],
  ['MashStepsC', 'floatTable', ['52.5', '63', '67', '76.5']],
  ['HopNames', 'stringTable', ['Northdown', 'Northdown', 'Fuggle', 'Fuggle']],
];

/** Characters that the strings of the strategy hold. */
const WIDTHS: Readonly<Record<string, number>> = { RecipeName: 16, BrewerName: 32, HopNames: 16 };

function tagRows(now: number): TagRow[] {
  const all = [...tags, ...arrays.map(([name, kind]): (typeof tags)[number] => [name, kind, ''])];
  return all.map(([name, kind, value], position) => ({
    name,
    kind,
    position,
    value,
    width: WIDTHS[name] ?? null,
    running_since: kind === 'upTimer' || kind === 'downTimer' ? now : null,
  }));
}
