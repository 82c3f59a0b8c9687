// The states of a ticket.
import type { TicketStatus } from '../things.ts';
import { conflict, Invalid } from '../wire.ts';
import type { Found } from './desk.ts';
import type { Part } from './part.ts';

export const states: Part = (store, faults, desk) => {
  /** Refuses a ticket that is in none of these states. With a fault, others are accepted too. */
  function requireState({ record }: Found, allowed: readonly TicketStatus[], fault = '', also: readonly TicketStatus[] = []): void {
    const all = faults.has(fault) ? [...allowed, ...also] : allowed;
    if (!all.includes(record.value.status)) throw conflict(`The ticket is ${record.value.status}.`);
  }

  return {
    assignTicket: (call) => {
      const found = desk.require(call);
      const { agent_id } = call.input<{ agent_id: string }>();
      const others = faults.has('ticket-assign-other-account') ? [...store.accounts.values()] : [call.account];
      const agent = others.map(({ agents }) => agents.get(agent_id)).find((one) => one !== undefined);
      const isGood = agent !== undefined && (agent.active || faults.has('ticket-assign-inactive-agent'));
      if (!isGood) throw new Invalid([{ at: ['agent_id'], reason: 'is no active agent' }]);
      requireState(found, ['new', 'open', 'pending'], 'ticket-assign-closed', ['closed']);
      const { etag, value } = found.record;
      const stays = faults.has('ticket-assign-pending-stays') && value.status === 'pending';
      desk.set(found, { assignee_id: agent_id, status: stays ? 'pending' : 'open' });
      if (faults.has('ticket-etag-stays-when-assigned')) found.record.etag = etag;
      return desk.reply(found);
    },

    waitForRequester: (call) => {
      const found = desk.require(call);
      requireState(found, ['open'], 'ticket-wait-new', ['new']);
      desk.set(found, { status: 'pending' });
      const reply = desk.reply(found);
      const body = faults.has('ticket-wait-undeclared-state') ? { ...(reply.body as object), status: 'on_hold' } : reply.body;
      return { ...reply, body };
    },

    solveTicket: (call) => {
      const found = desk.require(call);
      const { resolution } = call.input<{ resolution: string }>();
      requireState(found, ['open', 'pending'], 'ticket-solve-new', ['new']);
      desk.set(found, { status: 'solved', resolution, solved_at: store.now() });
      const reply = desk.reply(found);
      return faults.has('ticket-solve-extra-member') ? { ...reply, body: { ...(reply.body as object), _revision: 7 } } : reply;
    },

    reopenTicket: (call) => {
      const found = desk.require(call);
      requireState(found, faults.has('ticket-reopen-refused') ? [] : ['solved'], 'ticket-reopen-closed', ['closed']);
      const { resolution, solved_at, reopen_count } = found.record.value;
      desk.set(found, {
        status: 'open',
        reopen_count: faults.has('ticket-reopen-count-stale') ? reopen_count : reopen_count + 1,
        ...(faults.has('ticket-reopen-keeps-solution') ? { resolution, solved_at } : { resolution: null, solved_at: null }),
      });
      return desk.reply(found);
    },

    closeTicket: (call) => {
      const found = desk.require(call);
      requireState(found, ['solved'], 'ticket-close-open', ['open']);
      desk.set(found, { status: 'closed' });
      return desk.reply(found);
    },
  };
};
