// What the portal lists and searches of a service: its operations, webhooks and callbacks, each with its place in the reference.
import type { Callback, Operation, Service } from '../model/service.ts';

export interface OperationEntry {
  readonly kind: 'operation' | 'webhook' | 'callback';
  readonly operation: Operation;
  /** The path; of a webhook its name, of a callback its key and the operation that it is of. */
  readonly place: string;
  /** Relative to the portal. */
  readonly url: string;
}

export function entriesOf(service: Service): readonly OperationEntry[] {
  return [
    ...service.operations.map((operation) => entryOf(service, 'operation', operation, operation.path)),
    ...service.webhooks.map((webhook) => entryOf(service, 'webhook', webhook, webhook.id)),
    ...service.callbacks.map((callback) => entryOf(service, 'callback', callback, callbackPlace(callback))),
  ];
}

function entryOf(service: Service, kind: OperationEntry['kind'], operation: Operation, place: string): OperationEntry {
  return { kind, operation, place, url: operationUrl(service, operation) };
}

function callbackPlace({ key, owners: [owner] }: Callback): string {
  return owner === undefined ? key : `${key} of ${owner.id}`;
}

/** The reference page of the operation; the page shows a callback inside of its operation. */
export function operationUrl(service: Service, operation: Operation | Callback): string {
  const shown = 'owners' in operation ? (operation.owners[0] ?? operation) : operation;
  return `${service.id}/index.html${operationAnchor(shown)}`;
}

/** Inside of the reference page. */
export function operationAnchor(operation: Operation): string {
  return `#operation/${encodeURIComponent(operation.id)}`;
}
