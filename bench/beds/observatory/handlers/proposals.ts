// Programmes and their proposals.
import type { Call, Handler } from '../call.ts';
import { type Decision, type ProgrammeInput, type ProposalInput, STATES } from '../inputs.ts';
import { pageOf, pagesOf, sorted, sortingOf } from '../lists.ts';
import type { Programme, Proposal, State, Written } from '../store.ts';
import { showProgramme, showProposal } from '../views.ts';
import { badRequest, conflict, invalid, notFound, Refusal, tagOf } from '../wire.ts';
import { answerRead, requireMatch } from './conditions.ts';

function programmeOf({ store, id, institute }: Call): Programme {
  const found = store.programmes.find(id, institute);
  if (found === undefined) throw notFound();
  return found;
}

export function proposalOf({ store, id, institute }: Call): Proposal {
  const found = store.proposals.find(id, institute);
  if (found === undefined) throw notFound();
  return found;
}

const createProgramme: Handler = async (call) => {
  const { store, institute } = call;
  const { code, title, principalInvestigator, hoursGranted, opensOn, closesOn, keywords = [] } = await call.body<ProgrammeInput>();
  if (closesOn < opensOn) throw invalid('/closesOn', 'It lies before opensOn.');
  if (store.programmes.of(institute).some((other) => other.code === code)) throw conflict('Another programme has the code.');
  const { name, email, orcid = null } = principalInvestigator;
  const described = { code, title, principalInvestigator: { name, email, orcid }, hoursGranted, opensOn, closesOn, keywords };
  const made = store.programmes.add({ ...store.made('prg', institute), ...described, minutesUsed: 0 });
  return { status: 201, body: showProgramme(store, made), headers: { location: `/programmes/${made.id}` } };
};

const getProgramme: Handler = (call) => ({ status: 200, body: showProgramme(call.store, programmeOf(call)) });

function writtenOf(input: ProposalInput): Written {
  const { title, abstract = '', priority = 3, requestedMinutes, moon = 'bright', coInvestigators = [] } = input;
  const targets = input.targets.map(({ name, rightAscension, declination, magnitude = null }) => ({
    name,
    rightAscension,
    declination,
    magnitude,
  }));
  return { title, abstract, priority, targets, requestedMinutes, moon, coInvestigators };
}

const createProposal: Handler = async (call) => {
  const { store, institute, id, has } = call;
  const foreign = has('foreign-programme-proposal') ? store.programmes.findAnywhere(id) : undefined;
  const programme = foreign ?? programmeOf(call);
  const written = writtenOf(await call.body<ProposalInput>());
  const fresh = { state: 'draft' as const, scheduledMinutes: 0, submittedAt: null, decidedAt: null, note: null };
  const made = store.proposals.add({ ...store.made('prp', institute), programmeId: programme.id, written, ...fresh });
  const body = showProposal(made);
  return { status: 201, body, headers: { location: `/proposals/${made.id}`, etag: tagOf(body) } };
};

const SORTINGS = ['createdAt', '-createdAt', 'priority', '-priority', 'title', '-title'];

const listProposals: Handler = ({ store, institute, query, has }) => {
  const programme = query.matching('programmeId', /^prg_[a-z0-9]{12}$/);
  const states = query.choices('state', STATES);
  const sort = query.choice('sort', SORTINGS) ?? 'createdAt';
  const pages = pagesOf(query, JSON.stringify(['proposals', programme, states, sort]), has);
  const { member, isDescending } = sortingOf(sort);
  const found = store.proposals
    .of(institute)
    .filter(({ programmeId }) => programme === undefined || programmeId === programme)
    .filter(({ state }) => states?.includes(state) ?? true);
  const keyOf = ({ createdAt, written }: Proposal): string | number => {
    if (member === 'priority') return written.priority;
    return member === 'title' ? written.title : createdAt;
  };
  const { items, page } = pageOf(sorted(found, keyOf, isDescending), { ...pages, skips: has('proposals-page-skips') });
  return { status: 200, body: { items: items.map(showProposal), page } };
};

const getProposal: Handler = (call) => answerRead(call, showProposal(proposalOf(call)));

const replaceProposal: Handler = async (call) => {
  const { has } = call;
  const proposal = proposalOf(call);
  const input = await call.body<ProposalInput>(() => {
    if (call.header('if-match') === undefined) throw new Refusal(428, 'The header If-Match is missing.');
    if (!has('proposal-match-ignored')) requireMatch(call, tagOf(showProposal(proposal)));
  });
  if (proposal.state !== 'draft') throw conflict('The proposal is not a draft.');
  proposal.written = writtenOf(input);
  const body = showProposal(proposal);
  return { status: 200, body, headers: { etag: tagOf(body) } };
};

const MOVES: Readonly<Record<Decision['decision'], { readonly from: readonly State[]; readonly to: State }>> = {
  submit: { from: ['draft'], to: 'submitted' },
  accept: { from: ['submitted'], to: 'accepted' },
  reject: { from: ['submitted'], to: 'rejected' },
  withdraw: { from: ['draft', 'submitted', 'accepted'], to: 'withdrawn' },
};

/** Checks that a decision is possible, and books the hours of the programme. */
function book({ store, has }: Call, proposal: Proposal, decision: Decision['decision']): void {
  const { id, institute, programmeId, state, written } = proposal;
  if (!MOVES[decision].from.includes(state)) throw conflict(`A proposal that is ${state} takes no such decision.`);
  const programme = store.programmes.findAnywhere(programmeId);
  if (programme === undefined) throw notFound();
  if (decision === 'accept') {
    if (programme.minutesUsed + written.requestedMinutes > programme.hoursGranted * 60) throw conflict('The programme lacks the hours.');
    programme.minutesUsed += written.requestedMinutes;
  }
  if (decision === 'withdraw') {
    if (store.observations.of(institute).some(({ proposalId }) => proposalId === id)) throw conflict('The proposal has observations.');
    if (state === 'accepted' && !has('withdrawn-hours-kept')) programme.minutesUsed -= written.requestedMinutes;
  }
}

const decideProposal: Handler = async (call) => {
  const { store, has } = call;
  const proposal = proposalOf(call);
  const reference = call.header('request-reference');
  if (reference !== undefined && !/^[A-Za-z0-9-]{8,40}$/.test(reference)) throw badRequest('Request-Reference is wrong.');
  const { decision, note = null } = await call.body<Decision>();
  if (decision === 'reject' && note === null) throw invalid('/note', 'A rejection needs a note.');
  book(call, proposal, decision);
  const now = store.now();
  proposal.state = MOVES[decision].to;
  proposal.note = note;
  if (decision === 'submit') proposal.submittedAt = now;
  if (decision === 'accept' || decision === 'reject') proposal.decidedAt = now;
  const body = showProposal(proposal);
  const headers = { etag: tagOf(body), ...(reference === undefined ? {} : { 'request-reference': reference }) };
  return { status: has('decision-created') ? 201 : 200, body, headers };
};

export const proposals = { createProgramme, getProgramme, createProposal, listProposals, getProposal, replaceProposal, decideProposal };
