// Changes things of the first account by operations of the second one that name them in a list of the body.

import { plain } from '../../inference/names.ts';
import { valueAt } from '../../inference/pointers.ts';
import type { Resource } from '../../inference/resources.ts';
import { beginsWith, segmentsOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import { isAbsent, resultOf } from '../sequences/index.ts';
import { bodyMembers, withMembers } from './bodies.ts';
import { another, type Desk, type Gained, isAnswered, isSecured, probe, succeeded } from './desk.ts';
import { effectOn, readOf } from './looks.ts';

/** Changes by the second account that the first one sees. */
export async function triedBulk(desk: Desk, check: string): Promise<readonly Gained[]> {
  const gained: Gained[] = [];
  for (const operation of desk.service.operations) {
    const named =
      ['POST', 'PUT', 'PATCH', 'DELETE'].includes(operation.method) && isSecured(operation) ? listIn(desk, operation) : undefined;
    if (named === undefined || !desk.mayGoOn()) continue;
    const found = await change(desk, check, operation, named);
    if (found !== undefined) gained.push(found);
  }
  return gained;
}

interface Named {
  readonly member: string;
  readonly resource: Resource;
}

/** The member with a list of identifiers, and what they identify: `ids` below `/tickets`, or `ticket_ids`. */
function listIn({ resources }: Desk, operation: Operation): Named | undefined {
  const path = segmentsOf(operation.path);
  for (const { name } of bodyMembers(operation)) {
    const thing = /^(.*)ids$/.exec(plain(name))?.[1];
    const resource = resources.find(
      ({ create, read }) =>
        read !== undefined &&
        (thing === '' ? beginsWith(path, segmentsOf(create.path)) : plain(segmentsOf(create.path).at(-1) ?? '').startsWith(thing ?? '-')),
    );
    if (thing !== undefined && resource !== undefined) return { member: name, resource };
  }
  return undefined;
}

async function change(desk: Desk, check: string, operation: Operation, { member, resource }: Named): Promise<Gained | undefined> {
  const [first, create] = [desk.caseOf(operation), desk.caseOf(resource.create)];
  const created = first && create && (await desk.fresh(another(desk, create, 'for a change of many')));
  if (first === undefined || !succeeded(created)) return undefined;
  const id = valueAt(resultOf(created), resource.edge.from);
  const look = await readOf(desk, { resource, created, id });
  const one = await withMembers(desk, first, { [member]: [id] });
  const before = look && (await desk.send(another(desk, look, 'before a change of many'), created));
  if (one === undefined || look === undefined || !succeeded(before)) return undefined;
  const other = await desk.send(probe(desk, one, check, `${operation.method} by the second account`, 'other'), before);
  if (!isAnswered(other)) return undefined;
  desk.looked(check, operation, [before, other]);
  const effect = await effectOn(desk, look, before);
  if (effect === undefined) return undefined;
  const hidden = await desk.send(probe(desk, look, check, 'by the second account', 'other'));
  return {
    operation,
    message: `The second account ${effect} what the first one has, by \`${member}\`, with ${other.response.status}.`,
    expected: 'no change',
    exchanges: [before, other],
    about: look,
    isContrast: isAnswered(hidden) && isAbsent(hidden),
  };
}
