// Keeps deliveries in the store, and sends them in the background.

import { randomUUID } from 'node:crypto';
import { BlockedAddressError, checkTarget, parseJson } from '@octavo/runtime';
import { checkSignature, secretsOf } from '@octavo/runtime/conformance';
import { afterCommit } from '../work/after-commit.ts';
import { type Loop, startLoop } from '../work/loop.ts';
import { platformTables } from '../work/platform-tables.ts';
import { signable } from './attempt.ts';
import type { Outbox } from './outbox.ts';
import { listDeliveries, oneDelivery, replayDelivery, rowOf } from './reports.ts';
import { countWaiting, insertDeliveries, revisePayloads, targetOf } from './rows.ts';
import { Sender, type SenderOptions } from './sender.ts';
import type { DeliveryRow } from './tables.ts';

/** Counting more would take longer, and nobody waits for an exact number. */
const MOST_COUNTED = 5_000;
/** Deliveries that one query adds. */
const MOST_AT_ONCE = 500;

/** Makes an outbox on a store that has its tables. Units that add a delivery wake it if the store is one `withAfterCommit`. */
export function createOutbox(options: SenderOptions): Outbox {
  const { store, clock } = options;
  let loop: Loop | undefined;
  const wake = () => loop?.wake();
  const sender = new Sender(options, wake);
  const signableOf = (row: DeliveryRow) => signable(row, sender.handlerOf(row), `The service ${row.service} does not run in this process.`);
  const addAll: Outbox['addAll'] = async (tables, { service, event }, deliveries) => {
    const rows = deliveries.map(({ url, payload, sequence = null, at = clock.now() }) => {
      // Sequences of two services are never the same.
      const own = sequence === null ? null : `${service} ${sequence}`;
      return { id: randomUUID(), service, event, url, sequence: own, payload: JSON.stringify(payload), created: at };
    });
    for (let start = 0; start < rows.length; start += MOST_AT_ONCE)
      await insertDeliveries(platformTables(tables), rows.slice(start, start + MOST_AT_ONCE));
    afterCommit(() => {
      for (const { url, created } of rows) sender.expect(targetOf(service, url), created);
      wake();
    });
    return rows.map(({ id }) => id);
  };
  return {
    addAll,
    async add(tables, kind, delivery) {
      const [id = ''] = await addAll(tables, kind, [delivery]);
      return id;
    },
    async revise(tables, { service, event, accepts }, holding, revise) {
      afterCommit(() => sender.forgetAhead());
      await revisePayloads(platformTables(tables), { service, event, holding }, (text) => {
        const payload = parseJson(text);
        return accepts(payload) ? JSON.stringify(revise(payload)) : text;
      });
    },
    refusalOf(url) {
      try {
        checkTarget(url, options.network.allowPrivate);
        return undefined;
      } catch (error) {
        if (error instanceof BlockedAddressError) return error.message;
        throw error;
      }
    },
    handle({ service, event, accepts }, { post, schedule, accepted, secretName, onAttempt }) {
      sender.handle(service, event, {
        schedule,
        accepts,
        ...(accepted && { accepted }),
        // `accepts` has checked the payload.
        post: (delivery, network, sendOptions) => post(delivery as Parameters<typeof post>[0], network, sendOptions),
        ...(secretName && { secretName: (delivery) => secretName(delivery as Parameters<typeof post>[0]) }),
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
    waiting: ({ service, url, most = MOST_COUNTED }) => countWaiting(store.read, targetOf(service, url), most),
    list: (filter) => listDeliveries(store.read, filter),
    one: (id) => oneDelivery(store.read, id),
    async checkSignature(id, number) {
      const [row, delivery] = [await rowOf(store.read, id), await oneDelivery(store.read, id)];
      return row && delivery && checkSignature(signableOf(row), delivery.log, number);
    },
    async secrets(id) {
      const row = await rowOf(store.read, id);
      return row && secretsOf(signableOf(row));
    },
    async replay(id) {
      const isThere = await store.write((tables) => replayDelivery(tables, id, clock.now()));
      sender.look();
      wake();
      return isThere;
    },
    async close() {
      await loop?.stop();
      await sender.end();
    },
  };
}
