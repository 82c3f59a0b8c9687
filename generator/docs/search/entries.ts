// The operations, webhooks and callbacks of a service that the portal lists and searches, each with its URL in the reference.
import { groupBy } from '../../base/group-by.ts';
import type { Callback, Operation, Service } from '../../model/service.ts';
import { firstSentence } from '../html.ts';
import { operationUrl } from '../reference/anchor.ts';

export interface OperationEntry {
  readonly kind: 'operation' | 'webhook' | 'callback';
  readonly operation: Operation;
  /** The path of an operation, the name of a webhook, or the key of a callback with its operation. */
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

/** The operations of a tag. */
export interface EntryGroup {
  /** The tag as people read it: its summary or name, after those of the tags above it. Empty for operations without a tag. */
  readonly tag: string;
  readonly entries: readonly OperationEntry[];
}

/** The operations by their first tag, in the order of the document's tags; those without a tag come first. */
export function groupsOf(service: Service): readonly EntryGroup[] {
  const byTag = groupBy(entriesOf(service), ({ operation }) => operation.tags[0] ?? '');
  const tags = new Set(['', ...service.tags.map(({ name }) => name), ...byTag.keys()]);
  return [...tags].flatMap((tag) => {
    const entries = byTag.get(tag);
    return entries === undefined ? [] : [{ tag: tagTitle(service, tag), entries }];
  });
}

/** `Shop › Orders`. A tag that is above itself is named once. */
function tagTitle({ tags }: Service, name: string): string {
  const names: string[] = [];
  const met = new Set<string>();
  for (let at: string | undefined = name; at !== undefined && !met.has(at); ) {
    met.add(at);
    const tag = tags.find((one) => one.name === at);
    names.unshift(tag?.summary ?? at);
    at = tag?.parent;
  }
  return names.join(' › ');
}

/** Characters of a description that may stand for a summary. */
const LONGEST_TITLE = 80;

/** The summary of an operation; without one, the beginning of its description where that is short, or its name, or its path. */
export function titleOf({ summary, description = '', id, method, path }: Operation): string {
  if (summary !== undefined && summary.trim() !== '') return summary;
  const said = firstSentence(description).replace(/\.$/, '');
  if (said !== '' && said.length <= LONGEST_TITLE) return said;
  return id === `${method} ${path}` ? path : id;
}

/** The operation, or the webhook, in the console, relative to the root of the site. */
export function consoleUrl(
  { id }: { readonly id: string },
  operation?: { readonly id: string },
  kind: OperationEntry['kind'] = 'operation',
): string {
  const parts = [id, ...(kind === 'operation' ? [] : [kind]), ...(operation === undefined ? [] : [operation.id])];
  return `console.html#/${parts.map(encodeURIComponent).join('/')}`;
}

function entryOf(service: Service, kind: OperationEntry['kind'], operation: Operation, place: string): OperationEntry {
  return { kind, operation, place, url: operationUrl(service, operation) };
}

function callbackPlace({ key, owners: [owner] }: Callback): string {
  return owner === undefined ? key : `${key} of ${owner.id}`;
}
