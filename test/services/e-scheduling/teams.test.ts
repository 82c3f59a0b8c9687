// Tests what people book with teams, whom they bring, and what is known of them later: pooling, guests, no-shows, reconfirmations.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { API, felix, LESSON, openScheduling, organization } from './support.ts';

const ADVICE = 'AHCBGEDFHBACGEDF';
const AUDITION = 'UHBGACDFEHGBCADE';
const REHEARSAL = 'RHCBGEADFHBCEGAD';
const amara = `${API}/users/ADHCGEBFAHDCBGEF`;

describeOnEngines('teams and guests', (engine) => {
  async function open() {
    const { sandbox, client, act, submit } = await openScheduling({ engine });
    const book = async (event_type: string, start_time: string, email = 'mo.ito@example.com', guests: string[] = []) => {
      const made = await act('book-meeting', { event_type, start_time, name: 'Mo Ito', email, guests });
      if (made.status !== 200) return { problem: 'detail' in made.body ? made.body.detail : undefined };
      const { event = '', invitee = '' } = made.body.result as Record<string, string>;
      const { resource } = unwrap(await client.getScheduledEvent({ path: { uuid: event } }), 200);
      return { event, invitee, resource, hosts: resource.event_memberships.map(({ user }) => user) };
    };
    const inviteeOf = async (event_uuid = '', invitee_uuid = '') =>
      unwrap(await client.getInvitee({ path: { event_uuid, invitee_uuid } }), 200).resource;
    return { sandbox, client, act, submit, book, inviteeOf };
  }

  test('event types of a team say so, and each member has them', async () => {
    const { client } = await open();
    const listed = async (query: { user?: string; organization?: string; admin_managed?: boolean }) =>
      unwrap(await client.listEventTypes({ query }), 200).collection.map((type) => [type.name, type.pooling_type, type.kind_description]);
    const ofTeam = [
      ['Advice on instruments', 'round_robin', 'Round Robin'],
      ['Audition', 'collective', 'Collective'],
    ];
    expect(await listed({ user: felix })).toEqual([...ofTeam, ['First lesson', null, 'One-on-One']]);
    expect(await listed({ organization, admin_managed: true })).toEqual(ofTeam);
    const advice = unwrap(await client.getEventType({ path: { uuid: ADVICE } }), 200).resource;
    expect(advice).toMatchObject({
      profile: { type: 'Team', name: 'Northlight Studio', owner: `${API}/teams/THBDGECAFHGEBDCA` },
      scheduling_url: 'https://scheduling.example.com/book/northlight/advice',
    });
  });

  test('event types of a user are listed for the organization of the user only', async () => {
    const { client } = await open();
    const status = async (query: { user: string; active?: boolean; page_token?: string }) =>
      (await client.listEventTypes({ query })).status;
    const [stranger, unknown] = [`${API}/users/LHBDFGACEHBDFCAG`, `${API}/users/XHBDFGACEHBDFCAG`];
    expect([await status({ user: stranger }), await status({ user: unknown })]).toEqual([403, 404]);
    expect([await status({ user: stranger, page_token: 'other' }), await status({ user: unknown, page_token: 'other' })]).toEqual([
      403, 404,
    ]);
    expect(await status({ user: felix, page_token: 'other' })).toBe(400);
    const none = unwrap(await client.listEventTypes({ query: { user: felix, active: false } }), 200);
    expect(none.collection).toEqual([]);
  });

  test('round robin: the members take turns, and one who is busy is passed over', async () => {
    const { book } = await open();
    const hosts = async (start: string) => (await book(ADVICE, start)).hosts;
    // Both of them are free at nine, so both are booked, and a third person finds no time.
    expect(await hosts('2026-12-07T08:00:00Z')).toEqual([amara]);
    expect(await hosts('2026-12-07T08:00:00Z')).toEqual([felix]);
    expect(await book(ADVICE, '2026-12-07T08:00:00Z')).toEqual({ problem: 'The time has just been taken.' });
    // Felix teaches Jonas then.
    expect(await hosts('2026-12-03T15:00:00Z')).toEqual([amara]);
  });

  test('collective: all members host, so all of them must be free', async () => {
    const { client, book } = await open();
    expect((await book(AUDITION, '2026-12-12T09:00:00Z')).hosts).toEqual([amara, felix]);
    for (const user of [amara, felix]) {
      const query = { user, invitee_email: 'mo.ito@example.com' };
      expect(unwrap(await client.listScheduledEvents({ query }), 200).collection).toHaveLength(1);
    }
    // Amara rehearses with the ensemble then.
    expect(await book(AUDITION, '2026-12-05T10:00:00Z')).toEqual({ problem: 'The time has just been taken.' });
    expect(await book(REHEARSAL, '2026-12-12T09:00:00Z')).toEqual({ problem: 'The time has just been taken.' });
  });

  test('who leaves the organization leaves its teams', async () => {
    const { client, book } = await open();
    await client.deleteMembership({ path: { org_uuid: 'NGHCEBDAFHBDCAGE', membership_uuid: 'MFCBHGADEFCBDAGH' } });
    expect((await book(AUDITION, '2026-12-12T09:00:00Z')).hosts).toEqual([amara]);
    expect((await book(LESSON, '2026-12-07T09:00:00Z')).problem).toBe('The resource does not exist.');
  });

  test('guests belong to the event, leave it with who brought them, and are removed with their data', async () => {
    const { sandbox, client, submit, book } = await open();
    const first = await book(REHEARSAL, '2026-12-12T09:00:00Z', 'mo.ito@example.com', ['ann@example.com', 'ben@example.com']);
    const second = await book(REHEARSAL, '2026-12-12T09:00:00Z', 'cleo@example.com', ['dora@example.com']);
    expect(second.event).toBe(first.event);
    expect(second.resource?.event_guests).toEqual(
      ['ann', 'ben', 'dora'].map((name) => ({
        email: `${name}@example.com`,
        created_at: '2026-11-26T09:00:00.000000Z',
        updated_at: '2026-11-26T09:00:00.000000Z',
      })),
    );
    const guests = async () => {
      const { resource } = unwrap(await client.getScheduledEvent({ path: { uuid: first.event ?? '' } }), 200);
      return resource.event_guests.map(({ email }) => email);
    };
    const emails = ['cleo@example.com', 'ben@example.com'];
    expect((await client.deleteInviteeData({ body: { emails } })).status).toBe(202);
    await sandbox.moveClock(sandbox.clock.now() + 7 * 86_400_000);
    expect(await guests()).toEqual(['ann@example.com']);
    expect((await submit(`/book/cancellations/${first.invitee}`, {})).status).toBe(200);
    expect(await guests()).toEqual([]);
  });

  test('control marks an invitee who did not come, and asks one to confirm', async () => {
    const { act, book, inviteeOf } = await open();
    const { event, invitee = '' } = await book(ADVICE, '2026-12-07T08:00:00Z');
    const read = async () => {
      const { no_show, reconfirmation } = await inviteeOf(event, invitee);
      return { no_show, reconfirmation };
    };
    const now = '2026-11-26T09:00:00.000000Z';
    expect(await read()).toEqual({ no_show: null, reconfirmation: null });
    await act('change-invitee', { invitee, no_show: true, reconfirmation: 'asked' });
    expect(await read()).toEqual({
      no_show: { uri: expect.stringMatching(/\/api\/v2\/invitee_no_shows\/[A-H]{16}$/), created_at: now },
      reconfirmation: { created_at: now, confirmed_at: null },
    });
    await act('change-invitee', { invitee, no_show: false, reconfirmation: 'confirmed' });
    expect(await read()).toEqual({ no_show: null, reconfirmation: { created_at: now, confirmed_at: now } });
    expect((await act('change-invitee', { invitee, reconfirmation: 'perhaps' })).status).toBe(400);
    expect((await act('change-invitee', { invitee: 'JAHDBEGCAFHEBDGC', no_show: true })).status).toBe(400);
    expect((await act('change-invitee', { invitee: 'NOBODY', no_show: true })).status).toBe(404);
  });
});
