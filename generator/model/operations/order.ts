// Reads `x-order` of operations and documents (docs/extensions.md): in which order the items of a list come.
import type { Problems } from '../../base/problem.ts';
import { closest } from '../../base/suggest.ts';
import { isObject, joinPointer, pointerTokens } from '../../load/pointer.ts';
import { child, type DocumentNode, members, optional } from '../document-node.ts';
import { type ListOrder, ORDERS, type OrderDirection } from '../list-order.ts';
import { possibleConjuncts } from '../schema/conjuncts.ts';
import type { Schema } from '../schema/schema.ts';
import { ARRAY, intendedTypes } from '../schema/types.ts';
import type { Operation, Pagination } from '../service.ts';
import { ExtensionFault, orFault } from './extension-fault.ts';
import { below } from './pagination/pagination.ts';

const DIRECTIONS = Object.keys(ORDERS) as readonly OrderDirection[];

/** The order of the lists with pages that say none themselves; `undefined` where the document has none, or one with an error. */
export function readPagedOrder(root: DocumentNode, problems: Problems): OrderDirection | undefined {
  const written = child(root, 'x-order');
  if (written.value === undefined) return undefined;
  return orFault('x-order', problems, () => directionOf(written, ['direction']));
}

/** The order of the list that an operation returns. `paged`: that of all lists with pages. */
export function readOrder(
  node: DocumentNode,
  operation: Pick<Operation, 'responses'> & { readonly pagination?: Pagination | undefined },
  paged: OrderDirection | undefined,
  problems: Problems,
): ListOrder | undefined {
  const written = child(node, 'x-order');
  if (written.value === undefined) {
    const items = operation.pagination?.facts.items;
    return paged === undefined || items === undefined ? undefined : { direction: paged, at: joinPointer('', ...items.slice(1)) };
  }
  return orFault('x-order', problems, () => {
    const direction = directionOf(written, ['direction', 'by', 'at']);
    const { at, item } = listOf(written, operation);
    return { direction, at, ...optional('by', fieldOf(child(written, 'by'), item)) };
  });
}

function directionOf(written: DocumentNode, fields: readonly string[]): OrderDirection {
  const example = 'Write `{ direction: newest-first }`.';
  if (!isObject(written.value)) throw new ExtensionFault(written, '`x-order` is no object.', example);
  for (const [name, place] of members(written)) {
    if (fields.includes(name)) continue;
    const near = closest(name, fields);
    const fix = near === undefined ? `The fields are ${fields.join(', ')}.` : `Write \`${near}\`.`;
    throw new ExtensionFault(
      place,
      `\`x-order\` has no field \`${name}\`${fields.length === 1 ? ' at the root of the document' : ''}.`,
      fix,
    );
  }
  const node = child(written, 'direction');
  const direction = DIRECTIONS.find((word) => word === node.value);
  if (direction !== undefined) return direction;
  const near = typeof node.value === 'string' ? closest(node.value, DIRECTIONS) : undefined;
  throw new ExtensionFault(
    node.value === undefined ? written : node,
    '`direction` says which items come first.',
    near === undefined ? `Write one of ${DIRECTIONS.join(', ')}.` : `Did you mean \`${near}\`?`,
  );
}

/** The list: what `at` names, else that of the pages, else the body. */
function listOf(
  written: DocumentNode,
  { responses, pagination }: Pick<Operation, 'responses'> & { readonly pagination?: Pagination | undefined },
): { readonly at: string; readonly item: Schema | undefined } {
  const place = child(written, 'at');
  if (place.value === undefined && pagination !== undefined)
    return { at: joinPointer('', ...pagination.facts.items.slice(1)), item: pagination.item };
  const at = place.value ?? '';
  const schema = responses.find(({ status }) => /^2\d\d$/.test(status))?.contents.find(({ kind }) => kind === 'json')?.schema;
  const found = typeof at === 'string' && /^(?:\/.*)?$/s.test(at) ? below(schema, pointerTokens(at)) : undefined;
  if (schema === undefined || found === undefined || found.some((one) => (intendedTypes(one) & ARRAY) === 0))
    throw new ExtensionFault(
      place.value === undefined ? written : place,
      `${at === '' ? 'The body of the response' : `What the body of the response has at ${String(at)}`} is not a list.`,
      'Write in `at` a JSON pointer to a list in the JSON body of the first response of success, such as `at: /items`.',
    );
  return { at: String(at), item: possibleConjuncts(found).find((one) => one.items !== undefined)?.items };
}

function fieldOf(node: DocumentNode, item: Schema | undefined): string | undefined {
  if (node.value === undefined) return undefined;
  if (typeof node.value === 'string' && (item === undefined || below(item, [node.value]) !== undefined)) return node.value;
  throw new ExtensionFault(
    node,
    `An item of the list has no field ${typeof node.value === 'string' ? `\`${node.value}\`` : 'of this name'}.`,
    'Name a field that the schema of the items declares, or leave out `by`.',
  );
}
