// Services that do what their documents say, which were written before anybody looked at how the tester reads them: octavo conform finds nothing
// wrong with them, and reaches their operations.
import { describe, expect, test } from 'vitest';
import type { Credentials } from '../../generator/conform/contract/settings.ts';
import { conformService } from '../../generator/conform/index.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import { fleet } from './strangers/fleet.ts';
import { forum } from './strangers/forum.ts';
import { kitchen } from './strangers/kitchen.ts';
import { read, type Stranger } from './strangers/reading.ts';
import { school } from './strangers/school.ts';

const SCHOOL: Credentials = { given: { token: 'lisbon-key' }, other: { token: 'oslo-key' }, limited: { token: 'lisbon-desk' } };
const FORUM: Credentials = { given: { bearer: 'mod-mira' }, other: { bearer: 'member-jonas' }, limited: { bearer: 'guest-0' } };
const FLEET: Credentials = { given: { apiKey: 'key-north' }, other: { apiKey: 'key-south' } };

/** With each service a seed, and how many of its operations are reached. */
const STRANGERS: readonly (readonly [name: string, stranger: Stranger, credentials: Credentials, seed: number, reached: number])[] = [
  ['school', school, SCHOOL, 2, 10],
  ['school', school, SCHOOL, 1, 13],
  ['forum', forum, FORUM, 1, 14],
  ['fleet', fleet, FLEET, 1, 13],
  ['kitchen', kitchen, { given: { staff: 'chef' } }, 1, 9],
];

describe.each(sampleOf(STRANGERS, 1))('the %s of a stranger', (_name, stranger, credentials, seed, reached) => {
  test(`has no finding with the seed ${seed}`, async () => {
    const { service, start } = await read(stranger);
    const effort = byEffort({ quick: { most: 4, random: 1 }, deep: { random: 4 } });
    const settings = { basePath: stranger.basePath, credentials, seed, ...effort, sequences: true };
    const report = await conformService(service, { target: start(), ...settings });
    expect(report.findings.map(({ check, operation, message }) => `${check} ${operation.id}: ${message}`)).toEqual([]);
    expect(report.reached?.succeeded).toBeGreaterThanOrEqual(reached);
  });
});
