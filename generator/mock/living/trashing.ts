// Deletes things that can come back, restores them, and says which of them a list shows.
import { valueAt } from '../../inference/pointers.ts';
import type { Kind } from './plan/kinds.ts';
import type { Setting } from './setting.ts';
import { allows, written } from './values.ts';
import type { Thing } from './world.ts';

/** The thing as it is once it is deleted. */
export function trashed({ tools }: Setting, thing: Thing): Thing {
  const { kind, value } = thing;
  const member = kind.trash?.member;
  if (member === undefined) return { ...thing, isDeleted: true };
  const schemas = kind.members.get(member) ?? [];
  const sign = allows(schemas, 'boolean') ? true : written(tools.now(), schemas, undefined);
  return { ...thing, isDeleted: true, value: sign === undefined ? value : { ...value, [member]: sign } };
}

/** The members of a thing that is not deleted. */
export function untrashed({ trash, members }: Kind, value: Thing['value']): Thing['value'] {
  const member = trash?.member;
  if (member === undefined) return value;
  const schemas = members.get(member) ?? [];
  const { [member]: _, ...others } = value;
  if (allows(schemas, 'null')) return { ...value, [member]: null };
  return allows(schemas, 'boolean') ? { ...value, [member]: false } : others;
}

/** The things of a collection that a list has: with those that are deleted, or only those, where the query asks for them. */
export function listed({ world }: Setting, { trash }: Kind, collection: string, input: unknown): readonly Thing[] {
  const asks = (at: string | undefined): boolean => at !== undefined && [true, 'true'].includes(valueAt(input, at) as boolean | string);
  if (asks(trash?.onlyDeleted)) return world.deletedIn(collection);
  return asks(trash?.withDeleted) ? [...world.in(collection), ...world.deletedIn(collection)] : world.in(collection);
}
