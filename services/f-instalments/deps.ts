// What the handlers of the instalment service need, and who calls them.
import type { Platform } from '../platform/service.ts';
import type { InstalmentsTables, ShopRow } from './tables.ts';

export type Deps = Pick<Platform<InstalmentsTables>, 'store' | 'clock' | 'ids' | 'due' | 'outbox'>;

/** The shop whose key a request has. */
export interface Caller {
  readonly shop: ShopRow;
}
