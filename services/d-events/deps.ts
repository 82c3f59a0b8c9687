// Declares the dependencies of the parts of the event service, and the callers of its operations.
import type { Platform } from '../platform/service.ts';
import type { AppRow, EventsTables } from './tables.ts';

export type Deps = Pick<
  Platform<EventsTables>,
  'store' | 'clock' | 'bus' | 'limits' | 'semaphores' | 'refuses' | 'isSecure' | 'ids' | 'outbox' | 'warn'
>;

/** The app that signed a request. */
export type Caller = AppRow;
