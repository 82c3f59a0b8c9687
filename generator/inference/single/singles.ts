// Finds what there is once at a path: the settings of `GET` and `PUT` of `/users/{id}/settings`.
import type { Operation, Service } from '../../model/service.ts';
import { type Held, operationsOf } from '../held.ts';
import { pointerTo } from '../pointers.ts';
import { listOf, type Shape, shapesOf } from '../shapes.ts';
import { isSameTemplate, segmentsOf } from '../templates.ts';
import { isNamed, isSetting, sentNames } from './parts.ts';

/** What there is once at a path. `parts`: the operations on a part of a thing. */
export function singlesOf({ operations }: Service, known: readonly Held[], parts: ReadonlySet<Operation>): readonly Held[] {
  const taken = new Set(known.flatMap(operationsOf));
  return operations.flatMap((operation): readonly Held[] => {
    const collection = segmentsOf(operation.path);
    if (operation.method !== 'GET' || taken.has(operation) || parts.has(operation) || !isNamed(collection)) return [];
    if (listOf(operation) !== undefined || known.some((one) => isSameTemplate(one.collection, collection))) return [];
    const below = operations.filter((one) => isSameTemplate(segmentsOf(one.path), collection) && !taken.has(one));
    const writers = below.filter((one) => one.method === 'PUT' || one.method === 'PATCH' || (isSetting(one) && !isMaker(one)));
    const shape = shapesOf(operation).find(({ properties }) => writers.some((one) => isOfShape(one, properties)));
    const [first] = shape?.properties.keys() ?? [];
    const changes = writers.filter((one) => shape !== undefined && isOfShape(one, shape.properties));
    if (shape === undefined || first === undefined) return [];
    const remove = below.find(({ method }) => method === 'DELETE');
    return [
      {
        ...{ name: collection.at(-1) ?? '', collection, id: undefined, isUri: false, isSingle: true, rivals: [], changes },
        read: { operation, id: shape.at + pointerTo(first) },
        ...(remove === undefined ? {} : { remove }),
      },
    ];
  });
}

function isMaker({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === '201');
}

/** Whether most members that a request can give are those that the answer shows. */
function isOfShape(operation: Operation, properties: Shape['properties']): boolean {
  const sent = sentNames(operation);
  const shown = sent.filter((name) => properties.has(name)).length;
  return shown > 0 && shown * 2 >= sent.length;
}
