// Answers for deliveries to addresses of clients.

import { refuse } from '@octavo/runtime';
import type {
  Attempt,
  Delivery,
  DeliverySignature,
  RequiredControlDeliveriesHandlers,
  SignatureCheck,
} from '../../../generated/control/index.ts';
import type { AttemptReport, DeliveryReport, SignatureReport } from '../../outbox/outbox.ts';
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
      return { status: 200, body: { deliveries: reports.map(bodyOf), ...(last && { next: last.position }) } };
    },

    async getDelivery({ path }) {
      const { log, ...delivery } = await find(path.id);
      return { status: 200, body: { ...bodyOf(delivery), log: log.map(attemptOf) } };
    },

    async checkSignature({ path, query: { attempt } = {} }) {
      const report = await deliveries.checkSignature(path.id, attempt);
      if (report !== undefined) return { status: 200, body: checkOf(report) };
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

function attemptOf({ number, at, milliseconds, outcome, status, error, headers, answer }: AttemptReport): Attempt {
  return {
    number,
    at: new Date(at).toISOString(),
    milliseconds,
    outcome,
    ...(status !== null && { status }),
    ...(error !== null && { error }),
    ...(headers !== null && { headers: { ...headers } }),
    ...(answer !== null && { answer: { ...answer, headers: { ...answer.headers } } }),
  };
}

function checkOf({ signature, request, ...rest }: SignatureReport): SignatureCheck {
  return {
    ...rest,
    ...(request && { request: { ...request, headers: { ...request.headers } } }),
    ...(signature && { signature: signatureOf(signature) }),
  };
}

function signatureOf(signature: NonNullable<SignatureReport['signature']>): DeliverySignature {
  const { facts, algorithm, encoding, header, secret, key, formula, content, timestamp, received, expected } = signature;
  return {
    scheme: facts.scheme,
    algorithm,
    encoding,
    header,
    ...(facts.scheme === 'hmac-hex' && facts.keyHeader !== undefined && { key_header: facts.keyHeader }),
    ...(facts.scheme === 'hmac-hex' && facts.query !== undefined && { parameter: facts.query }),
    ...('toleranceSeconds' in facts && { tolerance_seconds: facts.toleranceSeconds }),
    secret,
    ...(key !== undefined && { key }),
    formula,
    content: new TextDecoder().decode(content),
    ...(timestamp !== undefined && { time: new Date(timestamp * 1000).toISOString() }),
    ...(received !== undefined && { received }),
    expected,
  };
}
