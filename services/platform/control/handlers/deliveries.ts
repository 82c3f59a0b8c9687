// Answers for deliveries to addresses of clients.

import { refuse } from '@octavo/runtime';
import type { Attempt, ControlDeliveriesHandlers, Delivery } from '../../../generated/control/index.ts';
import type { AttemptReport, DeliveryReport } from '../../outbox/outbox.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';

export function deliveryHandlers({ deliveries }: Pick<Sandbox, 'deliveries'>): ControlDeliveriesHandlers {
  async function find(id: string) {
    const delivery = await deliveries.one(id);
    if (delivery === undefined) throw refuse(404, { detail: `There is no delivery ${id}.` });
    return delivery;
  }

  return {
    async listDeliveries({ query: { service, state, before, limit = 50 } = {} }) {
      const reports = await deliveries.list({ service, state, before, most: limit });
      const last = reports.length === limit ? reports.at(-1) : undefined;
      return { status: 200, body: { deliveries: reports.map(bodyOf), ...(last && { next: last.position }) } };
    },

    async getDelivery({ path }) {
      const { log, ...delivery } = await find(path.id);
      return { status: 200, body: { ...bodyOf(delivery), log: log.map(attemptOf) } };
    },

    async replayDelivery({ path }) {
      if (await deliveries.replay(path.id)) return { status: 202 };
      const { state } = await find(path.id);
      throw refuse(409, { detail: state === 'queued' ? 'The delivery waits for the one before it.' : 'The delivery is being sent.' });
    },
  };
}

function bodyOf({ id, service, event, url, payload, sequence, state, reason, created, due, attempts }: DeliveryReport): Delivery {
  return {
    id,
    service,
    event,
    url,
    payload,
    ...(sequence !== null && { sequence }),
    state,
    ...(reason !== null && { reason }),
    created: new Date(created).toISOString(),
    due: new Date(due).toISOString(),
    attempts,
  };
}

function attemptOf({ number, at, milliseconds, outcome, status, error }: AttemptReport): Attempt {
  return {
    number,
    at: new Date(at).toISOString(),
    milliseconds,
    outcome,
    ...(status !== null && { status }),
    ...(error !== null && { error }),
  };
}
