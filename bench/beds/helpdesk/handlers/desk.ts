// What all operations on a ticket share: finding it, showing it, changing it.
import { isDeepStrictEqual } from 'node:util';
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import type { Account, Store, Tagged } from '../store.ts';
import type { Ticket, TicketLook } from '../things.ts';
import { conflict, notFound, Refusal } from '../wire.ts';
import type { Call } from './call.ts';

export interface Found {
  readonly account: Account;
  readonly record: Tagged<Ticket>;
}

export interface Desk {
  readonly look: (account: Account, ticket: Ticket) => TicketLook;
  /** The ticket of the address. A deleted ticket is a 410. */
  readonly require: (call: Call) => Found;
  /** The ticket of the address, where nothing may be done once it is closed. */
  readonly requireOpen: (call: Call, exempt?: string) => Found;
  /** Makes a change, with a new time and ETag if the ticket shows something else after it. */
  readonly change: (found: Found, apply: () => void) => void;
  readonly set: (found: Found, members: Partial<Ticket>) => void;
  readonly reply: (found: Found) => Reply;
  /** Counts a comment that was deleted. */
  readonly forgetComment: (ticket: string) => void;
  readonly forgetHours: (ticket: string, hours: number) => void;
}

/** Answers 304 where the client has the current version. */
export function conditional(call: Call, etag: string, reply: Reply, faults: ReadonlySet<string>): Reply {
  const seen = call.header('if-none-match');
  const headers = { ...reply.headers, etag };
  const first = faults.has('if-none-match-first-only') ? seen?.split(',')[0] : seen;
  const matches = faults.has('if-none-match-strong') ? matchesStrong : matchesWeak;
  if (first === undefined || !matches(first, etag)) return { ...reply, headers };
  return { status: 304, ...(faults.has('not-modified-without-etag') ? {} : { headers: { etag } }) };
}

export function createDesk(store: Store, faults: ReadonlySet<string>): Desk {
  const ghosts = new Map<string, { comments: number; hours: number }>();
  const ghostOf = (id: string): { comments: number; hours: number } => ghosts.get(id) ?? { comments: 0, hours: 0 };

  function look(account: Account, ticket: Ticket): TicketLook {
    const comments = [...account.comments.values()].filter(({ ticket_id }) => ticket_id === ticket.id);
    const entries = [...account.entries.values()].filter(({ owner }) => owner === ticket.id);
    const ghost = ghostOf(ticket.id);
    return {
      ...ticket,
      comment_count: comments.length + ghost.comments,
      hours_spent: entries.reduce((sum, { value }) => sum + value.hours, ghost.hours),
    };
  }

  function locate(call: Call): Found {
    const given = call.path('ticket_id');
    const id = faults.has('ticket-id-any-prefix') ? `tkt${given.slice(3)}` : given;
    const accounts = faults.has('ticket-of-other-account') ? store.accounts.values() : [call.account];
    for (const account of accounts) {
      const record = account.tickets.get(id);
      if (record !== undefined) return { account, record };
    }
    throw notFound('ticket');
  }

  function require(call: Call): Found {
    const found = locate(call);
    if (found.record.value.deleted_at !== null) throw new Refusal(410, 'deleted', 'The ticket is deleted.');
    return found;
  }

  function change({ account, record }: Found, apply: () => void): void {
    const shown = (): unknown => ({ ...look(account, record.value), updated_at: '' });
    const before = shown();
    apply();
    if (isDeepStrictEqual(before, shown())) return;
    record.value = { ...record.value, updated_at: store.now() };
    record.etag = store.etag();
  }

  function forget(id: string, comments: number, hours: number): void {
    const ghost = ghostOf(id);
    ghosts.set(id, { comments: ghost.comments + comments, hours: ghost.hours + hours });
  }

  return {
    look,
    require,
    requireOpen: (call, exempt = '') => {
      const found = require(call);
      if (found.record.value.status === 'closed' && !faults.has(exempt)) throw conflict('The ticket is closed.');
      return found;
    },
    change,
    set: (found, members) =>
      change(found, () => {
        found.record.value = { ...found.record.value, ...members };
      }),
    reply: ({ account, record }) => ({ status: 200, body: look(account, record.value), headers: { etag: record.etag } }),
    forgetComment: (ticket) => {
      if (faults.has('ticket-comment-count-stale')) forget(ticket, 1, 0);
    },
    forgetHours: (ticket, hours) => {
      if (faults.has('ticket-hours-stale')) forget(ticket, 0, hours);
    },
  };
}
