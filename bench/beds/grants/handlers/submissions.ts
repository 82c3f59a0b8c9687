// The way of an application from a draft to the foundation and back, and its trail.
import { page } from '../pages.ts';
import type { Application } from '../things.ts';
import { requestedOf, showApplication, stateOfRound } from '../views.ts';
import { conflict, found, tagged, tagOf } from '../wire.ts';
import type { Call, Part } from './call.ts';

export const submissions: Part = (store, faults) => {
  function answer(application: Application) {
    const shown = showApplication(application, faults);
    return tagged(shown, tagOf(shown));
  }

  function checkAmount({ foundation }: Call, application: Application, programmeId: string): void {
    const { minCents, maxCents } = found(foundation.programmes, programmeId);
    const cents = requestedOf(application, faults);
    if (cents > maxCents || cents < minCents)
      throw conflict('amount_out_of_range', 'The requested amount is not between minCents and maxCents of the programme.');
  }

  /** Refuses an application of an organisation that has another one in the round. */
  function checkOthers({ foundation }: Call, { organisationId, roundId, number }: Application): void {
    const withdrawn = faults.has('withdrawn-application-counts') ? (['withdrawn'] as const) : [];
    const others = foundation.applicationsOf(organisationId, 'submitted', 'in-review', 'approved', ...withdrawn);
    if (others.some((one) => one.roundId === roundId && one.number !== number))
      throw conflict('already_applied', 'The organisation has another application in the round.');
  }

  return {
    submitApplication: (call) => {
      const { foundation, id, by } = call;
      const application = found(foundation.applications, id('number'));
      if (application.state !== 'draft') throw conflict('not_a_draft', 'The application is no draft.');
      const round = found(foundation.rounds, application.roundId);
      const state = stateOfRound(round, store.today());
      if (state !== 'open' && !(state === 'closed' && faults.has('submitted-after-closing')))
        throw conflict('round_not_open', 'The round is not open.');
      checkAmount(call, application, round.programmeId);
      if (application.attachments.every(({ kind }) => kind !== 'statement'))
        throw conflict('statement_missing', 'The application has no attachment of the kind statement.');
      if (!faults.has('second-application-in-round')) checkOthers(call, application);
      return answer(store.move(foundation, application, 'submitted', by));
    },

    withdrawApplication: ({ foundation, id, by, input }) => {
      const application = found(foundation.applications, id('number'));
      const { state } = application;
      const isLate = (state === 'approved' || state === 'rejected') && faults.has('withdrawn-after-decision');
      if (state !== 'submitted' && state !== 'in-review' && !isLate)
        throw conflict('wrong_state', 'The application is neither submitted nor in review.');
      return answer(store.move(foundation, application, 'withdrawn', by, input<{ reason: string }>().reason));
    },

    createNote: ({ foundation, id, by, input }) => {
      const { number } = found(foundation.applications, id('number'));
      const { text } = input<{ text: string }>();
      return { status: 201, body: store.note(foundation, number, by, { kind: 'note', text }) };
    },

    listTrail: (call) => {
      const { foundation, id, query } = call;
      const { number } = found(foundation.applications, id('number'));
      const kind = query<string>('kind');
      const entries = (foundation.trails.get(number) ?? []).filter((one) => kind === undefined || one.kind === kind);
      return page(call, entries, (one) => one, faults);
    },
  };
};
