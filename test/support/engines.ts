// Which database a suite runs on: in a deep run on each; in a quick one on one of them, so that the suites are spread over all and each keeps its
// own. `OCTAVO_ENGINE=memory` runs all on one, for what is measured with the tests and is not about databases.
import { byEffort } from './effort.ts';
import { POSTGRES } from './postgres.ts';
import { REDIS } from './redis.ts';

const ENGINES = ['PostgreSQL', 'memory', 'file'] as const;
const ONE = process.env.OCTAVO_ENGINE;
export type EngineName = (typeof ENGINES)[number];

/**
 * The engines of the suite with this title. Memory and file are both SQLite, and take the place of PostgreSQL where that is absent.
 * @param needsRedis whether PostgreSQL is of use only beside Redis
 */
export function enginesOf(title: string, needsRedis: boolean): readonly EngineName[] {
  // Where they are not installed, ./postgres.ts and ./redis.ts print a line that says so.
  const hasPostgres = POSTGRES && (REDIS || !needsRedis);
  const sum = Buffer.from(title).reduce((sum, byte) => sum + byte, 0);
  const chosen = ENGINES.filter((name, index) => (ONE === undefined ? index === sum % ENGINES.length : name === ONE));
  const engines = byEffort<readonly EngineName[]>({ quick: chosen, deep: ONE === undefined ? ENGINES : chosen }).filter(
    (name) => hasPostgres || name !== 'PostgreSQL',
  );
  return engines.length === 0 ? ['memory'] : engines;
}
