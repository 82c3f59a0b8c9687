// Tests two processes of the messaging service on one PostgreSQL and Redis.

import { createMessagingClient } from '@octavo/interfaces/g-messaging';
import { createMessagingMarketingClient } from '@octavo/interfaces/g-messaging-marketing';
import { unwrap } from '@octavo/runtime';
import { beforeAll, expect, test } from 'vitest';
import { users } from '../../../services/g-messaging/seeds/credentials.ts';
import type { TwoProcesses } from '../../support/sandbox-process.ts';
import { POETRY_READERS } from './support.ts';

const IMPORTED = 'Imported';

/**
 * Declares the tests. The processes are there when these begin, as new.
 * @param mayKill whether one of them may be killed at the end
 */
export function describeMessaging(of: () => TwoProcesses['processes'], mayKill: boolean): void {
  let processes: TwoProcesses['processes'];
  beforeAll(() => {
    processes = of();
  });

  const credentials = { basic: users.papaver };
  const mainOf = (index: number) => createMessagingClient({ baseUrl: processes[index % 2]?.url('g-messaging') ?? '', credentials });
  const marketingOf = (index: number) =>
    createMessagingMarketingClient({ baseUrl: processes[index % 2]?.url('g-messaging-marketing') ?? '', credentials });

  test('fifty writers of both processes and both documents add each contact once', async () => {
    const saved = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const channels = { type: 'email' as const, value: `person-${index % 5}@example.com` };
        const body = { channels, groups: [{ name: 'Poetry readers' }] };
        return unwrap(await (index % 4 < 2 ? mainOf(index).addOrUpdateContact({ body }) : marketingOf(index).addContact({ body })), 200).id;
      }),
    );
    expect(new Set(saved).size).toBe(5);
    for (const index of [0, 1]) {
      const members = unwrap(await mainOf(index).listGroupContacts({ path: { groupId: POETRY_READERS } }), 200);
      expect(members.map(({ id }) => id).sort()).toEqual([104_729, 104_730, ...new Set(saved)].sort());
    }
  });

  test('fifty sends by both processes pay each message once', async () => {
    const before = unwrap(await mainOf(0).getAccountBalance(), 200).currentBalance;
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        mainOf(index).sendSms({ body: { from: 'PapaverBks', text: 'Poems', phoneNumbers: [`49171000${2000 + index}`] } }),
      ),
    );
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    expect(unwrap(await mainOf(1).getAccountBalance(), 200).currentBalance).toBeCloseTo(before - 2, 4);
  });

  test('of fifty sends by both processes, those that the balance can pay are accepted, and no others', async () => {
    const CENTS = 100;
    const balance = async () => Math.round(unwrap(await mainOf(1).getAccountBalance(), 200).currentBalance * CENTS);
    const ledger = async () => {
      const all = unwrap(await mainOf(0).getAccountBalanceHistory({ query: { from: '2020-01-01', to: '2030-01-01' } }), 200);
      return all.reduce((sum, { amount }) => sum + Math.round(amount * CENTS), 0);
    };
    const sms = (index: number, parts: number, phoneNumbers: string[]) =>
      mainOf(index).sendSms({ body: { from: 'PapaverBks', text: 'x'.repeat(parts === 1 ? 1 : parts * 153), phoneNumbers } });
    // All but twenty parts are spent, of 4 cents each.
    const parts = (await balance()) / 4 - 20;
    const many = Array.from({ length: 10 }, (_, index) => `4917100${3000 + index}`);
    for (const [each, numbers] of [
      [Math.floor(parts / 10), many],
      [parts % 10, many.slice(0, 1)],
    ] as const)
      if (each > 0) unwrap(await sms(0, each, numbers), 200);
    expect([await balance(), await ledger()]).toEqual([80, 80]);
    const number = (index: number) => `4917100${4000 + index}`;
    const sent = await Promise.all(Array.from({ length: 50 }, (_, index) => sms(index, 1, [number(index)])));
    const accepted = sent.filter(({ status }) => status === 200);
    const refused = sent.filter(({ status }) => status !== 200);
    expect([accepted.length, refused.length]).toEqual([20, 30]);
    for (const answer of refused) expect(answer).toMatchObject({ status: 400, body: { code: 'not-enough-money' } });
    expect([await balance(), await ledger()]).toEqual([0, 0]);
    // A send that was refused has left no contact.
    const made = await Promise.all(sent.map((_, index) => mainOf(0).searchContacts({ query: { sms: number(index) } })));
    expect(made.map((found) => unwrap(found, 200).length)).toEqual(sent.map(({ status }) => (status === 200 ? 1 : 0)));
  });

  test('what one process begins, the other one sees ended', async () => {
    // The account has no money left.
    unwrap(await processes[0].control.resetSandbox(), 204);
    const contacts = Array.from({ length: 1_200 }, (_, index) => ({
      channels: { type: 'email' as const, value: `import-${index}@example.com` },
    }));
    const { asyncSessionId = '' } = unwrap(
      await mainOf(0).importContacts({ body: { contacts: contacts as never, dedupeOn: 'email', groupNames: [IMPORTED] } }),
      200,
    );
    const status = async () => unwrap(await mainOf(1).getContactImportStatus({ path: { sessionId: asyncSessionId } }), 200);
    await expect.poll(async () => (await status()).status).toBe('FINISHED');
    expect(await status()).toMatchObject({ total: 1_200, created: 1_200, updated: 0, failed: 0 });
  });

  // It comes last, since one process is gone afterwards. The other one takes its jobs after ten seconds.
  test.runIf(mayKill)('a deletion, an import and a broadcast go on in the other process when theirs is killed', async () => {
    const [, survivor] = processes;
    const events = Array.from({ length: 500 }, () => ({ eventTypeKey: 'productViewed', keyValue: 'book', occurred: '2026-10-01' }));
    for (let round = 0; round < 4; round++) await mainOf(0).addPastEvents({ body: { events: events as never } });
    const contacts = Array.from({ length: 3_000 }, (_, index) => ({ channels: { type: 'sms' as const, value: `4917${200_000 + index}` } }));
    const sessions = [
      unwrap(await mainOf(0).importContacts({ body: { contacts: contacts as never, dedupeOn: 'sms' } }), 200).asyncSessionId ?? '',
      unwrap(await mainOf(0).deleteEvents({ query: { eventTypeKey: 'productViewed' } }), 200).asyncSessionId,
    ];
    const [group] = unwrap(await mainOf(0).listGroups({ query: { name: IMPORTED } }), 200);
    const { currentBalance: before = 0 } = unwrap(await mainOf(1).getAccountBalance(), 200);
    const broadcast = unwrap(await mainOf(0).createBroadcast({ body: { messageId: 2417, groupIds: [group?.id ?? 0] } }), 200).id;
    processes[0].program.child.kill('SIGKILL');
    const main = createMessagingClient({ baseUrl: survivor.url('g-messaging'), credentials });
    const status = async (sessionId: string) => unwrap(await main.getContactImportStatus({ path: { sessionId } }), 200);
    for (const session of sessions)
      await expect.poll(async () => (await status(session)).status, { timeout: 30_000, interval: 500 }).toBe('FINISHED');
    expect(await Promise.all(sessions.map(status))).toMatchObject([{ total: 3_000, created: 3_000, failed: 0 }, { updated: 2_000 }]);
    const read = async () => unwrap(await main.getBroadcast({ path: { broadcastId: broadcast } }), 200);
    // The service allows 180 requests a minute.
    await expect.poll(async () => (await read()).delivered, { timeout: 30_000, interval: 500 }).toBe(1_200);
    expect(await read()).toMatchObject({ status: 'FINISHED', sent: 1_200, errors: 0 });
    const { currentBalance = 0, bonusEmails } = unwrap(await main.getAccountBalance(), 200);
    expect([Math.round((before - currentBalance) * 1_000), bonusEmails]).toEqual([200, 0]);
    for (const number of [0, 499, 500, 1_199]) {
      const [contact] = unwrap(await main.searchContacts({ query: { email: `import-${number}@example.com` } }), 200);
      const activities = unwrap(await main.getContactActivity({ path: { contactId: contact?.id ?? 0 } }), 200);
      expect(activities.map(({ activityStatus }) => activityStatus)).toEqual(['DELIVERED', 'SENT']);
    }
    const found = await main.searchContacts({ query: { sms: '4917201234', maxrows: 5 } });
    expect(found).toMatchObject({ status: 200, headers: { TotalCount: 1 } });
  });
}
