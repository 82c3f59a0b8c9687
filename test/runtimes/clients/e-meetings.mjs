// Goes through the calls of the published client of the scheduling service. It calls one fixed host, so its requests to it are led to this machine.

import { createRequire } from 'node:module';
import { drive } from './checks.mjs';

const { default: Scheduling } = createRequire(import.meta.url)('node-calendly');
const FIXED = 'https://api.calendly.com';

await drive(async ({ url, token, check, refused }) => {
  const send = globalThis.fetch;
  globalThis.fetch = (target, init) => send(target.replace(FIXED, new URL(url).origin), init);

  const client = new Scheduling(token);
  const amara = await check('the current user', () => client.users.getCurrentUser(), { name: 'Amara Diallo' });
  await check('a user', () => client.users.getUser({ uuid: amara.uuid }), { uri: amara.uri, email: amara.email, slug: amara.slug });
  await check('the organization of a user', () => client.getOrganizationUri(), amara.current_organization);
  await check('the address of a user', () => client.getMe(), amara.uri);

  const organization = amara.current_organization;
  const kinds = await check(
    'event types of an organization',
    () => client.eventTypes.listOrganisationEventTypes({}),
    ({ collection, pagination }) => collection.length > 1 && pagination.count === collection.length,
  );
  await check(
    'event types that are named',
    () => client.eventTypes.listOrganisationEventTypes({ organization, active: true, sort: 'name:asc', count: 100 }),
    ({ collection }) => collection.every(({ active }) => active),
  );
  await check(
    'event types of the current user',
    () => client.eventTypes.listUsersEventTypes({}),
    ({ collection }) => collection.some(({ profile }) => profile.owner === amara.uri),
  );
  const [kind] = kinds.collection;
  await check('one event type', () => client.eventTypes.getEventType({ uuid: kind.uri.split('/').pop() }), {
    uri: kind.uri,
    name: kind.name,
    duration: kind.duration,
  });
  const first = await check(
    'a page',
    () => client.eventTypes.listOrganisationEventTypes({ organization, count: 1 }),
    ({ pagination }) => pagination.next_page_token !== null,
  );
  await check(
    'the next page',
    () => client.eventTypes.listOrganisationEventTypes({ organization, count: 1, page_token: first.pagination.next_page_token }),
    ({ collection: [next] }) => next.uri !== first.collection[0].uri,
  );

  const events = await check(
    'events of an organization',
    () => client.scheduledEvents.listEvents({ organization }),
    ({ collection }) => collection.length > 1,
  );
  await check(
    'events of a user',
    () => client.scheduledEvents.listEvents({ user: amara.uri, sort: 'start_time:desc', count: 5 }),
    ({ collection }) => collection.every(({ event_memberships: hosts }) => hosts.some(({ user }) => user === amara.uri)),
  );
  await check(
    'events that are active',
    () => client.scheduledEvents.listEvents({ organization, status: 'active' }),
    ({ collection }) => collection.length > 0 && collection.every(({ status }) => status === 'active'),
  );
  const [event] = events.collection;
  const at = new Date(event.start_time);
  await check(
    'events of a day',
    () => client.scheduledEvents.listEvents({ organization, min_start_time: at, max_start_time: new Date(at.getTime() + 1) }),
    ({ collection }) => collection.some(({ uri }) => uri === event.uri),
  );
  const uuid = event.uri.split('/').pop();
  const guests = await check(
    'who comes to an event',
    () => client.scheduledEvents.listEventInvitees(uuid, { count: 10, status: event.status === 'active' ? 'active' : undefined }),
    ({ collection }) => collection.length > 0,
  );
  const [{ email }] = guests.collection;
  await check(
    'one who comes',
    () => client.scheduledEvents.listEventInvitees(uuid, { email }),
    ({ collection }) => collection.length === 1,
  );
  await check(
    'events to which somebody comes',
    () => client.scheduledEvents.listEvents({ organization, invitee_email: email }),
    ({ collection }) => collection.some(({ uri }) => uri === event.uri),
  );

  await check('data of somebody is to be deleted', () => client.dataCompliance.deleteInviteeData(['nobody@lumen.example']), {});
  const told = ({ message }) => message;
  await refused(
    'an unknown event',
    () => client.scheduledEvents.listEventInvitees('AAAAAAAAAAAAAAAA', {}),
    told,
    (text) => text.startsWith('Resource Not Found'),
  );
  await refused(
    'a page token of nobody',
    () => client.eventTypes.listOrganisationEventTypes({ organization, page_token: 'x' }),
    told,
    (text) => text.startsWith('Invalid Argument'),
  );
  await refused(
    'an unknown token',
    () => new Scheduling('pat_unknown').users.getCurrentUser(),
    told,
    (text) => text.startsWith('Unauthenticated'),
  );
  await refused(
    'events of another organization',
    () => client.scheduledEvents.listEvents({ organization: organization.replace(/.$/, 'X') }),
    told,
    (text) => /^(Permission Denied|Invalid Argument|Resource Not Found)/.test(text),
  );
});
