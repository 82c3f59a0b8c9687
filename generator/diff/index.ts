// Two versions of a service to the changes between them, each breaking callers or not. Reads the model only, so 3.0, 3.1 and 3.2 compare with each other.
import type { Callback, Operation, Service, Webhook } from '../model/service.ts';
import type { Location } from '../problem.ts';
import { type Change, inside } from './change.ts';
import { compareOperations } from './operations.ts';

export type { Change } from './change.ts';

/** In the order of the new version, removals first. */
export function compareServices(before: Service, after: Service): Change[] {
  const changes: Change[] = [];
  compareServers(before, after, changes);
  compareSets(before.operations, after.operations, routeOf, 'operation', changes);
  // The caller of webhooks and callbacks is the service: what it sends is what we must expect.
  compareSets<Webhook>(before.webhooks, after.webhooks, (webhook) => webhook.key, 'webhook', changes);
  compareSets(before.callbacks, after.callbacks, callbackOf, 'callback', changes);
  return changes;
}

function compareSets<T extends Operation>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (operation: T) => string,
  noun: 'operation' | 'webhook' | 'callback',
  changes: Change[],
): void {
  const remaining = new Map(after.map((operation) => [keyOf(operation), operation]));
  for (const old of before) {
    const now = remaining.get(keyOf(old));
    if (now === undefined) {
      const message = noun === 'operation' ? `\`${old.method} ${old.path}\` was removed` : `the ${noun} was removed`;
      changes.push({ kind: 'breaking', code: `${noun}-removed`, operation: old.id, message, location: old.location });
      continue;
    }
    remaining.delete(keyOf(old));
    compareOperations(old, now, noun === 'operation' ? 'input' : 'output', changes);
  }
  for (const now of remaining.values()) {
    const message = noun === 'operation' ? `\`${now.method} ${now.path}\` is new` : `the ${noun} is new`;
    changes.push({ kind: 'compatible', code: `${noun}-added`, operation: now.id, message, location: now.location });
  }
}

/** The same route, whatever its parameters are called. */
function routeOf(operation: Operation): string {
  return `${operation.method} ${operation.path.replaceAll(/\{[^}]*\}/g, '{}')}`;
}

/** By its first operation: that another has it too breaks nobody. */
function callbackOf({ key, expression, method, owners }: Callback): string {
  return [key, expression, method, ...owners.slice(0, 1).map(routeOf)].join(' ');
}

function compareServers(before: Service, after: Service, changes: Change[]): void {
  const now = new Set(after.servers.map((server) => server.url));
  const then = new Set(before.servers.map((server) => server.url));
  const at = (service: Service): Location | undefined => {
    const operation = service.operations[0] ?? service.webhooks[0];
    return operation === undefined ? undefined : inside({ source: operation.location.source, pointer: '' }, 'servers');
  };
  for (const url of then) {
    const location = at(before);
    if (!now.has(url) && location !== undefined)
      changes.push({ kind: 'breaking', code: 'server-removed', message: `the server ${url} was removed`, location });
  }
  for (const url of now) {
    const location = at(after);
    if (!then.has(url) && location !== undefined)
      changes.push({ kind: 'compatible', code: 'server-added', message: `the server ${url} is new`, location });
  }
}
