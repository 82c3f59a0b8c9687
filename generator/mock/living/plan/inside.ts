// Finds the operations that add to a list which only its thing shows, and answer with what they have added: `POST /refunds` of a payment that the
// body names, and `POST /orders/{id}/lines`.
import type { Edge } from '../../../inference/edge.ts';
import { type Inside, insidesOf } from '../../../inference/inner/index.ts';
import { laterTimesIn } from '../../../inference/stated/later-times.ts';
import { formulasIn } from '../../../inference/stated/numbers.ts';
import { parameterIn, segmentsOf } from '../../../inference/templates.ts';
import { conjuncts } from '../../../model/schema/conjuncts.ts';
import type { Operation, Service } from '../../../model/service.ts';
import { numberedIn } from '../kept/numbers.ts';
import type { Kind, Role } from './kinds.ts';
import { ruledBy } from './states.ts';
import { thingShape } from './thing-shape.ts';

type Adding = Role & { readonly does: 'add' };

export function addingIn(
  service: Service,
  kinds: readonly Kind[],
  edges: readonly Edge[],
): readonly { readonly operation: Operation; readonly role: Adding }[] {
  return insidesOf(service, edges).flatMap((inside) => {
    const role = addingOf(inside, kinds);
    return role === undefined ? [] : [{ operation: inside.operation, role }];
  });
}

function addingOf({ operation, holder, does, list }: Inside, kinds: readonly Kind[]): Adding | undefined {
  const kind = kinds.find(({ resource }) => resource.read?.operation === holder.read);
  if (does !== 'adds' || kind === undefined || list?.id === undefined || !kind.members.has(list.name)) return undefined;
  const [named] = [...holder.places.values()].filter((place) => place.startsWith('/body/'));
  // A body alone does not say below which thing a collection is.
  if (named !== undefined && kind.collection.some((segment) => parameterIn(segment) !== undefined)) return undefined;
  const members: Kind['members'] = new Map([...list.items].map(([name, schemas]) => [name, conjuncts(schemas)]));
  const collection = segmentsOf(operation.path);
  const { id, name } = list;
  const item: Kind = {
    ...{
      name,
      id,
      isUri: false,
      collection,
      members,
      references: [],
      unique: new Map(),
      distinct: [],
      flags: [],
      namedBy: [],
      presences: new Map(),
    },
    ...{ exampled: new Map(), exampledIds: [], formulas: formulasIn(members), laterTimes: laterTimesIn(members) },
    numbered: numberedIn(members),
    resource: { name, create: operation, changes: [], collection, id, isUri: false, rivals: [] },
  };
  const shown = [...(thingShape(operation, undefined, item.resource)?.properties.keys() ?? [])];
  // An answer that has other members is the thing, or another one.
  if (shown.length === 0 || !shown.every((member) => members.has(member))) return undefined;
  return { does: 'add', kind, item, list: name, ...(named === undefined ? {} : { named }), ...ruledBy(operation, kind) };
}
