// What resources look like in answers, with counts and tags.
import { createHash, randomUUID } from 'node:crypto';
import { millisecondsOf } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { matchesStrong, matchesWeak } from '../../http.ts';
import type { Account, FestivalRecord, StageRecord } from '../store.ts';
import type { Order, Performer, Slot, Ticket, TicketType } from '../things.ts';
import { Refusal } from '../wire.ts';
import type { Call, Faults } from './call.ts';

type Look = Readonly<Record<string, unknown>>;

const tagOf = (look: unknown): string => createHash('sha256').update(JSON.stringify(look)).digest('base64url').slice(0, 16);

/** A look with its tag, which covers all of the look or, by a fault, a part of it. */
const tagged = (look: Look, covered: unknown = look): Look => ({ ...look, etag: tagOf(covered) });

const isLive = ({ state }: Ticket): boolean => state !== 'void';

export const placesTaken = ({ tickets }: Account, festivalId: string): number =>
  [...tickets.values()].filter((ticket) => ticket.festivalId === festivalId && isLive(ticket)).length;

export const soldOf = ({ tickets }: Account, ticketTypeId: string): number =>
  [...tickets.values()].filter((ticket) => ticket.ticketTypeId === ticketTypeId && isLive(ticket)).length;

export function festivalLook(account: Account, record: FestivalRecord, faults: Faults): Look {
  const { value, deleteTime, poster, stages, waiting } = record;
  const look = {
    ...value,
    stageCount: stages.size,
    placesTaken: placesTaken(account, value.festivalId),
    waitingCount: waiting.filter(({ state }) => state === 'waiting' || faults.has('festival-waiting-counts-offered')).length,
    hasPoster: poster !== undefined,
    ...(deleteTime === undefined ? {} : { deleteTime }),
  };
  return tagged(look, faults.has('festival-etag-of-title') ? [value.title, value.state] : look);
}

export function stageLook({ value, slots }: StageRecord, faults: Faults): Look {
  const isNull = faults.has('stage-equipment-null') && value.equipment.length === 0;
  return { ...value, ...(isNull ? { equipment: null } : {}), slotCount: slots.size };
}

export function slotLook(slot: Slot, faults: Faults): Look {
  const minutes = (millisecondsOf(slot.endTime) - millisecondsOf(slot.startTime)) / 60_000;
  return { ...slot, durationMinutes: faults.has('slot-duration-text') ? String(minutes) : minutes };
}

/** The slots of a performer, also those of deleted festivals. */
export const slotsOf = ({ festivals }: Account, performerId: string): Slot[] =>
  [...festivals.values()].flatMap(({ stages }) =>
    [...stages.values()].flatMap(({ slots }) => [...slots.values()].filter((slot) => slot.performerId === performerId)),
  );

export function performerLook(account: Account, performer: Performer, faults: Faults, fault = 'performer-bank-account-shown'): Look {
  const { bankAccount, ...shown } = performer;
  const look = { ...shown, slotCount: slotsOf(account, performer.performerId).length };
  const covered = faults.has('performer-etag-of-names') ? [performer.displayName, performer.country] : look;
  return tagged(faults.has(fault) ? { ...look, bankAccount } : look, covered);
}

export function ticketTypeLook(account: Account, type: TicketType, faults: Faults): Look {
  const sold = soldOf(account, type.ticketTypeId);
  const look = { ...type, sold, remaining: type.quota - sold };
  if (faults.has('ticket-type-etag-each-time')) return tagged(look, randomUUID());
  return tagged(look, faults.has('ticket-type-etag-stays-when-sold') ? type : look);
}

export function orderLook(account: Account, order: Order, faults: Faults): object {
  const price = (ticketTypeId: string): number =>
    account.festivals.get(order.festivalId)?.ticketTypes.get(ticketTypeId)?.price.amountMinor ?? 0;
  const items = order.items.map((item) => ({ ...item, unitPriceMinor: price(item.ticketTypeId) }));
  const looked = faults.has('order-price-of-today') ? { ...order, items } : order;
  return faults.has('order-extra-member') ? { ...looked, riskScore: 7 } : looked;
}

const quoted = (tag: unknown): string => `"${tag}"`;

/** An answer with a tag in its header. */
export const withTag = (status: number, look: Look, more: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  body: look,
  headers: { etag: quoted(look.etag), ...more },
});

/** A 304 if the caller has the tag already, and otherwise the answer. Faults begin with the name of the resource. */
export function conditional({ header }: Call, reply: Reply, faults: Faults, name: string): Reply {
  const wanted = header('if-none-match');
  const etag = reply.headers?.etag ?? '';
  if (wanted === undefined || faults.has(`${name}-never-304`)) return reply;
  const compared = faults.has('if-none-match-first-only') ? (wanted.split(',')[0] ?? '') : wanted;
  const isKnown = faults.has(`${name}-if-none-match-strong`) ? matchesStrong(compared, etag) : matchesWeak(compared, etag);
  if (!isKnown) return reply;
  return { status: 304, headers: faults.has(`${name}-304-without-etag`) ? {} : { etag } };
}

/** Refuses a change of a resource that has another tag than `If-Match` wants. */
export function checkIfMatch({ header }: Call, look: Look, faults: Faults, fault: string): void {
  const wanted = header('if-match');
  if (wanted === undefined || faults.has(fault)) return;
  const tag = quoted(look.etag);
  const isWeak = faults.has('festival-weak-if-match') && matchesWeak(wanted, tag);
  if (!matchesStrong(wanted, tag) && !isWeak) throw new Refusal(412, 'The resource has another tag.');
}
