// Two versions of a service to the changes between them, each breaking callers or not. Reads the model only, so 3.0, 3.1 and 3.2 compare with each other.
import type { Callback, Operation, Service, Webhook } from '../model/service.ts';
import type { Location } from '../problem.ts';
import { type Change, inside } from './change.ts';
import { compareOperations } from './operations.ts';
import { compareServers } from './servers.ts';

export type { Change } from './change.ts';

/** In the order of the new version, removals first. */
export function compareServices(before: Service, after: Service): Change[] {
  const changes: Change[] = [];
  const [then, now] = [locationOfServers(before), locationOfServers(after)];
  // Nobody calls the servers of a document without operations.
  if (then !== undefined && now !== undefined)
    compareServers({ before: before.servers, after: after.servers, places: { before: then, after: now } }, changes);
  compareSets(before.operations, after.operations, routeOf, 'operation', changes, (old, now) => {
    compareOperations(old, now, 'input', changes);
    compareOwnServers(old, now, before, after, changes);
  });
  // The caller of webhooks and callbacks is the service: what it sends is what we must expect.
  const received = (old: Operation, now: Operation): void => compareOperations(old, now, 'output', changes);
  compareSets<Webhook>(before.webhooks, after.webhooks, (webhook) => webhook.key, 'webhook', changes, received);
  compareSets(before.callbacks, after.callbacks, callbackOf, 'callback', changes, received);
  return changes;
}

function compareSets<T extends Operation>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (operation: T) => string,
  noun: 'operation' | 'webhook' | 'callback',
  changes: Change[],
  compare: (before: T, after: T) => void,
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
    compare(old, now);
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

/** Where an operation is, if it or its older version has servers of its own: else the document's tell it all. */
function compareOwnServers(old: Operation, now: Operation, before: Service, after: Service, changes: Change[]): void {
  if (old.servers === undefined && now.servers === undefined) return;
  const place = ({ servers, location }: Operation): Location => (servers === undefined ? location : inside(location, 'servers'));
  const places = { before: place(old), after: place(now) };
  const lists = { before: old.servers ?? before.servers, after: now.servers ?? after.servers };
  compareServers({ ...lists, places, operation: now.id }, changes);
}

/** Where the servers of the document stand. */
function locationOfServers(service: Service): Location | undefined {
  const operation = service.operations[0] ?? service.webhooks[0];
  return operation === undefined ? undefined : inside({ source: operation.location.source, pointer: '' }, 'servers');
}
