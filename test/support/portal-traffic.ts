// Causes what the pictures of the portal show: requests that are answered and refused, a webhook that waits for its next attempt, an open socket.
import type { DevPortal } from './dev-portal.ts';

interface Status {
  readonly live: { readonly services: readonly { readonly id: string; readonly credentials: readonly { readonly value: unknown }[] }[] };
}

/** @returns closes the socket */
export async function causeTraffic(portal: DevPortal): Promise<() => void> {
  const { live } = (await (await fetch(`${portal.url}/-/status`)).json()) as Status;
  /** The first credential of a service; of a key and its secret, the key. */
  const credential = (id: string): string => {
    const value = live.services.find((service) => service.id === id)?.credentials[0]?.value;
    return typeof value === 'string' ? value : String(Object.values(value ?? {})[0]);
  };
  const [email, scheduling, events] = await Promise.all([portal.live('h-email'), portal.live('e-scheduling'), portal.live('d-events')]);
  const key = credential('h-email');
  const headers = { authorization: `Bearer ${credential('e-scheduling')}`, 'content-type': 'application/json' };
  const me = (await (await fetch(`${scheduling}/api/v2/users/me`, { headers })).json()) as { resource: { current_organization: string } };
  const organization = me.resource.current_organization;
  // Nothing listens at this port, so that each attempt fails.
  const subscription = {
    url: 'http://127.0.0.1:9/hooks',
    events: ['invitee.canceled'],
    organization,
    scope: 'organization',
    signing_key: 'a-secret-of-your-own',
  };
  await fetch(`${scheduling}/api/v2/webhook_subscriptions`, { method: 'POST', headers, body: JSON.stringify(subscription) });
  const list = `${scheduling}/api/v2/scheduled_events?organization=${encodeURIComponent(organization)}&status=active&sort=start_time:desc`;
  const { collection } = (await (await fetch(list, { headers })).json()) as { collection: readonly { readonly uri: string }[] };
  await fetch(`${collection[0]?.uri}/cancellation`, { method: 'POST', headers, body: '{"reason":"Ill"}' });
  await fetch(`${email}/account?api_key=${key}`);
  await fetch(`${email}/account?api_key=unknown`);
  await fetch(`${email}/domain-search?domain=brightloaf.example&limit=900&api_key=${key}`);
  const socket = new WebSocket(`${events.replace('http', 'ws')}/app/${credential('d-events').split(':')[0]}?protocol=7`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`No socket at ${events}.`)));
  });
  return () => socket.close();
}
