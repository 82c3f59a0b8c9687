// Finds the thing that an operation is done inside of: the order of `POST /orders/{id}/lines`, and the invoice that a body names.
import type { Operation, Service } from '../../model/service.ts';
import type { Edge } from '../edge.ts';
import { identifierAmong } from '../identifiers.ts';
import { pointerTo } from '../pointers.ts';
import { listOf, type Shape, shapesOf } from '../shapes.ts';
import { beginsWith, lastPlaceOf, parameterIn, pathPlacesOf, segmentsOf } from '../templates.ts';

/** A thing that can be read, and where the input of an operation on it has the values that the read takes. */
export interface Holder {
  readonly read: Operation;
  /** By the places of the read, those of the operation. */
  readonly places: ReadonlyMap<string, string>;
  /** The object of the answer that is the thing. */
  readonly shape: Shape;
  /** The segments of the path of the operation behind that of the thing; none where a body names the thing. */
  readonly rest: readonly string[];
  /** Whether it is a part of the thing, with a path of its own. */
  readonly isPart?: true;
}

/** The nearest thing that can be read by the beginning of a path. */
export function holderByPath({ operations }: Service, operation: Operation): Holder | undefined {
  const path = segmentsOf(operation.path);
  const reads = operations.filter(({ method, path: own, body, parameters }) => {
    const segments = segmentsOf(own);
    return (
      method === 'GET' &&
      body === undefined &&
      segments.length > 0 &&
      segments.length < path.length &&
      beginsWith(path, segments) &&
      !parameters.some((one) => one.required && one.in.startsWith('query'))
    );
  });
  const nearest = reads.sort((one, other) => segmentsOf(other.path).length - segmentsOf(one.path).length);
  for (const read of nearest) {
    const shape = thingOf(read);
    if (shape === undefined) continue;
    const own = segmentsOf(read.path);
    const places = own.flatMap((segment, index): readonly (readonly [string, string])[] => {
      const [name, other] = [parameterIn(segment), parameterIn(path[index])];
      return name === undefined || other === undefined ? [] : [[pointerTo('path', name), pointerTo('path', other)]];
    });
    return { read, places: new Map(places), shape, rest: path.slice(own.length) };
  }
  return undefined;
}

/** The parts of a thing that a path of their own reads, beside the one that an operation is done to: `GET /accounts/{id}/statement`. */
export function holdersBeside({ operations }: Service, operation: Operation, { read, places, rest }: Holder): readonly Holder[] {
  const own = segmentsOf(read.path);
  return operations.flatMap((one): readonly Holder[] => {
    const segments = segmentsOf(one.path);
    const isPart = segments.length === own.length + 1 && beginsWith(segments, own) && parameterIn(segments.at(-1)) === undefined;
    const isPlain =
      one.method === 'GET' &&
      one.body === undefined &&
      !one.parameters.some(({ required, in: where }) => required && where.startsWith('query'));
    const shape = isPart && isPlain && one.path !== operation.path ? thingOf(one) : undefined;
    return shape === undefined ? [] : [{ read: one, places: placesBetween(own, one, places), shape, rest, isPart: true }];
  });
}

/** The places of a read below a thing by those of an operation, where both name the thing. */
function placesBetween(own: readonly string[], read: Operation, places: Holder['places']): Holder['places'] {
  const named = segmentsOf(read.path).flatMap((segment, index): readonly (readonly [string, string])[] => {
    const [name, other] = [parameterIn(segment), parameterIn(own[index])];
    const from = other === undefined ? undefined : places.get(pointerTo('path', other));
    return name === undefined || from === undefined ? [] : [[pointerTo('path', name), from]];
  });
  return new Map(named);
}

/** The things that a body names by one identifier, where each can be read by it: `POST /payments` with `{ "invoiceId": … }`. */
export function holdersByBody(operation: Operation, edges: readonly Edge[]): readonly Holder[] {
  if (operation.method !== 'POST') return [];
  const named = edges.filter(({ consumer, to }) => consumer === operation && to.startsWith('/body/') && !/\/\d+(?:\/|$)/.test(to));
  return named.flatMap(({ producer, from, to }): readonly Holder[] => {
    const reads = edges.filter((edge) => edge.producer === producer && edge.from === from && edge.consumer.method === 'GET');
    const found = reads.find(({ consumer, to: at }) => at === lastPlaceOf(consumer.path) && pathPlacesOf(consumer.path).length === 1);
    const shape = found && thingOf(found.consumer);
    return found === undefined || shape === undefined ? [] : [{ read: found.consumer, places: new Map([[found.to, to]]), shape, rest: [] }];
  });
}

/** The object that a read answers with: the one that has the identifier of its path; `undefined` where the answer is a list. */
function thingOf(read: Operation): Shape | undefined {
  const segments = segmentsOf(read.path);
  const parameter = parameterIn(segments.at(-1));
  const shapes = shapesOf(read).filter(({ properties }) => properties.size > 0);
  if (parameter !== undefined) {
    const collection = segments.at(-2) ?? '';
    return shapes.find(({ properties }) => identifierAmong(parameter, collection, properties) !== undefined) ?? shapes[0];
  }
  // `GET /cart` is one thing, and `GET /orders` a list of them.
  return listOf(read)?.at === '/body' || read.pagination !== undefined ? undefined : shapes[0];
}
