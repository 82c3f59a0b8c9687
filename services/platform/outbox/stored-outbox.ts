// Keeps deliveries in the store, and sends them in the background.

import { randomUUID } from 'node:crypto';
import { afterCommit } from '../work/after-commit.ts';
import { type Loop, startLoop } from '../work/loop.ts';
import { platformTables } from '../work/platform-tables.ts';
import type { Outbox } from './outbox.ts';
import { listDeliveries, oneDelivery, replayDelivery } from './reports.ts';
import { insertDelivery } from './rows.ts';
import { Sender, type SenderOptions } from './sender.ts';

/** Makes an outbox on a store that has its tables. Units that add a delivery wake it if the store is one `withAfterCommit`. */
export function createOutbox(options: SenderOptions): Outbox {
  const { store, clock } = options;
  let loop: Loop | undefined;
  const wake = () => loop?.wake();
  const sender = new Sender(options, wake);
  return {
    async add(tables, { service, event }, { url, payload, sequence = null, at = clock.now() }) {
      const id = randomUUID();
      await insertDelivery(platformTables(tables), {
        id,
        service,
        event,
        url,
        // Sequences of two services are never the same.
        sequence: sequence === null ? null : `${service} ${sequence}`,
        payload: JSON.stringify(payload),
        created: at,
      });
      afterCommit(wake);
      return id;
    },
    handle({ service, event, accepts }, { post, schedule, onAttempt }) {
      sender.handle(service, event, {
        schedule,
        accepts,
        // `accepts` has checked the payload.
        post: (delivery, network, sendOptions) => post(delivery as Parameters<typeof post>[0], network, sendOptions),
        ...(onAttempt && {
          onAttempt: (delivery, step, tables) => onAttempt(delivery as Parameters<typeof post>[0], step, platformTables(tables)),
        }),
      });
    },
    start() {
      loop ??= startLoop('The outbox', () => sender.begin(), options.warn);
    },
    async settle(first) {
      const settled = await sender.settle(first);
      if (settled.isMoreDue) wake();
      return settled;
    },
    list: (filter) => listDeliveries(store.read, filter),
    one: (id) => oneDelivery(store.read, id),
    async replay(id) {
      const isThere = await store.write((tables) => replayDelivery(tables, id, clock.now()));
      wake();
      return isThere;
    },
    async close() {
      await loop?.stop();
      await sender.end();
    },
  };
}
