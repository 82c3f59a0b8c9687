// The settings of the soak: options, or variables of the environment.

import { parseArgs } from 'node:util';
import { NGINX } from '../../../test/support/nginx.ts';
import { POSTGRES } from '../../../test/support/postgres.ts';
import { REDIS } from '../../../test/support/redis.ts';

export type Engine = 'sqlite' | 'postgres';

export interface SoakSettings {
  readonly engine: Engine;
  /** Processes; all but the first are killed now and then. */
  readonly processes: number;
  readonly minutes: number;
  /** Callers of each service. */
  readonly callers: number;
}

const OPTIONS = {
  engine: { type: 'string' },
  processes: { type: 'string' },
  minutes: { type: 'string' },
  callers: { type: 'string' },
} as const;
const USAGE =
  'Write --engine sqlite or postgres, --processes 1 to 8 (several only with postgres), --minutes 0.1 to 600, --callers 1 to 64; or set OCTAVO_SOAK_ENGINE and so on.';

const MINUTES = 15;
/** A quick run shows that the soak works. */
const QUICK_MINUTES = 0.2;
/** Processes of the run on PostgreSQL. */
const PROCESSES = 4;

/** The runs that are asked for: without an engine and a number of processes, one on each engine. @throws {Error} */
export function soaksOf(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  isQuick: boolean,
): SoakSettings[] {
  const { values } = parseArgs({ args: args.filter((one) => one !== '--quick'), options: OPTIONS });
  const given = (name: keyof typeof OPTIONS) => values[name] ?? environment[`OCTAVO_SOAK_${name.toUpperCase()}`];
  const minutes = numberOf(given('minutes'), isQuick ? QUICK_MINUTES : MINUTES, 0.1, 600);
  const callers = Math.floor(numberOf(given('callers'), 4, 1, 64));
  const processes = Math.floor(numberOf(given('processes'), 0, 1, 8));
  const engine = given('engine');
  if (engine !== undefined && engine !== 'sqlite' && engine !== 'postgres') throw new Error(USAGE);
  if (engine === 'sqlite' && processes > 1) throw new Error(USAGE);
  const onFile = { engine: 'sqlite', processes: 1, minutes, callers } as const;
  const onPostgres = { engine: 'postgres', processes: processes || (isQuick ? 2 : PROCESSES), minutes, callers } as const;
  const wanted = engine === 'sqlite' ? [onFile] : engine === 'postgres' || processes > 1 ? [onPostgres] : [onFile, onPostgres];
  const possible = wanted.filter(canRun);
  if (possible.length === wanted.length || (isQuick && possible.length > 0)) return possible;
  throw new Error(
    'The soak on PostgreSQL needs PostgreSQL and Redis, and nginx before several processes. --engine sqlite needs none of them.',
  );
}

function canRun({ engine, processes }: SoakSettings): boolean {
  return engine === 'sqlite' || (POSTGRES && REDIS && (processes === 1 || NGINX));
}

function numberOf(text: string | undefined, fallback: number, least: number, most: number): number {
  if (text === undefined) return fallback;
  const number = Number(text);
  if (!(number >= least && number <= most)) throw new Error(USAGE);
  return number;
}
