// Finds what there is once at a path: the settings of `GET` and `PUT` of `/users/{id}/settings`, the plan that `POST` of `/bills/{id}/plan` makes.
import type { Operation, Service } from '../../model/service.ts';
import { type Held, operationsOf } from '../held.ts';
import { pointerTo } from '../pointers.ts';
import { listOf, type Shape, shapesOf } from '../shapes.ts';
import { beginsWith, isSameTemplate, segmentsOf } from '../templates.ts';
import { isNamed, isSetting, sentNames } from './parts.ts';

/** What there is once at a path. `parts`: the operations on a part of a thing. */
export function singlesOf({ operations }: Service, known: readonly Held[], parts: ReadonlySet<Operation>): readonly Held[] {
  const taken = new Set(known.flatMap(operationsOf));
  return operations.flatMap((operation): readonly Held[] => {
    const collection = segmentsOf(operation.path);
    if (operation.method !== 'GET' || taken.has(operation) || parts.has(operation) || !isNamed(collection)) return [];
    if (known.some((one) => isSameTemplate(one.collection, collection))) return [];
    const below = operations.filter((one) => isSameTemplate(segmentsOf(one.path), collection) && !taken.has(one));
    const writers = below.filter((one) => one.method === 'PUT' || one.method === 'PATCH' || (isSetting(one) && !isMaker(one)));
    const isOpen = operations.some(({ path }) => segmentsOf(path).length > collection.length && beginsWith(segmentsOf(path), collection));
    const madeBy = (one: Operation): Shape | undefined =>
      shapesOf(operation).find(({ properties }) => shapesOf(one).some((made) => isSameNames(made.properties, properties)));
    const maker =
      isOpen || !mayMiss(operation) ? undefined : below.find((one) => one.method === 'POST' && isMaker(one) && madeBy(one) !== undefined);
    // What a POST makes as GET shows it is one thing, whatever lists it has.
    if (listOf(operation) !== undefined && maker === undefined) return [];
    const shape =
      shapesOf(operation).find(({ properties }) => writers.some((one) => isOfShape(one, properties))) ?? (maker && madeBy(maker));
    const [first] = shape?.properties.keys() ?? [];
    const changes = [
      ...writers.filter((one) => shape !== undefined && isOfShape(one, shape.properties)),
      ...(maker === undefined ? [] : [maker]),
    ];
    if (shape === undefined || first === undefined) return [];
    const remove = below.find(({ method }) => method === 'DELETE');
    return [
      {
        ...{ name: collection.at(-1) ?? '', collection, id: undefined, isUri: false, isSingle: true, rivals: [], changes },
        read: { operation, id: shape.at + pointerTo(first) },
        ...(remove === undefined ? {} : { remove }),
        ...(maker === undefined ? {} : { maker }),
      },
    ];
  });
}

function isMaker({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === '201');
}

/** Whether there may be nothing yet. */
function mayMiss({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === '404');
}

function isSameNames(one: Shape['properties'], other: Shape['properties']): boolean {
  return one.size === other.size && [...one.keys()].every((name) => other.has(name));
}

/** Whether most members that a request can give are those that the answer shows. */
function isOfShape(operation: Operation, properties: Shape['properties']): boolean {
  const sent = sentNames(operation);
  const shown = sent.filter((name) => properties.has(name)).length;
  return shown > 0 && shown * 2 >= sent.length;
}
