// A unit of work of a service, as its functions pass it on.

import type { Kysely } from 'kysely';
import type { Platform } from './service.ts';

export interface Unit<Tables, Deps = Platform<Tables>> {
  readonly deps: Deps;
  readonly tables: Kysely<Tables>;
  /** Its present, on the sandbox clock. */
  readonly at: number;
}

/** Does something in one unit of work. */
export function write<Tables, Deps extends Pick<Platform<Tables>, 'store' | 'clock'>, Result>(
  deps: Deps & Pick<Platform<Tables>, 'store'>,
  work: (unit: Unit<Tables, Deps>) => Promise<Result>,
): Promise<Result> {
  const at = deps.clock.now();
  return deps.store.write((tables) => work({ deps, tables, at }));
}
