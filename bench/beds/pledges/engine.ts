// What the service keeps, what it has at the start, and how it shows things.
import { randomInt } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { Reply } from '../http.ts';

export type CampaignState = 'draft' | 'live' | 'funded' | 'failed';
export type PledgeState = 'active' | 'cancelled' | 'collected' | 'refunded';

export interface Reward {
  readonly id: string;
  readonly title: string;
  readonly minimum: number;
  readonly limit: number | null;
  taken: number;
}

export interface Pledge {
  readonly id: string;
  readonly campaign: Campaign;
  readonly backer: { readonly name: string; readonly email: string };
  amount: number;
  rewardId: string | null;
  state: PledgeState;
  readonly createdAt: string;
}

interface Update {
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly 'backers-only': boolean;
  readonly 'created-at': string;
}

interface Payout {
  readonly id: string;
  readonly amount: number;
  readonly reference: string;
  readonly createdAt: string;
}

/** Amounts are in cents. */
export interface Campaign {
  readonly id: string;
  title: string;
  summary: string;
  goal: number;
  currency: string;
  state: CampaignState;
  raised: number;
  backers: number;
  refunded: number;
  readonly createdAt: string;
  launchedAt: string | null;
  finishedAt: string | null;
  rewards: readonly Reward[];
  readonly pledges: Pledge[];
  readonly updates: Update[];
  readonly payouts: Payout[];
}

/** The campaigns of a platform by their ids. */
export type Platform = Map<string, Campaign>;

interface Entry {
  readonly code: string;
  readonly detail: string;
  readonly member?: string;
}

/** A request that is refused. */
export class Refused extends Error {
  readonly #status: number;
  readonly #errors: readonly Entry[];
  readonly #headers: Readonly<Record<string, string>>;

  constructor(status: number, errors: readonly Entry[], headers: Readonly<Record<string, string>> = {}) {
    super(errors.map(({ detail }) => detail).join(' '));
    this.#status = status;
    this.#errors = errors;
    this.#headers = headers;
  }

  reply(): Reply {
    return { status: this.#status, body: { errors: this.#errors }, headers: this.#headers };
  }
}

export const refused = (status: number, code: string, detail: string): Refused => new Refused(status, [{ code, detail }]);

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

export const idOf = (kind: 'cmp' | 'rwd' | 'plg' | 'pay'): string =>
  `${kind}_${Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

export const centsOf = (money: string): number => Number(money.replace('.', ''));

const moneyOf = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** What can be paid out or refunded: what was raised without the fee, which is 5 %, and without what is gone already. */
export function payableOf({ state, raised, refunded: back, payouts }: Campaign): number {
  if (state !== 'funded') return 0;
  return raised - Math.floor((raised * 5) / 100) - back - payouts.reduce((sum, { amount }) => sum + amount, 0);
}

export const showReward = ({ minimum, ...reward }: Reward): object => ({ ...reward, minimum: moneyOf(minimum) });

export const showPayout = ({ id, amount, reference, createdAt }: Payout): object => ({
  id,
  amount: moneyOf(amount),
  reference,
  'created-at': createdAt,
});

export const showPledge = ({ id, campaign, backer, amount, rewardId, state, createdAt }: Pledge): object => ({
  id,
  'campaign-id': campaign.id,
  backer,
  amount: moneyOf(amount),
  'reward-id': rewardId,
  state,
  'created-at': createdAt,
});

export const showBrief = (campaign: Campaign): object => ({
  id: campaign.id,
  title: campaign.title,
  summary: campaign.summary,
  currency: campaign.currency,
  goal: moneyOf(campaign.goal),
  state: campaign.state,
  raised: moneyOf(campaign.raised),
  backers: campaign.backers,
  payable: moneyOf(Math.max(0, payableOf(campaign))),
  'created-at': campaign.createdAt,
  'launched-at': campaign.launchedAt,
  'finished-at': campaign.finishedAt,
});

export const showCampaign = (campaign: Campaign): object => ({
  ...showBrief(campaign),
  rewards: campaign.rewards.map(showReward),
  updates: campaign.updates,
  payouts: campaign.payouts.map(showPayout),
});

export function draftOf(title: string, summary: string, goal: number, currency: string, createdAt: string): Campaign {
  const money = { goal, currency, raised: 0, backers: 0, refunded: 0 };
  const times = { createdAt, launchedAt: null, finishedAt: null };
  return { id: idOf('cmp'), title, summary, ...money, state: 'draft', ...times, rewards: [], pledges: [], updates: [], payouts: [] };
}

export const rewardOf = (title: string, minimum: number, limit: number | null): Reward => ({
  id: idOf('rwd'),
  title,
  minimum,
  limit,
  taken: 0,
});

export interface Store {
  readonly clock: Clock;
  readonly platforms: Readonly<Record<'kindling' | 'hatchery', Platform>>;
}

export function createStore(): Store {
  const clock = new Clock();
  const campaign = (title: string, goal: number, rewards: readonly Reward[], isLive: boolean): Campaign => {
    const made = { ...draftOf(title, '', goal, 'EUR', clock.now()), rewards };
    return isLive ? { ...made, state: 'live', launchedAt: clock.now() } : made;
  };
  const pledge = (of: Campaign, name: string, amount: number, reward?: Reward): void => {
    const backer = { name, email: `${name.toLowerCase()}@mail.example` };
    const rewardId = reward?.id ?? null;
    of.pledges.push({ id: idOf('plg'), campaign: of, backer, amount, rewardId, state: 'active', createdAt: clock.now() });
    of.raised += amount;
    of.backers += 1;
    if (reward !== undefined) reward.taken += 1;
  };
  const poster = rewardOf('Poster', 2500, 100);
  const dinner = rewardOf('Dinner in the kitchen', 15_000, 4);
  const kitchen = campaign('A kitchen for everybody', 300_000, [poster, dinner], true);
  pledge(kitchen, 'Noor', 4000, poster);
  pledge(kitchen, 'Jonas', 15_000, dinner);
  pledge(kitchen, 'Mei', 900);
  const atlas = campaign('An atlas of small islands', 90_000, [rewardOf('The atlas', 4900, null)], false);
  const radio = campaign('Neighbourhood radio', 50_000, [rewardOf('A song for you', 1000, null)], true);
  pledge(radio, 'Noor', 2000);
  const platform = (...all: readonly Campaign[]): Platform => new Map(all.map((one) => [one.id, one]));
  return { clock, platforms: { kindling: platform(kitchen, atlas), hatchery: platform(radio) } };
}
