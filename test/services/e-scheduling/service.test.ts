// Tests the scheduling service alive, on each database: bookings by people and in parallel, cancellations, webhooks, deletion of data, limits.

import { createHmac } from 'node:crypto';
import type { NewWebhookSubscription } from '@octavo/interfaces/e-scheduling';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { tokens } from '../../../services/e-scheduling/seed.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { API, DAY, felix, LESSON, openScheduling, organization } from './support.ts';

describeOnEngines('the scheduling service', (engine) => {
  const open = async (status?: () => number) => openScheduling({ engine, ...(status === undefined ? {} : { status }) });

  test('E2: a person books on the page of a single-use link, which then ends', async () => {
    const { client, visit, submit } = await open();
    const made = await client.createSchedulingLink({ body: { owner: `${API}/event_types/${LESSON}`, max_event_count: 1 } });
    const path = new URL(unwrap(made, 201).resource.booking_url).pathname;
    const shown = await (await visit(path)).text();
    expect(shown).toContain('First lesson with Felix Brandt');
    const start = /name="start" value="(\d+)"/.exec(shown)?.[1] ?? '';
    const fields = { start, name: 'Mo Ito', email: 'mo.ito@example.com', answer0: 'Never' };
    expect((await visit(path, { token: 'forged', ...fields })).status).toBe(403);
    expect(await (await submit(path, { ...fields, answer0: 'Perhaps' })).text()).toContain('Please choose an answer');
    const booked = await submit(path, fields);
    expect([booked.status, await booked.text()]).toEqual([200, expect.stringContaining('You are booked')]);
    expect((await visit(path)).status).toBe(410);
    const { collection } = unwrap(await client.listScheduledEvents({ query: { organization, invitee_email: 'mo.ito@example.com' } }), 200);
    expect(collection).toMatchObject([{ start_time: `${new Date(Number(start)).toISOString().slice(0, -1)}000Z`, status: 'active' }]);
    const uuid = collection[0]?.uri.split('/').at(-1) ?? '';
    const [invitee] = unwrap(await client.listInvitees({ path: { uuid } }), 200).collection;
    expect(invitee).toMatchObject({
      name: 'Mo Ito',
      first_name: 'Mo',
      questions_and_answers: [{ question: 'Have you played before?', answer: 'Never', position: 0 }],
    });
    expect((await visit(path)).headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('of fifty people at once, one gets the time, and one gets the single-use link', async () => {
    const { client, bookLesson } = await open();
    const same = await Promise.all(Array.from({ length: 50 }, () => bookLesson('2026-12-07T09:00:00Z')));
    expect(same.filter(({ status }) => status === 200)).toHaveLength(1);
    const times = Array.from({ length: 8 }, (_, index) => new Date(Date.UTC(2026, 11, 8, 9 + index)).toISOString());
    const linked = await Promise.all(times.map((time) => bookLesson(time, 'ck7p-2mx-t8q')));
    expect(linked.filter(({ status }) => status === 200)).toHaveLength(1);
    const query = { user: felix, invitee_email: 'mo.ito@example.com' };
    expect(unwrap(await client.listScheduledEvents({ query }), 200).collection).toHaveLength(2);
  });

  test('E4, E5: a cancellation is final, frees the time, and is refused for other members and past events', async () => {
    const { sandbox, client, clientOf, bookLesson } = await open();
    const path = { uuid: 'EBCFAGHDBECGFAHD' };
    expect(await bookLesson('2026-12-03T15:00:00Z')).toMatchObject({ status: 400, body: { detail: 'The time has just been taken.' } });
    expect(await clientOf(tokens.member).cancelScheduledEvent({ path: { uuid: 'ECDHAFBGECHDABFG' } })).toMatchObject({
      status: 403,
      body: { message: 'Only its hosts and admins may cancel an event.' },
    });
    expect((await client.cancelScheduledEvent({ path })).status).toBe(201);
    expect(await client.cancelScheduledEvent({ path })).toMatchObject({
      status: 403,
      body: { message: 'The event is already cancelled.' },
    });
    expect(unwrap(await client.getScheduledEvent({ path }), 200).resource).toMatchObject({
      status: 'canceled',
      invitees_counter: { total: 1, active: 0 },
      cancellation: { canceled_by: 'Amara Diallo', reason: null, canceler_type: 'host' },
    });
    expect((await bookLesson('2026-12-03T15:00:00Z')).status).toBe(200);
    await sandbox.moveClock(Date.parse('2026-12-05T10:00:00Z'));
    expect(await client.cancelScheduledEvent({ path: { uuid: 'ECDHAFBGECHDABFG' } })).toMatchObject({
      status: 403,
      body: { message: 'An event that has started cannot be cancelled.' },
    });
  });

  test('E7: each active invitee of a cancelled event is delivered once, signed with the key', async () => {
    const { client, delivered, later } = await open();
    await client.cancelScheduledEvent({ path: { uuid: 'ECDHAFBGECHDABFG' }, body: { reason: 'Snow' } });
    await later();
    const bodies = delivered.map(
      ({ text }) => JSON.parse(text) as { event: string; payload: { name: string; scheduled_event: { status: string } } },
    );
    expect(bodies.map(({ event, payload }) => [event, payload.name, payload.scheduled_event.status]).toSorted()).toEqual(
      ['Ida Falk', 'Mina Sato', 'Paul Kern', 'Ruth Adeyemi', 'Tomas Reyes'].map((name) => ['invitee.canceled', name, 'canceled']),
    );
    const [first] = delivered;
    const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(first?.signature ?? '') ?? [];
    expect(signature).toBe(createHmac('sha256', 'a-secret-of-your-own').update(`${seconds}.${first?.text}`).digest('hex'));
  });

  test.each([
    ['the key that it sends', 'a-key-for-this-one', 'a-key-for-this-one'],
    ['its own key, where it sends none', undefined, 'the-key-of-the-application'],
  ])('deliveries of a subscription that an application makes are signed with %s', async (_, signing_key, key) => {
    const { clientOf, delivered, bookLesson, later } = await open();
    const url = 'https://hooks.example/application';
    const sent = signing_key === undefined ? {} : { signing_key };
    const body: NewWebhookSubscription = { url, organization, scope: 'organization', events: ['invitee.created'], ...sent };
    unwrap(await clientOf(tokens.application).createWebhookSubscription({ body }), 201);
    await bookLesson('2026-12-07T09:00:00Z');
    await later();
    const one = delivered.find((delivery) => delivery.url === url);
    const [, seconds, signature] = /^t=(\d+),v1=(\w+)$/.exec(one?.signature ?? '') ?? [];
    expect(signature).toBe(createHmac('sha256', key).update(`${seconds}.${one?.text}`).digest('hex'));
  });

  test('a subscription without a key gets deliveries without a signature', async () => {
    const { client, delivered, bookLesson, later } = await open();
    const url = 'https://hooks.example/plain';
    unwrap(
      await client.createWebhookSubscription({ body: { url, organization, scope: 'organization', events: ['invitee.created'] } }),
      201,
    );
    await bookLesson('2026-12-07T09:00:00Z');
    await later();
    expect(delivered.filter((one) => one.url === url)).toMatchObject([{ signature: null }]);
  });

  test('an invitee reschedules on a page: both bookings name each other, and both are delivered', async () => {
    const { client, delivered, visit, submit, later } = await open();
    const path = '/book/reschedulings/JBGCAFHEBDHDGCEA';
    const start = /name="start" value="(\d+)"/.exec(await (await visit(path)).text())?.[1] ?? '';
    expect(await (await submit(path, { start })).text()).toContain('The booking is moved');
    const old = unwrap(
      await client.getInvitee({ path: { event_uuid: 'EBCFAGHDBECGFAHD', invitee_uuid: 'JBGCAFHEBDHDGCEA' } }),
      200,
    ).resource;
    expect(old).toMatchObject({ status: 'canceled', rescheduled: true, cancellation: { canceler_type: 'invitee' } });
    const [, event_uuid = '', invitee_uuid = ''] = /scheduled_events\/(\w+)\/invitees\/(\w+)$/.exec(old.new_invitee ?? '') ?? [];
    expect(unwrap(await client.getInvitee({ path: { event_uuid, invitee_uuid } }), 200).resource.old_invitee).toBe(old.uri);
    await later();
    expect(delivered.map(({ text }) => (JSON.parse(text) as { event: string }).event).sort()).toEqual([
      'invitee.canceled',
      'invitee.created',
    ]);
  });

  test('a subscription is retried for a day, then disabled', async () => {
    const { client, bookLesson, later } = await open(() => 500);
    const read = async () => unwrap(await client.getWebhookSubscription({ path: { webhook_uuid: 'WGEBCHADFGBECHDA' } }), 200).resource;
    await bookLesson('2026-12-07T09:00:00Z');
    await later();
    expect(await read()).toMatchObject({ state: 'active', retry_started_at: expect.stringContaining('2026-11-26T09:00') });
    await later(DAY / 2);
    expect((await read()).state).toBe('active');
    await later(DAY);
    expect((await read()).state).toBe('disabled');
  });

  test('E6: subscriptions: scopes, duplicates, and deletion by the absolute URI', async () => {
    const { sandbox, client, clientOf, act, delivered, later } = await open();
    const body = { url: 'https://felix.northlight.example/bookings', events: ['invitee.created' as const], organization };
    expect((await client.createWebhookSubscription({ body: { ...body, scope: 'user' } })).status).toBe(400);
    const wrong = { ...body, events: ['routing_form_submission.created' as const], user: felix, scope: 'user' as const };
    expect((await client.createWebhookSubscription({ body: wrong })).status).toBe(400);
    for (const url of ['ftp://northlight.example/', 'https://felix:secret@northlight.example/bookings'])
      expect((await client.createWebhookSubscription({ body: { ...body, url, scope: 'organization' } })).status).toBe(400);
    const member = clientOf(tokens.member);
    expect((await member.createWebhookSubscription({ body: { ...body, scope: 'organization' } })).status).toBe(403);
    const own = await member.createWebhookSubscription({ body: { ...body, user: felix, scope: 'user' } });
    expect((await client.createWebhookSubscription({ body: { ...body, user: felix, scope: 'user' } })).status).toBe(409);
    await act('submit-form', { form: 'QFHADCEBGHFADBCE', answers: ['Percussion', ''] });
    await later();
    expect(delivered.map(({ url }) => url)).toEqual(['https://office.northlight.example/hooks/scheduling']);
    const { uri } = unwrap(own, 201).resource;
    const headers = { authorization: `Bearer ${tokens.member}` };
    expect((await sandbox.fetch('e-scheduling')(`${API}/webhook_subscriptions/${uri}`, { method: 'DELETE', headers })).status).toBe(204);
    expect((await member.getWebhookSubscription({ path: { webhook_uuid: uri } })).status).toBe(404);
  });

  test('E9: the data of an invitee is removed later, wherever it was', async () => {
    const { client, later } = await open();
    expect(unwrap(await client.deleteInviteeData({ body: { emails: ['jonas.weber@example.com'] } }), 202)).toEqual({});
    const read = async () =>
      JSON.stringify([
        await client.listInvitees({ path: { uuid: 'EBCFAGHDBECGFAHD' } }),
        await client.getScheduledEvent({ path: { uuid: 'EAHDBGCFEBHADGCF' } }),
        await client.listRoutingFormSubmissions({ path: { uuid: 'QFHADCEBGHFADBCE' } }),
      ]);
    expect(await read()).toContain('Jonas');
    await later(7 * DAY);
    expect(await read()).not.toMatch(/jonas|weber|an exam|Cello/i);
  });

  test('E9: removed data stays neither in deliveries, sent or not, nor in the log of requests', async () => {
    const { sandbox, client, delivered, submit, act, later } = await open(() => 500);
    await client.listScheduledEvents({ query: { organization, invitee_email: 'jonas.weber@example.com' } });
    await client.getInvitee({ path: { event_uuid: 'EBCFAGHDBECGFAHD', invitee_uuid: 'JBGCAFHEBDHDGCEA' } });
    await act('book-meeting', {
      event_type: 'RHCBGEADFHBCEGAD',
      start_time: '2026-12-05T09:30:00Z',
      name: 'Jonas Weber',
      email: 'Jonas.Weber@example.com',
      guests: ['uncle@example.com'],
    });
    await submit('/book/cancellations/JBGCAFHEBDHDGCEA', { reason: 'An exam' });
    await later();
    const kept = async () =>
      JSON.stringify([unwrap(await sandbox.control.listDeliveries({}), 200), unwrap(await sandbox.control.listRequests({}), 200)]);
    expect(await kept()).toMatch(/jonas.*uncle/is);
    await client.deleteInviteeData({ body: { emails: ['jonas.weber@example.com'] } });
    await later(3_600_000);
    expect(await kept()).not.toMatch(/jonas|weber|exam\b|uncle/i);
    // What is tried again is sent without the data, and is still what the document describes.
    const last = delivered.at(-1)?.text ?? '';
    expect(JSON.parse(last)).toMatchObject({ payload: { name: 'Removed', email: expect.stringContaining('@scheduling.invalid') } });
    expect(last).not.toMatch(/jonas|weber|uncle/i);
  });

  test('E3: pages neither repeat nor skip events while others are booked, and tokens belong to their list', async () => {
    const { client, bookLesson } = await open();
    for (const hour of [8, 10, 12, 14]) await bookLesson(`2026-12-09T${String(hour).padStart(2, '0')}:00:00Z`);
    const query = { user: felix, status: 'active' as const, count: 2 };
    const first = unwrap(await client.listScheduledEvents({ query }), 200);
    expect(first.pagination).toMatchObject({
      count: 2,
      previous_page: null,
      next_page: expect.stringContaining(`page_token=${first.pagination.next_page_token}`),
    });
    await bookLesson('2026-12-02T10:00:00Z');
    const page_token = first.pagination.next_page_token ?? '';
    const second = unwrap(await client.listScheduledEvents({ query: { ...query, page_token } }), 200);
    expect([...first.collection, ...second.collection].map(({ start_time }) => start_time.slice(0, 13))).toEqual([
      '2026-12-03T15',
      '2026-12-09T08',
      '2026-12-09T10',
      '2026-12-09T12',
    ]);
    const back = { ...query, page_token: second.pagination.previous_page_token ?? '' };
    expect(unwrap(await client.listScheduledEvents({ query: back }), 200).collection).toEqual(first.collection);
    expect(
      (await client.listScheduledEvents({ query: { ...query, count: 2, user: `${API}/users/ADHCGEBFAHDCBGEF`, page_token } })).status,
    ).toBe(400);
  });

  test('E8: event types are listed by their name, and the submissions of a form with their results', async () => {
    const { client, act } = await open();
    const types = unwrap(await client.listEventTypes({ query: { organization } }), 200).collection;
    expect(types.map(({ name }) => name)).toEqual(['Advice on instruments', 'Audition', 'Ensemble rehearsal', 'First lesson']);
    await act('submit-form', { form: 'QFHADCEBGHFADBCE', answers: ['Violin', ''] });
    const submissions = await client.listRoutingFormSubmissions({ path: { uuid: 'QFHADCEBGHFADBCE' }, query: { sort: 'created_at:desc' } });
    expect(unwrap(submissions, 200).collection.map(({ result }) => result?.type)).toEqual(['external_url', 'custom_message', 'event_type']);
  });

  test('E12: each token has 180 requests a minute, and every answer says what is left', async () => {
    const { sandbox, client, clientOf } = await open();
    const get = (token: string) => sandbox.fetch('e-scheduling')(`${API}/users/me`, { headers: { authorization: `Bearer ${token}` } });
    const first = await get(tokens.owner);
    expect([first.headers.get('x-ratelimit-limit'), first.headers.get('x-ratelimit-remaining')]).toEqual(['180', '179']);
    for (let index = 0; index < 179; index += 1) expect((await get(tokens.owner)).status).toBe(200);
    const refused = await get(tokens.owner);
    expect([refused.status, refused.headers.get('x-ratelimit-remaining'), refused.headers.get('retry-after')]).toEqual([429, '0', '60']);
    expect((await clientOf(tokens.member).getCurrentUser({})).status).toBe(200);
    expect((await get('unknown')).headers.get('x-ratelimit-limit')).toBe('180');
    await sandbox.moveClock(sandbox.clock.now() + 60_000);
    expect((await client.getCurrentUser({})).status).toBe(200);
  });

  test('members: invited, accepted, removed; the owner stays', async () => {
    const { client, clientOf, act, visit } = await open();
    const path = { uuid: 'NGHCEBDAFHBDCAGE' };
    expect((await client.createInvitation({ path, body: { email: 'felix.brandt@northlight.example' } })).status).toBe(400);
    expect((await client.createInvitation({ path, body: { email: 'noor.haddad@example.com' } })).status).toBe(400);
    expect((await clientOf(tokens.member).listInvitations({ path })).status).toBe(403);
    expect((await clientOf(tokens.stranger).listInvitations({ path })).status).toBe(403);
    await act('answer-invitation', { invitation: 'VCAHEGDBFCHAEBGD', accepts: true, name: 'Noor Haddad' });
    const revoked = { path: { org_uuid: path.uuid, invitation_uuid: 'VCAHEGDBFCHAEBGD' } };
    expect(await client.revokeInvitation(revoked)).toMatchObject({
      status: 400,
      body: { message: 'An invitation that was accepted cannot be revoked.' },
    });
    const members = unwrap(await client.listMemberships({ path }), 200).collection;
    expect(members.map(({ role, user }) => [role, user.name])).toEqual([
      ['owner', 'Amara Diallo'],
      ['user', 'Felix Brandt'],
      ['user', 'Noor Haddad'],
    ]);
    expect((await client.deleteMembership({ path: { org_uuid: path.uuid, membership_uuid: 'MAGDHCEBFADHGCBE' } })).status).toBe(403);
    expect((await client.deleteMembership({ path: { org_uuid: path.uuid, membership_uuid: 'MFCBHGADEFCBDAGH' } })).status).toBe(204);
    expect((await visit('/book/northlight-felix/first-lesson')).status).toBe(404);
    expect(unwrap(await clientOf(tokens.member).getCurrentUser({}), 200).resource.current_organization).not.toBe(organization);
  });

  test('E11: tokens: those of applications expire, and revoked ones end', async () => {
    const { sandbox, clientOf, act } = await open();
    const { token } = unwrap(await act('mint-token', { user: felix, application: 'office-screen' }), 200).result as { token: string };
    expect((await clientOf(token).getCurrentUser({})).status).toBe(200);
    await sandbox.moveClock(sandbox.clock.now() + 7_200_000);
    expect((await clientOf(token).getCurrentUser({})).status).toBe(401);
    await act('revoke-token', { token: tokens.member });
    expect((await clientOf(tokens.member).getCurrentUser({})).status).toBe(401);
  });
});
