// Waiting lists.
import { isSameText } from '../../texts.ts';
import type { FestivalRecord, Store } from '../store.ts';
import type { WaitingEntry } from '../things.ts';
import { conflict, notFound } from '../wire.ts';
import { type Faults, type Part, requireFestival, requireLive } from './call.ts';
import { paged } from './lists.ts';

/** An entry with its place among those who wait. */
function entryLook({ waiting }: FestivalRecord, entry: WaitingEntry, faults: Faults): object {
  if (entry.state !== 'waiting') return entry;
  const before = faults.has('waiting-position-of-all') ? waiting : waiting.filter(({ state }) => state === 'waiting');
  return { ...entry, position: before.findIndex(({ entryId }) => entryId === entry.entryId) + 1 };
}

export const waiting: Part = (store: Store, faults) => ({
  listWaitingList: (call) => {
    const { state } = call.query<{ state?: string }>();
    const record = requireFestival(call);
    const found = record.waiting.filter((entry) => state === undefined || entry.state === state);
    const order = faults.has('waiting-newest-first') ? found.toReversed() : found;
    return paged(call, order, (entry) => entryLook(record, entry, faults), faults, 'waiting');
  },

  joinWaitingList: (call) => {
    const record = requireLive(call);
    const input = call.input<WaitingEntry>();
    if (record.value.state === 'draft' && !faults.has('waiting-for-draft')) throw conflict('The festival is a draft.');
    const isSame = (a: string, b: string): boolean => (faults.has('waiting-email-taken-by-case') ? a === b : isSameText(a, b));
    if (record.waiting.some(({ email }) => isSame(email, input.email))) throw conflict('The email is on the list already.');
    const email = faults.has('waiting-email-lower-cased') ? input.email.toLowerCase() : input.email;
    const entry: WaitingEntry = { ...input, email, entryId: store.id(), state: 'waiting', createTime: store.now() };
    record.waiting = [...record.waiting, entry];
    return { status: 201, body: entryLook(record, entry, faults) };
  },

  offerWaitingList: (call) => {
    const record = requireLive(call);
    const { count } = call.input<{ count: number }>();
    const open = record.waiting.filter(({ state }) => state === 'waiting');
    const first = faults.has('waiting-offers-last') ? open.slice(-count) : open.slice(0, count);
    const ids = new Set(first.map(({ entryId }) => entryId));
    record.waiting = record.waiting.map((entry) => (ids.has(entry.entryId) ? { ...entry, state: 'offered' } : entry));
    const offered = record.waiting.filter(({ entryId }) => ids.has(entryId));
    return { status: 200, body: { items: offered.map((entry) => entryLook(record, entry, faults)) } };
  },

  leaveWaitingList: (call) => {
    const record = requireLive(call);
    const rest = record.waiting.filter(({ entryId }) => entryId !== call.id('entryId'));
    if (rest.length === record.waiting.length) throw notFound();
    record.waiting = rest;
    return { status: 204 };
  },
});
