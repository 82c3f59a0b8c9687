// Orders and their samples.
import { gap } from '../../clock.ts';
import { dueAt, isChangeable, statusOf } from '../rules.ts';
import type { Order, Priority, Result, Sample, Test } from '../things.ts';
import { orderView } from '../views.ts';
import { conflict, created, invalid, need, ok, tagOf } from '../wire.ts';
import { type Call, checkMatch, fresh, type Handlers, named, pageOf, past, sorted, thing } from './call.ts';

interface NewSample {
  readonly kind: string;
  readonly collectedAt?: string;
  readonly site: string | null;
  readonly tests: readonly string[];
}

interface NewOrder {
  readonly clientId: string;
  readonly reference: string | null;
  readonly priority: Priority;
  readonly note: string | null;
  readonly samples: readonly NewSample[];
}

const RANKS: Readonly<Record<Priority, number>> = { stat: 0, urgent: 1, routine: 2 };
const EMPTY = {
  value: null,
  flag: null,
  analyst: null,
  instrumentId: null,
  measuredAt: null,
  comment: null,
  approver: null,
  notified: null,
};

export const findOrder = ({ lab, path }: Call): Order => thing(lab.orders, path('orderNo'), 'order');

export function findSample(call: Call): { order: Order; sample: Sample } {
  const order = findOrder(call);
  return { order, sample: thing(new Map(order.samples.map((one) => [one.letter, one])), call.path('letter'), 'sample') };
}

/** A result that waits for its value. */
export const pendingResult = (sample: string, ordered: Test): Result => ({
  sample,
  ordered,
  state: 'pending',
  revision: 0,
  unit: ordered.unit,
  ...EMPTY,
  listed: false,
});

function testFor({ lab, faults }: Call, code: string, kind: string, path: string): Test {
  const test = named(lab.tests, code, path);
  if (!test.specimens.includes(kind) && !faults.has('any-specimen')) throw invalid(path, `The test ${code} does not suit ${kind}.`);
  return test;
}

function sampleOf(call: Call, input: NewSample, index: number, now: string, path = ''): Sample {
  const letter = String.fromCharCode(65 + index);
  const { kind, site, tests, collectedAt } = input;
  const results = tests.map((code, at) => pendingResult(letter, testFor(call, code, kind, `${path}tests.${at}`)));
  const given = call.faults.has('offsets-dropped') ? collectedAt?.replace(/[+-]\d\d:\d\d$/, 'Z') : collectedAt;
  const time = given === undefined ? now : past(given, now, `${path}collectedAt`, call.faults.has('collected-later'));
  return { letter, kind, collectedAt: time, site, rejected: null, results };
}

function checkReference({ lab, faults }: Call, clientId: string, reference: string | null, own?: Order): void {
  if (reference === null) return;
  const isTaken = [...lab.orders.values()].some(
    (other) =>
      other !== own &&
      (other.clientId === clientId || faults.has('references-of-all-clients')) &&
      other.reference === reference &&
      (statusOf(other) !== 'cancelled' || faults.has('cancelled-keeps-reference')),
  );
  need(!isTaken, 'reference_taken', 'Another order of this client has this reference.');
}

const shownTag = (call: Call, order: Order): string => {
  const shown = orderView(call.lab, order, call.faults);
  return tagOf(call.faults.has('samples-keep-tag') ? { ...shown, samples: 0, price: 0, dueAt: 0, status: 0 } : shown);
};

const show = (call: Call, order: Order): object => orderView(call.lab, order, call.faults);
const answer = (call: Call, order: Order): ReturnType<typeof ok> => ok(show(call, order), { etag: shownTag(call, order) });

function listed({ lab, query, faults }: Call): Order[] {
  const statuses = query.get('status') as string[] | undefined;
  const from = query.get('receivedFrom') as string | undefined;
  const to = query.get('receivedTo') as string | undefined;
  const wanted = faults.has('first-status-alone') ? statuses?.slice(0, 1) : statuses;
  return [...lab.orders.values()].filter((order) => {
    const day = order.receivedAt.slice(0, 10);
    const isBefore = to === undefined || (faults.has('received-to-midnight') ? order.receivedAt <= `${to}T00:00:00.000Z` : day <= to);
    const fits = (name: string, value: string): boolean => (query.get(name) ?? value) === value;
    return (
      (wanted?.includes(statusOf(order)) ?? true) &&
      fits('clientId', order.clientId) &&
      fits('priority', order.priority) &&
      (from ?? '') <= day &&
      isBefore
    );
  });
}

export const orders: Handlers = {
  listOrders: (call) => {
    const priority = (order: Order): string | number => (call.faults.has('priorities-as-texts') ? order.priority : RANKS[order.priority]);
    return pageOf(call, sorted(call, listed(call), { priority, dueAt: (order) => dueAt(order, call.faults) }), (order) =>
      show(call, order),
    );
  },

  createOrder: async (call) => {
    const { store, lab, other, faults } = call;
    const { clientId, reference, priority, note, samples } = call.input<NewOrder>();
    const foreign = faults.has('orders-for-clients-of-others') ? other.clients.get(clientId) : undefined;
    const client = foreign ?? named(lab.clients, clientId, 'clientId');
    const receivedAt = store.clock.now();
    const made = samples.map((one, index) => sampleOf(call, one, index, receivedAt, `samples.${index}.`));
    need(client.active || faults.has('inactive-clients-order'), 'client_inactive', 'The client is not active.');
    checkReference(call, clientId, reference);
    if (faults.has('references-at-once')) await gap();
    const kept = faults.has('notes-trimmed') ? (note?.trim() ?? null) : faults.has('notes-of-255') ? (note?.slice(0, 255) ?? null) : note;
    const about = { reference, priority, firstPriority: priority, note: kept, discountPercent: client.discountPercent };
    const order: Order = {
      number: store.orderNo(),
      clientId,
      ...about,
      receivedAt,
      samples: made,
      reports: [],
      cancelled: false,
      reported: false,
    };
    lab.orders.set(order.number, order);
    return created(show(call, order), { location: `/orders/${order.number}`, etag: shownTag(call, order) });
  },

  getOrder: (call) => {
    const order = findOrder(call);
    return fresh(call, show(call, order), shownTag(call, order));
  },

  updateOrder: (call) => {
    const { faults } = call;
    const order = findOrder(call);
    const input = call.input<Partial<Pick<Order, 'reference' | 'priority' | 'note'>>>();
    if (!faults.has('old-tag-changes-orders')) checkMatch(call, show(call, order));
    need(isChangeable(order, faults) || faults.has('approved-orders-change'), 'order_closed', 'The order can no longer be changed.');
    if (input.reference !== undefined) checkReference(call, order.clientId, input.reference, order);
    Object.assign(order, input, faults.has('notes-not-cleared') && input.note === null ? { note: order.note } : {});
    return answer(call, order);
  },

  cancelOrder: (call) => {
    const order = findOrder(call);
    const status = statusOf(order);
    const isEarly = status === 'received' || (call.faults.has('started-orders-cancelled') && status === 'in_progress');
    need(isEarly, 'order_started', 'The order has results or is cancelled.');
    order.cancelled = true;
    for (const result of call.faults.has('cancelled-leaves-results') ? [] : order.samples.flatMap(({ results }) => results))
      result.state = 'cancelled';
    return answer(call, order);
  },

  addSample: (call) => {
    const { store, faults } = call;
    const order = findOrder(call);
    const input = call.input<NewSample>();
    need(isChangeable(order, faults), 'order_closed', 'The order can no longer be changed.');
    const made = sampleOf(call, input, order.samples.length, store.clock.now());
    const counted = faults.has('rejected-samples-not-counted') ? order.samples.filter(({ rejected }) => rejected === null) : order.samples;
    if (counted.length >= 10) throw conflict('too_many_samples', 'The order has ten samples.');
    order.samples.push(made);
    return { ...created(show(call, order), { etag: shownTag(call, order) }), status: faults.has('sample-added-with-200') ? 200 : 201 };
  },

  rejectSample: (call) => {
    const { order, sample } = findSample(call);
    const { reason } = call.input<{ reason: string }>();
    const isOpen = sample.rejected === null && !sample.results.some(({ state }) => state === 'approved') && !order.cancelled;
    need(isOpen || call.faults.has('approved-samples-rejected'), 'sample_closed', 'The sample is rejected, cancelled or approved.');
    sample.rejected = reason;
    for (const result of sample.results) result.state = 'cancelled';
    return answer(call, order);
  },
};
