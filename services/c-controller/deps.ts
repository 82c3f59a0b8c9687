// Declares the dependencies of the handlers of the controller service, and its callers.
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
