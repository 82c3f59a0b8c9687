// The probes of all faults of the books of clubs.
import type { Got, Send } from '../client.ts';
import { etag, header, type Item, joined, of, type Probes, same } from '../probes.ts';

type LedgerProbes = Probes<Readonly<Record<'petra' | 'noor' | 'anton', Send>>>;

const CASH = 'acc_1cash000';
const FEES = 'acc_4fees000';
const REPAIR = 'acc_5repair0';
const PRIZES = 'acc_6prize00';

const ask = (send: Send, call: string, body: object, headers = {}): Promise<Got> => send('POST', `/v1/${call}`, { body, headers });
const look = (send: Send, call: string): Promise<Got> => send('GET', `/v1/${call}`);
/** A thing of an answer. */
const thing = (got: Got, name: string): Item => (of(got)[name] ?? {}) as Item;
const things = (got: Got, name: string): readonly Item[] => (of(got)[name] ?? []) as readonly Item[];
const failed = (got: Got, status: number, error: string): boolean => got.status === status && of(got).error === error;
const invalid = (got: Got): boolean => failed(got, 400, 'invalid_arguments');

const account = (send: Send, more: object = {}): Promise<Got> =>
  ask(send, 'accounts.create', { code: '5300', name: 'Fuel', kind: 'expense', ...more });
const update = (send: Send, more: object, headers = {}): Promise<Got> =>
  ask(send, 'accounts.update', { account: REPAIR, ...more }, headers);

const pair = (amount = 2500, more: object = {}): readonly object[] => [
  { account: REPAIR, amount, ...more },
  { account: CASH, amount: -amount },
];
const post = (send: Send, more: object = {}): Promise<Got> =>
  ask(send, 'entries.post', { date: '2026-02-15', description: 'Varnish', lines: pair(), ...more });
const reverse = (send: Send, entry: unknown): Promise<Got> => ask(send, 'entries.reverse', { entry, reason: 'Paid twice' });
const open = (send: Send, month: string): Promise<Got> => ask(send, 'periods.open', { month });
const close = (send: Send, period: unknown): Promise<Got> => ask(send, 'periods.close', { period });
const budget = (send: Send, more: object = {}): Promise<Got> =>
  ask(send, 'budgets.set', { account: PRIZES, year: 2026, amount: 30_000, ...more });
const template = (send: Send, more: object = {}): Promise<Got> =>
  ask(send, 'templates.create', { name: 'Paint', description: 'Paint', schedule: { kind: 'manual' }, lines: pair(), ...more });

const values: LedgerProbes = {
  'account-name-61': async ({ petra }) => {
    const most = await account(petra, { name: 'é'.repeat(60) });
    return most.status === 200 && invalid(await account(petra, { code: '5301', name: 'é'.repeat(61) }));
  },
  'code-open-end': async ({ petra }) => invalid(await account(petra, { code: '53001' })),
  'tags-repeated': async ({ petra }) =>
    (await update(petra, { tags: ['boats', 'oars'] })).status === 200 && invalid(await update(petra, { tags: ['oars', 'oars'] })),
  'line-with-more': async ({ petra }) => invalid(await post(petra, { lines: pair(100, { tax: 19 }) })),
  'date-of-no-calendar': async ({ petra }) =>
    (await post(petra, { date: '2026-02-28' })).status === 200 && invalid(await post(petra, { date: '2026-02-30' })),
  'reason-null': async ({ petra }) => invalid(await ask(petra, 'entries.reverse', { entry: 'ent_00000002', reason: null })),
  'budget-in-cents': async ({ petra }) => (await budget(petra)).status === 200 && invalid(await budget(petra, { amount: 30_050 })),
  'income-not-listed': async ({ petra }) => joined(things(await look(petra, 'accounts.list?kind=income'), 'accounts'), 'id') === FEES,
  'alert-percent-49': async ({ petra }) =>
    (await budget(petra, { alert_percent: 50 })).status === 200 && invalid(await budget(petra, { alert_percent: 49 })),
  'monthly-day-29': async ({ petra }) => {
    const most = await template(petra, { schedule: { kind: 'monthly', day: 28 } });
    return most.status === 200 && invalid(await template(petra, { name: 'Late', schedule: { kind: 'monthly', day: 29 } }));
  },
};

const sequences: LedgerProbes = {
  'reversed-again': async ({ petra }) => {
    const first = await reverse(petra, 'ent_00000002');
    return first.status === 200 && failed(await reverse(petra, 'ent_00000002'), 409, 'already_reversed');
  },
  'reversed-by-nothing': async ({ petra }) => {
    const { id } = thing(await reverse(petra, 'ent_00000002'), 'entry');
    const entry = thing(await look(petra, 'entries.info?entry=ent_00000002'), 'entry');
    return entry.status === 'reversed' && entry.reversed_by === id;
  },
  'closed-in-any-order': async ({ petra }) => {
    const { id } = thing(await open(petra, '2026-03'), 'period');
    const early = await close(petra, id);
    const first = await close(petra, 'per_00202602');
    return failed(early, 409, 'earlier_period_open') && first.status === 200 && (await close(petra, id)).status === 200;
  },
  'spent-of-all-years': async ({ petra }) => {
    await budget(petra, { account: REPAIR, year: 2027 });
    const { spent, remaining } = thing(await look(petra, `budgets.info?account=${REPAIR}&year=2027`), 'budget');
    return spent === 0 && remaining === 30_000;
  },
  'archive-keeps-budgets': async ({ petra }) => {
    await budget(petra);
    const archived = await ask(petra, 'accounts.archive', { account: PRIZES });
    const got = await look(petra, `budgets.info?account=${PRIZES}&year=2026`);
    return archived.status === 200 && failed(got, 404, 'budget_not_found');
  },
  'deleted-name-stays': async ({ petra }) => {
    const { id } = thing(await template(petra), 'template');
    const taken = await template(petra, { name: 'PAINT' });
    await ask(petra, 'templates.delete', { template: id });
    return failed(taken, 409, 'name_taken') && (await template(petra)).status === 200;
  },
  'key-without-comparison': async ({ petra }) => {
    const key = { idempotency_key: 'varnish-2026' };
    const first = await post(petra, key);
    const again = await post(petra, { reference: null, ...key });
    const isRepeated = same(first.json, again.json) && header(again, 'idempotent-replay') === 'true';
    return isRepeated && failed(await post(petra, { lines: pair(2600), ...key }), 409, 'idempotency_key_reused');
  },
  'opening-with-first-day': async ({ petra }) => {
    const got = of(await look(petra, `reports.statement?account=${CASH}&from=2026-02-10&to=2026-02-10`));
    return got.opening_balance === 50_000 && got.closing_balance === 38_000;
  },
};

const rich: LedgerProbes = {
  'empty-memo-null': async ({ petra }) => {
    const { id } = thing(await post(petra, { lines: pair(100, { memo: '' }) }), 'entry');
    const { lines } = thing(await look(petra, `entries.info?entry=${id}`), 'entry');
    return joined(lines as readonly Item[], 'memo') === ',null' && (lines as readonly Item[])[0]?.memo === '';
  },
  'metadata-merged': async ({ petra }) => {
    await update(petra, { metadata: { boat: 'Otter' } });
    return same(thing(await look(petra, `accounts.info?account=${REPAIR}`), 'account').metadata, { boat: 'Otter' });
  },
  'yearly-each-month': async ({ petra }) => {
    const { id } = thing(await template(petra, { schedule: { kind: 'yearly', month: 3, day: 7 } }), 'template');
    return failed(await ask(petra, 'templates.run', { template: id, date: '2026-02-07' }), 422, 'date_off_schedule');
  },
};

const responses: LedgerProbes = {
  'unbalanced-without-field': async ({ petra }) => {
    const got = await post(petra, { lines: [...pair(), { account: FEES, amount: 1 }] });
    return failed(got, 422, 'not_balanced') && of(got).field === 'lines';
  },
  'closed-at-local': async ({ petra }) => {
    const { closed_at } = thing(await close(petra, 'per_00202602'), 'period');
    return /T.+Z$/.test(String(closed_at));
  },
  'last-cursor-empty': async ({ petra }) => thing(await look(petra, 'accounts.list'), 'response_metadata').next_cursor === null,
};

const conditions: LedgerProbes = {
  'tag-without-balance': async ({ petra }) => {
    const before = etag(await look(petra, `accounts.info?account=${FEES}`));
    await post(petra, {
      lines: [
        { account: CASH, amount: 4000 },
        { account: FEES, amount: -4000 },
      ],
    });
    return before !== etag(await look(petra, `accounts.info?account=${FEES}`));
  },
  'stale-is-changed': async ({ petra }) => {
    const got = await update(petra, { name: 'Repairs' }, { 'if-match': '"0123456789abcdef"' });
    const { name } = thing(await look(petra, `accounts.info?account=${REPAIR}`), 'account');
    return failed(got, 412, 'account_changed') && name === 'Boat repairs';
  },
  'head-without-tag': async ({ petra }) => {
    const path = `/v1/accounts.info?account=${FEES}`;
    return etag(await petra('HEAD', path)) === etag(await petra('GET', path)) && etag(await petra('HEAD', path)) !== '';
  },
};

const lists: LedgerProbes = {
  'to-is-excluded': async ({ petra }) => {
    const got = await look(petra, 'entries.list?from=2026-02-01&to=2026-02-10');
    return joined(things(got, 'entries'), 'id') === 'ent_00000002';
  },
  'day-by-number': async ({ petra }) => {
    await post(petra, { date: '2026-02-10' });
    return joined(things(await look(petra, 'entries.list'), 'entries'), 'number') === '3,2,1';
  },
  'cursor-after-full-page': async ({ petra }) => {
    const first = await look(petra, 'entries.list?limit=1');
    const { next_cursor } = thing(first, 'response_metadata');
    const last = await look(petra, `entries.list?limit=1&cursor=${next_cursor}`);
    return things(last, 'entries')[0]?.id === 'ent_00000001' && thing(last, 'response_metadata').next_cursor === null;
  },
  'total-with-archived': async ({ petra }) => {
    await ask(petra, 'accounts.archive', { account: PRIZES });
    const [plain, all] = [await look(petra, 'accounts.list'), await look(petra, 'accounts.list?include_archived=true')];
    return thing(plain, 'response_metadata').total === 3 && thing(all, 'response_metadata').total === 4;
  },
};

const accounts: LedgerProbes = {
  'auditor-sees-contacts': async ({ petra, anton }) => {
    const [mine, theirs] = [await look(petra, 'accounts.list'), await look(anton, 'accounts.list')];
    const isShown = things(mine, 'accounts')[0]?.contact_email === 'petra@riverside.example';
    return isShown && things(theirs, 'accounts').length === 4 && things(theirs, 'accounts').every((one) => one.contact_email === null);
  },
};

export const probes: LedgerProbes = { ...values, ...sequences, ...rich, ...responses, ...conditions, ...lists, ...accounts };
