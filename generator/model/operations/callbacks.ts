// Turns the callbacks of operations into operations of their own, which the service sends to a URL from the request or its response.

import type { Problems } from '../../base/problem.ts';
import type { Description } from '../../load/description.ts';
import { type Cause, child, dereference, fields, keyOf, members } from '../document-node.ts';
import type { Callback, Expression, Operation, Template, Webhook } from '../service.ts';
import { type OperationSource, operationsOf } from './operation-source.ts';
import { operationId, type SettledOperation } from './operations.ts';
import { missingIn, parseTemplate } from './pagination/expressions.ts';

/** The callbacks of these operations. A callback that several operations share is listed once, with all of them as owners. */
export function callbackSources(description: Description, callers: readonly OperationSource[], problems: Problems): OperationSource[] {
  const found = new Map<string, OperationSource & { owners: OperationSource[] }>();
  for (const owner of callers) {
    if (owner.kind === 'webhook') refuseCallbacks(owner, problems);
    else {
      for (const source of callbacksOf(description, owner)) {
        const { location } = source.node;
        const place = `${location.source.path}#${location.pointer} ${source.expression}`;
        const same = found.get(place);
        if (same === undefined) found.set(place, { ...source, owners: [owner] });
        else same.owners.push(owner);
      }
    }
  }
  const sources = [...found.values()];
  for (const source of sources) refuseCallbacks(source, problems);
  return sources;
}

function callbacksOf(description: Description, owner: OperationSource): OperationSource[] {
  return members(child(owner.node, 'callbacks')).flatMap(([key, written]) =>
    fields(dereference(description, written)).flatMap(([expression, item]) =>
      operationsOf(description, 'callback', key, item, dereference(description, item)).map((source) => ({ ...source, expression })),
    ),
  );
}

/** Reports the callbacks of webhooks and callbacks: the service itself sends those, so their callbacks are left out. */
function refuseCallbacks({ kind, key, node }: OperationSource, problems: Problems): void {
  for (const [name, callback] of members(child(node, 'callbacks'))) {
    problems.add({
      code: 'left-out',
      severity: 'unsupported',
      message: `The callback ${name} is left out: it is one of the ${kind} ${key}, not of an operation.`,
      leftOut: ['callback'],
      reason: `it is one of a ${kind}, not of an operation`,
      location: keyOf(callback),
    });
  }
}

/** The wanted name of a callback without an `operationId`: its key, after the name of its operation if several callbacks have the key. */
export function callbackWords({ key, owners = [] }: OperationSource, keys: ReadonlyMap<string, number>): string {
  const [owner] = owners;
  if (owner === undefined || keys.get(key) === 1) return key;
  return `${operationId(owner) ?? `${owner.method.toLowerCase()} ${owner.path}`} ${key}`;
}

export interface CallbackAddress {
  readonly address: Template;
  /** The operations that send it, without those that are left out. */
  readonly owners: readonly OperationSource[];
}

/** The address and the operations of a callback; a cause if it has to be left out. `kept` has the operations that are not left out. */
export function settleCallback(source: OperationSource, kept: ReadonlyMap<OperationSource, SettledOperation>): CallbackAddress | Cause {
  const cause = (message: string): Cause => ({ message, location: source.pathLocation });
  const owners = (source.owners ?? []).filter((owner) => kept.has(owner));
  const [first] = owners;
  if (first === undefined) return cause('its operation is left out.');
  const template = parseTemplate(source.expression ?? '');
  if ('wrong' in template) return cause(`\`${template.wrong}\` is not a runtime expression.`);
  for (const owner of owners) {
    const operation = kept.get(owner);
    const missing = operation === undefined ? undefined : missingIn(template, operation, operation.responses);
    if (missing !== undefined) return cause(`${missing}.`);
  }
  const usesMethod = template.some((piece) => typeof piece === 'object' && piece.from === 'method');
  if (usesMethod && owners.some(({ method }) => method !== first.method))
    return cause('`$method` is not the same for all operations that have it.');
  return { address: withMethod(template, first.method), owners };
}

export function finishCallback(
  webhook: Webhook,
  source: OperationSource,
  addresses: ReadonlyMap<OperationSource, CallbackAddress>,
  operations: ReadonlyMap<OperationSource, Operation>,
): Callback {
  const { address, owners } = addresses.get(source) ?? { address: [], owners: [] };
  return { ...webhook, expression: source.expression ?? '', address, owners: owners.flatMap((owner) => operations.get(owner) ?? []) };
}

/** Replaces `$method` with the method and joins adjacent texts. */
export function withMethod(template: Template, method: string): Template {
  const pieces: (string | Expression)[] = [];
  for (const piece of template) {
    const known = typeof piece === 'object' && piece.from === 'method' ? method : piece;
    const last = pieces.at(-1);
    if (typeof known === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + known;
    else pieces.push(known);
  }
  return pieces;
}
