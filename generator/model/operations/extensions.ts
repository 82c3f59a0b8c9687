// Reads our extensions of operations and documents (docs/extensions.md): the short ones here, each other one in its own file.

import type { Problems } from '../../base/problem.ts';
import { isObject } from '../../load/pointer.ts';
import { child, type DocumentNode, keyOf, number, optional, refuseExtension, text, texts } from '../document-node.ts';
import type { OrderDirection } from '../list-order.ts';
import type { Basis, Operation, OperationExtensions, Parameter, WebhookSignatureFacts } from '../service.ts';
import { faultPlaces, readErrors } from './errors.ts';
import type { OperationSource } from './operation-source.ts';
import { readOrder } from './order.ts';
import { readPagination } from './pagination/pagination.ts';
import { readRateLimits } from './rate-limits.ts';
import { readAliases } from './spellings/aliases.ts';

/** Everything that extensions say of an operation. An extension of operations has its line here and its field in `service.ts`. */
export function readOperationExtensions(
  source: OperationSource,
  operation: Pick<Operation, 'parameters' | 'body' | 'responses'>,
  problems: Problems,
  paged?: OrderDirection,
): OperationExtensions {
  const { node } = source;
  const pagination = readPagination(source, operation, problems);
  return {
    ...optional('errors', readErrors(node, faultPlaces([operation]), problems)),
    ...optional('pagination', pagination),
    ...optional('order', readOrder(node, { ...operation, pagination }, paged, problems)),
    ...optional('basis', readBasis(node)),
    statements: readStatements(node),
    limits: readRateLimits(node, problems),
    ...optional('aliases', readAliases(source, operation, problems)),
    ...optional('lenientType', readLenientType(node, operation, problems)),
  };
}

export function readBasis(node: DocumentNode): Basis | undefined {
  const basis = text(node, 'x-basis');
  return basis === 'stated' || basis === 'public' || basis === 'designed' ? basis : undefined;
}

export function readStatements(node: DocumentNode): string[] {
  return texts(node, 'x-statements') ?? [];
}

/** Whether a server reads a JSON body that is sent without its media type. */
function readLenientType(node: DocumentNode, { body }: Partial<Pick<Operation, 'body'>>, problems: Problems): true | undefined {
  const written = child(node, 'x-lenient-type');
  if (written.value !== true) return undefined;
  if (body?.contents.some(({ kind }) => kind === 'json') === true) return true;
  const message = '`x-lenient-type` is on an operation that has no JSON body.';
  const fix = 'Remove it, or declare `application/json` in the request body.';
  return refuseExtension('x-lenient-type', problems)({ location: keyOf(written) }, message, fix);
}

/** `signed: query.pid`: the parameter whose value is signed; `undefined` where it is the body, as it is when left out. */
function signedParameter(node: DocumentNode, parameters: readonly Parameter[], problems: Problems): string | undefined {
  const signed = child(node, 'signed');
  if (signed.value === undefined || signed.value === 'body') return undefined;
  const [, name] = /^query\.(.+)$/s.exec(String(signed.value)) ?? [];
  // One that may be left out would leave the delivery unsigned.
  if (name !== undefined && parameters.some((one) => one.in === 'query' && one.name === name && one.required)) return name;
  return refuseExtension('x-webhook-signature', problems)(
    signed,
    '`signed` is nothing that every delivery has.',
    'Write `body`, or `query.` and the name of a query parameter that is declared as required.',
  );
}

/** On the webhook's operation, else at the document's root. */
export function readWebhookSignature(
  nodes: readonly DocumentNode[],
  parameters: readonly Parameter[],
  problems: Problems,
): WebhookSignatureFacts | undefined {
  const node = nodes.map((holder) => child(holder, 'x-webhook-signature')).find((candidate) => candidate.value !== undefined);
  if (node === undefined) return undefined;
  const header = text(node, 'header');
  const toleranceSeconds = number(node, 'toleranceSeconds') ?? 300;
  const { value } = node;
  // `false` undoes, for one webhook, what the document's root says of all.
  if (value === false) return undefined;
  const scheme = child(node, 'scheme').value;
  if (value === true || (isObject(value) && scheme === undefined)) return { scheme: 'standard', toleranceSeconds };
  switch (scheme) {
    case 'hmac-hex':
      if (header === undefined) break;
      return {
        scheme: 'hmac-hex',
        header,
        ...optional('keyHeader', text(node, 'keyHeader')),
        ...optional('query', signedParameter(node, parameters, problems)),
      };
    case 'timestamped':
      if (header !== undefined) return { scheme: 'timestamped', header, toleranceSeconds };
      break;
    case 'standard':
      return { scheme: 'standard', toleranceSeconds };
  }
  return refuseExtension('x-webhook-signature', problems)(
    node,
    '`x-webhook-signature` needs a known `scheme` and a `header`.',
    'Write `scheme: hmac-hex` or `scheme: timestamped` with a `header`, or `scheme: standard`, which `true` is short for.',
  );
}
