// Finds the member of a body that names the version which a change is about.

import { plain } from '../../../inference/names.ts';
import { bodySchemaOf } from '../../../inference/shapes.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';

const VERSIONS = /^(?:(?:lock|row|resource|object|record|entity|current|expected)?(?:version|revision)(?:number|id)?|rev|etag)$/;

/** Whether a name is one of versions: a thing has one at a time, and any other value is a wrong one. */
export function isVersion(name: string): boolean {
  return VERSIONS.test(plain(name));
}

/** The name of the member; `undefined` where the body has none that a request may set. */
export function versionMemberOf(operation: Operation): string | undefined {
  const schema = bodySchemaOf(operation);
  if (schema === undefined || !/^P(?:UT|ATCH)$/.test(operation.method)) return undefined;
  return [...propertiesOf([schema])].find(([name, own]) => isVersion(name) && own.every(({ readOnly }) => readOnly !== true))?.[0];
}
