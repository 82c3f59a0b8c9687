// The scheduling service: people book and cancel lessons on pages, a teacher reads and cancels them, and a webhook is told of each.

import { randomUUID } from 'node:crypto';
import { createSchedulingClient, createSchedulingWebhookReceiver, type Invitee } from '@octavo/interfaces/e-scheduling';
import { unwrap } from '@octavo/runtime';
import { tokens } from '../../../../services/e-scheduling/seed.ts';
import { Counts, each, oneOf, unique, unlessCutOr, type Worker, type World } from '../worker.ts';

interface Booking {
  readonly invitee: string;
  readonly email: string;
  /** Found with the first reading. */
  event?: string;
  state: 'active' | 'canceled' | 'unknown';
}

/** Bookings that are there at a time. The teacher has some hundred hours in two months. */
const MOST_BOOKED = 40;
const LESSON = '/book/northlight-felix/first-lesson';

export async function schedulingWorker({ url, fetch, receiver }: World): Promise<Worker> {
  const service = 'e-scheduling';
  const counts = new Counts();
  const visit = fetch(service);
  const base = url(service);
  const client = createSchedulingClient({ baseUrl: base, fetch: visit, credentials: { personalToken: tokens.member } });
  const owner = createSchedulingClient({ baseUrl: base, fetch: visit, credentials: { personalToken: tokens.owner } });
  const signing_key = randomUUID();
  /** What the webhook was told: `created <invitee>`. */
  const told = new Set<string>();
  const note = (what: string, payload: { readonly uri: string }) => {
    told.add(`${what} ${idOf(payload.uri)}`);
    return { status: 204 as const };
  };
  const address = receiver.add(
    '/scheduling',
    createSchedulingWebhookReceiver(
      {
        inviteeCreated: ({ body }) => note('created', body.payload),
        inviteeCanceled: ({ body }) => note('canceled', body.payload),
      },
      { secrets: signing_key },
    ),
  );
  const { current_organization: organization } = unwrap(await owner.getCurrentUser({}), 200).resource;
  const user = unwrap(await client.getCurrentUser({}), 200).resource.uri;
  const events = ['invitee.created', 'invitee.canceled'] as const;
  // The subscription of the seeds leads to an address that does not exist.
  const { collection } = unwrap(await owner.listWebhookSubscriptions({ query: { organization, scope: 'organization' } }), 200);
  for (const { uri } of collection) unwrap(await owner.deleteWebhookSubscription({ path: { webhook_uuid: idOf(uri) } }), 204);
  unwrap(
    await owner.createWebhookSubscription({
      body: { url: address, organization, scope: 'organization', events: [...events], signing_key },
    }),
    201,
  );
  const bookings: Booking[] = [];
  /** Active ones that no caller is about to change. */
  const free: Booking[] = [];

  /** Loads a page and sends its form with what a person enters. @returns the page that follows; `undefined` where it refuses or was cut */
  async function submit(path: string, enter: (page: string) => Record<string, string>): Promise<string | 'refused' | undefined> {
    const page = await unlessCutOr(async () => (await visit(base + path)).text(), undefined);
    if (page === undefined) return 'refused';
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(page) ?? [];
    return unlessCutOr(async () => {
      const answer = await visit(base + path, { method: 'POST', body: new URLSearchParams({ token, ...enter(page) }) });
      if (answer.status === 200) return answer.text();
      // Another person may have taken the time.
      if (answer.status === 409) return 'refused';
      throw new Error(`The form of ${path} was answered with ${answer.status}.`);
    }, undefined);
  }

  async function book(): Promise<void> {
    const email = `${unique('mo-')}@example.com`;
    const page = await submit(LESSON, (form) => {
      const times = [...form.matchAll(/name="start" value="(\d+)"/g)].map(([, time = '']) => time);
      return { start: oneOf(times), name: 'Mo Ito', email, answer0: 'Never' };
    });
    if (page === 'refused') return;
    const [, invitee = ''] = /\/book\/cancellations\/(\w+)/.exec(page ?? '') ?? [];
    const booking: Booking = { invitee, email, state: page === undefined ? 'unknown' : 'active' };
    bookings.push(booking);
    if (page === undefined) return;
    if (invitee === '') throw new Error('The page after a booking has no link to cancel it.');
    free.push(booking);
    counts.add('bookings');
  }

  async function cancel(booking: Booking): Promise<void> {
    const page = await submit(`/book/cancellations/${booking.invitee}`, () => ({ reason: 'Ill' }));
    if (page === 'refused') {
      free.push(booking);
      return;
    }
    booking.state = page === undefined ? 'unknown' : 'canceled';
    if (page !== undefined) counts.add('cancellations');
  }

  /** The teacher cancels. */
  async function cancelEvent(booking: Booking): Promise<void> {
    const event = await eventOf(booking);
    const isDone = await unlessCutOr(async () => {
      unwrap(await client.cancelScheduledEvent({ path: { uuid: event }, body: { reason: 'Ill' } }), 201);
      return true;
    }, false);
    booking.state = isDone ? 'canceled' : 'unknown';
    if (isDone) counts.add('cancellations');
  }

  async function eventOf(booking: Booking): Promise<string> {
    if (booking.event !== undefined) return booking.event;
    const found = unwrap(await client.listScheduledEvents({ query: { user, invitee_email: booking.email } }), 200).collection;
    const [event] = found;
    if (event === undefined || found.length > 1) throw new Error(`A booking of ${booking.email} has ${found.length} events.`);
    booking.event = idOf(event.uri);
    return booking.event;
  }

  /** Takes a booking that others leave alone, and gives it back. */
  async function withOne(act: (booking: Booking) => Promise<void>, isKept: boolean): Promise<void> {
    const [booking] = free.splice(Math.floor(Math.random() * free.length), 1);
    if (booking === undefined) return;
    try {
      await act(booking);
    } catch (error) {
      if (!isKept && booking.state === 'active') free.push(booking);
      throw error;
    } finally {
      if (isKept) free.push(booking);
    }
  }

  async function link(): Promise<void> {
    const [type] = unwrap(await client.listEventTypes({ query: { user } }), 200).collection;
    if (type === undefined) throw new Error('The teacher has no event type.');
    const body = { max_event_count: 1, owner: type.uri, owner_type: 'EventType' } as const;
    const made = await unlessCutOr(async () => unwrap(await client.createSchedulingLink({ body }), 201), undefined);
    if (made !== undefined) counts.add('links');
  }

  async function inviteeOf(booking: Booking): Promise<Invitee> {
    const path = { event_uuid: await eventOf(booking), invitee_uuid: booking.invitee };
    return unwrap(await client.getInvitee({ path }), 200).resource;
  }

  async function check(booking: Booking): Promise<void> {
    const { status } = await inviteeOf(booking);
    if (status !== booking.state) throw new Error(`The booking of ${booking.email} is ${status}, not ${booking.state}.`);
  }

  async function differences(booking: Booking): Promise<string[]> {
    if (booking.invitee === '') {
      const { length } = unwrap(await client.listScheduledEvents({ query: { user, invitee_email: booking.email } }), 200).collection;
      return length > 1 ? [`A booking of ${booking.email} was made ${length} times.`] : [];
    }
    const { status, email } = await inviteeOf(booking);
    if (email !== booking.email) return [`The booking of ${booking.email} has the address ${email}.`];
    return booking.state === 'unknown' || status === booking.state ? [] : [`The booking of ${email} is ${status}, not ${booking.state}.`];
  }

  /** Active events of the teacher that overlap. */
  async function overlaps(): Promise<string[]> {
    const faults: string[] = [];
    let end = '';
    let page_token: string | undefined;
    do {
      const query = { user, status: 'active', sort: 'start_time:asc', count: 100, ...(page_token && { page_token }) } as const;
      const { collection: found, pagination } = unwrap(await client.listScheduledEvents({ query }), 200);
      for (const { start_time, end_time } of found) {
        if (start_time < end) faults.push(`Two lessons are at ${start_time}.`);
        end = end_time;
      }
      page_token = pagination.next_page_token ?? undefined;
    } while (page_token !== undefined);
    return faults;
  }

  return {
    service,
    act() {
      const chance = Math.random();
      if (chance < 0.2 && free.length < MOST_BOOKED) return book();
      if (chance < 0.3 && free.length > 0) return withOne(Math.random() < 0.6 ? cancel : cancelEvent, false);
      if (chance < 0.35) return link();
      if (chance < 0.6 && free.length > 0) return withOne(check, true);
      return client.listScheduledEvents({ query: { user, count: 20 } }).then((result) => unwrap(result, 200));
    },
    acknowledged: () => counts.all(),
    missing: () =>
      bookings
        .filter(({ invitee }) => invitee !== '')
        .flatMap(({ invitee, state }) => [`created ${invitee}`, ...(state === 'canceled' ? [`canceled ${invitee}`] : [])])
        .filter((text) => !told.has(text))
        .map((text) => `The webhook was not told ${text}.`),
    async compare() {
      const faults: string[] = [];
      await each(bookings, async (booking) => faults.push(...(await differences(booking))));
      return [...faults, ...(await overlaps())];
    },
  };

  function idOf(uri: string): string {
    return uri.slice(uri.lastIndexOf('/') + 1);
  }
}
