// Finds the things that stay after they are deleted: an operation restores them, or a list shows them where it is asked to.

import type { Held } from '../../../inference/held.ts';
import { placesOf } from '../../../inference/lists/places.ts';
import { plain } from '../../../inference/names.ts';
import { isSameTemplate, parameterIn, type Segments, segmentsOf } from '../../../inference/templates.ts';
import type { Operation, Service } from '../../../model/service.ts';
import type { Kind } from './kinds.ts';

const DELETED = /^(?:(?:is)?(?:deleted|trashed)|(?:deleted|deletion|trashed|delete)(?:at|on|date|time|datetime|timestamp))$/;
const RESTORE = /^:?(?:restore|undelete|recover|untrash)$/i;
const WITH = /^(?:include|with|show)(?:s?)(?:deleted|trashed)$/;
const ONLY = /^(?:only)?(?:deleted|trashed)(?:only)?$/;

/** `undefined` where a thing that is deleted is gone. */
export function trashOf(
  { operations }: Service,
  { collection, remove, list }: Pick<Held, 'collection' | 'remove' | 'list'>,
  members: Kind['members'],
): Kind['trash'] {
  if (remove === undefined) return undefined;
  const restore = operations.find((one) => isRestoring(one, collection));
  const places = list === undefined ? [] : placesOf(list.operation);
  const [withDeleted, onlyDeleted] = [WITH, ONLY].map((form) => places.find((one) => form.test(one.plain)));
  const member = [...members.keys()].find((name) => DELETED.test(plain(name)));
  const isShown = withDeleted !== undefined || (onlyDeleted !== undefined && member !== undefined);
  if (restore === undefined && !isShown) return undefined;
  return {
    ...(member === undefined ? {} : { member }),
    ...(restore === undefined ? {} : { restore }),
    ...(withDeleted === undefined ? {} : { withDeleted: withDeleted.at }),
    ...(onlyDeleted === undefined ? {} : { onlyDeleted: onlyDeleted.at }),
  };
}

/** `POST /tickets/{id}/restore`, `POST /tickets/{id}:restore` */
function isRestoring({ method, path }: Operation, collection: Segments): boolean {
  const segments = segmentsOf(path);
  const isOfThing = isSameTemplate(segments.slice(0, -2), collection) && parameterIn(segments.at(-2)) !== undefined;
  return (method === 'POST' || method === 'PUT') && isOfThing && RESTORE.test(segments.at(-1) ?? '');
}
