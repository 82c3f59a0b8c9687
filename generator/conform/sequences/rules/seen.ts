// Reads a thing for the rules about its members, and finds what the document declares of them.

import { uncarried, uncarriedProperties } from '../../../inference/bodies.ts';
import { holderOf, isObject, lastNameOf } from '../../../inference/pointers.ts';
import type { Reader } from '../../../inference/resources.ts';
import { listOf, shapesOf } from '../../../inference/shapes.ts';
import { itemsOf, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { resourceIn } from '../fields.ts';
import type { Lab } from '../lab.ts';
import { itemOf } from '../pages.ts';
import { isSuccess, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';

export type Members = Readonly<Record<string, unknown>>;

export interface Seen {
  readonly exchange: Answered;
  readonly resource: Members;
}

/** A thing as it is now; `undefined` where the service does not show it. */
export async function readThing(lab: Lab, things: Things, { operation, id, items }: Reader, thing: Thing): Promise<Seen | undefined> {
  if (items !== undefined) {
    const found = id === undefined ? undefined : await itemOf(lab, things, { operation, id, items }, thing);
    return isObject(found?.item) ? { exchange: found.page, resource: uncarried(found.item) } : undefined;
  }
  const exchange = await things.call(lab, operation, thing, { says: 'read' });
  const resource = id === undefined || !isSuccess(exchange) ? undefined : resourceIn(exchange, id);
  return resource === undefined ? undefined : { exchange, resource };
}

/** The members that the answer of a read declares, by name. */
export function declaredMembers({ operation, id, items }: Reader): ReadonlyMap<string, readonly Schema[]> {
  if (items !== undefined) return uncarriedProperties(itemProperties(operation, items));
  const at = id && holderOf(id);
  return uncarriedProperties(shapesOf(operation).find((shape) => shape.at === at)?.properties ?? new Map());
}

/** The members of the items of a list, also of one that stands inside of a thing. */
function itemProperties(operation: Operation, at: string): ReadonlyMap<string, readonly Schema[]> {
  const list = listOf(operation);
  if (list?.at === at) return list.properties;
  const holder = shapesOf(operation).find((shape) => shape.at === holderOf(at));
  return propertiesOf(itemsOf(holder?.properties.get(lastNameOf(at)) ?? []));
}
