// Ticket types.
import { isSameText } from '../../texts.ts';
import type { Account, FestivalRecord, Store } from '../store.ts';
import type { TicketType } from '../things.ts';
import { conflict, unprocessable } from '../wire.ts';
import { type Call, type Faults, type Part, requireFestival, requireLive, requireThing } from './call.ts';
import { merged } from './changes.ts';
import { ordered, paged } from './lists.ts';
import { checkIfMatch, conditional, soldOf, ticketTypeLook, withTag } from './looks.ts';

function check({ value, ticketTypes }: FestivalRecord, type: TicketType, faults: Faults): void {
  const isOther = type.price.currency !== value.currency;
  const isLost = faults.has('ticket-type-price-replaced') && type.price.currency === undefined;
  if (isOther && !isLost && !faults.has('ticket-type-any-currency')) throw unprocessable('#/price/currency', 'is not that of the festival');
  const isLarge = faults.has('ticket-type-quota-refuses-capacity') ? type.quota >= value.capacity : type.quota > value.capacity;
  if (isLarge) throw unprocessable('#/quota', 'is more than the festival has room for');
  const others = [...ticketTypes.values()].filter(({ ticketTypeId }) => ticketTypeId !== type.ticketTypeId);
  const isTaken = others.some(({ title }) => isSameText(title, type.title));
  if (isTaken && !faults.has('ticket-type-title-taken')) throw conflict('Another ticket type has this title.');
}

function isNamed({ orders, tickets }: Account, id: string): boolean {
  const isOrdered = [...orders.values()].some(({ items }) => items.some(({ ticketTypeId }) => ticketTypeId === id));
  return isOrdered || [...tickets.values()].some(({ ticketTypeId }) => ticketTypeId === id);
}

function rich(type: TicketType, faults: Faults): TicketType {
  const { perks, discountPercent, description } = type;
  const isCut = description !== undefined && faults.has('ticket-type-description-cut');
  return {
    ...type,
    ...(isCut ? { description: description.slice(0, 255) } : {}),
    perks: faults.has('ticket-type-perks-sorted') ? perks.toSorted() : perks,
    discountPercent: faults.has('ticket-type-half-percent-lost') ? Math.floor(discountPercent) : discountPercent,
  };
}

export const ticketTypes: Part = (store: Store, faults) => {
  const typeIn = (call: Call, festival: FestivalRecord): TicketType => {
    const id = call.id('ticketTypeId');
    const all = [...call.account.festivals.values()].flatMap((one) => one.ticketTypes.get(id) ?? []);
    return (faults.has('ticket-type-under-other-festival') ? all[0] : undefined) ?? requireThing(festival.ticketTypes, id);
  };

  return {
    listTicketTypes: (call) => {
      const { onSale } = call.query<{ onSale?: boolean }>();
      const found = [...requireFestival(call).ticketTypes.values()].filter((type) => onSale === undefined || type.onSale === onSale);
      const order = ordered(call, found, {
        createTime: ({ createTime }) => createTime,
        'price.amountMinor': ({ price }) => (faults.has('ticket-types-price-as-text') ? String(price.amountMinor) : price.amountMinor),
      });
      return paged(call, order, (type) => ticketTypeLook(call.account, type, faults), faults, 'ticket-types');
    },

    createTicketType: (call) => {
      const festival = requireLive(call);
      const { festivalId } = festival.value;
      const now = store.now();
      const times = { createTime: now, updateTime: now };
      const type = rich({ ...call.input<TicketType>(), ticketTypeId: store.id(), festivalId, ...times }, faults);
      check(festival, type, faults);
      festival.ticketTypes.set(type.ticketTypeId, type);
      const location = `/festivals/${festivalId}/ticketTypes/${type.ticketTypeId}`;
      return withTag(201, ticketTypeLook(call.account, type, faults), { location });
    },

    getTicketType: (call) => {
      const type = typeIn(call, requireFestival(call));
      return conditional(call, withTag(200, ticketTypeLook(call.account, type, faults)), faults, 'ticket-type');
    },

    updateTicketType: (call) => {
      const festival = requireLive(call);
      const old = typeIn(call, festival);
      checkIfMatch(call, ticketTypeLook(call.account, old, faults), faults, 'ticket-type-if-match-ignored');
      const patch = call.input<Partial<TicketType>>();
      const resets = faults.has('ticket-type-patch-resets-limit') ? { maxPerOrder: 6, ...patch } : patch;
      const isWhole = faults.has('ticket-type-price-replaced');
      const next: TicketType = { ...(isWhole ? { ...old, ...resets } : merged(old, resets)), updateTime: store.now() };
      check(festival, next, faults);
      const isBelow = next.quota < soldOf(call.account, next.ticketTypeId);
      if (isBelow && !faults.has('ticket-type-quota-below-sold')) throw conflict('More tickets are sold.');
      festival.ticketTypes.set(next.ticketTypeId, next);
      return withTag(200, ticketTypeLook(call.account, next, faults));
    },

    deleteTicketType: (call) => {
      const festival = requireLive(call);
      const { ticketTypeId } = typeIn(call, festival);
      if (isNamed(call.account, ticketTypeId) && !faults.has('ticket-type-delete-sold')) throw conflict('The ticket type is in use.');
      festival.ticketTypes.delete(ticketTypeId);
      return { status: 204 };
    },
  };
};
