// Finds in a request which collection and which thing it is about: by the values of its path.
import { getOwn } from '@octavo/runtime/conformance';
import { beginsWith, isSameTemplate, parameterIn, type Segments, segmentsOf } from '../../inference/templates.ts';
import { endOf } from '../../inference/uris.ts';
import type { Operation } from '../../model/service.ts';
import type { Kind } from './plan/kinds.ts';
import { allows } from './values.ts';

export interface Input {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The path of the collection in which a thing is read, with the values that a request has: `/shelves/3/books`. */
export function collectionOf(operation: Operation, { collection }: Kind, input: Input): string {
  const path = segmentsOf(operation.path);
  return filled(beginsWith(path, collection) ? path.slice(0, collection.length) : collection, input);
}

/** The path that a thing is created at, where it is read elsewhere; `undefined` where it is not. */
export function madeAt(operation: Operation, { madeAt: template }: Kind, input: Input): string | undefined {
  const path = segmentsOf(operation.path);
  return template !== undefined && isSameTemplate(path, template) ? filled(path, input) : undefined;
}

/** The identifier of the thing that the path of an operation names: behind the collection, or at the end of a path that begins otherwise. */
export function idOf(operation: Operation, { collection, isUri }: Kind, { path }: Input): string {
  const segments = segmentsOf(operation.path);
  const segment = beginsWith(segments, collection)
    ? segments[collection.length]
    : segments.findLast((one) => parameterIn(one) !== undefined);
  const [, name = ''] = /^\{([^{}]+)\}/.exec(segment ?? '') ?? [];
  const given = String(getOwn(path, name) ?? '');
  // A client may put the whole URI there.
  return isUri ? endOf(given) : given;
}

/** The text of a path as the document has it in the member that identifies a thing. */
export function asId({ id, members }: Kind, text: string): unknown {
  return id !== undefined && allows(members.get(id) ?? [], 'integer') ? Number(text) : text;
}

/** The identifier that a path has for a thing; `undefined` where the thing says none. */
export function identityOf({ id, isUri }: Kind, value: Readonly<Record<string, unknown>>): string | undefined {
  const own = id === undefined ? undefined : getOwn(value, id);
  if (own === undefined || own === null) return undefined;
  return isUri ? endOf(String(own)) : String(own);
}

/** The collection and the identifier of the thing that a collection stands below. */
export function parentOf(operation: Operation, parent: Kind, input: Input): readonly [collection: string, id: string] {
  return [collectionOf(operation, parent, input), idOf(operation, parent, input)];
}

function filled(segments: Segments, { path }: Input): string {
  return segments
    .map((segment) => {
      const name = parameterIn(segment);
      return `/${name === undefined ? segment : encodeURIComponent(String(getOwn(path, name) ?? ''))}`;
    })
    .join('');
}
