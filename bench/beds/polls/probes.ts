// The probes of the ballots.
import { setTimeout as wait } from 'node:timers/promises';
import type { Send } from '../client.ts';
import { etag, of, type Probes, statusesOfTwo } from '../probes.ts';

type Callers = Readonly<Record<'rowing' | 'chess', Send>>;

interface Voting {
  readonly path: string;
  readonly options: readonly string[];
}

interface Shown {
  readonly id: string;
  readonly options: readonly { readonly id: string; readonly label: string; readonly position: number }[];
}

let numbers = 300_000;

const newVoter = async (send: Send): Promise<string> =>
  String(of(await send('POST', '/voters', { body: { name: 'New', memberNumber: String(numbers++) } })).id);

const delegate = async (send: Send, voter: string, to: string | null): Promise<number> =>
  (await send('PUT', `/voters/${voter}/delegate`, { body: { delegateId: to } })).status;

async function draft(send: Send, settings: object = {}): Promise<Voting> {
  const got = await send('POST', '/ballots', { body: { title: 'New', options: ['A', 'B', 'C'], ...settings } });
  const { id, options } = got.json as Shown;
  return { path: `/ballots/${id}`, options: options.map((one) => one.id) };
}

async function opened(send: Send, settings: object = {}): Promise<Voting> {
  const made = await draft(send, settings);
  await send('POST', `${made.path}/opening`);
  return made;
}

const vote = async (send: Send, { path, options }: Voting, voter: string, choice: number): Promise<number> =>
  (await send('PUT', `${path}/votes/${voter}`, { body: { choices: [options[choice]] } })).status;

/** The turnout and the votes of each option, after the ballot was closed. */
async function counted(send: Send, { path }: Voting): Promise<string> {
  await send('POST', `${path}/closing`);
  const { turnout, tallies } = of(await send('GET', `${path}/result`));
  return [turnout, ...(tallies as { votes: number }[]).map(({ votes }) => votes)].join();
}

const soon = (): string => new Date(Date.now() + 400).toISOString();

export const probes: Probes<Callers> = {
  'late-votes': async ({ rowing }) => {
    const voter = await newVoter(rowing);
    const ballot = await opened(rowing, { closesAt: soon() });
    const inTime = await vote(rowing, ballot, voter, 0);
    await wait(500);
    return inTime === 201 && (await vote(rowing, ballot, voter, 1)) === 409;
  },
  'changed-vote-counted-again': async ({ rowing }) => {
    const voter = await newVoter(rowing);
    const ballot = await opened(rowing);
    await vote(rowing, ballot, voter, 0);
    await vote(rowing, ballot, voter, 1);
    return (await counted(rowing, ballot)) === '1,0,1,0';
  },
  'final-vote-changed': async ({ rowing }) => {
    const voter = await newVoter(rowing);
    const ballot = await opened(rowing, { changesAllowed: false });
    return (await vote(rowing, ballot, voter, 0)) === 201 && (await vote(rowing, ballot, voter, 1)) === 409;
  },
  'roll-not-frozen': async ({ rowing }) => {
    const ballot = await opened(rowing);
    return (await vote(rowing, ballot, await newVoter(rowing), 0)) === 409;
  },
  'own-vote-and-delegate': async ({ rowing }) => {
    const [voter, other, third] = [await newVoter(rowing), await newVoter(rowing), await newVoter(rowing)];
    await delegate(rowing, voter, other);
    await delegate(rowing, third, other);
    const ballot = await opened(rowing);
    await vote(rowing, ballot, voter, 0);
    await vote(rowing, ballot, other, 1);
    return (await counted(rowing, ballot)) === '3,1,2,0';
  },
  'delegate-delegates': async ({ rowing }) => {
    const [voter, other, third] = [await newVoter(rowing), await newVoter(rowing), await newVoter(rowing)];
    return (await delegate(rowing, voter, other)) === 200 && (await delegate(rowing, other, third)) === 409;
  },
  'withdrawn-vote-in-turnout': async ({ rowing }) => {
    const voter = await newVoter(rowing);
    const ballot = await opened(rowing);
    await vote(rowing, ballot, voter, 0);
    await rowing('DELETE', `${ballot.path}/votes/${voter}`);
    return (await counted(rowing, ballot)) === '0,0,0,0';
  },
  'positions-with-gaps': async ({ rowing }) => {
    const { path, options } = await draft(rowing);
    await rowing('DELETE', `${path}/options/${options[0]}`);
    const left = (await rowing('GET', path)).json as Shown;
    return left.options.map(({ label, position }) => `${label}${position}`).join() === 'B1,C2';
  },
  'label-twice-at-once': async ({ rowing }) => {
    const { path } = await draft(rowing);
    return (await statusesOfTwo(rowing, 'POST', `${path}/options`, { label: 'D' })) === '201,409';
  },
  'closed-by-time-not-listed': async ({ rowing }) => {
    const { path } = await opened(rowing, { closesAt: soon() });
    await wait(500);
    const listed = await rowing('GET', '/ballots?status=closed&sort=-createdAt&pageSize=1');
    return `/ballots/${listed.items[0]?.id}` === path;
  },
  'undated-first': async ({ rowing }) => {
    const { path } = await draft(rowing, { closesAt: '2000-01-01T00:00:00Z' });
    const listed = await rowing('GET', '/ballots?sort=closesAt');
    return `/ballots/${listed.items[0]?.id}` === path;
  },
  'label-trimmed': async ({ rowing }) => {
    const { path } = await draft(rowing);
    return of(await rowing('POST', `${path}/options`, { body: { label: ' D ' } })).label === ' D ';
  },
  'match-ignored': async ({ rowing }) => {
    const { path } = await draft(rowing);
    const seen = etag(await rowing('GET', path));
    const patch = { body: { title: 'Other' }, type: 'application/merge-patch+json', headers: { 'if-match': seen } };
    return (await rowing('PATCH', path, patch)).status === 200 && (await rowing('PATCH', path, patch)).status === 412;
  },
  'voter-of-others': async ({ rowing, chess }) => (await chess('GET', `/voters/${await newVoter(rowing)}`)).status === 404,
};
