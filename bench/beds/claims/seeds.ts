// What two agencies have from the start.
import { assess, close } from './handlers/assessments.ts';
import { newClaim } from './handlers/claims.ts';
import { newFile } from './handlers/documents.ts';
import { newPayee } from './handlers/payees.ts';
import { pay } from './handlers/payments.ts';
import { newPolicy } from './handlers/policies.ts';
import { activate } from './handlers/terms.ts';
import { type Agency, Store } from './store.ts';
import type { Claim, NewAssessment, NewInsured, NewPolicy, Payee, Policy } from './things.ts';

const NONE: ReadonlySet<string> = new Set();

const ADDRESS = { street: 'Kaivokatu 7', postalCode: '00100', city: 'Helsinki', country: 'FI' };

interface Draft extends Pick<NewPolicy, 'reference' | 'product' | 'covers'> {
  readonly name: string;
  readonly item: NewInsured;
  readonly months?: number;
}

function addPolicy(store: Store, agency: Agency, { name, item, months = 12, ...draft }: Draft): Policy {
  const email = `${name.split(' ')[0]?.toLowerCase()}@holders.example`;
  const holder = { name, email, birthDate: '1979-05-17', phone: '+358401234567', address: ADDRESS };
  const terms = { startsOn: '2026-01-01', months, paymentsPerYear: 2, noticeDays: 30, notes: null };
  const policy = newPolicy(store, { ...draft, ...terms, holder, insured: [item] }, NONE);
  agency.policies.set(policy.id, policy);
  return policy;
}

/** Puts a policy in force, with its first instalment paid. */
function start(store: Store, policy: Policy): void {
  activate(store, policy, NONE);
  const [first] = policy.instalments;
  if (first !== undefined) Object.assign(first, { state: 'paid', paidOn: '2026-01-05' });
}

function addPayee(store: Store, agency: Agency, kind: Payee['kind'], name: string, iban: string): Payee {
  const taxNumber = kind === 'workshop' ? '5567890123' : null;
  const payee = newPayee(store, { kind, name, iban, email: null, taxNumber, blocked: false });
  agency.payees.set(payee.id, payee);
  return payee;
}

function addClaim(store: Store, agency: Agency, policy: Policy, cover: string, day: string, estimate: number): Claim {
  const claim = newClaim(
    store,
    policy,
    {
      policyId: policy.id,
      cover,
      insuredNo: 1,
      occurredAt: `${day}T08:15:00Z`,
      description: `A loss of ${estimate} euros was reported by telephone.`,
      place: 'Espoo',
      contact: { name: policy.holder.name, phone: '+358401234567' },
      tags: ['telephone'],
    },
    NONE,
  );
  claim.damages.push({ no: 1, kind: 'property', item: 'Windows and doors', estimate, accepted: null });
  agency.claims.set(claim.id, claim);
  return claim;
}

function attachReport(store: Store, agency: Agency, claim: Claim): void {
  const content = Buffer.from(`Report of claim ${claim.no}`).toString('base64');
  const file = newFile(store, { name: 'report.txt', kind: 'report', mediaType: 'text/plain', content });
  claim.documents.push(file);
  agency.files.set(file.id, file);
}

function fill(store: Store, agency: Agency, letter: string): void {
  const motor = addPolicy(store, agency, {
    reference: `${letter}-MOTOR-1`,
    product: 'motor',
    name: 'Aino Virtanen',
    item: { kind: 'vehicle', plate: 'ABC-123', builtIn: 2019 },
    covers: [
      { code: 'liability', limit: 500_000, deductible: 0, annualPremium: 280 },
      { code: 'collision', limit: 3000, deductible: 250, annualPremium: 190.5 },
    ],
  });
  const home = addPolicy(store, agency, {
    reference: `${letter}-HOME-1`,
    product: 'home',
    name: 'Eero Salo',
    item: { kind: 'dwelling', address: ADDRESS, squareMetres: 74 },
    months: 24,
    covers: [
      { code: 'water', limit: 20_000, deductible: 500, annualPremium: 96 },
      { code: 'theft', limit: 8000, deductible: 100, annualPremium: 45.25 },
    ],
  });
  addPolicy(store, agency, {
    reference: `${letter}-TRAVEL-1`,
    product: 'travel',
    name: 'Saga Öberg',
    item: { kind: 'traveller', name: 'Saga Öberg', birthDate: '1990-11-02' },
    months: 3,
    covers: [{ code: 'medical', limit: 50_000, deductible: 75, annualPremium: 1000 }],
  });
  start(store, motor);
  start(store, home);
  const workshop = addPayee(store, agency, 'workshop', 'Northside Garage', `FI21123456000007${letter}5`);
  const person = addPayee(store, agency, 'person', 'Eero Salo', `FI55500010200000${letter}2`);
  addPayee(store, agency, 'lawyer', 'Kallio and Partners', `FI08400010200001${letter}7`).blocked = true;
  addClaim(store, agency, motor, 'liability', '2026-02-03', 900);
  const crash = addClaim(store, agency, motor, 'collision', '2026-02-10', 1450);
  attachReport(store, agency, crash);
  const leak = addClaim(store, agency, home, 'water', '2026-03-04', 1100);
  const accepts = (accepted: number): NewAssessment => ({ items: [{ damageNo: 1, accepted }], assessor: 'Iida Laine', note: null });
  assess(store, agency, motor, crash, accepts(1250), NONE);
  assess(store, agency, home, leak, accepts(1100), NONE);
  pay(store, crash, workshop, { payeeId: workshop.id, amount: 400, reference: 'First part' }, NONE);
  pay(store, leak, person, { payeeId: person.id, amount: 600, reference: 'Whole amount' }, NONE);
  close(store, leak, { outcome: 'settled', note: null }, NONE);
}

/** A store with the first things of each agency. */
export function createStore(): Store {
  const store = new Store();
  fill(store, store.linden, 'L');
  fill(store, store.aspen, 'A');
  return store;
}
