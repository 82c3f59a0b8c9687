// Decisions, and the grants that they make.
import { type Foundation, sumOf } from '../store.ts';
import type { Application, ApprovalInput, Decision, DecisionInput, Grant } from '../things.ts';
import { committedOf, requestedOf, showApplication } from '../views.ts';
import { conflict, found, invalid, tagged, tagOf } from '../wire.ts';
import type { Part } from './call.ts';

function grantOf({ number, roundId, organisationId, title, endsOn, budget }: Application, approval: ApprovalInput): Grant {
  const instalments = approval.instalments.map(({ cents, dueOn, requiresReport }, index) => ({
    sequence: index + 1,
    cents,
    dueOn,
    state: requiresReport ? ('waiting' as const) : ('payable' as const),
  }));
  const about = { number, roundId, organisationId, title, endsOn };
  const none = { reports: [], transactions: [], changeRequests: [] };
  return { ...about, awardedCents: approval.awardedCents, budget: budget?.lines ?? [], instalments, ...none };
}

export const decisions: Part = (store, faults) => {
  function checkApproval(application: Application, { awardedCents, instalments }: ApprovalInput): void {
    if (awardedCents > requestedOf(application, faults)) throw invalid('awardedCents', 'must be at most the requested amount');
    if (sumOf(instalments) !== awardedCents && !faults.has('instalments-of-another-sum'))
      throw invalid('instalments', 'must have the sum awardedCents');
    const isOrdered = instalments.every(({ dueOn }, index) => {
      const before = instalments[index - 1]?.dueOn ?? '';
      return dueOn > before || (dueOn === before && faults.has('instalments-on-one-day'));
    });
    if (!isOrdered) throw invalid('instalments', 'must be in the order of their days');
  }

  function checkBudget(foundation: Foundation, roundId: string, awardedCents: number): void {
    const remaining = found(foundation.rounds, roundId).budgetCents - committedOf(foundation, roundId, faults);
    if (awardedCents > remaining) throw conflict('budget_exhausted', 'The awarded amount is more than what remains of the budget.');
  }

  return {
    decideApplication: ({ foundation, id, by, input }) => {
      const given = input<DecisionInput>();
      const application = found(foundation.applications, id('number'));
      const isEarly = application.state === 'submitted' && faults.has('decided-without-review');
      if (application.state !== 'in-review' && !isEarly) throw conflict('wrong_state', 'The application is not in review.');
      if (given.outcome === 'approve') {
        checkApproval(application, given);
        if (!faults.has('round-overspent')) checkBudget(foundation, application.roundId, given.awardedCents);
        foundation.grants.set(application.number, grantOf(application, given));
      }
      const moved = store.move(foundation, application, given.outcome === 'approve' ? 'approved' : 'rejected', by);
      const decision: Decision = { ...given, decidedAt: moved.updatedAt };
      const decided = { ...moved, decision };
      foundation.applications.set(decided.number, decided);
      const shown = showApplication(decided, faults);
      return tagged(shown, tagOf(shown));
    },
  };
};
