// Ballots, voters and votes: what the service keeps, how it shows them, and how it counts.
import { createHash, randomUUID } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { Reply } from '../http.ts';

export type Status = 'draft' | 'open' | 'closed';

export interface Option {
  readonly id: string;
  readonly label: string;
  position: number;
}

export interface Vote {
  readonly choices: readonly string[];
  readonly castAt: string;
  readonly changedAt: string | null;
}

export interface Settings {
  readonly title: string;
  readonly description: string;
  readonly closesAt: string | null;
  readonly quorumPercent: number;
  readonly maxChoices: number;
  readonly changesAllowed: boolean;
}

export interface Ballot {
  readonly id: string;
  settings: Settings;
  /** What somebody has made of it. A closing time can have passed since then. */
  status: Status;
  options: readonly Option[];
  /** The voters who may vote, with their delegates. */
  roll: ReadonlyMap<string, string | null>;
  readonly votes: Map<string, Vote>;
  readonly createdAt: string;
  openedAt: string | null;
  closedAt: string | null;
  /** What only services with faults look at: votes that were replaced, and who has ever voted. */
  readonly replaced: Vote[];
  readonly everVoted: Set<string>;
}

export interface Voter {
  readonly id: string;
  readonly name: string;
  readonly memberNumber: string;
  delegateId: string | null;
  readonly registeredAt: string;
}

export interface Association {
  readonly ballots: Map<string, Ballot>;
  readonly voters: Map<string, Voter>;
}

/** A request that cannot be served. */
export class Trouble extends Error {
  readonly #status: number;
  readonly #body: object;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(status: number, name: string, title: string, more: { errors?: object; headers?: Readonly<Record<string, string>> } = {}) {
    super(title);
    this.#status = status;
    this.#body = { type: `/problems/${name}`, title, status, ...(more.errors === undefined ? {} : { errors: more.errors }) };
    this.#headers = more.headers ?? {};
  }

  reply(): Reply {
    return { status: this.#status, content: JSON.stringify(this.#body), type: 'application/problem+json', headers: this.#headers };
  }
}

const isOver = ({ settings: { closesAt } }: Ballot): boolean => closesAt !== null && Date.parse(closesAt) <= Date.now();

/** The status of a ballot now. */
export const statusOf = (ballot: Ballot): Status => (ballot.status === 'open' && isOver(ballot) ? 'closed' : ballot.status);

export const hasPassed = isOver;

export function showBallot(ballot: Ballot): object {
  const { id, settings, options, roll, createdAt, openedAt, closedAt } = ballot;
  const status = statusOf(ballot);
  return {
    id,
    ...settings,
    status,
    options,
    electorate: status === 'draft' ? null : roll.size,
    createdAt,
    openedAt,
    closedAt: status === 'closed' ? (closedAt ?? settings.closesAt) : null,
  };
}

export const etagOf = (ballot: Ballot): string =>
  `"${createHash('sha256')
    .update(JSON.stringify(showBallot(ballot)))
    .digest('base64url')
    .slice(0, 22)}"`;

export const showVoter = ({ voters }: Association, { id, name, memberNumber, delegateId, registeredAt }: Voter): object => {
  const standsFor = [...voters.values()].filter((other) => other.delegateId === id).length;
  return { id, name, memberNumber, delegateId, standsFor, registeredAt };
};

/** The votes that count: one for each voter who has voted, or whose delegate has. */
function countedVotes({ roll, votes }: Ballot, has: (fault: string) => boolean): Map<string, readonly Vote[]> {
  const counted = new Map<string, readonly Vote[]>();
  for (const voter of new Set([...roll.keys(), ...votes.keys()])) {
    const own = votes.get(voter);
    const delegated = votes.get(roll.get(voter) ?? '');
    const both = [own, delegated].filter((vote) => vote !== undefined);
    if (both.length > 0) counted.set(voter, has('own-vote-and-delegate') ? both : both.slice(0, 1));
  }
  return counted;
}

export function resultOf(ballot: Ballot, has: (fault: string) => boolean): object {
  const { id, options, roll, settings, everVoted, replaced } = ballot;
  const counted = countedVotes(ballot, has);
  const cast = [...[...counted.values()].flat(), ...(has('changed-vote-counted-again') ? replaced : [])];
  const tallies = options.map((option) => ({
    optionId: option.id,
    label: option.label,
    votes: cast.filter(({ choices }) => choices.includes(option.id)).length,
  }));
  const turnout = has('withdrawn-vote-in-turnout') ? new Set([...counted.keys(), ...everVoted]).size : counted.size;
  const quorumReached = turnout * 100 >= settings.quorumPercent * roll.size;
  const most = Math.max(...tallies.map(({ votes }) => votes));
  const best = tallies.filter(({ votes }) => votes === most);
  const decided = best.length === 1 ? 'decided' : 'tie';
  const outcome = quorumReached ? decided : 'noQuorum';
  const winnerId = outcome === 'decided' ? (best[0]?.optionId ?? null) : null;
  return { ballotId: id, electorate: roll.size, turnout, quorumReached, outcome, winnerId, tallies };
}

export const optionsOf = (labels: readonly string[]): readonly Option[] =>
  labels.map((label, index) => ({ id: randomUUID(), label, position: index + 1 }));

export function draftOf(settings: Settings, labels: readonly string[], createdAt: string): Ballot {
  const parts = { options: optionsOf(labels), roll: new Map(), votes: new Map(), replaced: [], everVoted: new Set<string>() };
  return { id: randomUUID(), settings, status: 'draft', ...parts, createdAt, openedAt: null, closedAt: null };
}

export const rollOf = ({ voters }: Association): ReadonlyMap<string, string | null> =>
  new Map([...voters.values()].map(({ id, delegateId }) => [id, delegateId]));

export interface Store {
  readonly clock: Clock;
  readonly associations: Readonly<Record<'rowing' | 'chess', Association>>;
}

const USUAL: Settings = { title: '', description: '', closesAt: null, quorumPercent: 0, maxChoices: 1, changesAllowed: true };

export function createStore(): Store {
  const clock = new Clock();
  const rowing: Association = { ballots: new Map(), voters: new Map() };
  const chess: Association = { ballots: new Map(), voters: new Map() };
  const voter = ({ voters }: Association, id: string, name: string, memberNumber: string): void => {
    voters.set(id, { id, name, memberNumber, delegateId: null, registeredAt: clock.now() });
  };
  voter(rowing, '7f2f1c60-0d5e-4c53-8a40-3f4d1a2b9c01', 'Henrike Vos', '10021');
  voter(rowing, '7f2f1c60-0d5e-4c53-8a40-3f4d1a2b9c02', 'Tomasz Wilk', '10047');
  voter(rowing, '7f2f1c60-0d5e-4c53-8a40-3f4d1a2b9c03', 'Aurélie Petit', '10102');
  voter(chess, 'c3a9e5d2-41b7-4f0e-9d11-60b8a7f3e401', 'Ravi Menon', '10021');
  voter(chess, 'c3a9e5d2-41b7-4f0e-9d11-60b8a7f3e402', 'Lena Brandt', '2200');
  const ballot = (one: Association, title: string, labels: readonly string[], isOpen: boolean): void => {
    const made = draftOf({ ...USUAL, title }, labels, clock.now());
    if (isOpen) Object.assign(made, { status: 'open', openedAt: clock.now(), roll: rollOf(one) });
    one.ballots.set(made.id, made);
  };
  ballot(rowing, 'Colour of the new oars', ['Red', 'Green', 'As they were'], true);
  ballot(rowing, 'Summer party', ['June', 'August'], false);
  ballot(chess, 'Clocks with a delay', ['Yes', 'No'], true);
  return { clock, associations: { rowing, chess } };
}
