// Makes a thing when it is first asked for, where no operation creates or lists such things: a client then has identifiers that the document cannot
// give it, and a 404 for each of them would help nobody.
import { getOwn } from '@octavo/runtime/conformance';
import { plain } from '../../../inference/names.ts';
import { beginsWith, isSameTemplate, parameterIn, segmentsOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import { exampleOf } from '../making.ts';
import { asId, collectionOf, type Input, idOf, parentOf } from '../places.ts';
import type { Kind } from '../plan/kinds.ts';
import { record } from '../plan/sent.ts';
import { type Seeding, seedLater } from '../seeds.ts';
import type { Setting } from '../setting.ts';

/** Whether a client cannot learn which things of a kind there are. */
export function isUnlisted({ resource: { create, list } }: Kind): boolean {
  return create === undefined && list === undefined;
}

/** Makes the things that the path of a request names, those above first, where they are unlisted and were not deleted before. */
export function adopt(setting: Setting, operation: Operation, input: Input, seeding: Seeding): void {
  const path = segmentsOf(operation.path);
  for (const kind of setting.plan.kinds) {
    if (kind.resource.isSingle === true) {
      if (kind.resource.maker === undefined && isSameTemplate(path, kind.collection)) adoptSingle(setting, operation, kind, input);
      continue;
    }
    if (isUnlisted(kind) && beginsWith(path, [...kind.collection, '{id}'])) adoptOne(setting, operation, kind, input);
    if (isBelowUnknown(kind) && beginsWith(path, kind.collection)) adoptList(setting, operation, kind, input, seeding);
  }
}

/** Whether no operation creates things of a kind, and a client may name anything as what their collection stands below. */
function isBelowUnknown({ resource, collection, parent, madeAt }: Kind): boolean {
  if (resource.create !== undefined || resource.list === undefined || madeAt !== undefined) return false;
  const own = parent === undefined ? collection : collection.slice(parent.collection.length + 1);
  if (own.some((segment) => parameterIn(segment) !== undefined)) return parent === undefined;
  return parent !== undefined && (isUnlisted(parent) || isBelowUnknown(parent));
}

/** Fills a collection at the first request of it: below what nobody can know, it would stay empty. */
function adoptList(setting: Setting, operation: Operation, kind: Kind, input: Input, seeding: Seeding): void {
  const { world, tools } = setting;
  const collection = collectionOf(operation, kind, input);
  const { parent } = kind;
  if (parent !== undefined && world.find(...parentOf(operation, parent, input)) === undefined) return;
  if (!world.meet(collection)) return;
  const above = parameterIn(kind.collection.findLast((segment) => parameterIn(segment) !== undefined)) ?? '';
  const [member, schemas = []] = [...kind.members].find(([name]) => name !== kind.id && plain(name) === plain(above)) ?? [];
  const value = getOwn(input.path, above);
  const members = member !== undefined && schemas.every((schema) => tools.allows(schema, value)) ? { [member]: value } : {};
  seedLater(setting, kind, { collection, members, isBelow: true }, seeding);
}

/** What there is once is there from the beginning, as its example has it, below each thing that is there. */
function adoptSingle(setting: Setting, operation: Operation, kind: Kind, input: Input): void {
  const { world } = setting;
  const collection = collectionOf(operation, kind, input);
  const { parent } = kind;
  if (parent !== undefined && world.find(...parentOf(operation, parent, input)) === undefined) return;
  if (!world.has(collection, '')) world.keep({ kind, collection, id: '', value: record(exampleOf(setting, kind)) });
}

function adoptOne(setting: Setting, operation: Operation, kind: Kind, input: Input): void {
  const { world, tools } = setting;
  const [collection, id] = [collectionOf(operation, kind, input), idOf(operation, kind, input)];
  if (id === '' || world.has(collection, id)) return;
  const seeds = [...world.all()].filter((thing) => thing.kind === kind);
  const base = seeds[seeds.length % 5]?.value ?? record(exampleOf(setting, kind));
  const own = kind.id === undefined ? {} : { [kind.id]: asId(kind, id) };
  // Where the document does not allow the text of the path in the member, the thing keeps that of another one.
  const isAllowed = [...Object.entries(own)].every(([name, value]) =>
    (kind.members.get(name) ?? []).every((schema) => tools.allows(schema, value)),
  );
  world.keep({ kind, collection, id, value: isAllowed && !kind.isUri ? { ...base, ...own } : base });
}
