// The email service: accounts search companies, look for people and verify addresses, each for credits of its own.

import { createEmailClient, type EmailClient } from '@octavo/interfaces/h-email';
import { unwrap } from '@octavo/runtime';
import { Counts, each, oneOf, unique, unlessCutOr, type Worker, type World } from '../worker.ts';

interface Account {
  readonly id: number;
  readonly client: EmailClient;
  readonly searches: Range;
  readonly verifications: Range;
  /** What is left for sure. */
  left: number;
}

/** What was acknowledged, and what may have been done besides. */
interface Range {
  done: number;
  unknown: number;
}

const DOMAIN = 'brightloaf.example';
const PEOPLE = ['Marta Lindqvist', 'Tomas Reyes'];
const CHARGED: readonly string[] = ['valid', 'invalid', 'accept_all'];
/** Credits of the plan Scale. */
const CREDITS = 25_000;

export async function emailWorker({ url, fetch, act, callers, wasKilledBetween }: World): Promise<Worker> {
  const service = 'h-email';
  const counts = new Counts();
  const accounts: Account[] = [];

  async function open(): Promise<Account> {
    const { account, key } = await act(service, 'add-account', { email: `${unique('buyer-')}@example.com`, plan: 'Scale' });
    const client = createEmailClient({ baseUrl: url(service), fetch: fetch(service), credentials: { apiKeyHeader: String(key) } });
    const opened = { id: Number(account), client, searches: none(), verifications: none(), left: CREDITS };
    accounts.push(opened);
    counts.add('accounts');
    return opened;
  }
  const current = await Promise.all(Array.from({ length: callers }, open));

  /** Sends a request that costs something. @param most what it costs at most, where it is unknown whether it was done */
  async function pay(account: Account, of: Range, most: number, request: () => Promise<number>): Promise<void> {
    const began = Date.now();
    const cost = await unlessCutOr(request, undefined);
    // nginx sends a GET again where its process was killed, and that process may have charged for it too.
    if (cost === undefined || wasKilledBetween(began, Date.now())) of.unknown += most;
    if (cost !== undefined) {
      of.done += cost;
      if (cost > 0) counts.add('charges');
    }
    account.left -= 2 * most;
  }

  const search = (account: Account) =>
    pay(account, account.searches, 1, async () => {
      const { data } = unwrap(await account.client.searchDomain({ query: { domain: DOMAIN, limit: 10 } }), 200);
      return Math.ceil(data.emails.length / 10);
    });
  const find = (account: Account) =>
    pay(account, account.searches, 1, async () => {
      const { data } = unwrap(await account.client.findEmail({ query: { domain: DOMAIN, full_name: oneOf(PEOPLE) } }), 200);
      return data.email === null ? 0 : 1;
    });
  const verify = (account: Account) =>
    pay(account, account.verifications, 1, async () => {
      const query = { email: oneOf(['marta.lindqvist@brightloaf.example', `${unique('no-')}@brightloaf.example`]) };
      const { data } = unwrap(await account.client.verifyEmail({ query }), 200);
      return CHARGED.includes(data.status ?? '') ? 1 : 0;
    });

  /** Compares the counters of an account. No request of it may be under way. */
  async function differences({ id, client, searches, verifications }: Account): Promise<string[]> {
    const { requests } = unwrap(await client.getAccount({}), 200).data;
    const pairs = [
      ['searches', requests.searches.used, searches],
      ['verifications', requests.verifications.used, verifications],
    ] as const;
    const credits = CREDITS - requests.credits.available;
    const faults = pairs
      .filter(([, used, { done, unknown }]) => used < done || used > done + unknown)
      .map(([what, used, { done, unknown }]) => `The account ${id} has ${used} ${what}, not ${done} to ${done + unknown}.`);
    if (credits !== requests.searches.used + Math.ceil(requests.verifications.used / 2))
      faults.push(`The account ${id} has used ${credits} credits, which are not those of its searches and verifications.`);
    return faults;
  }

  return {
    service,
    async act(caller) {
      const account = current[caller] ?? oneOf(current);
      if (account.left < 10) {
        current[caller] = await open();
        return;
      }
      const chance = Math.random();
      if (chance < 0.6) return oneOf([search, find, verify])(account);
      const faults = await differences(account);
      if (faults.length > 0) throw new Error(faults.join(' '));
    },
    acknowledged: () => counts.all(),
    missing: () => [],
    async compare() {
      const faults: string[] = [];
      await each(accounts, async (account) => faults.push(...(await differences(account))));
      return faults;
    },
  };
}

function none(): Range {
  return { done: 0, unknown: 0 };
}
