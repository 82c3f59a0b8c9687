// Who receives payments.
import { contains, type Key } from '../../texts.ts';
import type { Agency, Store } from '../store.ts';
import type { NewPayee, Payee, PayeeInput } from '../things.ts';
import { showPayee } from '../views.ts';
import { allow, type Faults, fit } from '../wire.ts';
import { type Call, type Handlers, hal, requireThing } from './call.ts';
import { paged, sorted } from './lists.ts';

interface Query {
  readonly kind?: string;
  readonly blocked?: boolean;
  readonly q?: string;
  readonly sort?: string;
}

function found(agency: Agency, { kind, blocked, q, sort }: Query, faults: Faults): Payee[] {
  const all = [...agency.payees.values()].filter(
    (payee) =>
      (kind === undefined || payee.kind === kind) &&
      ((faults.has('blocked-false-is-no-filter') ? !blocked : blocked === undefined) || payee.blocked === blocked) &&
      (q === undefined || contains(payee.name, q)),
  );
  const keyOf = (payee: Payee, name: string): Key => (name === 'name' ? payee.name : Number(showPayee(agency, payee, faults).paidTotal));
  return sorted(all, sort, keyOf);
}

function fitTaxNumber(kind: Payee['kind'], taxNumber: string | null | undefined, isLoose: boolean): void {
  const isThere = taxNumber !== null && taxNumber !== undefined;
  fit(kind !== 'workshop' || isThere || isLoose, 'taxNumber', 'is needed for a workshop');
}

const payeeOf = ({ agency, part }: Call): Payee => requireThing(agency.payees.get(part('payeeId')));

export const newPayee = (store: Store, input: NewPayee): Payee => ({ ...input, id: store.id('payee'), createdAt: store.now() });

export const payees = (store: Store, faults: Faults): Handlers => ({
  listPayees: (call) =>
    paged(call, 'payees', found(call.agency, call.query(), faults), (payee) => showPayee(call.agency, payee, faults), faults),

  createPayee: (call) => {
    const input = call.input<NewPayee>();
    fitTaxNumber(input.kind, input.taxNumber, false);
    const { payees: all } = call.agency;
    const isKnown = [...all.values()].some(({ iban }) => iban === input.iban);
    allow(!isKnown, faults.has('iban-in-refusals') ? `The IBAN ${input.iban} is registered.` : 'The IBAN is registered.');
    const payee = newPayee(store, input);
    all.set(payee.id, payee);
    const headers = faults.has('payee-without-location') ? {} : { location: `/payees/${payee.id}` };
    return hal(201, showPayee(call.agency, payee, faults), headers);
  },

  getPayee: (call) => hal(200, showPayee(call.agency, payeeOf(call), faults)),

  updatePayee: (call) => {
    const payee = payeeOf(call);
    const patch = call.input<Partial<PayeeInput>>();
    const { taxNumber } = { ...payee, ...patch };
    fitTaxNumber(payee.kind, taxNumber, faults.has('workshop-loses-tax-number'));
    Object.assign(payee, patch);
    return hal(200, showPayee(call.agency, payee, faults));
  },
});
