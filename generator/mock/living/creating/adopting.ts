// Makes a thing when it is first asked for, where no operation creates or lists such things: a client then has identifiers that the document cannot
// give it, and a 404 for each of them would help nobody.
import { beginsWith, segmentsOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import { exampleOf } from '../making.ts';
import { asId, collectionOf, type Input, idOf } from '../places.ts';
import type { Kind } from '../plan/kinds.ts';
import { record } from '../plan/sent.ts';
import type { Setting } from '../setting.ts';

/** Whether a client cannot learn which things of a kind there are. */
export function isUnlisted({ resource: { create, list } }: Kind): boolean {
  return create === undefined && list === undefined;
}

/** Makes the things that the path of a request names, those above first, where they are unlisted and were not deleted before. */
export function adopt(setting: Setting, operation: Operation, input: Input): void {
  const path = segmentsOf(operation.path);
  for (const kind of setting.plan.kinds)
    if (isUnlisted(kind) && beginsWith(path, [...kind.collection, '{id}'])) adoptOne(setting, operation, kind, input);
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
