// Agents, webhooks and keys.
import { randomBytes, randomUUID } from 'node:crypto';
import { instant } from '../../clock.ts';
import { byText } from '../../texts.ts';
import type { Account, Secret } from '../store.ts';
import type { Agent, Key, NewAgent, NewKey, NewWebhook, Webhook } from '../things.ts';
import { conflict, notFound, Refusal } from '../wire.ts';
import type { Call, Handlers } from './call.ts';
import { paged, sorted } from './lists.ts';
import type { Part } from './part.ts';

const random = (prefix: string): string => `${prefix}_${randomBytes(16).toString('hex')}`;

const agents: Part = (store, faults, desk): Handlers => {
  function look(account: Account, agent: Agent): Agent & { assigned_tickets: number } {
    const all = [...account.tickets.values()].map(({ value }) => value).filter(({ assignee_id }) => assignee_id === agent.id);
    const states = faults.has('agent-counts-open-only') ? ['open'] : ['open', 'pending'];
    const assigned = all.filter(({ status, deleted_at }) => states.includes(status) && deleted_at === null);
    const last_seen_at = faults.has('agent-never-seen-empty-text') ? (agent.last_seen_at ?? '') : agent.last_seen_at;
    return { ...agent, last_seen_at, assigned_tickets: assigned.length };
  }

  function requireAgent({ account, path }: Call): Agent {
    const found = account.agents.get(path('agent_id'));
    if (found === undefined) throw notFound('agent');
    return found;
  }

  /** Takes what an agent works on away from it. */
  function release(account: Account, agent: string): void {
    for (const record of account.tickets.values()) {
      const { assignee_id, status, deleted_at } = record.value;
      const isWorkedOn = (status === 'open' || status === 'pending') && deleted_at === null;
      if (assignee_id === agent && isWorkedOn) desk.set({ account, record }, { assignee_id: null, status: 'new' });
    }
  }

  return {
    listAgents: (call) => {
      const active = call.query['filter[active]'];
      const all = [...call.account.agents.values()];
      const isAll = active === undefined || (active === false && faults.has('agents-inactive-ignored'));
      const found = all.filter((agent) => isAll || agent.active === active);
      const ordered = sorted(found, (a, b) => byText(a.handle, b.handle), false);
      return paged(
        call,
        ordered.map((agent) => look(call.account, agent)),
        faults,
      );
    },

    createAgent: (call) => {
      const { handle, name, email, password, role } = call.input<NewAgent>();
      const isTaken = [...call.account.agents.values()].some((agent) => agent.handle === handle);
      if (isTaken && !faults.has('agent-handle-taken')) throw conflict('Another agent has this handle.');
      const id = store.id('agt');
      const value: Agent = { id, handle, name, email, role, active: true, last_seen_at: null, created_at: store.now() };
      call.account.agents.set(id, value);
      const shown = look(call.account, value);
      const headers = { location: `/agents/${id}` };
      return { status: 201, body: faults.has('agent-password-echoed') ? { ...shown, password } : shown, headers };
    },

    getAgent: (call) => ({ status: 200, body: look(call.account, requireAgent(call)) }),

    updateAgent: (call) => {
      const old = requireAgent(call);
      const patch = call.input<Partial<Agent>>();
      const reset = faults.has('agent-patch-resets-role') ? { role: 'agent' } : {};
      const value: Agent = { ...old, ...reset, ...patch };
      call.account.agents.set(old.id, value);
      if (old.active && !value.active && !faults.has('agent-off-keeps-tickets')) release(call.account, old.id);
      return { status: 200, body: look(call.account, value) };
    },
  };
};

const SPAN = 5000;
const MOST = 20;

const webhooks: Part = (store, faults): Handlers => {
  function requireWebhook({ account, path }: Call, fault = ''): Secret<Webhook> {
    const accounts = faults.has(fault) ? [...store.accounts.values()] : [account];
    const found = accounts.map((one) => one.webhooks.get(path('webhook_id'))).find((one) => one !== undefined);
    if (found === undefined) throw notFound('subscription');
    return found;
  }

  const shown = ({ value, secret }: Secret<Webhook>, fault: string): Record<string, unknown> => ({
    ...value,
    ...(faults.has(fault) ? { signing_secret: secret } : {}),
  });

  return {
    listWebhooks: ({ account }) => {
      const all = [...account.webhooks.values()].map((record) => shown(record, 'webhook-secret-listed'));
      return { status: 200, body: { webhooks: all } };
    },

    createWebhook: ({ account, input }) => {
      const { delivery, events, description = null, active } = input<NewWebhook>();
      if (account.webhooks.size >= 50) throw conflict('The account has 50 subscriptions.');
      const value: Webhook = {
        id: store.id('whk'),
        delivery,
        events: faults.has('webhook-events-sorted') ? events.toSorted() : events,
        description: faults.has('webhook-description-empty-lost') ? description || null : description,
        active: active || faults.has('webhook-inactive-lost'),
        created_at: store.now(),
      };
      const secret = random('whsec');
      account.webhooks.set(value.id, { value, secret });
      const number = faults.has('webhook-created-at-number') ? { created_at: Date.parse(value.created_at) } : {};
      return { status: 201, body: { ...value, ...number, signing_secret: secret }, headers: { location: `/webhooks/${value.id}` } };
    },

    getWebhook: (call) => ({ status: 200, body: shown(requireWebhook(call), 'webhook-secret-shown') }),

    updateWebhook: (call) => {
      const record = requireWebhook(call);
      const { delivery, ...patch } = call.input<Partial<Webhook>>();
      const merged = { ...record.value.delivery, ...delivery };
      const replaced = delivery === undefined ? {} : { delivery: faults.has('webhook-patch-merges-delivery') ? merged : delivery };
      const reset = faults.has('webhook-patch-resets-active') ? { active: true } : {};
      record.value = { ...record.value, ...reset, ...patch, ...replaced };
      return { status: 200, body: shown(record, 'webhook-secret-after-change') };
    },

    deleteWebhook: (call) => {
      const { value } = requireWebhook(call, 'webhook-delete-other-account');
      for (const { webhooks: all } of store.accounts.values()) all.delete(value.id);
      return { status: 204 };
    },

    rotateSecret: (call) => {
      const record = requireWebhook(call);
      if (!faults.has('webhook-secret-not-rotated')) record.secret = random('whsec');
      return { status: 200, body: { signing_secret: record.secret } };
    },

    pingWebhook: (call) => {
      const { value } = requireWebhook(call);
      if (!value.active && !faults.has('webhook-ping-inactive')) throw conflict('The subscription is not active.');
      const now = Date.now();
      const recent = call.account.pings.filter((at) => now - at < SPAN);
      const most = faults.has('ping-twenty-first') ? MOST + 1 : MOST;
      if (recent.length >= most) {
        const seconds = Math.ceil(((recent[0] ?? now) + SPAN - now) / 1000);
        const headers: Record<string, string> = faults.has('ping-limit-without-retry-after') ? {} : { 'retry-after': String(seconds) };
        throw new Refusal(429, 'rate_limited', `Send at most ${MOST} in five seconds.`, [], headers);
      }
      call.account.pings = [...recent, now];
      return { status: 202, body: { delivery_id: randomUUID() } };
    },
  };
};

const keys: Part = (store, faults): Handlers => {
  /** Keys that look deleted and still work, where that fault is planted. */
  const hidden = new Set<string>();

  return {
    listKeys: ({ account }) => {
      const shown = ({ value, secret }: Secret<Key>): Record<string, unknown> =>
        faults.has('key-secret-listed') ? { ...value, secret } : { ...value };
      const all = [...account.keys.values()].filter(({ value }) => !hidden.has(value.id));
      return { status: 200, body: { keys: all.map(shown) } };
    },

    createKey: ({ account, input }) => {
      const { name, role, expires_at = null } = input<NewKey>();
      const expires = expires_at === null || faults.has('key-expiry-lost') ? null : instant(expires_at);
      const value: Key = { id: store.id('key'), name, role, expires_at: expires, created_at: store.now() };
      const secret = random('dsk');
      account.keys.set(value.id, { value, secret });
      const { expires_at: _, ...others } = value;
      const shown = faults.has('key-null-left-out') && expires === null ? others : value;
      return { status: 201, body: { ...shown, secret } };
    },

    deleteKey: ({ account, path }) => {
      const key = account.keys.get(path('key_id'));
      if (key === undefined || hidden.has(key.value.id)) throw notFound('key');
      if (faults.has('key-works-after-delete')) hidden.add(key.value.id);
      else account.keys.delete(key.value.id);
      return { status: 204 };
    },
  };
};

export const admin: Part = (store, faults, desk) => ({
  ...agents(store, faults, desk),
  ...webhooks(store, faults, desk),
  ...keys(store, faults, desk),
});
