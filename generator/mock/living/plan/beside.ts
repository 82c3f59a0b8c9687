// Finds what an answer shows beside its thing, where other operations read it and none creates it: the `action` of
// `POST /servers/{id}/actions/reboot`, which `GET /servers/{id}/actions` lists.
import { identifierFor, plain } from '../../../inference/names.ts';
import { lastNameOf, pointerTo } from '../../../inference/pointers.ts';
import { singular } from '../../../inference/prose/index.ts';
import { shapesOf } from '../../../inference/shapes.ts';
import { beginsWith, parameterIn } from '../../../inference/templates.ts';
import { itemsOf, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Kind } from './kinds.ts';

export interface Beside {
  /** JSON pointer into the result, to one thing or to a list of them. */
  readonly at: string;
  /** A kind that stands below the thing of the operation, or below nothing. */
  readonly kind: Kind;
}

/** `own`: the kind of the thing that the operation is about. */
export function besidesOf(operation: Operation, own: Kind, kinds: readonly Kind[]): readonly Beside[] {
  if (operation.method === 'GET' || operation.method === 'DELETE') return [];
  return kinds.flatMap((kind) => {
    const at = kind.resource.create === undefined && kind.name !== own.name && isReached(kind, own) ? shownAt(operation, kind) : undefined;
    return at === undefined ? [] : [{ at, kind }];
  });
}

function isReached({ collection, parent }: Kind, own: Kind): boolean {
  const above = parent === own && beginsWith(collection, own.collection) ? own.collection.length + 1 : 0;
  return collection.slice(above).every((segment) => parameterIn(segment) === undefined);
}

/** `action` for one of the actions, `actions` for several. */
function shownAt(operation: Operation, kind: Kind): string | undefined {
  const shapes = shapesOf(operation);
  const one = shapes.find(({ at, properties }) => plain(lastNameOf(at)) === plain(singular(kind.name)) && isLike(kind, properties.keys()));
  if (one !== undefined) return one.at;
  for (const { at, properties } of shapes)
    for (const [name, schemas] of properties)
      if (plain(name) === plain(kind.name) && isLike(kind, propertiesOf(itemsOf(schemas)).keys())) return at + pointerTo(name);
  return undefined;
}

/** Whether most members are those of the kind. */
function isLike({ id, name, members }: Kind, names: Iterable<string>): boolean {
  const all = [...names];
  return id !== undefined && identifierFor(id, name, all) === id && all.filter((one) => members.has(one)).length * 2 > members.size;
}
