// Finds the operations of a description: those under `paths`, and those under `webhooks`, each with its path item.

import type { Location } from '../../base/problem.ts';
import type { Description, JsonObject } from '../../load/description.ts';
import { isObject } from '../../load/pointer.ts';
import { child, type DocumentNode, dereference, fields, keyOf, members } from '../document-node.ts';
import type { Method } from '../service.ts';

/** An operation as it stands in the document. */
export interface OperationSource {
  readonly kind: 'operation' | 'webhook' | 'callback';
  /** Key under `paths`, `webhooks` or `callbacks`. */
  readonly key: string;
  /** The path template; `''` for a webhook and a callback. */
  readonly path: string;
  readonly method: Method;
  readonly object: JsonObject;
  readonly node: DocumentNode;
  readonly pathItem: DocumentNode;
  /** The key that names the method: problems of the operation point there. */
  readonly location: Location;
  /** The key of the path. */
  readonly pathLocation: Location;
  /** For a callback: its URL as written, and the operations that have it. */
  readonly expression?: string;
  readonly owners?: readonly OperationSource[];
}

/** OpenAPI 3.2 added `query`, and `additionalOperations` for any other method. */
const METHODS: readonly string[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export function operationSources(description: Description): OperationSource[] {
  const root: DocumentNode = { value: description.root, location: { source: description.entry, pointer: '' } };
  const kinds = [
    ['operation', fields(child(root, 'paths'))],
    ['webhook', description.version === '3.0' ? [] : fields(child(root, 'webhooks'))],
  ] as const;
  return kinds.flatMap(([kind, entries]) =>
    // The standard leaves fields beside a path item's `$ref` undefined (3.1, Path Item Object), so they are not read.
    entries.flatMap(([key, written]) => operationsOf(description, kind, key, written, dereference(description, written))),
  );
}

/** The operations of one path item. */
export function operationsOf(
  description: Description,
  kind: OperationSource['kind'],
  key: string,
  written: DocumentNode,
  pathItem: DocumentNode,
): OperationSource[] {
  const methods = description.version === '3.2' ? [...METHODS, 'query'] : METHODS;
  const found: OperationSource[] = [];
  const add = (method: string, node: DocumentNode): void => {
    if (!isObject(node.value)) return;
    found.push({
      kind,
      key,
      path: kind === 'operation' ? key : '',
      method,
      object: node.value,
      node,
      pathItem,
      location: keyOf(node),
      pathLocation: keyOf(written),
    });
  };
  for (const [name, node] of members(pathItem)) if (methods.includes(name)) add(name.toUpperCase(), node);
  if (description.version === '3.2') for (const [name, node] of members(child(pathItem, 'additionalOperations'))) add(name, node);
  return found;
}
