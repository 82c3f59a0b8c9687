// Loans: lists, requests and extensions.
import { later } from '../days.ts';
import { checkTerm, requireFree, requireOpenRecord } from '../rules.ts';
import type { Store } from '../store.ts';
import type { Loan, LoanInput } from '../things.ts';
import { loanView } from '../views.ts';
import { allow, check } from '../wire.ts';
import { type Call, type Faults, type Handlers, read, tagged, thing } from './call.ts';
import { listed } from './lists.ts';

interface LoanQuery {
  readonly direction?: string;
  readonly status?: string;
  readonly dueBefore?: string;
  readonly accession?: string;
}

function isListed(loan: Loan, { direction, status, dueBefore, accession }: LoanQuery, faults: Faults): boolean {
  const { until } = loan;
  const isDue = dueBefore === undefined || (faults.has('due-on-the-day-itself') ? until <= dueBefore : until < dueBefore);
  return (
    (direction === undefined || loan.direction === direction) &&
    (status === undefined || loan.status === status) &&
    isDue &&
    (accession === undefined || (loan.accessions ?? []).includes(accession))
  );
}

/** Refuses objects that are not there, not ours any more, or not free. */
function requireObjects({ museum }: Call, accessions: readonly string[], first: string, last: string, faults: Faults): void {
  for (const accession of accessions) {
    const item = museum.objects.get(accession);
    check(item !== undefined, 'accessions', 'must be objects');
    if (item !== undefined && !faults.has('deaccessioned-are-lent')) requireOpenRecord(item);
  }
  const compared = faults.has('only-first-object-is-compared') ? accessions.slice(0, 1) : accessions;
  for (const accession of compared) requireFree(museum, accession, { first, last }, faults);
}

function referenceOf({ museum }: Call, direction: string, createdAt: string, faults: Faults): string {
  const series = `${faults.has('loans-in-one-series') || direction === 'outgoing' ? 'LO' : 'LI'}-${createdAt.slice(0, 4)}`;
  const number = String(museum.next(series)).padStart(3, '0');
  return `${direction === 'outgoing' ? 'LO' : 'LI'}-${createdAt.slice(0, 4)}-${number}`;
}

/** A new loan. The request names the other side by its part, the loan does not. */
function loanOf(call: Call, input: LoanInput, createdAt: string, faults: Faults): Loan {
  const { from, until, purpose, insuredBy, direction } = input;
  const what =
    input.direction === 'outgoing'
      ? { partner: input.borrower, accessions: input.accessions }
      : { partner: input.lender, works: input.works };
  return {
    reference: referenceOf(call, direction, createdAt, faults),
    direction,
    status: 'requested',
    ...what,
    from,
    until,
    purpose,
    insuredBy,
    insuredTotal: null,
    agreedBy: null,
    dispatchedOn: null,
    courier: null,
    returnedOn: null,
    reason: null,
    extensions: [],
    createdAt,
  };
}

export function loans(store: Store, faults: Faults): Handlers {
  const found = (call: Call): Loan => thing(call, call.museum.loans, 'reference');

  return {
    listLoans: (call) => {
      const query = call.query<LoanQuery>();
      const all = [...call.museum.loans.values()].filter((loan) => isListed(loan, query, faults));
      return listed(call, all.toReversed(), (loan) => loanView(loan, faults), faults);
    },

    requestLoan: (call) => {
      const input = call.input<LoanInput>();
      checkTerm(input.from, input.until, faults);
      if (input.direction === 'outgoing') requireObjects(call, input.accessions, input.from, input.until, faults);
      const loan = loanOf(call, input, store.now(), faults);
      call.museum.loans.set(loan.reference, loan);
      return tagged(201, loanView(loan, faults), { location: `/loans/${loan.reference}` });
    },

    getLoan: (call) => read(call, loanView(found(call), faults), faults),

    extendLoan: (call) => {
      const loan = found(call);
      const { until, reason } = call.input<{ until: string; reason: string }>();
      check(until > loan.until, 'until', 'must be later than the present last day');
      checkTerm(loan.from, until, faults);
      const isActive = loan.status === 'agreed' || loan.status === 'on-loan';
      allow(isActive || (loan.status === 'requested' && faults.has('requests-are-extended')), 'The loan is not agreed or on loan.');
      allow(loan.extensions.length < (faults.has('three-extensions') ? 3 : 2), 'The loan has been extended twice.');
      const added = { first: later(loan.until, 1), last: until, loan };
      for (const accession of loan.accessions ?? []) {
        if (!faults.has('added-days-are-not-compared')) requireFree(call.museum, accession, added, faults);
      }
      loan.extensions.push({ from: loan.until, until, reason });
      if (!faults.has('extensions-keep-the-end')) loan.until = until;
      return tagged(201, loanView(loan, faults));
    },
  };
}
