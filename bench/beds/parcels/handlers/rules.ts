// The rules of shipments, and how a shipment shows in an answer.
import { byText } from '../../texts.ts';
import type { Account } from '../store.ts';
import type { Address, Customs, Shipment } from '../things.ts';
import { conflict, unprocessable } from '../wire.ts';
import type { Faults } from './call.ts';

/** What a caller can say of a shipment. */
export type Draft = Pick<Shipment, 'sender' | 'recipient'> &
  Partial<Pick<Shipment, 'reference' | 'ship_date' | 'deliver_by' | 'insurance_amount' | 'customs' | 'metadata'>>;

function addressOf({ addresses }: Account, id: string, pointer: string): Address {
  const address = addresses.get(id);
  if (address === undefined) throw unprocessable(pointer, 'is the id of no address');
  return address;
}

function checkCustoms(customs: Customs | null | undefined, isAbroad: boolean, faults: Faults): void {
  const isMissing = customs === undefined || customs === null;
  if (isMissing && isAbroad && !faults.has('customs-missing-abroad')) throw unprocessable('/customs', 'is needed for another country');
  const currencies = new Set(customs?.items.map(({ value }) => value.currency));
  if (currencies.size > 1 && !faults.has('customs-mixed-currencies')) throw unprocessable('/customs/items', 'have several currencies');
}

function checkAddresses(account: Account, { sender, recipient, customs }: Draft, faults: Faults): void {
  const from = addressOf(account, sender, '/sender');
  if (faults.has('recipient-unknown') && !account.addresses.has(recipient)) return;
  const to = addressOf(account, recipient, '/recipient');
  if (sender === recipient && !faults.has('recipient-same-as-sender')) throw unprocessable('/recipient', 'is the sender');
  checkCustoms(customs, from.country !== to.country, faults);
}

const MOST_METADATA = 10;

/** Checks what the members of a shipment have to do with each other, and with the address book. */
export function checkShipment(account: Account, draft: Draft, faults: Faults): void {
  const { ship_date: first, deliver_by: last, metadata = {} } = draft;
  checkAddresses(account, draft, faults);
  const isBackwards = typeof first === 'string' && typeof last === 'string' && byText(last, first) < 0;
  if (isBackwards && !faults.has('deliver-by-before-ship-date')) throw unprocessable('/deliver_by', 'is before ship_date');
  const most = faults.has('metadata-grows-by-patch') ? Number.POSITIVE_INFINITY : MOST_METADATA;
  if (Object.keys(metadata).length > most) throw unprocessable('/metadata', `has more than ${MOST_METADATA} entries`);
}

/** Refuses a reference that another shipment has. */
export function checkReference({ shipments }: Account, reference: string | null, own: string | undefined, faults: Faults): void {
  if (reference === null) return;
  const others = [...shipments.values()].filter((one) => one.id !== own && one.reference === reference);
  const isTaken = others.some(({ status }) => status !== 'cancelled' || faults.has('reference-stays-taken'));
  if (isTaken && !(own === undefined && faults.has('reference-taken'))) throw conflict('Another shipment has the reference.');
}

export function checkDraft({ status }: Shipment): void {
  if (status !== 'draft') throw conflict(`The shipment is ${status}.`);
}

/** A shipment with the things that some of its members name. */
export function look({ addresses, labels }: Account, shipment: Shipment, expand: readonly string[]): Record<string, unknown> {
  const things: Readonly<Record<string, unknown>> = {
    sender: addresses.get(shipment.sender),
    recipient: addresses.get(shipment.recipient),
    label: shipment.label === null ? null : labels.get(shipment.label),
  };
  return { ...shipment, ...Object.fromEntries(expand.map((name) => [name, things[name]])) };
}
