// The steps of a loan.
import { includes, later } from '../days.ts';
import { isFitToTravel, isInOpenExhibition, relocate, requireFree, statusOf } from '../rules.ts';
import type { Museum, Store } from '../store.ts';
import type { Item, Loan } from '../things.ts';
import { loanView } from '../views.ts';
import { allow, check } from '../wire.ts';
import { type Call, type Faults, type Handlers, requireTag, tagged, thing } from './call.ts';

interface Grade {
  readonly accession: string;
  readonly grade: string;
}

type Step =
  | { readonly status: 'agreed'; readonly agreedBy: string }
  | { readonly status: 'declined' | 'withdrawn'; readonly reason: string }
  | { readonly status: 'on-loan'; readonly dispatchedOn: string; readonly courier: string }
  | { readonly status: 'returned'; readonly returnedOn: string; readonly conditions?: readonly Grade[] };

const STEPS: Readonly<Record<string, readonly string[]>> = {
  requested: ['agreed', 'declined', 'withdrawn'],
  agreed: ['on-loan', 'withdrawn'],
  'on-loan': ['returned'],
};

function isStep(from: string, to: string, faults: Faults): boolean {
  if (from === 'requested' && to === 'on-loan' && faults.has('requests-are-dispatched')) return true;
  return (STEPS[from] ?? []).includes(to);
}

const itemsOf = (museum: Museum, { accessions = [] }: Loan): Item[] => accessions.flatMap((one) => museum.objects.get(one) ?? []);

/** What the objects or the works of a loan are worth now. */
const worthOf = (museum: Museum, loan: Loan): number =>
  itemsOf(museum, loan).reduce((sum, { valuation }) => sum + (valuation?.value ?? 0), 0) +
  (loan.works ?? []).reduce((sum, { value }) => sum + value, 0);

/** Refuses values of a step that do not fit the loan. */
function checkStep(loan: Loan, step: Step, faults: Faults): void {
  if (step.status === 'on-loan') {
    const last = faults.has('dispatched-after-the-end') ? later(loan.until, 1) : loan.until;
    check(includes({ first: loan.from, last }, step.dispatchedOn), 'dispatchedOn', 'must be a day of the loan');
  }
  if (step.status !== 'returned') return;
  const isAfter = loan.dispatchedOn === null || step.returnedOn >= loan.dispatchedOn;
  check(isAfter || faults.has('returned-before-dispatch'), 'returnedOn', 'must not be before the day of dispatch');
  const named = (step.conditions ?? []).map(({ accession }) => accession);
  const lent = loan.accessions ?? [];
  const isComplete = named.length === lent.length || (faults.has('conditions-of-some-objects') && named.length > 0);
  check(
    isComplete && named.every((one) => lent.includes(one)) && new Set(named).size === named.length,
    'conditions',
    'must name each object once',
  );
}

function requireAgreeable(museum: Museum, loan: Loan, faults: Faults): void {
  for (const item of itemsOf(museum, loan)) {
    allow(item.valuation !== null || faults.has('lent-without-valuation'), `${item.accession} has no valuation.`);
    allow(isFitToTravel(item, faults) || faults.has('lent-in-any-condition'), `${item.accession} is not fit to travel.`);
    if (faults.has('agreed-without-comparing')) continue;
    requireFree(museum, item.accession, { first: loan.from, last: loan.until, loan }, faults);
  }
}

function dispatch({ museum, role }: Call, loan: Loan, at: string, faults: Faults): void {
  const all = itemsOf(museum, loan);
  for (const item of all) {
    const isThere = ['stored', 'displayed'].includes(statusOf(museum, item));
    allow(isThere || faults.has('dispatched-from-workshops'), `${item.accession} is not in a store or a gallery.`);
    allow(!isInOpenExhibition(museum, item.accession), `${item.accession} hangs in an exhibition that is open.`);
  }
  const leaving = faults.has('only-first-object-leaves') ? all.slice(0, 1) : all;
  for (const item of leaving) relocate(item, { to: null, reason: 'loan', by: role, at });
}

function takeBack({ museum, role }: Call, loan: Loan, at: string, faults: Faults): void {
  for (const item of itemsOf(museum, loan)) {
    const before = item.movements.at(-1)?.from ?? item.home;
    relocate(item, { to: faults.has('returned-to-where-they-were') ? before : item.home, reason: 'return', by: role, at });
  }
}

function enterGrades(museum: Museum, { reference, returnedOn }: Loan, grades: readonly Grade[], faults: Faults): void {
  for (const { accession, grade } of faults.has('returned-without-reports') ? [] : grades) {
    const conditions = museum.objects.get(accession)?.conditions ?? [];
    const report = { grade, inspectedOn: returnedOn ?? '', inspector: `Return of ${reference}`, damages: [], remarks: '' };
    conditions.push({ number: conditions.length + 1, ...report });
  }
}

/** Takes a loan one step on. */
function take(call: Call, loan: Loan, step: Step, at: string, faults: Faults): void {
  const { museum } = call;
  if (step.status === 'agreed') {
    requireAgreeable(museum, loan, faults);
    Object.assign(loan, { agreedBy: step.agreedBy, insuredTotal: worthOf(museum, loan) });
  } else if (step.status === 'on-loan') {
    dispatch(call, loan, at, faults);
    Object.assign(loan, { dispatchedOn: step.dispatchedOn, courier: step.courier });
  } else if (step.status === 'returned') {
    takeBack(call, loan, at, faults);
    loan.returnedOn = step.returnedOn;
    enterGrades(museum, loan, step.conditions ?? [], faults);
  } else loan.reason = step.reason;
  loan.status = step.status;
}

/** What a loan is worth where a fault asks for today's values. */
function refresh(museum: Museum, loan: Loan, faults: Faults): Loan {
  if (loan.insuredTotal === null || !faults.has('insured-total-follows-valuations')) return loan;
  return Object.assign(loan, { insuredTotal: worthOf(museum, loan) });
}

export const loanSteps = (store: Store, faults: Faults): Handlers => ({
  setLoanStatus: (call) => {
    const loan = thing(call, call.museum.loans, 'reference');
    if (!faults.has('loan-tag-ignored')) requireTag(call, loanView(loan, faults));
    const step = call.input<Step>();
    allow(isStep(loan.status, step.status, faults), `A loan that is ${loan.status} does not become ${step.status}.`);
    checkStep(loan, step, faults);
    take(call, loan, step, store.now(), faults);
    return tagged(200, loanView(refresh(call.museum, loan, faults), faults));
  },
});
