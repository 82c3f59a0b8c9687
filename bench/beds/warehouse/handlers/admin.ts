// Users and their API keys, webhook subscriptions, and reports.
import { randomBytes } from 'node:crypto';
import { conflict, notFound, Problem, unprocessable } from '../http.ts';
import type { Account } from '../store.ts';
import type { ApiKey, NewApiKey, NewReport, NewUser, NewWebhook, Report, User, Webhook } from '../things.ts';
import { type Call, type Part, totalOf } from './call.ts';
import { numbered, sorted } from './lists.ts';

function requireUser({ account, text }: Call): User {
  const found = account.users.get(text('user_id'));
  if (found === undefined) throw notFound('user');
  return found;
}

const users: Part = (store, faults) => ({
  listUsers: (call) => numbered(call, sorted([...call.account.users.values()], 'email', 'id')),

  createUser: ({ account, input }) => {
    const { email, name, role, password } = input<NewUser>();
    const taken = [...account.users.values()].some((user) => user.email.toLowerCase() === email.toLowerCase());
    if (taken) throw conflict('email_taken', 'Another user has this email.');
    const value: User = { id: store.ulid(), email, name, role, created_at: store.now() };
    account.users.set(value.id, value);
    return { status: 201, data: faults.has('user-password-echoed') ? { ...value, password } : value };
  },

  listApiKeys: (call) => {
    const { id } = requireUser(call);
    const own = [...call.account.keys.values()].filter(({ user }) => user === id);
    if (faults.has('api-key-secret-listed')) return { status: 200, data: own.map(({ value, secret }) => ({ ...value, secret })) };
    const keys = own.map(({ value }) => value);
    return { status: 200, data: sorted(keys, 'id', 'id') };
  },

  createApiKey: (call) => {
    const user = requireUser(call);
    const value: ApiKey = { id: store.id(), ...call.input<NewApiKey>(), created_at: store.now() };
    const secret = `wk_${randomBytes(16).toString('hex')}`;
    call.account.keys.set(value.id, { user: user.id, secret, value });
    return { status: 201, data: { ...value, secret } };
  },

  deleteApiKey: (call) => {
    const { id } = requireUser(call);
    const key = call.account.keys.get(call.number('key_id'));
    if (key === undefined || key.user !== id) throw notFound('API key');
    // The fault hides the key from lists and leaves its secret where the check of credentials looks for it.
    if (faults.has('api-key-works-after-delete')) key.user = '';
    else call.account.keys.delete(key.value.id);
    return { status: 204 };
  },
});

const webhooks: Part = (store, faults) => {
  const look = ({ secret, ...shown }: Webhook): Record<string, unknown> =>
    faults.has('webhook-secret-shown') ? { ...shown, secret } : shown;

  function requireWebhook({ account, text }: Call): Webhook {
    const found = account.webhooks.get(text('webhook_id'));
    if (found === undefined) throw notFound('subscription');
    return found;
  }

  return {
    createWebhook: ({ account, input }) => {
      const { id: _, created_at: __, ...given } = input<Webhook>() satisfies NewWebhook;
      const value: Webhook = { id: store.ulid(), ...given, created_at: store.now() };
      if (faults.has('webhook-inactive-lost')) value.active = value.active || true;
      account.webhooks.set(value.id, value);
      const { secret: ___, ...shown } = value;
      return { status: 201, data: shown, headers: { location: `/webhooks/${value.id}` } };
    },
    getWebhook: (call) => ({ status: 200, data: look(requireWebhook(call)) }),
    deleteWebhook: (call) => {
      call.account.webhooks.delete(requireWebhook(call).id);
      return { status: 204 };
    },
  };
};

const TAKES = 300;
const MOST = 100;
const SPAN = 10_000;

const isDone = (report: Report): boolean => Date.now() - report.started >= TAKES;

function reportLook(report: Report): Record<string, unknown> {
  const done = isDone(report);
  const { id, input, created_at } = report;
  return { id, kind: input.kind, status: done ? 'done' : 'running', file: done ? `/reports/${id}/file` : null, created_at };
}

function rowsOf(account: Account, { kind, from, to }: NewReport): string[] {
  if (kind === 'stock') return [...account.stock].map(([key, quantity]) => `${key.replace(' ', ',')},${quantity}`);
  const days = [...account.orders.values()].map(({ value }) => ({ value, day: value.created_at.slice(0, 10) }));
  const within = days.filter(({ day }) => (from === undefined || day >= from) && (to === undefined || day <= to));
  return within.map(({ value }) => `${value.id},${value.supplier_id},${totalOf(value)}`);
}

const reports: Part = (store, faults) => {
  function requireReport({ account, text }: Call): { report: Report; owner: Account } {
    const accounts = faults.has('report-file-of-other-account') ? [...store.accounts.values()] : [account];
    for (const owner of accounts) {
      const report = owner.reports.get(text('report_id'));
      if (report !== undefined) return { report, owner };
    }
    throw notFound('report');
  }

  return {
    startReport: ({ account, input }) => {
      const given = input<NewReport>();
      if (given.from !== undefined && given.to !== undefined && given.to < given.from)
        throw unprocessable('to', 'range', 'is before `from`');
      const recent = [...account.reports.values()].filter(({ started }) => Date.now() - started < SPAN);
      if (recent.length >= MOST) {
        const headers: Record<string, string> = faults.has('report-limit-without-retry-after') ? {} : { 'retry-after': '10' };
        throw new Problem(429, 'too_many_reports', `Start at most ${MOST} reports in ten seconds.`, [], headers);
      }
      const report: Report = { id: store.ulid(), input: given, started: Date.now(), created_at: store.now() };
      account.reports.set(report.id, report);
      return { status: 202, data: reportLook(report), headers: { location: `/reports/${report.id}` } };
    },

    getReport: ({ account, text }) => {
      const report = account.reports.get(text('report_id'));
      if (report === undefined) throw notFound('report');
      return { status: 200, data: reportLook(report) };
    },

    downloadReport: (call) => {
      const { report, owner } = requireReport(call);
      if (!isDone(report)) throw conflict('running', 'The report still runs.');
      const rows = rowsOf(owner, report.input);
      const names = report.input.kind === 'stock' ? 'warehouse,sku,quantity' : 'id,supplier_id,total';
      const empty = faults.has('report-empty-as-plain-text') && rows.length === 0;
      return {
        status: 200,
        content: `${[names, ...rows].join('\r\n')}\r\n`,
        type: empty ? 'text/plain' : 'text/csv; charset=utf-8',
        headers: { 'content-disposition': `attachment; filename="${report.id}.csv"` },
      };
    },
  };
};

export const admin: Part = (store, faults) => ({ ...users(store, faults), ...webhooks(store, faults), ...reports(store, faults) });
