// Tests two processes of the command octavo-services on one PostgreSQL and Redis: what callers spend and book, how fast they may be, and who they
// are.

import { createIdentityClient } from '@octavo/interfaces/a-identity';
import { createEmailClient, type EmailClient } from '@octavo/interfaces/h-email';
import { unwrap } from '@octavo/runtime';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keys } from '../../services/h-email/seed.ts';
import { IS_DEEP } from '../support/effort.ts';
import { POSTGRES } from '../support/postgres.ts';
import { REDIS } from '../support/redis.ts';
import { type SandboxProcess, startTwoProcesses, type TwoProcesses } from '../support/sandbox-process.ts';
import { describeMicroblog } from './b-microblog/two-processes.ts';
import { describeMessaging } from './g-messaging/two-processes.ts';

// Where they are not installed, the helpers print a line that says so.
describe.skipIf(!POSTGRES || !REDIS)('two processes', () => {
  let processes: TwoProcesses['processes'];
  let end: TwoProcesses['end'];
  beforeAll(async () => {
    ({ processes, end } = await startTwoProcesses(['a-identity', 'b-microblog', 'e-scheduling', 'g-messaging', 'h-email']));
  });
  afterAll(() => end());

  // It comes first, on the running clock: tests below stop it.
  describe('of the microblogging service', () => describeMicroblog(() => processes));

  /** Freezes the clock by one process, and waits until the other has heard of it. */
  async function freezeAt(moment: number): Promise<void> {
    const [left, right] = processes;
    const at = new Date(moment).toISOString();
    unwrap(await left.control.freezeClock({ body: { at } }), 200);
    await expect.poll(async () => unwrap(await right.control.getClock(), 200).now).toBe(at);
  }

  const run = async ({ control }: SandboxProcess, service: string, action: string, body: Record<string, unknown>) =>
    unwrap(await control.runAction({ path: { service, action }, body }), 200).result as Record<string, string>;
  const emailClient = (at: SandboxProcess, apiKey: string) => createEmailClient({ baseUrl: at.url('h-email'), credentials: { apiKey } });

  /** Sends 50 requests at once, in turn to one process and the other, and counts the statuses. */
  async function fifty(key: string, send: (client: EmailClient, index: number) => Promise<{ status: number }>) {
    const clients = processes.map((one) => emailClient(one, key));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const client = clients[index % 2];
        if (client === undefined) throw new Error('There are two processes.');
        return send(client, index);
      }),
    );
    const count: Record<number, number> = {};
    for (const { status } of answers) count[status] = (count[status] ?? 0) + 1;
    return count;
  }

  test('book a time once, and a single-use link once, for fifty people who send the forms of one process to both', async () => {
    const pages = processes.map((one) => new URL('/book/', one.url('e-scheduling')).href);
    /** Sends the form of a page 50 times at once, in turn to both processes, with a time each, and counts the statuses. */
    async function submit(path: string, timeOf: (times: readonly string[], index: number) => string | undefined) {
      const shown = await (await fetch(`${pages[0]}${path}`)).text();
      const [, token = ''] = /name="token" value="([^"]+)"/.exec(shown) ?? [];
      const times = [...shown.matchAll(/name="start" value="(\d+)"/g)].map(([, time = '']) => time);
      const statuses = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const body = new URLSearchParams({
            token,
            start: timeOf(times, index) ?? '',
            name: 'Mo Ito',
            email: 'mo@example.com',
            answer0: 'Never',
          });
          return (await fetch(`${pages[index % 2]}${path}`, { method: 'POST', body })).status;
        }),
      );
      return (status: number) => statuses.filter((one) => one === status).length;
    }
    const same = await submit('northlight-felix/first-lesson', (times) => times[0]);
    expect([same(200), same(409)]).toEqual([1, 49]);
    // Each person wants another time, and only the first of them gets the link. The others are refused while it is taken (403), or find it used
    // (410).
    const linked = await submit('d/ck7p-2mx-t8q/first-lesson', (times, index) => times[index]);
    expect([linked(200), linked(403) + linked(410)]).toEqual([1, 49]);
  });

  // The clock goes on from test to test, since windows of seconds stand still while it is frozen.
  test('together allow as many requests a second as one', async () => {
    await freezeAt(Date.parse('2026-11-21T09:30:00Z'));
    const search = (client: EmailClient) => client.searchDomain({ query: { domain: 'quietmill.example' } });
    expect(await fifty(keys.starter, search)).toEqual({ 200: 15, 403: 35 });
    await freezeAt(Date.parse('2026-11-21T09:30:01Z'));
    expect(await fifty(keys.starter, search)).toEqual({ 200: 15, 403: 35 });
  });

  test('spend no credit twice, and none beyond the allotment', async () => {
    await run(processes[0], 'h-email', 'set-credits', { account: 4712, available: 20 });
    const email = 'marta.lindqvist@brightloaf.example';
    let paid = 0;
    let refused = 0;
    for (let second = 2; second < 5; second += 1) {
      await freezeAt(Date.parse('2026-11-21T09:30:00Z') + second * 1000);
      // The finder allows 15 requests a second, the verifier 10.
      const halves: number[] = [];
      const count = await fifty(keys.free, async (client, index) => {
        const isFinder = index < 30;
        const answer = await (isFinder
          ? client.findEmail({ query: { domain: 'brightloaf.example', full_name: 'Marta Lindqvist' } })
          : client.verifyEmail({ query: { email } }));
        if (answer.status === 200) halves.push(isFinder ? 2 : 1);
        return answer;
      });
      expect(count[403]).toBe(25);
      paid += halves.reduce((sum, one) => sum + one, 0);
      refused += count[429] ?? 0;
    }
    expect(paid).toBe(40);
    expect(refused).toBeGreaterThan(0);
    const usages = await Promise.all(processes.map(async (one) => unwrap(await emailClient(one, keys.free).getAccount({}), 200).data));
    for (const { requests } of usages) expect(requests.credits).toEqual({ used: 50, available: 0 });
  });

  test('know at once what one of them mints and revokes', async () => {
    const [left, right] = processes;
    const { access_token = '' } = await run(left, 'a-identity', 'mint-access-token', { user: 'ines.varga@lumen.example' });
    const identity = createIdentityClient({ baseUrl: right.url('a-identity'), credentials: { oauth2: access_token } });
    expect((await identity.getUserInfo({})).status).toBe(200);
    await run(left, 'a-identity', 'revoke-token', { token: access_token });
    await expect.poll(async () => (await identity.getUserInfo({})).status).toBe(401);

    const { key = '' } = await run(right, 'h-email', 'mint-key', { account: 4711 });
    const account = async () => (await emailClient(left, key).getAccount({})).status;
    expect(await account()).toBe(200);
    await run(right, 'h-email', 'revoke-key', { key });
    await expect.poll(account).toBe(401);
  });

  test('make one signing key, though both mint at once', async () => {
    const input = { user: 'ines.varga@lumen.example' };
    await Promise.all(processes.map((one) => run(one, 'a-identity', 'mint-id-token', input)));
    const certs = await Promise.all(processes.map(async (one) => (await fetch(`${one.url('a-identity')}/oauth2/v2/certs`)).json()));
    expect(certs[0]).toEqual(certs[1]);
    expect((certs[0] as { keys: object[] }).keys).toHaveLength(2);
  });

  // It comes last, since a deep run kills one of them at its end.
  describe('of the messaging service', () => {
    beforeAll(async () => {
      unwrap(await processes[0].control.runClock(), 200);
      for (const { control } of processes)
        await vi.waitUntil(async () => !unwrap(await control.getClock(), 200).frozen, { timeout: 30_000 });
    });
    describeMessaging(() => processes, IS_DEEP);
  });
});
