// Declares the dependencies of the handlers of the identity service.
import type { Platform } from '../platform/service.ts';
import type { IdentityTables } from './tables.ts';

export type Deps = Pick<Platform<IdentityTables>, 'store' | 'clock' | 'ids' | 'bus'>;
