// Things as answers show them.
import { without } from '../members.ts';
import type { Faults } from './handlers/call.ts';
import { bookedOf, type Foundation, isCompleted, sumOf } from './store.ts';
import type { Application, Grant, Organisation, Programme, Review, Round } from './things.ts';

export const round = (value: number): number => Math.round(value * 100 + 1e-9) / 100;

export function committedOf(foundation: Foundation, roundId: string, faults: Faults): number {
  const grants = foundation.grantsOf(roundId);
  const repaid = faults.has('repayment-stays-committed') ? 0 : grants.reduce((sum, grant) => sum + bookedOf(grant, 'repayment'), 0);
  return grants.reduce((sum, { awardedCents }) => sum + awardedCents, 0) - repaid;
}

export const stateOfRound = ({ opensOn, closesOn }: Round, today: string): 'planned' | 'open' | 'closed' =>
  today < opensOn ? 'planned' : today > closesOn ? 'closed' : 'open';

export function showRound(foundation: Foundation, one: Round, today: string, faults: Faults): object {
  const committedCents = committedOf(foundation, one.id, faults);
  return {
    ...without(one, 'programmeId'),
    committedCents,
    remainingCents: one.budgetCents - committedCents,
    state: stateOfRound(one, today),
  };
}

export function showProgramme(foundation: Foundation, programme: Programme, today: string, faults: Faults): object {
  const rounds = foundation.roundsOf(programme.id).toSorted((a, b) => (a.opensOn < b.opensOn ? -1 : 1));
  return { ...programme, rounds: rounds.map((one) => showRound(foundation, one, today, faults)) };
}

export function showOrganisation({ iban, ...organisation }: Organisation, faults: Faults): object {
  return { ...organisation, ibanEnding: iban.slice(-4), ...(faults.has('iban-shown') ? { iban } : {}) };
}

export function requestedOf({ budget }: Application, faults: Faults): number {
  if (budget === null) return 0;
  return sumOf(budget.lines) - (faults.has('own-share-requested') ? 0 : budget.ownCents);
}

function averageOf(reviews: readonly Review[], faults: Faults): number | null {
  if (reviews.length === 0) return null;
  const mean = reviews.reduce((sum, { weightedScore }) => sum + weightedScore, 0) / reviews.length;
  return faults.has('average-without-decimals') ? Math.floor(mean) : round(mean);
}

export function showApplication(application: Application, faults: Faults): object {
  const { decision } = application;
  const isBare = faults.has('decision-without-time') && decision !== null;
  return {
    ...application,
    requestedCents: requestedOf(application, faults),
    averageScore: averageOf(application.reviews, faults),
    decision: isBare ? without(decision, 'decidedAt') : decision,
  };
}

export function showGrant(grant: Grant, faults: Faults): object {
  const paidCents = bookedOf(grant, 'payment');
  return {
    ...grant,
    state: isCompleted(grant) ? 'completed' : 'active',
    paidCents: faults.has('paid-amount-as-text') ? String(paidCents) : paidCents,
    repaidCents: bookedOf(grant, 'repayment'),
  };
}
