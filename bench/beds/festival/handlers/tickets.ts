// Tickets: those that are given away, and letting people in.
import type { FestivalRecord } from '../store.ts';
import type { Ticket, TicketType } from '../things.ts';
import { conflict, unprocessable } from '../wire.ts';
import { type Part, requireThing } from './call.ts';
import { placesTaken, soldOf } from './looks.ts';
import { requireRoom, requireSelling } from './sales.ts';

interface Batch {
  readonly festivalId: string;
  readonly ticketTypeId: string;
  readonly holders: readonly string[];
}

export const tickets: Part = (store, faults) => {
  const look = (ticket: Ticket): object =>
    faults.has('ticket-order-null') && ticket.orderId === undefined ? { ...ticket, orderId: null } : ticket;

  return {
    batchCreateTickets: (call) => {
      const { account } = call;
      const { festivalId, ticketTypeId, holders } = call.input<Batch>();
      const festival: FestivalRecord = requireSelling(call, store, festivalId, faults);
      const type: TicketType | undefined = festival.ticketTypes.get(ticketTypeId);
      if (type === undefined) throw unprocessable('#/ticketTypeId', 'is no ticket type of the festival');
      const left = Math.min(type.quota - soldOf(account, ticketTypeId), festival.value.capacity - placesTaken(account, festivalId));
      const isHalf = faults.has('batch-makes-what-fits');
      if (!isHalf) requireRoom(account, festival, new Map([[type, holders.length]]), faults);
      const createTime = store.now();
      const shown = faults.has('batch-holders-sorted') ? holders.toSorted() : holders;
      const made = (isHalf ? shown.slice(0, left) : shown).map(
        (holder): Ticket => ({ ticketId: store.id(), festivalId, ticketTypeId, holder, state: 'valid', createTime }),
      );
      for (const ticket of made) account.tickets.set(ticket.ticketId, ticket);
      return { status: 201, body: { items: made.map(look) } };
    },

    getTicket: ({ account, id }) => {
      const others = faults.has('ticket-of-other-account') ? [...store.accounts.values()] : [];
      const found = others.flatMap((one) => one.tickets.get(id('ticketId')) ?? [])[0];
      return { status: 200, body: look(found ?? requireThing(account.tickets, id('ticketId'))) };
    },

    checkInTicket: ({ account, id, input }) => {
      const ticket = requireThing(account.tickets, id('ticketId'));
      const { gate } = input<{ gate: string }>();
      const also: readonly string[] = [
        ...(faults.has('ticket-check-in-twice') ? ['checkedIn'] : []),
        ...(faults.has('ticket-check-in-reserved') ? ['reserved'] : []),
        ...(faults.has('ticket-check-in-void') ? ['void'] : []),
      ];
      if (ticket.state !== 'valid' && !also.includes(ticket.state)) throw conflict(`The ticket is ${ticket.state}.`);
      const now = store.now();
      const next: Ticket = { ...ticket, state: 'checkedIn', gate, checkInTime: now };
      account.tickets.set(ticket.ticketId, next);
      const order = account.orders.get(ticket.orderId ?? '');
      if (order?.state === 'paid' && !faults.has('order-stays-paid-at-gate'))
        account.orders.set(order.orderId, { ...order, state: 'checkedIn', updateTime: now });
      return { status: 200, body: look(next) };
    },
  };
};
