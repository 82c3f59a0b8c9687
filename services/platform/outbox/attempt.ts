// Makes one attempt of a delivery of the store, by the handler of its kind, in a span of its own where the process is traced.

import { parseJson } from '@octavo/runtime';
import { type Attempted, attempt as attemptOnce, type Network, type Signable } from '@octavo/runtime/conformance';
import { faultName, placeFacts, type Span, type Tracing } from '../tracing.ts';
import type { DeliveryHandler } from './outbox.ts';
import type { DeliveryRow } from './tables.ts';

/** How one kind of delivery is sent, without the type of its payload. */
export type AnyHandler<Tables> = DeliveryHandler<unknown, Tables> & { accepts(payload: unknown): boolean };

/** @throws the reason of `ending` where that ends the attempt */
export async function attempt<Tables>(
  row: DeliveryRow,
  handler: AnyHandler<Tables> | undefined,
  network: Network,
  ending: AbortSignal,
  tracing?: Tracing,
): Promise<Attempted> {
  const span = tracing && beginSpan(tracing, row);
  const sendable = signable(row, handler, `The service ${row.service} sends no ${row.event}.`);
  const { schedule = [], accepted } = handler ?? {};
  const plan = { number: row.tries + 1, schedule, accepted, ...(span && { headers: () => span.headers() }) };
  const send = () => attemptOnce(sendable, plan, network, ending);
  return span === undefined ? send() : sendIn(span, send);
}

/** @param absent says why nothing can be sent where there is no handler */
export function signable<Tables>(row: DeliveryRow, handler: AnyHandler<Tables> | undefined, absent: string): Signable {
  const secretName = handler?.secretName;
  return {
    id: row.id,
    async post(network, options) {
      if (handler === undefined) throw new Error(absent);
      const delivery = deliveryOf(row);
      if (!handler.accepts(delivery.payload)) throw new Error('The payload is not what this version expects.');
      return handler.post(delivery, network, options);
    },
    secretName: secretName && (() => secretName(deliveryOf(row))),
  };
}

function beginSpan(tracing: Tracing, { id, service, event, url, tries }: DeliveryRow): Span {
  const facts = { 'octavo.service': service, 'octavo.event': event, 'octavo.delivery': id };
  const again = tries === 0 ? {} : { 'http.request.resend_count': tries };
  // The request that has caused it ended long ago, and may have been another process's.
  return tracing.begin({ name: `deliver ${event}`, kind: 'client', facts: { ...facts, ...again, ...placeFacts(url) }, parent: 'none' });
}

async function sendIn(span: Span, send: () => Promise<Attempted>): Promise<Attempted> {
  try {
    const attempted = await span.run(send);
    const { step } = attempted;
    const status = 'status' in step ? step.status : undefined;
    const fault = status === undefined && 'error' in step ? faultName(step.error) : String(status);
    span.end({ 'http.response.status_code': status, 'octavo.outcome': step.outcome }, step.outcome === 'delivered' ? undefined : fault);
    return attempted;
  } catch (error) {
    span.end({}, faultName(error));
    throw error;
  }
}

export function deliveryOf({ id, event, url, payload, sequence }: DeliveryRow) {
  return { id, event, url, payload: parseJson(payload), sequence: sequence ?? undefined };
}
