// The messaging service, by both documents: a shop adds contacts, imports some, puts them into groups, reports events and sends email for its
// balance. Its webhook is told what happens to the messages.

import { createMessagingClient, createMessagingWebhookReceiver } from '@octavo/interfaces/g-messaging';
import { createMessagingMarketingClient } from '@octavo/interfaces/g-messaging-marketing';
import { unwrap } from '@octavo/runtime';
import { PRICES } from '../../../../services/g-messaging/balance/rules.ts';
import { users } from '../../../../services/g-messaging/seeds/credentials.ts';
import { Counts, each, oneOf, unique, unlessCutOr, type Worker, type World } from '../worker.ts';

interface Contact {
  readonly email: string;
  /** Absent: it is unknown whether it was added. */
  id?: number;
  readonly firstName: string;
}

/** Ten-thousandths of a unit of the currency, as prices are given. */
const UNITS = 10_000;
/** Contacts of a caller that are read again. */
const RECENT = 20;
const IN_AN_IMPORT = 25;

export async function messagingWorker({ url, fetch, act, receiver, callers }: World): Promise<Worker> {
  const service = 'g-messaging';
  const counts = new Counts();
  const options = { fetch: fetch(service), credentials: { basic: users.papaver } };
  const main = createMessagingClient({ baseUrl: url(service), ...options });
  const marketing = createMessagingMarketingClient({ baseUrl: url('g-messaging-marketing'), ...options });
  /** What the webhook was told: `SENT <message>`. */
  const told = new Set<string>();
  const address = receiver.add(
    '/messaging',
    createMessagingWebhookReceiver({
      messageActivity({ body: { iid, activityStatus } }) {
        told.add(`${activityStatus} ${iid}`);
        return { status: 200 };
      },
    }),
  );
  await act(service, 'set-webhook', { url: address, user: users.papaver.username });
  const before = unwrap(await main.getAccountBalance({}), 200);
  const contacts: Contact[][] = Array.from({ length: callers }, () => []);
  const imports: { readonly session: string; readonly emails: readonly string[] }[] = [];
  const sent: string[] = [];
  let unknownSends = 0;
  let isPenniless = false;

  async function add(caller: number): Promise<void> {
    const email = `${unique('reader-')}@example.com`;
    const firstName = unique('Reader ');
    const contact: Contact = { email, firstName };
    const body = { firstName, channels: [{ type: 'email' as const, value: email }] };
    const request = async () =>
      Math.random() < 0.5
        ? unwrap(await main.addOrUpdateContact({ body: body as never }), 200).id
        : unwrap(await marketing.addContact({ body: body as never }), 200).id;
    contact.id = await unlessCutOr(request, undefined as never);
    contacts[caller]?.push(contact);
    if (contact.id !== undefined) counts.add('contacts');
  }

  async function importSome(): Promise<void> {
    const emails = Array.from({ length: IN_AN_IMPORT }, () => `${unique('import-')}@example.com`);
    const all = emails.map((value) => ({ firstName: 'Ida', channels: [{ type: 'email' as const, value }] }));
    const body = { contacts: all, dedupeOn: 'email', groupNames: [GROUP] };
    const started = await unlessCutOr(async () => unwrap(await main.importContacts({ body: body as never }), 200), undefined);
    if (started?.asyncSessionId === undefined) return;
    imports.push({ session: started.asyncSessionId, emails });
    counts.add('imports');
  }

  async function send(contact: Contact): Promise<void> {
    if (isPenniless) return read(contact);
    unknownSends += 1;
    const ids = await unlessCutOr(() => (Math.random() < 0.5 ? sendByMain(contact) : sendByMarketing(contact)), undefined);
    if (ids === undefined) return;
    unknownSends -= 1;
    sent.push(...ids);
    counts.add('emails', ids.length);
  }

  const letter = { from: 'Papaver Books <letters@papaver-books.example>', subject: 'New books' };
  const text = '<p>New <a href="https://papaver-books.example/new">books</a>.</p>';

  /** @returns the identifiers of the messages that were accepted */
  async function sendByMain({ email }: Contact): Promise<string[]> {
    const answer = await main.sendEmail({ body: { ...letter, htmlText: text, emails: [email] } });
    if (isRefusal(answer)) return [];
    const { results } = unwrap(answer, 200);
    return [results].flat().flatMap(({ requestId, status }) => (status === 'OK' && requestId !== undefined ? [requestId] : []));
  }

  async function sendByMarketing({ email }: Contact): Promise<string[]> {
    const answer = await marketing.sendEmail({ body: { ...letter, htmlContent: text, recipients: [email] } });
    // The answer names the request, which has one message.
    return isRefusal(answer) ? [] : [`${unwrap(answer, 200).id}-1`];
  }

  function isRefusal({ status, body }: { readonly status: number; readonly body: unknown }): boolean {
    const isOne = status === 400 && JSON.stringify(body).includes('not-enough-money');
    isPenniless ||= isOne;
    return isOne;
  }

  async function report(contact: Contact): Promise<void> {
    const body = { eventTypeKey: 'soak-visit', keyValue: contact.email, params: [{ name: 'page', value: '/new' }] };
    const { status } = Math.random() < 0.5 ? await main.triggerEvent({ body }) : await marketing.triggerEvent({ body });
    if (status !== 200) throw new Error(`An event was answered with ${status}.`);
  }

  async function read(contact: Contact): Promise<void> {
    if (contact.id === undefined) return;
    const path = { contactId: contact.id };
    const { firstName, email } = unwrap(
      Math.random() < 0.5 ? await main.getContact({ path }) : await marketing.getContact({ path }),
      200,
    ) as { firstName?: string; email?: string };
    if (firstName !== contact.firstName) throw new Error(`The contact ${contact.email} is called ${firstName}, and has ${email}.`);
  }

  const lists = [
    () => main.listGroups({}),
    () => marketing.listGroups({}),
    () => main.searchContacts({ query: { maxrows: 20 } }),
    () => main.getAccountBalance({}),
    () => main.listBroadcasts({}),
  ];

  /** A contact is there once, if it was acknowledged. */
  async function contactFaults({ email, id }: Contact): Promise<string[]> {
    const found = unwrap(await main.searchContacts({ query: { email } }), 200);
    const ids = found.map((one) => one.id);
    if (id === undefined ? ids.length <= 1 : ids.join() === String(id)) return [];
    return [`The contact ${email} is there as [${ids.join()}], not as ${id ?? 'one or none'}.`];
  }

  async function importFaults(): Promise<string[]> {
    const faults: string[] = [];
    const wanted = new Map(imports.flatMap(({ emails }) => emails.map((email) => [email, 0])));
    const groups = unwrap(await main.listGroups({}), 200);
    const groupId = groups.find(({ name }) => name === GROUP)?.id;
    if (groupId === undefined) return imports.length === 0 ? [] : ['The group of imported contacts is not there.'];
    for (let startindex = 1, length = 1; length > 0; startindex += length) {
      const page = unwrap(await main.listGroupContacts({ path: { groupId }, query: { startindex, maxrows: 500 } }), 200);
      length = page.length;
      for (const { email = '' } of page) if (wanted.has(email)) wanted.set(email, (wanted.get(email) ?? 0) + 1);
    }
    for (const [email, count] of wanted) if (count !== 1) faults.push(`The imported contact ${email} is there ${count} times.`);
    return faults;
  }

  async function balanceFaults(): Promise<string[]> {
    const { currentBalance, bonusEmails = 0 } = unwrap(await main.getAccountBalance({}), 200);
    const money = Math.round((before.currentBalance - currentBalance) * UNITS) / PRICES.EMAIL;
    const paid = money + (before.bonusEmails ?? 0) - bonusEmails;
    const faults =
      paid >= sent.length && paid <= sent.length + unknownSends
        ? []
        : [`${paid} emails were paid, not ${sent.length} to ${sent.length + unknownSends}.`];
    const history = unwrap(await main.getAccountBalanceHistory({ query: { from: '2020-01-01', to: '2040-01-01' } }), 200);
    const sum = history.reduce((total, { amount }) => total + Math.round(amount * UNITS), 0);
    if (sum !== Math.round(currentBalance * UNITS))
      faults.push(`The history adds up to ${sum / UNITS}, and the balance is ${currentBalance}.`);
    return faults;
  }

  return {
    service,
    async act(caller) {
      const own = (contacts[caller] ?? []).slice(-RECENT);
      const chance = Math.random();
      if (chance < 0.15 || own.length === 0) return add(caller);
      if (chance < 0.3) return send(oneOf(own));
      if (chance < 0.4) return report(oneOf(own));
      if (chance < 0.42) return importSome();
      if (chance < 0.8) return read(oneOf(own));
      const { status } = await oneOf(lists)();
      if (status !== 200) throw new Error(`A list was answered with ${status}.`);
    },
    acknowledged: () => counts.all(),
    missing: () => [
      ...sent.filter((id) => !told.has(`SENT ${id}`)).map((id) => `The webhook was not told that ${id} was sent.`),
      ...sent
        .filter((id) => !told.has(`DELIVERED ${id}`) && !told.has(`UNDELIVERED ${id}`))
        .map((id) => `The webhook was not told whether ${id} arrived.`),
    ],
    async compare() {
      const faults: string[] = [];
      await each(contacts.flat(), async (contact) => faults.push(...(await contactFaults(contact))));
      return [...faults, ...(await importFaults()), ...(await balanceFaults())];
    },
  };
}

const GROUP = unique('Imported ');
