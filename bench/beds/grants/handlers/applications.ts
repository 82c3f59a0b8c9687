// Applications as drafts: what is written in them before they are submitted.
import { page, sorted } from '../pages.ts';
import { sumOf } from '../store.ts';
import type { Application, ApplicationInput, ApplicationPatch, Attachment, AttachmentInput, Budget } from '../things.ts';
import { requestedOf, showApplication } from '../views.ts';
import { checkTag, conflict, found, invalid, read, tagged, tagOf } from '../wire.ts';
import type { Call, Part } from './call.ts';

function checkDays({ startsOn, endsOn }: Application | ApplicationInput): void {
  if (endsOn <= startsOn) throw invalid('endsOn', 'must be after startsOn');
}

const MOST_ATTACHMENTS = 5;

const CHECKS = { tag: true, draft: true };

export const applications: Part = (store, faults) => {
  const show = (application: Application): object => showApplication(application, faults);

  /** The tag of an application. */
  function tag(application: Application): string {
    const shown = show(application);
    return tagOf(faults.has('budget-outside-of-tag') ? { ...shown, budget: 0, requestedCents: 0, updatedAt: 0 } : shown);
  }

  function checkBudget({ ownCents, lines }: Budget): void {
    if (new Set(lines.map(({ code }) => code)).size < lines.length) throw invalid('lines', 'must have a different code each');
    const sum = sumOf(lines);
    const overhead = sumOf(lines.filter(({ category }) => category === 'overhead'));
    const base = faults.has('overhead-of-the-rest') ? sum - overhead : sum;
    if (overhead * 100 > base * 15) throw invalid('lines', 'must have at most 15 % of overhead');
    if (ownCents >= sum) throw invalid('ownCents', 'must be less than the sum of the lines');
  }

  /** Changes the draft of the path, if the caller knows it as it is. */
  function change({ foundation, id, header }: Call, check: { tag: boolean; draft: boolean }, made: (before: Application) => Application) {
    const before = found(foundation.applications, id('number'));
    if (check.tag) checkTag(header('if-match'), tag(before));
    if (check.draft && before.state !== 'draft') throw conflict('not_a_draft', 'The application is no draft.');
    const after = { ...made(before), updatedAt: store.now() };
    foundation.applications.set(after.number, after);
    return tagged(show(after), tag(after));
  }

  /** The applications that the filters of a list leave. */
  function chosen({ foundation, query }: Call): Application[] {
    const given = query<string[]>('state');
    const states = faults.has('first-state-only') ? given?.slice(0, 1) : given;
    const [roundId, organisationId, theme] = [query<string>('roundId'), query<string>('organisationId'), query<string>('tag')];
    const [least, most] = [query<number>('minRequestedCents'), query<number>('maxRequestedCents')];
    const isBelow = (cents: number): boolean => most === undefined || cents < most || (cents === most && !faults.has('most-excluded'));
    return [...foundation.applications.values()]
      .filter(({ state }) => states === undefined || states.includes(state))
      .filter((one) => roundId === undefined || one.roundId === roundId)
      .filter((one) => organisationId === undefined || one.organisationId === organisationId)
      .filter(({ tags }) => theme === undefined || tags.includes(theme))
      .filter((one) => least === undefined || requestedOf(one, faults) >= least)
      .filter((one) => isBelow(requestedOf(one, faults)));
  }

  function keyOf(application: Application, name: string): string | number {
    if (name !== 'requestedCents') return name === 'title' ? application.title : application.number;
    const cents = requestedOf(application, faults);
    return faults.has('amounts-sorted-as-texts') ? String(cents) : cents;
  }

  return {
    listApplications: (call) => page(call, sorted(chosen(call), call.query('sort'), keyOf), show, faults),

    createApplication: ({ foundation, by, input }) => {
      const given = input<ApplicationInput>();
      checkDays(given);
      if (!foundation.rounds.has(given.roundId)) throw invalid('roundId', 'must be a round');
      const organisation = foundation.organisations.get(given.organisationId);
      if (organisation === undefined) throw invalid('organisationId', 'must be an organisation');
      if (organisation.deletedAt !== null && !faults.has('deleted-organisation-applies'))
        throw conflict('deleted', 'The organisation is deleted.');
      const number = store.applicationNumber();
      const { at } = store.note(foundation, number, by, { kind: 'state', from: null, to: 'draft', remark: null });
      const none = { budget: null, attachments: [], reviews: [], decision: null, submittedAt: null };
      const application: Application = { number, state: 'draft', ...given, ...none, createdAt: at, updatedAt: at };
      foundation.applications.set(number, application);
      const headers = faults.has('draft-without-location') ? {} : { location: `/applications/${number}` };
      return tagged(show(application), tag(application), 201, headers);
    },

    getApplication: ({ foundation, id, header }) => {
      const things = faults.has('application-of-any-foundation') ? store.all().map((one) => one.applications) : [foundation.applications];
      const application = found(new Map(things.flatMap((one) => [...one])), id('number'));
      const reply = read(show(application), tag(application), faults.has('known-application-sent') ? undefined : header('if-none-match'));
      return reply.status === 304 && faults.has('not-modified-without-tag') ? { status: 304 } : reply;
    },

    updateApplication: (call) => {
      const checks = { tag: !faults.has('patch-ignores-tag'), draft: !faults.has('submitted-application-edited') };
      return change(call, checks, (before) => {
        const after = { ...before, ...call.input<ApplicationPatch>() };
        checkDays(after);
        return after;
      });
    },

    replaceBudget: (call) =>
      change(call, CHECKS, (before) => {
        const budget = call.input<Budget>();
        checkBudget(budget);
        const kept = faults.has('budget-lines-added') ? (before.budget?.lines ?? []) : [];
        return { ...before, budget: { ...budget, lines: [...kept, ...budget.lines] } };
      }),

    addAttachment: (call) => {
      const given = call.input<AttachmentInput>();
      const attachment: Attachment = { id: store.id(), ...given, addedAt: store.now() };
      change(call, { tag: false, draft: true }, (before) => {
        if (before.attachments.length >= MOST_ATTACHMENTS)
          throw conflict('too_many_attachments', 'The application has five attachments already.');
        if (before.attachments.some(({ sha256 }) => sha256 === given.sha256))
          throw conflict('attached_already', 'The application has this file already.');
        return { ...before, attachments: [...before.attachments, attachment] };
      });
      return { status: 201, body: attachment };
    },
  };
};
