// Compares what properties are called in generated code, where both documents have them. On the wire nothing changes with it.
import type { Location } from '../base/problem.ts';
import { declaredProperty, mentionedNames } from '../model/schema/values.ts';
import { reachable } from '../model/schema/walk.ts';
import type { Service } from '../model/service.ts';
import type { Change } from './change.ts';

export function compareMemberNames(before: Service, after: Service, changes: Change[]): void {
  if (before.isRenamed !== true && after.isRenamed !== true) return;
  const now = namesOf(after);
  for (const [place, { name, wire }] of namesOf(before)) {
    const other = now.get(place);
    if (other === undefined || other.name === name) continue;
    const message = `the property \`${wire}\` of \`${other.owner}\` is called \`${other.name}\` in generated code, was \`${name}\``;
    changes.push({ kind: 'breaking', code: 'property-renamed', message, location: other.location });
  }
}

interface MemberName {
  readonly wire: string;
  readonly name: string;
  readonly owner: string;
  readonly location: Location;
}

/** By the place of its schema and its name on the wire, each property that a named schema leads to. The two sides of a schema have one place. */
function namesOf({ schemas }: Service): Map<string, MemberName> {
  const found = new Map<string, MemberName>();
  for (const schema of reachable(schemas)) {
    for (const wire of mentionedNames(schema)) {
      const property = declaredProperty(schema, wire);
      if (property === undefined) continue;
      const { pointer } = schema.location;
      const owner = schema.name ?? pointer;
      found.set(`${pointer} ${wire}`, { wire, name: schema.codeNames?.get(wire) ?? wire, owner, location: property.location });
    }
  }
  return found;
}
