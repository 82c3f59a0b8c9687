// What the operations of the service do.
import { randomUUID } from 'node:crypto';
import { choice, number, queryOf, type Reader, words } from '../asks.ts';
import { gap, instant } from '../clock.ts';
import { matchesStrong, matchesWeak, type Reply } from '../http.ts';
import {
  type Association,
  type Ballot,
  draftOf,
  etagOf,
  hasPassed,
  optionsOf,
  resultOf,
  rollOf,
  type Settings,
  type Status,
  type Store,
  showBallot,
  showVoter,
  statusOf,
  Trouble,
  type Vote,
  type Voter,
} from './ballots.ts';

/** A request that was checked. */
export interface Call {
  readonly store: Store;
  readonly association: Association;
  readonly path: Readonly<Record<string, string>>;
  readonly search: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly body: unknown;
  readonly has: (fault: string) => boolean;
}

type Operation = (call: Call) => Reply | Promise<Reply>;

const conflict = (name: string, title: string): Trouble => new Trouble(409, name, title);
const notFound = (what: string): Trouble => new Trouble(404, 'not-found', `There is no such ${what}.`);

export const badQuery = (name: string, wrong: string): Trouble => new Trouble(400, 'invalid-query', `The parameter ${name} ${wrong}.`);

function ballotOf({ association, path }: Call): Ballot {
  const found = association.ballots.get(path.ballotId ?? '');
  if (found === undefined) throw notFound('ballot');
  return found;
}

function voterOf({ association, store, path, has }: Call, isRead = false): Voter {
  const all = isRead && has('voter-of-others') ? Object.values(store.associations) : [association];
  const found = all.map(({ voters }) => voters.get(path.voterId ?? '')).find((one) => one !== undefined);
  if (found === undefined) throw notFound('voter');
  return found;
}

function requireDraft(ballot: Ballot): void {
  if (ballot.status !== 'draft') throw conflict('ballot-not-draft', 'The ballot has been opened.');
}

function requireOpen(ballot: Ballot, status: Status = statusOf(ballot)): void {
  if (status !== 'open') throw conflict('ballot-not-open', 'The ballot is not open.');
}

const ballotReply = (ballot: Ballot, status = 200, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  body: showBallot(ballot),
  headers: { etag: etagOf(ballot), ...headers },
});

type SortKey = 'createdAt' | '-createdAt' | 'closesAt';

/** What ballots are sorted by, as a text. Ballots without a closing time have one that comes after all others. */
function keyOf({ settings, createdAt }: Ballot, sort: SortKey, undated: string): string {
  return sort === 'closesAt' ? `${settings.closesAt ?? undated} ${createdAt}` : createdAt;
}

function cursorKey(cursor: string | undefined, sort: SortKey): string | undefined {
  if (cursor === undefined) return undefined;
  const [, by, key] = /^([^|]+)\|(\S+(?: \S+)?)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (key === undefined || by !== sort || cursorOf(sort, key) !== cursor) throw badQuery('cursor', 'is not a cursor for this order');
  return key;
}

const cursorOf = (sort: SortKey, key: string): string => Buffer.from(`${sort}|${key}`).toString('base64url');

const STATUSES: readonly Status[] = ['draft', 'open', 'closed'];
const SORTS: readonly SortKey[] = ['createdAt', '-createdAt', 'closesAt'];

const LIST = {
  status: choice(STATUSES, undefined),
  sort: choice<SortKey, SortKey>(SORTS, 'createdAt'),
  pageSize: number(1, 50, 20),
  cursor: words(1, 400),
};

/** The parameters that each operation has in its query. */
export const QUERIES: Readonly<Record<string, Readonly<Record<string, Reader<unknown>>>>> = { listBallots: LIST };

function settingsOf(old: Settings, { closesAt, ...changes }: Partial<Settings>): Settings {
  const closing = closesAt === undefined ? old.closesAt : closesAt;
  return { ...old, ...changes, closesAt: closing === null ? null : instant(closing) };
}

const NEW: Settings = { title: '', description: '', closesAt: null, quorumPercent: 0, maxChoices: 1, changesAllowed: true };

const lower = (label: string): string => label.toLowerCase();

const ballots: Record<string, Operation> = {
  listBallots({ association, search, has }) {
    const { status, sort, pageSize, cursor } = queryOf(search, LIST, badQuery);
    const key = (one: Ballot): string => keyOf(one, sort, has('undated-first') ? '' : '~');
    const after = cursorKey(cursor, sort);
    const down = sort === '-createdAt' ? -1 : 1;
    const order = (a: string, b: string): number => (Number(a > b) - Number(a < b)) * down;
    const statusNow = (one: Ballot): Status => (has('closed-by-time-not-listed') ? one.status : statusOf(one));
    const found = [...association.ballots.values()]
      .filter((one) => statusNow(one) === (status ?? statusNow(one)) && (after === undefined || order(key(one), after) > 0))
      .toSorted((a, b) => order(key(a), key(b)));
    const page = found.slice(0, pageSize);
    const last = page.at(-1);
    const nextCursor = last === undefined || found.length === page.length ? null : cursorOf(sort, key(last));
    return { status: 200, body: { data: page.map(showBallot), nextCursor } };
  },
  createBallot({ association, store, body }) {
    const { options = [], ...settings } = body as Partial<Settings> & { options?: readonly string[] };
    if (new Set(options.map(lower)).size < options.length) throw new Trouble(422, 'label-twice', 'Two options have the same label.');
    const ballot = draftOf(settingsOf(NEW, settings), options, store.clock.now());
    association.ballots.set(ballot.id, ballot);
    return ballotReply(ballot, 201, { location: `/ballots/${ballot.id}` });
  },
  readBallot(call) {
    const ballot = ballotOf(call);
    const known = call.header('if-none-match');
    if (known !== undefined && matchesWeak(known, etagOf(ballot))) return { status: 304, headers: { etag: etagOf(ballot) } };
    return ballotReply(ballot);
  },
  amendBallot(call) {
    const ballot = ballotOf(call);
    if (!matchesStrong(call.header('if-match') ?? '', etagOf(ballot)) && !call.has('match-ignored'))
      throw new Trouble(412, 'outdated', 'The ballot has changed.');
    requireDraft(ballot);
    ballot.settings = settingsOf(ballot.settings, call.body as Partial<Settings>);
    return ballotReply(ballot);
  },
  discardBallot(call) {
    const ballot = ballotOf(call);
    requireDraft(ballot);
    call.association.ballots.delete(ballot.id);
    return { status: 204 };
  },
  openBallot(call) {
    const ballot = ballotOf(call);
    requireDraft(ballot);
    if (ballot.options.length < Math.max(2, ballot.settings.maxChoices))
      throw conflict('too-few-options', 'The ballot has too few options.');
    if (hasPassed(ballot)) throw conflict('closing-time-passed', 'The closing time has passed.');
    Object.assign(ballot, { status: 'open', openedAt: call.store.clock.now(), roll: rollOf(call.association) });
    return ballotReply(ballot);
  },
  closeBallot(call) {
    const ballot = ballotOf(call);
    requireOpen(ballot);
    Object.assign(ballot, { status: 'closed', closedAt: call.store.clock.now() });
    return ballotReply(ballot);
  },
  readResult(call) {
    const ballot = ballotOf(call);
    if (statusOf(ballot) !== 'closed') throw conflict('ballot-not-closed', 'The ballot is not closed yet.');
    return { status: 200, body: resultOf(ballot, call.has) };
  },
};

const options: Record<string, Operation> = {
  async addOption(call) {
    const ballot = ballotOf(call);
    requireDraft(ballot);
    const { label } = call.body as { label: string };
    if (ballot.options.some((one) => lower(one.label) === lower(label))) throw conflict('label-taken', 'Another option has this label.');
    if (ballot.options.length >= 10) throw conflict('too-many-options', 'The ballot has ten options.');
    if (call.has('label-twice-at-once')) await gap();
    const kept = call.has('label-trimmed') ? label.trim() : label;
    const added = optionsOf([kept]).map((one) => ({ ...one, position: (ballot.options.at(-1)?.position ?? 0) + 1 }));
    ballot.options = [...ballot.options, ...added];
    return { status: 201, body: added[0] };
  },
  removeOption(call) {
    const ballot = ballotOf(call);
    if (!ballot.options.some(({ id }) => id === call.path.optionId)) throw notFound('option');
    requireDraft(ballot);
    const left = ballot.options.filter(({ id }) => id !== call.path.optionId);
    ballot.options = call.has('positions-with-gaps') ? left : left.map((one, index) => ({ ...one, position: index + 1 }));
    return { status: 204 };
  },
};

function requireChangeable({ settings }: Ballot): void {
  if (!settings.changesAllowed) throw conflict('vote-final', 'Votes of this ballot are final.');
}

const votes: Record<string, Operation> = {
  castVote(call) {
    const ballot = ballotOf(call);
    const voter = voterOf(call);
    const { choices } = call.body as Pick<Vote, 'choices'>;
    if (!choices.every((choice) => ballot.options.some(({ id }) => id === choice)))
      throw new Trouble(422, 'unknown-option', 'A choice is no option of the ballot.');
    if (choices.length > ballot.settings.maxChoices) throw new Trouble(422, 'too-many-choices', 'There are too many choices.');
    requireOpen(ballot, call.has('late-votes') ? ballot.status : undefined);
    if (!ballot.roll.has(voter.id) && !call.has('roll-not-frozen')) throw conflict('not-on-roll', 'The voter is not on the roll.');
    const old = ballot.votes.get(voter.id);
    if (old !== undefined && !call.has('final-vote-changed')) requireChangeable(ballot);
    const now = call.store.clock.now();
    const vote: Vote = { choices, castAt: old?.castAt ?? now, changedAt: old === undefined ? null : now };
    if (old !== undefined) ballot.replaced.push(old);
    ballot.votes.set(voter.id, vote);
    ballot.everVoted.add(voter.id);
    return { status: old === undefined ? 201 : 200, body: { ballotId: ballot.id, voterId: voter.id, ...vote } };
  },
  withdrawVote(call) {
    const ballot = ballotOf(call);
    const voter = voterOf(call);
    if (!ballot.votes.has(voter.id)) throw notFound('vote');
    requireOpen(ballot, call.has('late-votes') ? ballot.status : undefined);
    requireChangeable(ballot);
    ballot.votes.delete(voter.id);
    return { status: 204 };
  },
};

const voters: Record<string, Operation> = {
  registerVoter({ association, store, body }) {
    const { name, memberNumber } = body as Voter;
    if ([...association.voters.values()].some((one) => one.memberNumber === memberNumber))
      throw conflict('member-number-taken', 'Another voter has this member number.');
    const voter: Voter = { id: randomUUID(), name, memberNumber, delegateId: null, registeredAt: store.clock.now() };
    association.voters.set(voter.id, voter);
    return { status: 201, body: showVoter(association, voter), headers: { location: `/voters/${voter.id}` } };
  },
  readVoter: (call) => ({ status: 200, body: showVoter(call.association, voterOf(call, true)) }),
  setDelegate(call) {
    const voter = voterOf(call);
    const { delegateId } = call.body as Pick<Voter, 'delegateId'>;
    const { voters: all } = call.association;
    const delegate = delegateId === null ? null : all.get(delegateId);
    if (delegate === undefined) throw new Trouble(422, 'unknown-delegate', 'There is no such delegate.');
    if (delegate === voter) throw conflict('own-delegate', 'Nobody is their own delegate.');
    const isDelegate = [...all.values()].some((other) => other.delegateId === voter.id) && !call.has('delegate-delegates');
    if (delegate !== null && (delegate.delegateId !== null || isDelegate)) throw conflict('delegation-chain', 'Delegations do not chain.');
    voter.delegateId = delegateId;
    return { status: 200, body: showVoter(call.association, voter) };
  },
};

export const operations: Readonly<Record<string, Operation>> = { ...ballots, ...options, ...votes, ...voters };
