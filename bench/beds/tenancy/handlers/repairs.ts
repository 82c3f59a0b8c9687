// Repairs, and the tradespeople who do them.
import { instant } from '../../clock.ts';
import type { Agency } from '../store.ts';
import type { Repair, RepairChange, RepairInput, RepairStatus, Tradesperson, TradespersonInput } from '../things.ts';
import { tradespersonView, type View } from '../views.ts';
import { allow, check, Refusal } from '../wire.ts';
import { type Call, changed, found, made, type Part, requireTag, shown, slice, sorted } from './call.ts';

interface Query {
  readonly flatId?: string;
  readonly status?: readonly string[];
  readonly priority?: string;
  readonly sortBy: string;
  readonly descending: boolean;
}

const PRIORITIES = ['low', 'normal', 'high', 'urgent'];

/** Where a repair may go from each status. */
const STEPS: Readonly<Record<RepairStatus, readonly RepairStatus[]>> = {
  reported: ['assigned', 'cancelled'],
  assigned: ['done', 'reported', 'cancelled'],
  done: [],
  cancelled: [],
};

const viewOf = (repair: Repair): View => ({ ...repair });

export const repairs: Part = (store, faults) => {
  function matches(repair: Repair, { flatId, status, priority }: Query): boolean {
    const isThere = flatId === undefined || repair.flatId === flatId;
    return isThere && (status?.includes(repair.status) ?? true) && (priority === undefined || repair.priority === priority);
  }

  function keyOf({ priority }: Repair): string | number {
    return faults.has('priorities-by-text') ? priority : PRIORITIES.indexOf(priority);
  }

  function requireTradesperson(agency: Agency, { tradespersonId, trade }: Repair): void {
    if (tradespersonId === null) return;
    const tradesperson = agency.tradespeople.get(tradespersonId);
    const isFit = tradesperson !== undefined && (tradesperson.trades.includes(trade) || faults.has('other-trade-assigned'));
    check(isFit, 'tradespersonId', 'leads to nobody who has the trade of the repair');
  }

  function requireStep(repair: Repair, next: Repair): void {
    const isFinal = repair.status === 'cancelled' || (repair.status === 'done' && !faults.has('done-repair-changed'));
    allow(!isFinal, `The repair is ${repair.status}.`);
    const isShortcut = repair.status === 'reported' && next.status === 'done' && faults.has('reported-done-at-once');
    const isStep = next.status === repair.status || STEPS[repair.status].includes(next.status) || isShortcut;
    allow(isStep, `A repair that is ${repair.status} cannot be ${next.status}.`);
    const isGiven = next.status === 'assigned' || next.status === 'done';
    allow(!isGiven || next.tradespersonId !== null, 'The repair has no tradesperson.');
    allow(next.status !== 'done' || next.cost !== null || faults.has('done-without-cost'), 'The repair has no cost.');
  }

  function nextOf(call: Call, repair: Repair): Repair {
    const change = call.input<RepairChange>();
    const { scheduledFor, cost } = change;
    const times = scheduledFor ? { scheduledFor: instant(scheduledFor) } : {};
    const costs = typeof cost === 'number' && faults.has('cost-in-32-bits') ? { cost: cost % 2 ** 32 } : {};
    return { ...repair, ...change, ...times, ...costs, updatedAt: store.now() };
  }

  return {
    listRepairs: (call) => {
      const query = call.query<Query>();
      const all = [...call.agency.repairs.values()].filter((one) => matches(one, query));
      return slice(call, sorted(all, query.sortBy === 'priority' ? keyOf : undefined, query.descending), viewOf, faults);
    },

    createRepair: (call) => {
      const input = call.input<RepairInput>();
      check(call.agency.flats.has(input.flatId), 'flatId', 'leads to nothing');
      check(input.reportedBy === null || call.agency.tenants.has(input.reportedBy), 'reportedBy', 'leads to nobody');
      const description = faults.has('description-cut') ? (input.description?.slice(0, 255) ?? null) : input.description;
      const now = store.now();
      const started = { status: 'reported', tradespersonId: null, scheduledFor: null, cost: null } as const;
      const repair: Repair = { id: store.id(), ...input, description, ...started, createdAt: now, updatedAt: now };
      call.agency.repairs.set(repair.id, repair);
      return made('/repairs', viewOf(repair), faults);
    },

    getRepair: (call) => {
      const all = faults.has('repairs-of-other-agencies') ? store.everywhere((one) => one.repairs) : call.agency.repairs;
      return shown(call, viewOf(found(all, call.path('repairId'))), faults, !faults.has('repair-never-304'));
    },

    updateRepair: (call) => {
      const repair = found(call.agency.repairs, call.path('repairId'));
      const next = nextOf(call, repair);
      if (call.header('if-match')?.trim() === '*' && faults.has('star-never-matches')) throw new Refusal(412, 'The repair has changed.');
      requireTag(call, viewOf(repair), faults);
      requireStep(repair, next);
      requireTradesperson(call.agency, next);
      call.agency.repairs.set(repair.id, next);
      return changed(viewOf(next), faults);
    },
  };
};

export const tradespeople: Part = (store, faults) => ({
  listTradespeople: (call) => {
    const { trade } = call.query<{ trade?: string }>();
    const known = faults.has('tradespeople-of-all-agencies') ? store.everywhere((one) => one.tradespeople) : call.agency.tradespeople;
    const all = [...known.values()].filter(({ trades }) => trade === undefined || trades.includes(trade));
    return slice(call, all, (one) => tradespersonView(one, faults), faults);
  },

  createTradesperson: (call) => {
    const tradesperson: Tradesperson = { id: store.id(), ...call.input<TradespersonInput>(), createdAt: store.now() };
    call.agency.tradespeople.set(tradesperson.id, tradesperson);
    return { status: 201, body: tradespersonView(tradesperson, faults) };
  },

  deleteTradesperson: (call) => {
    const { agency } = call;
    const { id } = found(agency.tradespeople, call.path('tradespersonId'));
    const theirs = [...agency.repairs.values()].filter(({ tradespersonId }) => tradespersonId === id);
    const isBusy = theirs.some(({ status }) => status === 'assigned') && !faults.has('busy-tradesperson-deleted');
    allow(!isBusy, 'A repair is assigned to the tradesperson.');
    agency.tradespeople.delete(id);
    const kept = faults.has('tradesperson-stays-in-repairs') ? [] : theirs;
    for (const repair of kept) agency.repairs.set(repair.id, { ...repair, tradespersonId: null, updatedAt: store.now() });
    return { status: 204 };
  },
});
