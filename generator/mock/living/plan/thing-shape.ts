// Finds where the answer of an operation has a thing.
import type { Held } from '../../../inference/held.ts';
import { holderOf } from '../../../inference/pointers.ts';
import { type Shape, shapesOf } from '../../../inference/shapes.ts';
import type { Operation } from '../../../model/service.ts';

/** Where an answer has the thing itself: the object with its identifier, or that with the members of the thing that is read. */
export function thingShape(operation: Operation | undefined, id: string | undefined, like?: Held): Shape | undefined {
  if (operation === undefined) return undefined;
  const shapes = shapesOf(operation);
  if (id !== undefined) return shapes.find(({ at }) => at === holderOf(id));
  const known = like?.id;
  return shapes.find(({ properties }) => known !== undefined && properties.has(known));
}
