// What the handlers of the controller service need, and who calls them.
import type { Platform } from '../platform/service.ts';
import type { ControllerTables } from './tables.ts';

export type Deps = Pick<Platform<ControllerTables>, 'store' | 'clock'>;

/** The identifier of a key. */
export interface Caller {
  readonly key: string;
}
