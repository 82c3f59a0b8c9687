// Lists, subscribers, campaigns and sends of newsletters, as newsletter.yaml says, with nothing wrong in it.
import type { Handler } from '../../../generator/conform/contract/target.ts';
import { answering, type Call, Refusal, type Rules } from './answering.ts';

interface Body {
  readonly name?: string;
  readonly from?: string;
  readonly address: string;
  readonly reason?: string;
  readonly listId: number;
  readonly subject?: string;
  readonly text?: string;
  readonly preview?: string;
}

interface List {
  readonly id: number;
  readonly name: string;
  readonly from: string;
  readonly createdAt: string;
  readonly archivedAt?: string;
}

interface Subscriber {
  readonly id: number;
  readonly listId: number;
  readonly address: string;
  readonly name?: string;
  readonly status: 'waiting' | 'active' | 'left';
  readonly since: string;
  readonly confirmedAt?: string;
  readonly reason?: string;
}

interface Campaign {
  readonly id: number;
  readonly listId: number;
  readonly subject: string;
  readonly text: string;
  /** Absent: the preview follows the text. */
  readonly preview?: string;
  readonly sends: number;
  readonly got: ReadonlySet<number>;
}

interface Send {
  readonly id: number;
  readonly campaignId: number;
  readonly recipients: number;
  readonly started: number;
}

interface Customer {
  readonly lists: Map<number, List>;
  readonly subscribers: Map<number, Subscriber>;
  readonly campaigns: Map<number, Campaign>;
  readonly sends: Map<number, Send>;
}

/** How long a send takes, in milliseconds. */
const SENDING = 10;
const now = (): string => new Date().toISOString();
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function shownCampaign({ got, sends, ...campaign }: Campaign): object {
  const preview = campaign.preview ?? [...campaign.text].slice(0, 60).join('');
  return { ...campaign, preview, state: sends === 0 ? 'draft' : 'sent', timesSent: sends, reached: got.size };
}

function shownSend({ started, ...send }: Send): object {
  const startedAt = new Date(started).toISOString();
  const isDone = Date.now() >= started + SENDING;
  return isDone
    ? { ...send, state: 'done', startedAt, doneAt: new Date(started + SENDING).toISOString() }
    : { ...send, state: 'queued', startedAt };
}

function inOrder(one: List, other: List): number {
  if ((one.archivedAt === undefined) !== (other.archivedAt === undefined)) return one.archivedAt === undefined ? -1 : 1;
  return one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1;
}

function rules(): Rules<Body> {
  const customers = new Map<string, Customer>();
  let lastId = 100;
  const nextId = (): number => ++lastId;
  const customerOf = ({ caller: { account } }: Call<Body>): Customer => {
    const customer = customers.get(account) ?? { lists: new Map(), subscribers: new Map(), campaigns: new Map(), sends: new Map() };
    customers.set(account, customer);
    return customer;
  };
  const known = <Thing>(things: Map<number, Thing>, id: unknown): Thing => {
    const thing = things.get(Number(id));
    if (thing === undefined) throw new Refusal(404, '', `There is no ${String(id)}.`);
    return thing;
  };
  const inList = ({ subscribers }: Customer, listId: number): readonly Subscriber[] =>
    [...subscribers.values()].filter((one) => one.listId === listId);
  const shownList = (customer: Customer, list: List): object => {
    const people = inList(customer, list.id);
    const count = (status: Subscriber['status']): number => people.filter((one) => one.status === status).length;
    return { ...list, waiting: count('waiting'), active: count('active') };
  };
  const checkName = ({ lists }: Customer, name: string, own?: number): void => {
    if ([...lists.values()].some((one) => one.id !== own && isSame(one.name, name)))
      throw new Refusal(409, '', `You have a list ${name} already.`);
  };
  const keepSubscriber = ({ subscribers }: Customer, subscriber: Subscriber, status = 200): Response => {
    subscribers.set(subscriber.id, subscriber);
    return Response.json(subscriber, { status });
  };

  const operations: Rules<Body>['operations'] = {
    lists: (call) => {
      const customer = customerOf(call);
      return Response.json([...customer.lists.values()].sort(inOrder).map((list) => shownList(customer, list)));
    },
    makeList: (call) => {
      const customer = customerOf(call);
      const { name = '', from = 'The Editors' } = call.body;
      checkName(customer, name);
      const list: List = { id: nextId(), name, from, createdAt: now() };
      customer.lists.set(list.id, list);
      return Response.json(shownList(customer, list), { status: 201, headers: { Location: `/lists/${list.id}` } });
    },
    list: (call) => Response.json(shownList(customerOf(call), known(customerOf(call).lists, call.path.listId))),
    nameList: (call) => {
      const customer = customerOf(call);
      const before = known(customer.lists, call.path.listId);
      const { name = '', from = 'The Editors' } = call.body;
      checkName(customer, name, before.id);
      const list: List = { ...before, name, from };
      customer.lists.set(list.id, list);
      return Response.json(shownList(customer, list));
    },
    archiveList: (call) => {
      const customer = customerOf(call);
      const before = known(customer.lists, call.path.listId);
      const list: List = { ...before, archivedAt: before.archivedAt ?? now() };
      customer.lists.set(list.id, list);
      return Response.json(shownList(customer, list));
    },
    subscribers: (call) => {
      const customer = customerOf(call);
      const { id } = known(customer.lists, call.path.listId);
      const {
        status,
        page = 1,
        perPage = 20,
      } = call.query as { readonly status?: string; readonly page?: number; readonly perPage?: number };
      const found = inList(customer, id).filter((one) => status === undefined || one.status === status);
      return Response.json(found.slice((page - 1) * perPage, page * perPage), { headers: { 'X-Total': String(found.length) } });
    },
    subscribe: (call) => {
      const customer = customerOf(call);
      const list = known(customer.lists, call.path.listId);
      if (list.archivedAt !== undefined) throw new Refusal(409, '', 'The list has been archived.');
      const { address, name } = call.body;
      const before = inList(customer, list.id).find((one) => isSame(one.address, address));
      const named = name === undefined ? {} : { name };
      if (before === undefined) {
        return keepSubscriber(customer, { id: nextId(), listId: list.id, address, ...named, status: 'waiting', since: now() }, 201);
      }
      if (before.status !== 'left') return Response.json(before);
      const { name: _name, reason: _reason, ...kept } = before;
      return keepSubscriber(customer, { ...kept, ...named, status: 'waiting' });
    },
    subscriber: (call) => Response.json(known(customerOf(call).subscribers, call.path.subscriberId)),
    confirm: (call) => {
      const customer = customerOf(call);
      const subscriber = known(customer.subscribers, call.path.subscriberId);
      if (subscriber.status === 'left') throw new Refusal(409, '', 'They have left.');
      if (subscriber.status === 'active') return Response.json(subscriber);
      return keepSubscriber(customer, { ...subscriber, status: 'active', confirmedAt: now() });
    },
    leave: (call) => {
      const customer = customerOf(call);
      const subscriber = known(customer.subscribers, call.path.subscriberId);
      const reason = call.body?.reason;
      return keepSubscriber(customer, { ...subscriber, status: 'left', ...(reason === undefined ? {} : { reason }) });
    },
    writeCampaign: (call) => {
      const customer = customerOf(call);
      const { listId, subject = '', text = '', preview } = call.body;
      if (!customer.lists.has(listId)) throw new Refusal(422, '', `There is no list ${listId}.`);
      const own = preview === undefined ? {} : { preview };
      const campaign: Campaign = { id: nextId(), listId, subject, text, ...own, sends: 0, got: new Set() };
      customer.campaigns.set(campaign.id, campaign);
      return Response.json(shownCampaign(campaign), { status: 201 });
    },
    campaign: (call) => Response.json(shownCampaign(known(customerOf(call).campaigns, call.path.campaignId))),
    rewriteCampaign: (call) => {
      const { campaigns } = customerOf(call);
      const before = known(campaigns, call.path.campaignId);
      if (before.sends > 0) throw new Refusal(409, '', 'It has been sent.');
      const { subject = before.subject, text = before.text, preview = before.preview } = call.body;
      const campaign: Campaign = { ...before, subject, text, ...(preview === undefined ? {} : { preview }) };
      campaigns.set(campaign.id, campaign);
      return Response.json(shownCampaign(campaign));
    },
    sendCampaign: (call) => {
      const customer = customerOf(call);
      const campaign = known(customer.campaigns, call.path.campaignId);
      if (known(customer.lists, campaign.listId).archivedAt !== undefined) throw new Refusal(409, '', 'The list has been archived.');
      const people = inList(customer, campaign.listId).filter(({ id, status }) => status === 'active' && !campaign.got.has(id));
      if (people.length === 0) throw new Refusal(409, '', 'There is nobody to send it to.');
      const got = new Set([...campaign.got, ...people.map(({ id }) => id)]);
      customer.campaigns.set(campaign.id, { ...campaign, sends: campaign.sends + 1, got });
      const send: Send = { id: nextId(), campaignId: campaign.id, recipients: people.length, started: Date.now() };
      customer.sends.set(send.id, send);
      return Response.json(shownSend(send), { status: 202, headers: { Location: `/sends/${send.id}` } });
    },
    send: (call) => Response.json(shownSend(known(customerOf(call).sends, call.path.sendId))),
  };

  return {
    base: '',
    invalid: 422,
    refuse: (status, title) =>
      new Response(JSON.stringify({ title, status }), { status, headers: { 'content-type': 'application/problem+json' } }),
    callerOf: (headers) => {
      const account = new Map([
        ['k-bakery', 'bakery'],
        ['k-museum', 'museum'],
      ]).get(headers.get('x-key') ?? '');
      return account === undefined ? undefined : { account, isLimited: false };
    },
    operations,
  };
}

export const CREDENTIALS = { given: { key: 'k-bakery' }, other: { key: 'k-museum' } };

export const newsletter = (): Promise<Handler> => answering('newsletter', rules);
