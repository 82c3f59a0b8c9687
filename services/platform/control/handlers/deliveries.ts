// Answers for deliveries to addresses of clients.

import { refuse } from '@octavo/runtime';
import { attemptView, deliveryView, signatureView } from '@octavo/runtime/conformance';
import type { RequiredControlDeliveriesHandlers } from '../../../generated/control/index.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';

export function deliveryHandlers({ deliveries }: Pick<Sandbox, 'deliveries'>): RequiredControlDeliveriesHandlers {
  async function find(id: string) {
    const delivery = await deliveries.one(id);
    if (delivery === undefined) throw refuse(404, { detail: `There is no delivery ${id}.` });
    return delivery;
  }

  return {
    async listDeliveries({ query: { service, state, before, limit } }) {
      const reports = await deliveries.list({ service, state, before, most: limit });
      const last = reports.length === limit ? reports.at(-1) : undefined;
      return { status: 200, body: { deliveries: reports.map(deliveryView), ...(last && { next: last.position }) } };
    },

    async getDelivery({ path }) {
      const { log, ...delivery } = await find(path.id);
      return { status: 200, body: { ...deliveryView(delivery), log: log.map(attemptView) } };
    },

    async checkSignature({ path, query: { attempt } = {} }) {
      const report = await deliveries.checkSignature(path.id, attempt);
      if (report !== undefined) return { status: 200, body: signatureView(report) };
      await find(path.id);
      throw refuse(404, { detail: `The delivery has no attempt ${attempt}.` });
    },

    async revealSecret({ path }) {
      const { id } = await find(path.id);
      try {
        return { status: 200, body: { secrets: [...((await deliveries.secrets(id)) ?? [])] } };
      } catch (error) {
        throw refuse(409, { detail: `The delivery cannot be signed now: ${error instanceof Error ? error.message : String(error)}` });
      }
    },

    async replayDelivery({ path }) {
      if (await deliveries.replay(path.id)) return { status: 202 };
      const { state } = await find(path.id);
      throw refuse(409, { detail: state === 'queued' ? 'The delivery waits for the one before it.' : 'The delivery is being sent.' });
    },
  };
}
