// Tickets: lists, creation, changes, deletion.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { gap, instant } from '../../clock.ts';
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import { byText, contains } from '../../texts.ts';
import type { Account, Store, Tagged } from '../store.ts';
import type { BulkUpdate, CustomFields, NewTicket, Ticket, TicketPatch } from '../things.ts';
import { conflict, Invalid, notFound, Refusal } from '../wire.ts';
import type { Call, Handlers } from './call.ts';
import { conditional, type Desk, type Found } from './desk.ts';
import { sorted } from './lists.ts';
import type { Part } from './part.ts';

type Faults = ReadonlySet<string>;

interface TicketQuery {
  readonly cursor?: string;
  readonly limit: number;
  readonly sort: string;
  readonly status?: readonly string[];
  readonly priority?: string;
  readonly requester_id?: string;
  readonly assignee_id?: string;
  readonly tag?: string;
  readonly q?: string;
  readonly created_from?: string;
  readonly created_before?: string;
  readonly deleted: boolean;
}

const RANKS = ['low', 'normal', 'high', 'urgent'];

function comparison(field: string, faults: Faults): (a: Ticket, b: Ticket) => number {
  if (field === 'subject') return (a, b) => byText(a.subject, b.subject);
  if (field === 'number') return (a, b) => a.number - b.number;
  if (faults.has('tickets-sort-priority-by-name')) return (a, b) => byText(a.priority, b.priority);
  return (a, b) => RANKS.indexOf(a.priority) - RANKS.indexOf(b.priority);
}

/** Whether a ticket fits all filters. */
function fits(ticket: Ticket, query: TicketQuery, faults: Faults): boolean {
  const { requester_id, assignee_id, tag, q } = query;
  const at = Date.parse(ticket.created_at);
  const from = query.created_from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(instant(query.created_from));
  const before = query.created_before === undefined ? Number.POSITIVE_INFINITY : Date.parse(instant(query.created_before));
  const states = faults.has('tickets-status-first-only') ? query.status?.slice(0, 1) : query.status;
  const isOfState = states === undefined || states.includes(ticket.status);
  const isOfPriority = query.priority === undefined || ticket.priority === query.priority;
  const either = faults.has('tickets-filters-either') && states !== undefined && query.priority !== undefined;
  const isFound = (part: string): boolean => {
    if (faults.has('tickets-search-by-case')) return ticket.subject.includes(part) || (ticket.description ?? '').includes(part);
    return contains(ticket.subject, part) || (!faults.has('tickets-search-subject-only') && contains(ticket.description, part));
  };
  const hasTag = (name: string): boolean =>
    faults.has('tickets-tag-part') ? ticket.tags.some((one) => one.includes(name)) : ticket.tags.includes(name);
  return (
    (either ? isOfState || isOfPriority : isOfState && isOfPriority) &&
    (requester_id === undefined || ticket.requester_id === requester_id) &&
    (assignee_id === undefined || ticket.assignee_id === assignee_id) &&
    (tag === undefined || hasTag(tag)) &&
    (q === undefined || isFound(q)) &&
    (faults.has('tickets-created-from-exclusive') ? at > from : at >= from) &&
    (faults.has('tickets-created-before-inclusive') ? at <= before : at < before) &&
    (query.deleted ? ticket.deleted_at !== null : ticket.deleted_at === null || faults.has('tickets-deleted-listed'))
  );
}

const sign = (text: string): string => createHash('sha256').update(`cursor ${text}`).digest('base64url').slice(0, 12);
const cursorOf = (sort: string, { id }: Ticket): string => `${sign(`${sort} ${id}`)}.${id}`;

/** The ticket that a cursor points behind. */
function requireCursor(account: Account, { cursor = '', sort }: TicketQuery): Ticket {
  const record = account.tickets.get(cursor.split('.')[1] ?? '');
  if (record !== undefined && cursorOf(sort, record.value) === cursor) return record.value;
  const reason = 'is not one that a page gave';
  throw new Refusal(400, 'invalid', 'The cursor is not one that a page gave.', [{ at: ['cursor'], reason }]);
}

function pageOf(call: Call, all: readonly Ticket[], faults: Faults): { tickets: Ticket[]; rest: number } {
  const query = call.query as unknown as TicketQuery;
  const [field = '', direction] = query.sort.split(':');
  const isDown = direction === 'desc';
  const compare = comparison(field, faults);
  const within = faults.has('tickets-sort-within-page');
  const order = within ? [...all] : sorted(all, compare, isDown);
  const isAny = faults.has('tickets-cursor-any-text') && query.cursor !== undefined && !query.cursor.includes('.tkt_');
  let start = 0;
  if (query.cursor !== undefined && !isAny) {
    const last = requireCursor(call.account, query);
    const isAfter = (one: Ticket): boolean => {
      const by = within ? 0 : (isDown ? -1 : 1) * compare(one, last);
      return by > 0 || (by === 0 && one.number > last.number);
    };
    start = order.findIndex(isAfter);
    if (start < 0) start = order.length;
    if (faults.has('tickets-pages-overlap')) start = Math.max(0, start - 1);
    if (faults.has('tickets-pages-leave-gap')) start += 1;
  }
  const tickets = order.slice(start, start + query.limit);
  return { tickets: within ? sorted(tickets, compare, isDown) : tickets, rest: order.length - start - tickets.length };
}

function list(call: Call, desk: Desk, store: Store, faults: Faults): Reply {
  const query = call.query as unknown as TicketQuery;
  const isWide = faults.has('tickets-requester-of-other-account') && query.requester_id !== undefined;
  const accounts = isWide ? [...store.accounts.values()] : [call.account];
  const all = accounts.flatMap(({ tickets }) => [...tickets.values()].map(({ value }) => value));
  const limited = { ...call, query: { ...query, limit: faults.has('tickets-limit-one-more') ? query.limit + 1 : query.limit } };
  const page = pageOf(
    limited,
    all.filter((ticket) => fits(ticket, query, faults)),
    faults,
  );
  const last = page.tickets.at(-1);
  const has_more = faults.has('tickets-more-after-full-page') ? page.tickets.length === query.limit : page.rest > 0;
  const looks = page.tickets.map((ticket) => desk.look(call.account, ticket));
  const tickets = faults.has('tickets-empty-null') && looks.length === 0 ? null : looks;
  return { status: 200, body: { tickets, has_more, next_cursor: has_more && last !== undefined ? cursorOf(query.sort, last) : null } };
}

function localTime(text: string): string {
  return instant(text.replace(/(Z|[+-]\d\d:\d\d)$/i, 'Z'));
}

function kept(given: NewTicket, faults: Faults): Pick<Ticket, keyof NewTicket> {
  const { subject, description = null, custom_fields, due_at = null, tags } = given;
  const fields = Object.entries(custom_fields).filter(([, value]) => value || !faults.has('ticket-custom-falsy-lost'));
  const rounded = fields.map(([name, value]) => [
    name,
    typeof value === 'number' && faults.has('ticket-custom-number-rounded') ? Math.fround(value) : value,
  ]);
  const due = faults.has('ticket-due-zone-lost') ? localTime : instant;
  return {
    ...given,
    subject: faults.has('ticket-subject-trimmed') ? subject.trim() : subject,
    description: faults.has('ticket-description-newlines') && description !== null ? description.replaceAll('\r\n', '\n') : description,
    tags: faults.has('ticket-tags-sorted') ? tags.toSorted() : tags,
    custom_fields: Object.fromEntries(rounded) as CustomFields,
    due_at: due_at === null ? null : due(due_at),
  };
}

function isCustomer(call: Call, id: string, store: Store, faults: Faults): boolean {
  if (faults.has('ticket-requester-unknown') || call.account.customers.has(id)) return true;
  return faults.has('ticket-requester-of-other-account') && [...store.accounts.values()].some(({ customers }) => customers.has(id));
}

function add(call: Call, desk: Desk, store: Store, faults: Faults): Reply {
  const given = call.input<NewTicket>();
  if (!isCustomer(call, given.requester_id, store, faults)) throw new Invalid([{ at: ['requester_id'], reason: 'is no customer' }]);
  const now = store.now();
  const value: Ticket = {
    id: store.id('tkt'),
    number: call.account.tickets.size + 1,
    ...kept(given, faults),
    status: 'new',
    assignee_id: null,
    resolution: null,
    reopen_count: 0,
    solved_at: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  const record: Tagged<Ticket> = { value, etag: store.etag() };
  call.account.tickets.set(value.id, record);
  const headers = { etag: record.etag, location: `/tickets/${value.id}` };
  return { status: 201, body: desk.look(call.account, value), headers };
}

/** Answers a request whose idempotency key was there before as it was answered then. */
function replayed(call: Call, store: Store, faults: Faults): Reply | undefined {
  const key = call.header('idempotency-key') ?? '';
  const shared = faults.has('ticket-key-of-all-accounts') ? [...store.accounts.values()] : [call.account];
  const earlier = shared.map(({ replays }) => replays.get(key)).find((one) => one !== undefined);
  if (earlier === undefined || faults.has('ticket-key-without-effect')) return undefined;
  if (!isDeepStrictEqual(earlier.input, call.input<NewTicket>()) && !faults.has('ticket-key-with-any-body'))
    throw conflict('The idempotency key came with another body before.');
  const { id } = earlier.body as { id: string };
  const headers = { etag: earlier.etag, location: `/tickets/${id}`, 'idempotent-replayed': 'true' };
  return { status: faults.has('ticket-key-answers-200') ? 200 : 201, body: earlier.body, headers };
}

function create(call: Call, desk: Desk, store: Store, faults: Faults): Reply | Promise<Reply> {
  const key = call.header('idempotency-key');
  const earlier = key === undefined ? undefined : replayed(call, store, faults);
  if (earlier !== undefined) return earlier;
  const input = call.input<NewTicket>();
  const make = (): Reply => {
    if (key !== undefined && faults.has('ticket-key-taken-by-refusal'))
      call.account.replays.set(key, { input, etag: '""', body: { id: '' } });
    const reply = add(call, desk, store, faults);
    if (key !== undefined) call.account.replays.set(key, { input, etag: reply.headers?.etag ?? '', body: reply.body });
    return reply;
  };
  return key !== undefined && faults.has('ticket-key-twice-at-once') ? gap().then(make) : make();
}

function requireMatch(call: Call, etag: string, faults: Faults): void {
  const seen = call.header('if-match');
  if (seen === undefined && faults.has('ticket-patch-without-if-match')) return;
  if (seen === undefined) throw new Refusal(428, 'precondition_missing', 'Send `If-Match` with the ETag that you have seen.');
  if (faults.has('ticket-patch-any-if-match')) return;
  const matches = faults.has('ticket-patch-weak-if-match') ? matchesWeak : matchesStrong;
  const first = faults.has('ticket-if-match-last-only') ? (seen.split(',').at(-1) ?? '') : seen;
  if (!matches(first, etag)) throw new Refusal(412, 'version_changed', 'The ticket has changed since that ETag.');
}

function merged(old: CustomFields, patch: NonNullable<TicketPatch['custom_fields']>, faults: Faults): CustomFields {
  const fields = new Map<string, CustomFields[string]>(faults.has('ticket-patch-replaces-custom-fields') ? [] : Object.entries(old));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) fields.delete(name);
    else fields.set(name, value);
  }
  if (fields.size > 15 && !faults.has('ticket-patch-sixteen-fields'))
    throw new Invalid([{ at: ['custom_fields'], reason: 'has more than 15 members' }]);
  return Object.fromEntries(fields);
}

function update(call: Call, found: Found, desk: Desk, faults: Faults): Reply {
  const { record } = found;
  const { custom_fields, due_at, ...others } = call.input<TicketPatch>();
  requireMatch(call, record.etag, faults);
  if (record.value.status === 'closed' && !faults.has('ticket-patch-closed')) throw conflict('The ticket is closed.');
  const { updated_at } = record.value;
  const isIgnored = due_at === undefined || (due_at === null && faults.has('ticket-patch-null-ignored'));
  desk.set(found, {
    ...(others as Partial<Ticket>),
    ...(faults.has('ticket-patch-resets-tags') ? { tags: others.tags ?? [] } : {}),
    ...(isIgnored ? {} : { due_at: due_at === null ? null : instant(due_at) }),
    ...(custom_fields === undefined ? {} : { custom_fields: merged(record.value.custom_fields, custom_fields, faults) }),
  });
  if (faults.has('ticket-updated-at-stale')) record.value = { ...record.value, updated_at };
  return desk.reply(found);
}

type BulkError = 'not_found' | 'closed' | 'too_many_tags' | null;

function bulkChange(account: Account, id: string, { changes }: BulkUpdate, desk: Desk, faults: Faults): BulkError {
  const record = account.tickets.get(id);
  if (record === undefined || record.value.deleted_at !== null) return 'not_found';
  if (record.value.status === 'closed' && !faults.has('bulk-changes-closed')) return 'closed';
  const { priority, add_tags = [], remove_tags = [] } = changes;
  const old = faults.has('bulk-tags-replace') && add_tags.length > 0 ? [] : record.value.tags;
  const tags = [...new Set([...old, ...add_tags])].filter((tag) => !remove_tags.includes(tag));
  if (tags.length > 10) return 'too_many_tags';
  desk.set({ account, record }, { tags, ...(priority === undefined ? {} : { priority }) });
  return null;
}

function bulk(call: Call, desk: Desk, store: Store, faults: Faults): Reply {
  const given = call.input<BulkUpdate>();
  const results: { id: string; error: BulkError }[] = [];
  for (const id of given.ids) {
    const owner = [...store.accounts.values()].find(({ tickets }) => tickets.has(id));
    const account = faults.has('bulk-other-account') ? (owner ?? call.account) : call.account;
    const stops = faults.has('bulk-stops-at-error') && results.some(({ error }) => error !== null);
    results.push({ id, error: stops ? null : bulkChange(account, id, given, desk, faults) });
  }
  const good = results.filter(({ error }) => error === null);
  if (faults.has('bulk-results-sorted')) results.sort((a, b) => byText(a.id, b.id));
  return { status: 200, body: { updated: faults.has('bulk-counts-all') ? results.length : good.length, results } };
}

function restore(call: Call, desk: Desk, faults: Faults): Reply {
  const record = call.account.tickets.get(call.path('ticket_id'));
  if (record === undefined) throw notFound('ticket');
  if (record.value.deleted_at === null && !faults.has('ticket-restore-of-live')) throw conflict('The ticket is not deleted.');
  const lost: Partial<Ticket> = faults.has('ticket-restore-loses-assignee') ? { assignee_id: null } : {};
  const found = { account: call.account, record };
  desk.set(found, { deleted_at: null, ...lost });
  return desk.reply(found);
}

function remove(call: Call, desk: Desk, store: Store, faults: Faults): Reply {
  const record = call.account.tickets.get(call.path('ticket_id'));
  if (faults.has('ticket-delete-twice') && record !== undefined && record.value.deleted_at !== null) return { status: 204 };
  const found = desk.require(call);
  desk.set(found, { deleted_at: store.now() });
  return { status: 204 };
}

export const tickets: Part = (store, faults, desk): Handlers => {
  function show(call: Call): Reply {
    const record = call.account.tickets.get(call.path('ticket_id'));
    const isShown = faults.has('ticket-deleted-shown') && record !== undefined;
    const found = isShown ? { account: call.account, record } : desk.require(call);
    const etag = faults.has('ticket-etag-each-time') ? store.etag() : found.record.etag;
    return conditional(call, etag, desk.reply(found), faults);
  }

  return {
    listTickets: (call) => list(call, desk, store, faults),
    createTicket: (call) => create(call, desk, store, faults),
    bulkUpdateTickets: (call) => bulk(call, desk, store, faults),
    getTicket: show,
    updateTicket: (call) => update(call, desk.require(call), desk, faults),
    deleteTicket: (call) => remove(call, desk, store, faults),
    restoreTicket: (call) => restore(call, desk, faults),
  };
};
