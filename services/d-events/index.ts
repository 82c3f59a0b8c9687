// The event service, as the platform sees it.
import { defineService, type Service } from '../platform/service.ts';
import { actions } from './actions.ts';
import { LIMITS, type SocketLimits } from './limits.ts';
import { migrations } from './migrations/index.ts';
import { apps, seed } from './seed.ts';
import { eventsServer } from './server.ts';
import { type EventsTables, tables } from './tables.ts';

/** @param limits Tests hand in less. */
export function eventsService(limits: Partial<SocketLimits> = {}): Service {
  return defineService<EventsTables>({
    name: 'd-events',
    story: '2026-11-21T09:30:00Z',
    migrations,
    tables,
    credentials: [
      { scheme: 'signedQuery', value: credentialOf(apps.stadium), note: `the app ${apps.stadium.id}, with all features` },
      { scheme: 'signedQuery', value: credentialOf(apps.quiet), note: `the app ${apps.quiet.id}, without client events and counts` },
      { scheme: 'signedQuery', value: credentialOf(apps.closed), note: `the app ${apps.closed.id}, which is disabled` },
      { scheme: 'signedQuery', value: credentialOf(apps.spent), note: `the app ${apps.spent.id}, which has no messages left` },
      { scheme: 'signedQuery', value: credentialOf(apps.secure), note: `the app ${apps.secure.id}, whose sockets need TLS` },
    ],
    actions,
    seed,
    serve: (platform) => ({ 'd-events': eventsServer(platform, { ...LIMITS, ...limits }) }),
  });
}

/** A key and its secret, as `octavo conform` takes them. */
function credentialOf({ key, secret }: { readonly key: string; readonly secret: string }): string {
  return `${key}:${secret}`;
}
