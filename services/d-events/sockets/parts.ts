// Declares the parts that the connections of a process share.

import type { Deps } from '../deps.ts';
import type { SocketLimits } from '../limits.ts';
import type { Ledger } from '../occupancy/ledger.ts';
import type { Hub } from './hub.ts';
import type { Outlet } from './outlet.ts';

export interface Parts extends Pick<Deps, 'store' | 'clock' | 'bus' | 'ids' | 'semaphores' | 'refuses' | 'isSecure' | 'warn'> {
  readonly limits: SocketLimits;
  readonly hub: Hub;
  readonly ledger: Ledger;
  readonly outlet: Outlet;
}
