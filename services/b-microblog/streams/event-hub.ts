// Reads the events of a family, as they are added.

import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { lastPlace, WRITTEN } from '../posts/store.ts';
import { createHub, type Hub } from './hub.ts';
import type { EventData, EventRow, Family } from './tables.ts';

/** An event of a family. */
export interface EventOf<Name extends Family> extends EventRow {
  readonly family: Name;
  readonly data: EventData[Name];
}

const eventsAbove = prepare((tables: Tables, given: Given<{ family: Family; above: number; most: number }>) =>
  tables
    .selectFrom('b_events')
    .selectAll()
    .where('family', '=', given('family'))
    .where('seq', '>', given('above'))
    .orderBy('seq')
    .limit(given('most')),
);

export function createEventHub<Name extends Family, Item extends object>(
  { store: { read }, bus, warn }: Pick<MicroblogPlatform, 'store' | 'bus' | 'warn'>,
  family: Name,
): Hub<EventOf<Name>, Item> {
  const hub = createHub<EventOf<Name>, Item>({
    last: () => lastPlace(read),
    read: async (above, most) => (await eventsAbove.all(read, { family, above, most })) as readonly EventOf<Name>[],
    numberOf: ({ seq }) => seq,
    warn,
  });
  bus.subscribe(WRITTEN, hub.wake, hub.wake);
  return hub;
}
