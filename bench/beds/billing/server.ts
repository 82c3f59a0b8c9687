// The service: subscriptions and what they cost, as its document describes them, on `node:http`.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { listenerOf, type Reply } from '../http.ts';
import { contractsOf, member } from '../limits.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { type Asked, type Contract, contractOf, read, routed, Unreadable } from '../small.ts';
import { Billing, Failure, type Has } from './rules.ts';
import { createAccounts } from './seeds.ts';
import type { Account, CouponInput, Invoice, Plan, PlanInput, Subscription, SubscriptionInput } from './store.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The secret keys of the two accounts. */
export const credentials = {
  north: { key: 'sk_north_5f2ac9d0e81b' },
  south: { key: 'sk_south_b7710c4de2f6' },
} as const;

const contracts = contractsOf(documentPath, contractOf, {
  'percent-of-hundred': member('CouponInput', 'percentOff', { maximum: 99 }),
});

interface Call {
  readonly billing: Billing;
  readonly account: Account;
  readonly others: readonly Account[];
  readonly asked: Asked;
  readonly has: Has;
}

type Handler = (call: Call) => Reply | Promise<Reply>;

const answered = (status: number, data: unknown, headers: Record<string, string> = {}): Reply => ({ status, body: { data }, headers });

function found<V>(value: V | undefined): V {
  if (value === undefined) throw new Failure(404, 'not_found', 'There is nothing here.');
  return value;
}

const cursorOf = (text: string): string => Buffer.from(text).toString('base64url');

/** A page of entries. Its cursor names the last entry of the page. */
function pageOf<V extends { readonly id: string }>(
  all: readonly V[],
  fits: (one: V) => boolean,
  { query }: Asked,
  isByCount = false,
): Reply {
  const { limit, after } = query;
  let start = 0;
  if (after !== undefined) {
    const name = Buffer.from(String(after), 'base64url').toString();
    start = isByCount ? Number(name) : all.findIndex(({ id }) => id === name) + 1;
    if (!(start > 0) || cursorOf(name) !== after) throw new Failure(400, 'invalid_request', 'after is not a cursor of this list.');
  }
  const rest = (isByCount ? all.filter(fits).slice(start) : all.slice(start).filter(fits)) as V[];
  const data = rest.slice(0, Number(limit));
  const last = data.at(-1);
  const next = last !== undefined && rest.length > data.length ? cursorOf(isByCount ? String(start + data.length) : last.id) : null;
  return { status: 200, body: { data, paging: { next } } };
}

const newestFirst = <V>(map: ReadonlyMap<string, V>): V[] => [...map.values()].toReversed();

const subscriptionOf = ({ account, asked }: Call): Subscription => found(account.subscriptions.get(String(asked.path.subscriptionId)));

const handlers: Readonly<Record<string, Handler>> = {
  listPlans: ({ account, asked }) => {
    const { currency, archived } = asked.query;
    const fits = (plan: Plan): boolean => plan.currency === (currency ?? plan.currency) && plan.archived === (archived ?? plan.archived);
    return pageOf([...account.plans.values()], fits, asked);
  },
  createPlan: ({ billing, asked }) => answered(201, billing.createPlan(asked.body as PlanInput)),
  updatePlan: ({ account, asked }) =>
    answered(200, Object.assign(found(account.plans.get(String(asked.path.planId))), asked.body as Partial<Plan>)),
  createCoupon: ({ billing, asked }) => answered(201, billing.createCoupon(asked.body as CouponInput)),
  getCoupon: ({ account, asked }) => answered(200, found(account.coupons.get(String(asked.path.code).toUpperCase()))),
  listSubscriptions: ({ account, asked, has }) => {
    const { customerRef, planId, status } = asked.query;
    const fits = (one: Subscription): boolean =>
      (customerRef === undefined ||
        one.customerRef === customerRef ||
        (has('customer-by-prefix') && one.customerRef.startsWith(String(customerRef)))) &&
      one.planId === (planId ?? one.planId) &&
      (!Array.isArray(status) || status.includes(one.status));
    return pageOf(newestFirst(account.subscriptions), fits, asked);
  },
  createSubscription: async ({ billing, asked }) => {
    const subscription = await billing.subscribe(asked.body as SubscriptionInput);
    return answered(201, subscription, { location: `/subscriptions/${subscription.id}` });
  },
  getSubscription: (call) => answered(200, subscriptionOf(call)),
  changePlan: (call) => answered(200, call.billing.switchTo(subscriptionOf(call), (call.asked.body as { planId: string }).planId)),
  renewSubscription: (call) => answered(200, call.billing.renew(subscriptionOf(call))),
  cancelSubscription: (call) => answered(200, call.billing.cancel(subscriptionOf(call), (call.asked.body as { mode: string }).mode)),
  recordUsage: (call) => {
    const subscription = subscriptionOf(call);
    const { eventId, quantity } = call.asked.body as { eventId: string; quantity: number };
    const counted = call.billing.report(subscription, eventId, quantity);
    return answered(counted.isNew ? 201 : 200, { eventId, quantity: counted.quantity, total: subscription.usage });
  },
  listInvoices: ({ account, asked, has }) => {
    const { subscriptionId, status } = asked.query;
    const fits = (one: Invoice): boolean =>
      one.subscriptionId === (subscriptionId ?? one.subscriptionId) && one.status === (status ?? one.status);
    return pageOf(newestFirst(account.invoices), fits, asked, has('invoices-by-count'));
  },
  getInvoice: ({ account, asked }) => answered(200, found(account.invoices.get(String(asked.path.invoiceId)))),
  payInvoice: ({ billing, account, others, asked, has }) => {
    const accounts = has('invoice-of-all-paid') ? [account, ...others] : [account];
    const [invoice] = accounts.flatMap(({ invoices }) => invoices.get(String(asked.path.invoiceId)) ?? []);
    return answered(200, billing.pay(found(invoice)));
  },
};

type Accounts = Awaited<ReturnType<typeof createAccounts>>;

async function answer(contract: Contract, accounts: Accounts, has: Has, request: IncomingMessage): Promise<Reply> {
  const [, key] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const owner = (['north', 'south'] as const).find((name) => credentials[name].key === key);
  if (owner === undefined) throw new Failure(401, 'unauthorized', 'The secret key is missing or not valid.');
  const target = routed(contract, request);
  const asked = await read(contract, request, target);
  const account = accounts[owner];
  const others = Object.values(accounts).filter((other) => other !== account);
  return found(handlers[asked.operation])({ billing: new Billing(account, has), account, others, asked, has });
}

const STATUSES = { path: 404, method: 405, parameter: 400, 'media type': 415, size: 413, json: 400, body: 400 } as const;
const CODES: Readonly<Record<number, string>> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  415: 'unsupported_media_type',
};

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (!(error instanceof Unreadable)) return new Failure(500, 'internal', String(error));
  const status = STATUSES[error.trouble];
  return new Failure(status, CODES[status] ?? 'invalid_request', error.message);
}

function refusal(error: unknown): Reply {
  const { status, code, message } = failureOf(error);
  const allow = error instanceof Unreadable && error.trouble === 'method' ? { allow: error.place } : {};
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  return { status, body: { error: { code, message } }, headers: { ...allow, ...challenge } };
}

/** A service of its own, with the faults of these ids. */
export function createBilling(faults: ReadonlySet<string>): RequestListener {
  const contract = contracts(faults);
  const accounts = createAccounts();
  return listenerOf({ answer: async (request) => answer(contract, await accounts, (fault) => faults.has(fault), request), refusal });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createBilling(faults));

await serveByHand(import.meta.url, createBilling, 4035);
