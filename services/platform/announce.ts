// Tells subscribers what happened: an event becomes a delivery for each of them, in the unit of work of the change, and the outbox sends it.

import { checkTarget, type DeliveryStep, type Issue, type SendOptions } from '@octavo/runtime';
import type { Network, Unsendable } from '@octavo/runtime/conformance';
import type { Kysely } from 'kysely';
import type { DeliveryHandler, DeliveryKind, Outbox } from './outbox/outbox.ts';

/** The demand on an address for deliveries, as a refusal says it. */
export const DELIVERABLE = 'must be an http or https URL without a user name or password';

/** Whether deliveries can be sent to an address that a caller registers. Whether private addresses are allowed is decided when one is sent. */
export function isDeliverable(text: string): boolean {
  try {
    checkTarget(text, true);
    return true;
  } catch {
    return false;
  }
}

/** The payload of a delivery: the owner of the address, such as a subscription, and the body. */
type Announced<Owner extends string, Body> = { readonly [Name in Owner]: string } & { readonly body: Body };

interface Receiver<Body> {
  /** The subscription, or whoever else the address belongs to. */
  readonly id: string;
  readonly url: string;
  readonly body: Body;
  /** Deliveries of one sequence go one after the other. */
  readonly sequence?: string;
  /** When it happened, where that is not now. */
  readonly at?: number;
}

interface Sending<Sender, Tables> {
  /** Seconds before each attempt after the first, as the document states. */
  readonly schedule: readonly number[];
  /** The statuses that accept a delivery. Default: 200 to 299. */
  readonly accepted?: readonly number[];
  /** Which secret signs what goes to a receiver, for people: `secret of app 60417`. Absent: deliveries are not signed. */
  secretName?(id: string): string;
  /** A generated sender with the secret of the receiver. @throws where the receiver is no more, so that the delivery is dropped */
  senderOf(id: string, url: string, network: Network): Promise<Sender>;
  /** Writes what follows from an attempt, in the unit of work that records it. */
  onAttempt?(id: string, step: DeliveryStep | Unsendable, tables: Kysely<Tables>): Promise<void>;
}

type Send<Sender, Body> = (sender: Sender, body: Body, options: SendOptions) => Promise<unknown>;

/**
 * The announcements of a service: `announcementsOf<SchedulingWebhookSender>()('e-scheduling', 'subscription')`.
 * @param owner names who is told in the payload
 */
export function announcementsOf<Sender>() {
  return <const Owner extends string>(service: string, owner: Owner) => {
    type Payload<Body> = Announced<Owner, Body>;
    const kinds: { readonly kind: DeliveryKind<Payload<unknown>>; readonly send: Send<Sender, unknown> }[] = [];
    return {
      /** A kind of event. @param isBody checks a body that was read back, which an earlier version may have written */
      kind<Body>(
        event: string,
        isBody: (value: unknown, issues: Issue[]) => value is Body,
        send: Send<Sender, Body>,
      ): DeliveryKind<Payload<Body>> {
        const accepts = (value: unknown): value is Payload<Body> => {
          if (typeof value !== 'object' || value === null) return false;
          const { [owner]: id, body } = value as Partial<Record<string, unknown>>;
          return typeof id === 'string' && isBody(body, []);
        };
        const kind = { service, event, accepts };
        // `accepts` has checked the body that `send` gets.
        kinds.push({ kind, send: send as Send<Sender, unknown> });
        return kind;
      },

      /** Writes a delivery for each receiver. */
      async announce<Body, Tables>(
        outbox: Pick<Outbox, 'addAll'>,
        tables: Kysely<Tables>,
        kind: DeliveryKind<Payload<Body>>,
        receivers: readonly Receiver<Body>[],
      ): Promise<void> {
        const deliveries = receivers.map(({ id, body, ...to }) => ({ ...to, payload: { [owner]: id, body } as Payload<Body> }));
        if (deliveries.length > 0) await outbox.addAll(tables, kind, deliveries);
      },

      /** Says how all kinds of events are sent. */
      handle<Tables>(
        outbox: { handle<P>(kind: DeliveryKind<P>, handler: DeliveryHandler<P, Tables>): void },
        { schedule, accepted, secretName, senderOf, onAttempt }: Sending<Sender, Tables>,
      ): void {
        for (const { kind, send } of kinds)
          outbox.handle(kind, {
            schedule,
            ...(accepted && { accepted }),
            ...(secretName && { secretName: ({ payload }) => secretName(payload[owner]) }),
            post: async ({ url, payload }, network, options) => send(await senderOf(payload[owner], url, network), payload.body, options),
            ...(onAttempt && { onAttempt: ({ payload }, step, tables) => onAttempt(payload[owner], step, tables) }),
          });
      },
    };
  };
}
