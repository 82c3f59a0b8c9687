// What the handlers of the controller service need, and who calls them.
import type { Platform } from '../platform/service.ts';
import type { PresentController } from './controller.ts';
import type { ControllerTables } from './tables.ts';

export interface Deps extends Pick<Platform<ControllerTables>, 'store' | 'clock'> {
  readonly controller: PresentController;
}

/** The identifier of a key. */
export interface Caller {
  readonly key: string;
}
