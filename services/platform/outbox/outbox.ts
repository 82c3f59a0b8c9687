// Declares the outbox: deliveries to addresses of callers that are written with what caused them, and sent after the commit until they arrive.

import type { DeliveryStep, SendOptions } from '@octavo/runtime';
import type { AttemptReport, DeliveryReport, DeliveryState, Network, SignatureReport, Unsendable } from '@octavo/runtime/conformance';
import type { Kysely } from 'kysely';

/** A kind of delivery, and what its payload is. */
export interface DeliveryKind<Payload> {
  /** The service that sends it: `e-scheduling`. */
  readonly service: string;
  /** `invitee.created` */
  readonly event: string;
  /** Checks a payload that was read back, which an earlier version may have written. */
  readonly accepts: (value: unknown) => value is Payload;
}

interface NewDelivery<Payload> {
  /** Where it goes: http or https. Check it with `checkTarget` when the caller registers it. */
  readonly url: string;
  /** Values that JSON can hold. They are no secrets: `post` looks those up. */
  readonly payload: Payload;
  /**
   * Deliveries of one sequence are sent one after the other, in the order in which they were added; each waits until the one before has arrived or
   * was given up. Absent: it waits for none.
   */
  readonly sequence?: string;
  /** When it was caused, on the sandbox clock: pass the job's `at` where a job that fell due causes it. Default: now. */
  readonly at?: number;
}

interface Delivery<Payload> {
  /** The same on each attempt, and when it is sent again on demand. */
  readonly id: string;
  readonly event: string;
  readonly url: string;
  readonly payload: Payload;
  readonly sequence: string | undefined;
}

/** How a kind of delivery is sent. */
export interface DeliveryHandler<Payload, Tables> {
  /**
   * Signs and posts once, by a generated sender: `(delivery, network, options) => senderFor(delivery, network).inviteeCreated(input, options)`.
   * Signatures use wall time, so they are made for each attempt.
   */
  post(delivery: Delivery<Payload>, network: Network, options: SendOptions): Promise<unknown>;
  /** Seconds on the sandbox clock before each attempt after the first, as the service's document states. */
  readonly schedule: readonly number[];
  /** The statuses that accept a delivery; after any other it is sent again. Default: 200 to 299, and 410 gives it up. */
  readonly accepted?: readonly number[];
  /** Says for people which secret signs it: `secret of app 60417`. Default: `secret that the receiver gave`. */
  secretName?(delivery: Delivery<Payload>): string;
  /** Writes what follows from an attempt, such as a subscription that is disabled, in the unit of work that records it. */
  onAttempt?(delivery: Delivery<Payload>, step: DeliveryStep | Unsendable, tables: Kysely<Tables>): Promise<void>;
}

export interface DeliveryFilter {
  readonly service?: string | undefined;
  readonly state?: DeliveryState | undefined;
  /** Only those that were added before this position. */
  readonly before?: number | undefined;
  readonly most: number;
}

export interface SettledDeliveries {
  readonly attempts: number;
  /** More is due or under way: it goes on in the background. */
  readonly isMoreDue: boolean;
}

export interface Outbox {
  /**
   * Writes a delivery in the unit of work of the change that causes it.
   * @returns its id
   */
  add<Payload, Tables>(tables: Kysely<Tables>, kind: DeliveryKind<Payload>, delivery: NewDelivery<Payload>): Promise<string>;
  /**
   * Writes many deliveries at once, which takes a tenth of the time.
   * @returns their ids
   */
  addAll<Payload, Tables>(
    tables: Kysely<Tables>,
    kind: DeliveryKind<Payload>,
    deliveries: readonly NewDelivery<Payload>[],
  ): Promise<readonly string[]>;
  /**
   * Changes the payloads of deliveries of a kind, within a unit of work: of those that wait, and of those that are kept since they were sent.
   * @param holding a text in their payloads, such as an identifier: ASCII letters, digits and `-`
   * @param revise returns the new payload
   */
  revise<Payload, Tables>(
    tables: Kysely<Tables>,
    kind: DeliveryKind<Payload>,
    holding: string,
    revise: (payload: Payload) => Payload,
  ): Promise<void>;
  /**
   * How many deliveries wait for the receiver at an address, for their time or their turn; at most `most`, by default 5,000. A job that causes many
   * asks before it adds more, and comes back later.
   */
  waiting(receiver: { readonly service: string; readonly url: string; readonly most?: number }): Promise<number>;
  /**
   * Why nothing may be sent to an address or fetched from it, in a sentence; `undefined` where it may. What a name resolves to is checked with each
   * attempt.
   */
  refusalOf(url: string): string | undefined;
  /** Says how a kind of delivery is sent. Call it before the sandbox starts to send. */
  handle<Payload, Tables>(kind: DeliveryKind<Payload>, handler: DeliveryHandler<Payload, Tables>): void;
  /** Begins to send in the background. */
  start(): void;
  /**
   * Sends all that is due, and what falls due by that; bounded. From the beginning of `first`, each attempt counts as made at the moment at which it
   * was due: pass a `first` that moves the clock.
   */
  settle(first?: () => Promise<unknown>): Promise<SettledDeliveries>;
  /** The newest first. */
  list(filter: DeliveryFilter): Promise<readonly DeliveryReport[]>;
  one(id: string): Promise<(DeliveryReport & { readonly log: readonly AttemptReport[] }) | undefined>;
  /**
   * Checks the signature of an attempt.
   * @param attempt its number; default: the last one that sent something
   * @returns `undefined` if there is no such delivery or attempt
   */
  checkSignature(id: string, attempt?: number): Promise<SignatureReport | undefined>;
  /**
   * The secrets that a delivery is signed with now; `undefined` if there is no such delivery.
   * @throws where it cannot be signed now
   */
  secrets(id: string): Promise<readonly string[] | undefined>;
  /**
   * Sends a delivery again now, under the same id, with its whole schedule.
   * @returns false if there is none, or if it is being sent or waits in its sequence
   */
  replay(id: string): Promise<boolean>;
  /** Begins no other attempt, and waits a second for those under way. What it breaks off then, the next start sends again. */
  close(): Promise<void>;
}
