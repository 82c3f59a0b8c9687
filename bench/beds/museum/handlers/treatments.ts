// Treatments of objects.

import { gap } from '../../clock.ts';
import { today } from '../days.ts';
import { kindOf, requireOpenRecord } from '../rules.ts';
import type { Museum, Store } from '../store.ts';
import type { Treatment, TreatmentInput } from '../things.ts';
import { allow, check } from '../wire.ts';
import { type Call, type Faults, type Handlers, thing } from './call.ts';

type Step =
  | { readonly status: 'approved'; readonly approvedBy: string }
  | { readonly status: 'in-progress' }
  | { readonly status: 'done'; readonly workedHours: number; readonly grade: string }
  | { readonly status: 'cancelled'; readonly reason: string };

/** Which steps lead from where. */
const STEPS: Readonly<Record<string, readonly string[]>> = {
  proposed: ['approved', 'cancelled'],
  approved: ['in-progress', 'cancelled'],
  'in-progress': ['done'],
};

function isStep(from: string, to: string, faults: Faults): boolean {
  if (from === 'in-progress' && to === 'cancelled' && faults.has('treatments-in-progress-cancelled')) return true;
  return (STEPS[from] ?? []).includes(to);
}

const costOf = (hours: number, { hourlyRate }: TreatmentInput, faults: Faults): number =>
  faults.has('costs-are-rounded-down') ? Math.floor(hours * hourlyRate) : Math.ceil(hours * hourlyRate);

/** Enters the grade after a treatment as a report. */
function enterReport(museum: Museum, { accession, conservator }: Treatment, grade: string): void {
  const conditions = museum.objects.get(accession)?.conditions ?? [];
  const report = { grade, inspectedOn: today(), inspector: conservator, damages: [], remarks: '' };
  conditions.push({ number: conditions.length + 1, ...report });
}

function requireWorkshop(museum: Museum, { accession }: Treatment, faults: Faults): void {
  const isThere = kindOf(museum, museum.objects.get(accession)?.location ?? null) === 'workshop';
  allow(isThere || faults.has('treatments-start-anywhere'), 'The object is not in a workshop.');
}

function isBusy(museum: Museum, accession: string, faults: Faults): boolean {
  const free = faults.has('approved-treatments-do-not-count') ? ['done', 'cancelled', 'approved'] : ['done', 'cancelled'];
  return [...museum.treatments.values()].some((one) => one.accession === accession && !free.includes(one.status));
}

/** Takes a treatment one step on. */
function take(museum: Museum, treatment: Treatment, step: Step, faults: Faults): void {
  if (step.status === 'approved') treatment.approvedBy = step.approvedBy;
  if (step.status === 'cancelled') treatment.reason = step.reason;
  if (step.status === 'in-progress') requireWorkshop(museum, treatment, faults);
  if (step.status === 'done') {
    treatment.workedHours = step.workedHours;
    if (!faults.has('costs-stay-estimates')) treatment.cost = costOf(step.workedHours, treatment, faults);
    if (!faults.has('treatments-without-report')) enterReport(museum, treatment, step.grade);
  }
  treatment.status = step.status;
}

export function treatments(store: Store, faults: Faults): Handlers {
  const found = (call: Call): Treatment => thing(call, call.museum.treatments, 'treatment');

  return {
    proposeTreatment: async (call) => {
      const { museum } = call;
      const item = thing(call, museum.objects, 'accession');
      const input = call.input<TreatmentInput>();
      check(input.plannedTo >= input.plannedFrom, 'plannedTo', 'must not be before the work begins');
      requireOpenRecord(item);
      allow(!isBusy(museum, item.accession, faults), 'Another treatment of the object is not finished.');
      if (faults.has('two-proposals-at-once')) await gap();
      const treatment: Treatment = {
        treatment: `T${String(museum.next('treatments')).padStart(4, '0')}`,
        accession: item.accession,
        ...input,
        status: 'proposed',
        cost: costOf(input.estimatedHours, input, faults),
        workedHours: null,
        approvedBy: null,
        reason: null,
        createdAt: store.now(),
      };
      museum.treatments.set(treatment.treatment, treatment);
      return { status: 201, body: treatment, headers: { location: `/treatments/${treatment.treatment}` } };
    },

    getTreatment: (call) => ({ status: 200, body: found(call) }),

    setTreatmentStatus: (call) => {
      const treatment = found(call);
      const step = call.input<Step>();
      const isOther = step.status !== 'approved' || step.approvedBy !== treatment.conservator;
      check(isOther || faults.has('conservators-approve'), 'approvedBy', 'must not be the conservator');
      allow(isStep(treatment.status, step.status, faults), `A treatment that is ${treatment.status} does not become ${step.status}.`);
      take(call.museum, treatment, step, faults);
      return { status: 200, body: treatment };
    },
  };
}
