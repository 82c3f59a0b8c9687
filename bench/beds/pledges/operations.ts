// What the operations of the service do.
import { choice, number, queryOf, type Reader } from '../asks.ts';
import { gap } from '../clock.ts';
import type { Reply } from '../http.ts';
import {
  type Campaign,
  type CampaignState,
  centsOf,
  draftOf,
  idOf,
  type Platform,
  type Pledge,
  type PledgeState,
  payableOf,
  type Refused,
  type Reward,
  refused,
  rewardOf,
  type Store,
  showBrief,
  showCampaign,
  showPayout,
  showPledge,
  showReward,
} from './engine.ts';

/** A request that was checked. */
export interface Call {
  readonly store: Store;
  readonly platform: Platform;
  readonly path: Readonly<Record<string, string>>;
  readonly search: URLSearchParams;
  readonly body: unknown;
  readonly has: (fault: string) => boolean;
}

type Operation = (call: Call) => Reply | Promise<Reply>;

export const MONEY = /^(?!0\.00$)(0|[1-9][0-9]{0,6})\.[0-9]{2}$/;

const money: Reader<number> = ([first, ...more]) => {
  if (first === undefined) return { value: 0 };
  return more.length === 0 && MONEY.test(first) ? { value: centsOf(first) } : { wrong: 'must be one amount like 12.50' };
};

const PAGE = { page: number(1, 10_000, 1), 'per-page': number(1, 50, 10) };
const STATES: readonly CampaignState[] = ['draft', 'live', 'funded', 'failed'];
const PLEDGE_STATES: readonly PledgeState[] = ['active', 'cancelled', 'collected', 'refunded'];
const SORTS: readonly ('created-at' | '-amount')[] = ['created-at', '-amount'];

const badParameter = (name: string, wrong: string): Refused => refused(400, 'bad-parameter', `The parameter ${name} ${wrong}.`);
const missing = (what: string): Refused => refused(404, 'missing', `There is no such ${what}.`);
const conflict = (code: string, detail: string): Refused => refused(409, code, detail);

const shown = (data: object, status = 200, headers: Readonly<Record<string, string>> = {}): Reply => ({ status, body: { data }, headers });

function campaignOf({ platform, path, store, has }: Call, isList = false): Campaign {
  const all = isList && has('pledges-of-others') ? Object.values(store.platforms) : [platform];
  const found = all.map((one) => one.get(path['campaign-id'] ?? '')).find((one) => one !== undefined);
  if (found === undefined) throw missing('campaign');
  return found;
}

function pledgeOf({ platform, path }: Call): Pledge {
  const all = [...platform.values()].flatMap(({ pledges }) => pledges);
  const found = all.find(({ id }) => id === path['pledge-id']);
  if (found === undefined) throw missing('pledge');
  return found;
}

function requireState({ state }: Campaign, ...states: readonly CampaignState[]): void {
  if (!states.includes(state)) throw conflict('wrong-state', `The campaign is ${state}.`);
}

function requirePledge({ state }: Pledge, wanted: PledgeState): void {
  if (state !== wanted) throw conflict('wrong-state', `The pledge is ${state}.`);
}

function pageOf<T>(
  call: Call,
  found: readonly T[],
  { page, 'per-page': size }: { page: number; 'per-page': number },
  show: (one: T) => object,
): Reply {
  const pages = call.has('pages-rounded-down') ? Math.floor(found.length / size) : Math.ceil(found.length / size);
  const data = found.slice((page - 1) * size, page * size).map(show);
  return { status: 200, body: { data, 'page-info': { page, 'per-page': size, pages, total: found.length } } };
}

interface CampaignBody {
  readonly title: string;
  readonly summary: string;
  readonly goal: string;
  readonly currency: string;
}

/** Settles the pledges of a campaign that is finished. */
function settle(call: Call, campaign: Campaign): void {
  const isFunded = campaign.raised >= campaign.goal;
  campaign.state = isFunded ? 'funded' : 'failed';
  campaign.finishedAt = isFunded || !call.has('failed-without-time') ? call.store.clock.now() : null;
  if (!isFunded && call.has('failed-not-refunded')) return;
  for (const pledge of campaign.pledges.filter(({ state }) => state === 'active')) {
    pledge.state = isFunded ? 'collected' : 'refunded';
    if (!isFunded) freePlace(pledge);
  }
}

const campaigns: Record<string, Operation> = {
  'list-campaigns'(call) {
    const query = queryOf(call.search, { ...PAGE, state: choice(STATES, undefined) }, badParameter);
    const found = [...call.platform.values()].filter(({ state }) => state === (query.state ?? state));
    return pageOf(call, found.toReversed(), query, showBrief);
  },
  'create-campaign'({ platform, store, body }) {
    const { title, summary = '', goal, currency } = body as CampaignBody;
    const campaign = draftOf(title, summary, centsOf(goal), currency, store.clock.now());
    platform.set(campaign.id, campaign);
    return shown(showCampaign(campaign), 201, { location: `/campaigns/${campaign.id}` });
  },
  'show-campaign': (call) => shown(showCampaign(campaignOf(call))),
  'change-campaign'(call) {
    const campaign = campaignOf(call);
    const { title, summary, goal, currency } = call.body as Partial<CampaignBody>;
    requireState(campaign, 'draft', 'live');
    const isOfTerms = goal !== undefined || currency !== undefined;
    if (campaign.state === 'live' && isOfTerms && !call.has('goal-changed-while-live'))
      throw conflict('terms-settled', 'Goal and currency cannot be changed any more.');
    campaign.title = title ?? campaign.title;
    campaign.summary = summary ?? campaign.summary;
    campaign.goal = goal === undefined ? campaign.goal : centsOf(goal);
    campaign.currency = currency ?? campaign.currency;
    return shown(showCampaign(campaign));
  },
  'launch-campaign'(call) {
    const campaign = campaignOf(call);
    requireState(campaign, 'draft');
    if (campaign.rewards.length === 0) throw conflict('no-rewards', 'The campaign has no rewards.');
    campaign.state = 'live';
    campaign.launchedAt = call.store.clock.now();
    return shown(showCampaign(campaign));
  },
  'finish-campaign'(call) {
    const campaign = campaignOf(call);
    requireState(campaign, 'live');
    settle(call, campaign);
    return shown(showCampaign(campaign));
  },
  'post-update'(call) {
    const campaign = campaignOf(call);
    requireState(campaign, 'live', 'funded', 'failed');
    const { title, text, 'backers-only': only = false } = call.body as { title: string; text: string; 'backers-only'?: boolean };
    const number = campaign.updates.length + 1;
    const update = { number, title, text, 'backers-only': only, 'created-at': call.store.clock.now() };
    campaign.updates.push(update);
    return shown(update, 201);
  },
};

const rewards: Record<string, Operation> = {
  'add-reward'(call) {
    const campaign = campaignOf(call);
    requireState(campaign, 'draft', 'live');
    const { title, minimum, limit = null } = call.body as { title: string; minimum: string; limit?: number | null };
    const reward = rewardOf(title, centsOf(minimum), limit);
    campaign.rewards = [...campaign.rewards, reward];
    return shown(showReward(reward), 201);
  },
  'drop-reward'({ platform, path }) {
    const id = path['reward-id'];
    const campaign = [...platform.values()].find((one) => one.rewards.some((reward) => reward.id === id));
    if (campaign === undefined) throw missing('reward');
    requireState(campaign, 'draft', 'live');
    if (campaign.pledges.some(({ rewardId, state }) => rewardId === id && state === 'active'))
      throw conflict('reward-in-use', 'An active pledge has the reward.');
    if (campaign.state === 'live' && campaign.rewards.length === 1) throw conflict('last-reward', 'It is the last reward.');
    campaign.rewards = campaign.rewards.filter((reward) => reward.id !== id);
    return { status: 204 };
  },
};

const rewardWith = ({ rewards: all }: Campaign, id: string | null): Reward | undefined => all.find((reward) => reward.id === id);

function freePlace({ campaign, rewardId }: Pledge): void {
  const reward = rewardWith(campaign, rewardId);
  if (reward !== undefined) reward.taken -= 1;
}

/** The reward that a pledge is to have, if it may have it with this amount. */
function requireReward(campaign: Campaign, id: string | null, amount: number, isNew: boolean): Reward | undefined {
  const reward = rewardWith(campaign, id);
  if (reward === undefined) {
    if (id !== null) throw refused(422, 'unknown-reward', 'The campaign has no such reward.');
    return undefined;
  }
  if (amount < reward.minimum) throw refused(422, 'below-minimum', 'The amount is below the minimum of the reward.');
  if (isNew && reward.limit !== null && reward.taken >= reward.limit) throw conflict('sold-out', 'All places are taken.');
  return reward;
}

const pledges: Record<string, Operation> = {
  'list-pledges'(call) {
    const query = queryOf(
      call.search,
      { ...PAGE, state: choice(PLEDGE_STATES, undefined), 'min-amount': money, sort: choice(SORTS, 'created-at') },
      badParameter,
    );
    const campaign = campaignOf(call, true);
    const found = campaign.pledges.filter(({ state, amount }) => state === (query.state ?? state) && amount >= query['min-amount']);
    const down = (a: Pledge, b: Pledge): number =>
      call.has('amounts-as-texts')
        ? Number(String(a.amount) < String(b.amount)) - Number(String(a.amount) > String(b.amount))
        : b.amount - a.amount;
    return pageOf(call, query.sort === '-amount' ? found.toSorted(down) : found, query, showPledge);
  },
  async 'make-pledge'(call) {
    const campaign = campaignOf(call);
    const { backer, amount: written, 'reward-id': rewardId = null } = call.body as PledgeBody;
    requireState(campaign, 'live');
    const key = (email: string): string => (call.has('backer-by-letter') ? email : email.toLowerCase());
    if (campaign.pledges.some(({ state, backer: other }) => state === 'active' && key(other.email) === key(backer.email)))
      throw conflict('already-backing', 'The backer has an active pledge already.');
    const amount = centsOf(written);
    const reward = requireReward(campaign, rewardId, amount, true);
    if (call.has('last-place-twice')) await gap();
    const known = { name: backer.name, email: backer.email };
    const pledge: Pledge = {
      id: idOf('plg'),
      campaign,
      backer: known,
      amount,
      rewardId,
      state: 'active',
      createdAt: call.store.clock.now(),
    };
    campaign.pledges.push(pledge);
    if (reward !== undefined) reward.taken += 1;
    campaign.raised += amount;
    campaign.backers += 1;
    return shown(showPledge(pledge), 201);
  },
  'change-pledge'(call) {
    const pledge = pledgeOf(call);
    requirePledge(pledge, 'active');
    const { campaign } = pledge;
    const { amount: written, 'reward-id': rewardId = pledge.rewardId } = call.body as Partial<PledgeBody>;
    const amount = written === undefined ? pledge.amount : centsOf(written);
    const isMoved = rewardId !== pledge.rewardId;
    const reward = requireReward(campaign, rewardId, amount, isMoved);
    if (isMoved && !call.has('switched-place-kept')) freePlace(pledge);
    if (isMoved && reward !== undefined) reward.taken += 1;
    campaign.raised += call.has('changed-amount-added') && written !== undefined ? amount : amount - pledge.amount;
    Object.assign(pledge, { amount, rewardId });
    return shown(showPledge(pledge));
  },
  'cancel-pledge'(call) {
    const pledge = pledgeOf(call);
    requirePledge(pledge, 'active');
    pledge.state = 'cancelled';
    if (!call.has('cancelled-place-kept')) freePlace(pledge);
    pledge.campaign.raised -= pledge.amount;
    pledge.campaign.backers -= 1;
    return shown(showPledge(pledge));
  },
};

interface PledgeBody {
  readonly backer: Pledge['backer'];
  readonly amount: string;
  readonly 'reward-id'?: string | null;
}

const payments: Record<string, Operation> = {
  'refund-pledge'(call) {
    const pledge = pledgeOf(call);
    requirePledge(pledge, 'collected');
    const { campaign, amount } = pledge;
    if (amount > payableOf(campaign) && !call.has('refund-after-payout')) throw conflict('paid-out', 'Too much has been paid out.');
    pledge.state = 'refunded';
    campaign.refunded += amount;
    freePlace(pledge);
    return shown(showPledge(pledge));
  },
  'pay-out'(call) {
    const campaign = campaignOf(call);
    requireState(campaign, 'funded');
    const { amount: written, reference = '' } = call.body as { amount: string; reference?: string };
    const amount = centsOf(written);
    const most = call.has('payouts-each-alone') ? payableOf({ ...campaign, payouts: [] }) : payableOf(campaign);
    if (amount > most) throw conflict('exceeds-payable', 'That is more than what is payable.');
    const payout = { id: idOf('pay'), amount, reference, createdAt: call.store.clock.now() };
    campaign.payouts.push(payout);
    return shown(showPayout(payout), 201);
  },
};

export const operations: Readonly<Record<string, Operation>> = { ...campaigns, ...rewards, ...pledges, ...payments };
