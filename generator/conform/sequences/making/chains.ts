// Makes things that name others through what stands between them, as an order names the customer of its cart.
import type { Resource } from '../../../inference/resources.ts';
import type { Kin } from '../kin.ts';
import type { Lab } from '../lab.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { sourcesOf, type Thing } from '../thing.ts';

/** The most things that stand between two others. */
const MOST_BETWEEN = 3;

/** The kinds of things that name those of a resource only through others. */
export function indirectUsersOf(kin: Kin, resource: Resource): readonly Resource[] {
  return behind(resource, (one) => kin.all().filter((other) => kin.takenBy(other).includes(one)));
}

/** The kinds of things that those of a resource name only through others. */
export function indirectSourcesOf(kin: Kin, resource: Resource): readonly Resource[] {
  return behind(resource, (one) => kin.takenBy(one));
}

/** What lies behind the next ones. */
function behind(resource: Resource, next: (one: Resource) => readonly Resource[]): readonly Resource[] {
  let last = next(resource);
  const found = new Set([resource, ...last]);
  const indirect: Resource[] = [];
  for (let count = 0; count < MOST_BETWEEN; count++) {
    last = [...new Set(last.flatMap(next))].filter((one) => !found.has(one));
    indirect.push(...last);
    for (const one of last) found.add(one);
  }
  return indirect;
}

/** Two new things, of which the user is made of the other one and of what stands between them. */
export interface Chain {
  readonly thing: Thing;
  readonly user: Thing;
}

/** A new thing of a kind, and the thing of a resource that it is made of; `undefined` where none can be made. */
export async function chainTo({ things }: Setting, lab: Lab, resource: Resource, other: Resource): Promise<Chain | undefined> {
  // What earlier sequences have made may be named by others too.
  things.forgetAll();
  const user = await unlessStopped(things.make(lab, other, 0, { isOwn: true }));
  const thing = user && sourcesOf(user).find((one) => one.resource === resource);
  // Nor is it named by what is made next.
  things.forgetAll();
  return user && thing && { thing, user };
}
