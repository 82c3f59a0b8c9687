// Deliveries to addresses of callers as people see them: their state, their attempts, and the form of both in the interface of control.
import type { DeliveryStep } from '../webhooks/delivery.ts';

/** An attempt that failed before anything was sent, by a fault of the service: other attempts would fail as well. */
export interface Unsendable {
  readonly outcome: 'gave-up';
  readonly reason: 'unsendable';
  readonly error: unknown;
}

type GaveUp = Extract<DeliveryStep | Unsendable, { outcome: 'gave-up' }>;

/** `queued`: waits for the one before it in its sequence. `waiting`: for its time. */
export type DeliveryState = 'queued' | 'waiting' | 'sending' | 'delivered' | 'gave-up';

export interface DeliveryReport {
  readonly id: string;
  readonly service: string;
  readonly event: string;
  readonly url: string;
  readonly payload: unknown;
  readonly sequence: string | null;
  readonly state: DeliveryState;
  /** Why it was given up. `overflow`: too many waited for its receiver; a version before gave deliveries up for that. */
  readonly reason: GaveUp['reason'] | 'overflow' | null;
  /** On the sandbox clock. */
  readonly created: number;
  /** When the next attempt is due, on the sandbox clock. */
  readonly due: number;
  readonly attempts: number;
  /** Pass it as `before` to get older deliveries. */
  readonly position: number;
}

export interface AttemptReport {
  /** From 1. */
  readonly number: number;
  /** On the sandbox clock. */
  readonly at: number;
  /** How long it took, in wall time. */
  readonly milliseconds: number;
  readonly outcome: DeliveryStep['outcome'];
  readonly status: number | null;
  readonly error: string | null;
  /** The headers that were sent, by name in lower case. Null where nothing was sent. */
  readonly headers: Readonly<Record<string, string>> | null;
  /** The digest of what was sent, which shows whether the payload has changed since. Null where nothing was sent. */
  readonly digest: string | null;
  /** The answer of the receiver. Null where it gave none. */
  readonly answer: ReceivedAnswer | null;
}

/** An answer of a receiver, without its cookies. */
export interface ReceivedAnswer {
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body. */
  readonly body: string;
}

/** A delivery as the interface of control has it. */
export function deliveryView({ id, service, event, url, payload, sequence, state, reason, created, due, attempts }: DeliveryReport) {
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

/** An attempt as the interface of control has it. */
export function attemptView({ number, at, milliseconds, outcome, status, error, headers, answer }: AttemptReport) {
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
