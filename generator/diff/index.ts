// Compares two versions of a service. It reads only the model, so OpenAPI 3.0, 3.1 and 3.2 can be compared with each other.
import { groupBy } from '../base/group-by.ts';
import type { Location } from '../base/problem.ts';
import type { Callback, LeftOutOperation, Operation, Service, Webhook } from '../model/service.ts';
import { type Change, inside } from './change.ts';
import { factsText } from './digest.ts';
import { compareErrorCodes } from './error-codes.ts';
import { compareLinks } from './links.ts';
import { compareOperations } from './operations.ts';
import { compareRateLimits } from './rate-limits.ts';
import { compareSchemaNames } from './schema-names.ts';
import { compareSecuritySchemes } from './security-schemes.ts';
import { compareServers } from './servers.ts';
import { compareSockets } from './sockets.ts';

export type { Change } from './change.ts';
export { nameFaulty } from './faulty.ts';
export { countEntries, type Entry, groupChanges } from './groups.ts';
export { nothingShared } from './nothing-shared.ts';

/** Returns the changes: removals first, then in the order of the new version. */
export function compareServices(before: Service, after: Service): Change[] {
  const changes: Change[] = [];
  const [then, now] = [locationOfServers(before), locationOfServers(after)];
  // The servers of a document without operations are not compared: there is nothing to call.
  if (then !== undefined && now !== undefined)
    compareServers({ before: before.servers, after: after.servers, places: { before: then, after: now } }, changes);
  // Operations that are not generated are compared too, as far as the documents say.
  compareSets<Operation>(withLeftOut(before, 'operation'), withLeftOut(after, 'operation'), routeOf, 'operation', changes, (old, now) => {
    compareOperations(old, now, 'input', changes);
    compareOwnServers(old, now, before, after, changes);
  });
  // The service sends webhooks and callbacks, so their requests are output.
  const received = (old: Operation & Signed, now: Operation & Signed): void => {
    compareOperations(old, now, 'output', changes);
    compareSignatures(old, now, changes);
  };
  const [sentBefore, sentNow] = [withLeftOut(before, 'webhook'), withLeftOut(after, 'webhook')];
  compareSets<Webhook | LeftOutOperation>(sentBefore, sentNow, (webhook) => webhook.key, 'webhook', changes, received);
  compareSets(before.callbacks, after.callbacks, callbackOf, 'callback', changes, received);
  compareSockets(before.sockets, after.sockets, changes);
  if (now !== undefined) compareRateLimits(before.limits, after.limits, { location: now }, changes);
  if (now !== undefined) compareErrorCodes(before.errors, after.errors, { location: now }, changes);
  compareSecuritySchemes(before, after, changes);
  compareLinks(before, after, changes);
  compareGroups(before, after, changes);
  compareSchemaNames(before, after, changes);
  return changes;
}

/** Callers may call an operation as a member of its group: `client.posts.create`. */
function compareGroups(before: Service, after: Service, changes: Change[]): void {
  const now = membersOf(after);
  for (const [id, { member, name }] of membersOf(before)) {
    const other = now.get(id)?.member;
    const operation = after.operations.find((candidate) => candidate.id === id);
    // Another name of the operation is said already.
    if (operation === undefined || operation.name !== name || other === member) continue;
    const message = `is ${other === undefined ? 'in no group' : `\`${other}\` in the groups`} of the client now, was \`${member}\``;
    changes.push({ kind: 'breaking', code: 'group-changed', operation: id, message, location: operation.location });
  }
}

function membersOf({ groups }: Service): Map<string, { readonly member: string; readonly name: string }> {
  const members = groups.flatMap((group) =>
    group.members.map(({ name, operation }) => [operation.id, { member: `${group.name}.${name}`, name: operation.name }] as const),
  );
  return new Map(members);
}

type Signed = Partial<Pick<Webhook, 'signature'>>;

/** A receiver that checks signatures refuses those of another form. */
function compareSignatures(old: Operation & Signed, now: Operation & Signed, changes: Change[]): void {
  if (factsText(old.signature) === factsText(now.signature)) return;
  const message =
    now.signature === undefined ? 'is no longer signed' : `is signed ${old.signature === undefined ? 'now' : 'in another way now'}`;
  const kind = old.signature === undefined ? 'compatible' : 'breaking';
  changes.push({
    kind,
    code: 'signature-changed',
    operation: now.id,
    message: `${message} (\`x-webhook-signature\`)`,
    location: now.location,
  });
}

/** The operations or webhooks of a document, those that are generated first. */
function withLeftOut(service: Service, kind: 'operation'): Operation[];
function withLeftOut(service: Service, kind: 'webhook'): (Webhook | LeftOutOperation)[];
function withLeftOut({ operations, webhooks, leftOut }: Service, kind: LeftOutOperation['kind']): Operation[] {
  return [...(kind === 'operation' ? operations : webhooks), ...leftOut.filter((operation) => operation.kind === kind)];
}

function reasonOf(operation: Operation): string | undefined {
  return 'reason' in operation && typeof operation.reason === 'string' ? operation.reason : undefined;
}

/** Whether code is generated for an operation in one of the versions only. */
function compareGeneration(old: Operation, now: Operation, changes: Change[]): void {
  const [before, after] = [reasonOf(old), reasonOf(now)];
  if ((before === undefined) === (after === undefined)) return;
  changes.push({
    kind: after === undefined ? 'compatible' : 'breaking',
    code: after === undefined ? 'operation-generated' : 'operation-left-out',
    operation: now.id,
    message: after === undefined ? `is generated now; it was left out: ${before}` : `is left out of generated code now: ${after}`,
    location: now.location,
  });
}

function compareSets<T extends Operation>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (operation: T) => string,
  noun: 'operation' | 'webhook' | 'callback',
  changes: Change[],
  compare: (before: T, after: T) => void,
): void {
  const counterparts = counterpartsOf(before, after, keyOf);
  const remaining = new Set(after);
  for (const old of before) {
    const now = counterparts.get(old);
    if (now === undefined) {
      const message = noun === 'operation' ? `\`${old.method} ${old.path}\` was removed` : `the ${noun} was removed`;
      changes.push({ kind: 'breaking', code: `${noun}-removed`, operation: old.id, message, location: old.location });
      continue;
    }
    remaining.delete(now);
    compareGeneration(old, now, changes);
    compare(old, now);
  }
  for (const now of remaining) {
    const reason = reasonOf(now);
    const said = noun === 'operation' ? `\`${now.method} ${now.path}\` is new` : `the ${noun} is new`;
    const message = reason === undefined ? said : `${said}, and left out of generated code: ${reason}`;
    changes.push({ kind: 'compatible', code: `${noun}-added`, operation: now.id, message, location: now.location });
  }
}

/**
 * The operation of the new version for each of the old. Several may share a key (`/pets/{id}` and `/pets/{name}`, or two methods of one webhook), so
 * those whose method and path have not changed find each other first.
 */
function counterpartsOf<T extends Operation>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (operation: T) => string,
): ReadonlyMap<T, T> {
  const found = new Map<T, T>();
  const taken = new Set<T>();
  for (const identify of [(operation: T) => `${operation.method} ${operation.path} ${keyOf(operation)}`, keyOf]) {
    const waiting = groupBy(
      after.filter((operation) => !taken.has(operation)),
      identify,
    );
    for (const old of before) {
      const now = found.has(old) ? undefined : waiting.get(identify(old))?.shift();
      if (now === undefined) continue;
      found.set(old, now);
      taken.add(now);
    }
  }
  return found;
}

/** Identifies an operation by its route, without the names of path parameters. */
function routeOf(operation: Operation): string {
  return `${operation.method} ${operation.path.replaceAll(/\{[^}]*\}/g, '{}')}`;
}

/** Identifies a callback by its first operation: adding it to another operation breaks no caller. */
function callbackOf({ key, expression, method, owners }: Callback): string {
  return [key, expression, method, ...owners.slice(0, 1).map(routeOf)].join(' ');
}

/** Compares the servers of an operation if either version has its own; otherwise those of the document apply. */
function compareOwnServers(old: Operation, now: Operation, before: Service, after: Service, changes: Change[]): void {
  if (old.servers === undefined && now.servers === undefined) return;
  const place = ({ servers, location }: Operation): Location => (servers === undefined ? location : inside(location, 'servers'));
  const places = { before: place(old), after: place(now) };
  const lists = { before: old.servers ?? before.servers, after: now.servers ?? after.servers };
  compareServers({ ...lists, places, operation: now.id }, changes);
}

/** The location of the document's servers. */
function locationOfServers(service: Service): Location | undefined {
  const operation = service.operations[0] ?? service.webhooks[0];
  return operation === undefined ? undefined : inside({ source: operation.location.source, pointer: '' }, 'servers');
}
