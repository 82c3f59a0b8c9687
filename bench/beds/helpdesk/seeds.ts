// What two accounts have at the start.
import { type Account, Store } from './store.ts';
import type { Article, Customer, Ticket } from './things.ts';

const day = (number: number): string => `2026-02-${String(number).padStart(2, '0')}T10:00:00.000Z`;
const id = (prefix: string, number: number): string => `${prefix}_${String(number).padStart(10, '0')}`;

function addCustomer(account: Account, number: number, members: Partial<Customer> & Pick<Customer, 'name' | 'email'>): void {
  const value: Customer = {
    id: id('cus', number),
    kind: 'person',
    vat_id: null,
    phones: [],
    credit_limit: '0.00',
    locale: 'en',
    contract: null,
    marketing_consent: false,
    version: 1,
    created_at: day(1),
    updated_at: members.created_at ?? day(1),
    ...members,
  };
  account.customers.set(value.id, value);
}

function addTicket(
  store: Store,
  account: Account,
  number: number,
  members: Partial<Ticket> & Pick<Ticket, 'subject' | 'requester_id'>,
): void {
  const value: Ticket = {
    id: id('tkt', number),
    number: account.tickets.size + 1,
    description: null,
    status: 'new',
    priority: 'normal',
    channel: 'web',
    assignee_id: null,
    tags: [],
    custom_fields: {},
    due_at: null,
    resolution: null,
    reopen_count: 0,
    solved_at: null,
    created_at: day(account.tickets.size + 2),
    updated_at: day(account.tickets.size + 2),
    deleted_at: null,
    ...members,
  };
  account.tickets.set(value.id, { value, etag: store.etag() });
}

function addComment(account: Account, number: number, ticket: number, body: string, visibility = 'public'): void {
  const value = { id: id('cmt', number), ticket_id: id('tkt', ticket), body, visibility, edited: false, created_at: day(10) };
  account.comments.set(value.id, value);
}

function addFile(account: Account, number: number, ticket: number, text: string): void {
  const bytes = Buffer.from(text);
  const value = {
    id: id('att', number),
    ticket_id: id('tkt', ticket),
    filename: 'log.txt',
    content_type: 'text/plain',
    size: bytes.length,
    caption: null,
    created_at: day(10),
  };
  account.attachments.set(value.id, { value, bytes });
}

function addArticle(store: Store, account: Account, slug: string, members: Partial<Article> & Pick<Article, 'title' | 'position'>): void {
  const value: Article = {
    slug,
    body: 'What to do.',
    locale: 'en',
    boost: 0,
    labels: [],
    state: 'draft',
    published_at: null,
    created_at: day(1),
    updated_at: day(1),
    ...members,
  };
  account.articles.set(slug, { value, etag: store.etag() });
}

function addAgent(account: Account, number: number, handle: string, active = true): void {
  const name = handle.toUpperCase();
  const value = { id: id('agt', number), handle, name, email: `${handle}@desk.example`, role: 'agent', active };
  account.agents.set(value.id, { ...value, last_seen_at: number === 2 ? null : day(11), created_at: day(1) });
}

function addWebhook(account: Account, number: number): void {
  const delivery = { via: 'http', url: 'https://hooks.example/desk', headers: { 'X-Source': 'desk' } };
  const value = { id: id('whk', number), delivery, events: ['ticket.created'], description: null, active: true, created_at: day(3) };
  account.webhooks.set(value.id, { value, secret: `whsec_${String(number).padStart(32, '0')}` });
}

function addKey(account: Account, number: number, expires_at: string | null): void {
  const value = { id: id('key', number), name: 'Wall board', role: 'viewer', expires_at, created_at: day(2) };
  account.keys.set(value.id, { value, secret: `dsk_${String(number).padStart(32, '0')}` });
}

function seedTickets(store: Store, acme: Account): void {
  const [ines, gans, zoe] = [id('cus', 1), id('cus', 2), id('cus', 3)];
  addTicket(store, acme, 1, { subject: 'Cannot log in', requester_id: ines, tags: ['login'] });
  addTicket(store, acme, 2, {
    subject: 'Printer jams',
    requester_id: gans,
    status: 'open',
    priority: 'high',
    assignee_id: id('agt', 1),
    tags: ['printer'],
    custom_fields: { serial: 'PX-1', pages: 120 },
    due_at: '2027-01-15T16:30:00.000Z',
  });
  addTicket(store, acme, 3, {
    subject: 'Invoice is wrong',
    description: 'It names the printer twice.',
    requester_id: gans,
    status: 'pending',
    priority: 'low',
    assignee_id: id('agt', 2),
    tags: ['login-page'],
  });
  const solved = { assignee_id: id('agt', 1), resolution: 'fixed', solved_at: day(9) };
  addTicket(store, acme, 4, { subject: 'VPN drops, "again"', requester_id: ines, status: 'solved', priority: 'urgent', ...solved });
  addTicket(store, acme, 5, { subject: 'Order a keyboard', requester_id: gans, status: 'closed', ...solved });
  addTicket(store, acme, 6, { subject: 'Screen flickers', requester_id: ines, priority: 'urgent' });
  const deleted = { deleted_at: day(12), assignee_id: id('agt', 2) };
  addTicket(store, acme, 7, { subject: 'Old printer', requester_id: zoe, status: 'open', ...deleted });
}

function seedAcme(store: Store): void {
  const acme = store.account('acme');
  addCustomer(acme, 1, { name: 'Ines Vermeer', email: 'ines@vermeer.example' });
  addCustomer(acme, 2, {
    name: 'Gans & Co',
    email: 'office@gans.example',
    kind: 'business',
    vat_id: 'NL001234567B01',
    phones: ['+31201234567'],
    contract: { plan: 'pro', starts_on: '2026-01-31', response_hours: 4 },
    created_at: day(2),
  });
  addCustomer(acme, 3, { name: 'Zoë Amann', email: 'zoe@amann.example', locale: 'de', created_at: day(3) });
  addCustomer(acme, 4, { name: 'anton', email: 'anton@mail.example', created_at: day(4) });
  for (const [number, handle] of [
    [1, 'ada'],
    [2, 'bob'],
    [3, 'cyd'],
  ] as const) {
    addAgent(acme, number, handle, number !== 3);
  }
  seedTickets(store, acme);
  addComment(acme, 1, 2, 'It jams each morning.');
  addComment(acme, 2, 2, 'The roller is worn.', 'internal');
  addComment(acme, 3, 2, 'We will bring a new one.');
  addComment(acme, 4, 5, 'Done.');
  acme.entries.set(id('ent', 1), {
    owner: id('tkt', 2),
    value: { id: id('ent', 1), hours: 1.75, worked_on: '2026-02-11', note: 'On site', billable: true },
  });
  acme.entries.set(id('ent', 2), {
    owner: id('tkt', 2),
    value: { id: id('ent', 2), hours: 0.5, worked_on: '2026-02-10', note: '', billable: false },
  });
  acme.entries.set(id('ent', 3), {
    owner: id('tkt', 5),
    value: { id: id('ent', 3), hours: 1, worked_on: '2026-02-10', note: '', billable: true },
  });
  addFile(acme, 1, 2, 'paper jam\r\n');
  addFile(acme, 2, 7, 'old\n');
  const home = { line1: 'Kerkstraat 12', city: 'Delft', postal_code: '2611 GX', country: 'NL' };
  acme.addresses.set(id('adr', 1), { owner: id('cus', 1), value: { id: id('adr', 1), label: 'Home', ...home, primary: true } });
  acme.addresses.set(id('adr', 2), { owner: id('cus', 1), value: { id: id('adr', 2), label: 'Work', ...home, primary: false } });
  addArticle(store, acme, 'reset-your-password', {
    title: 'Reset your password',
    position: 20,
    state: 'published',
    published_at: day(2),
    labels: ['login'],
  });
  addArticle(store, acme, 'clean-the-printer', { title: 'Clean the printer', position: 9 });
  addArticle(store, acme, 'old-printers', {
    title: 'Old printers',
    position: 100,
    locale: 'de',
    state: 'archived',
    published_at: day(1),
    labels: ['printer'],
  });
  const translation = { locale: 'fr', title: 'Changer le mot de passe', body: 'Ouvrez les réglages.', updated_at: day(3) };
  acme.translations.set('reset-your-password', new Map([['fr', translation]]));
  addWebhook(acme, 1);
  addKey(acme, 1, null);
  addKey(acme, 2, '2026-03-01T00:00:00.000Z');
}

function seedGlobex(store: Store): void {
  const globex = store.account('globex');
  addCustomer(globex, 51, { name: 'Printer Palace', email: 'hello@palace.example' });
  addAgent(globex, 51, 'eva');
  addTicket(store, globex, 51, { subject: 'Printer on fire', requester_id: id('cus', 51), status: 'open', assignee_id: id('agt', 51) });
  addComment(globex, 51, 51, 'Use the extinguisher.');
  addFile(globex, 51, 51, 'smoke\n');
  addArticle(store, globex, 'printers-and-fire', { title: 'Printers and fire', position: 1 });
  addWebhook(globex, 51);
  addKey(globex, 51, null);
}

export function createStore(): Store {
  const store = new Store();
  seedAcme(store);
  seedGlobex(store);
  return store;
}
