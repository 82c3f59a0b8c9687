// Says which operations make things, and in which collection: `POST /books`, or `PUT /books/{isbn}` where the caller chooses the name.
import type { Operation, Service } from '../model/service.ts';
import { isSameTemplate, lastPlaceOf, type Segments, segmentsOf } from './templates.ts';

/** The path of the collection in which an operation makes things; `undefined` where it makes none. */
export function collectionOf({ operations }: Service, operation: Operation): Segments | undefined {
  const path = segmentsOf(operation.path);
  if (operation.method === 'POST') return path;
  if (!isNamedByCaller(operation)) return undefined;
  const collection = path.slice(0, -1);
  // Where a POST makes things, a PUT seldom does, although it may.
  const isPosted = operations.some(({ method, path: other }) => method === 'POST' && isSameTemplate(segmentsOf(other), collection));
  return isPosted ? undefined : collection;
}

/** Whether a PUT makes what its path names. */
export function isNamedByCaller({ method, path, responses }: Operation): boolean {
  return method === 'PUT' && lastPlaceOf(path) !== undefined && responses.some(({ status }) => status === '201');
}
