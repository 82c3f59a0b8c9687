// Finds the member of a body that names the version which a change is about.
import { memberSchemasOf } from '../../../inference/bodies.ts';
import type { Operation } from '../../../model/service.ts';
import { versionMemberIn } from '../../contract/if-match.ts';

/** The name of the member; `undefined` where the body has none that a request may set. */
export function versionMemberOf(operation: Operation): string | undefined {
  return /^P(?:UT|ATCH)$/.test(operation.method) ? versionMemberIn(memberSchemasOf(operation)) : undefined;
}
