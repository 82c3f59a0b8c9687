// Finds the lists of texts (`enum`) that may be opened to other texts without changing which branch of a union a value matches.
import { applicators } from '../../base/vocabulary.ts';
import { conjuncts } from '../schema/conjuncts.ts';
import type { JsonType, Schema } from '../schema/schema.ts';
import { intendedTypes, STRING } from '../schema/types.ts';
import { reachable, schemasIn } from '../schema/walk.ts';

/** The enumerations with two texts or more, and nothing else but `null`, that no union, condition or `contains` depends on. */
export function openable(schemas: ReadonlySet<Schema>): Set<Schema> {
  const found = new Set([...schemas].filter(isListOfTexts));
  if (found.size === 0) return found;
  const judged: Schema[] = [];
  for (const schema of schemas) {
    for (const list of [schema.oneOf, schema.anyOf]) if (list !== undefined) for (const tag of tagsOfBranches(list)) found.delete(tag);
    for (const { keyword, when } of applicators) if (when === 'asked') judged.push(...schemasIn(schema[keyword]));
    if (schema.propertyNames !== undefined) judged.push(schema.propertyNames);
  }
  for (const part of reachable(judged)) found.delete(part);
  return found;
}

function isListOfTexts(schema: Schema): boolean {
  const { enum: values = [], type, ref, allOf, anyOf, oneOf } = schema;
  if ([ref, allOf, anyOf, oneOf, schema.const].some((keyword) => keyword !== undefined)) return false;
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length > 1 && values.every((value) => value === null || typeof value === 'string') && type?.includes('string') !== false;
}

/** The schemas that may distinguish branches of the same type: the branches themselves and the properties that they require. */
function tagsOfBranches(branches: readonly Schema[]): Schema[] {
  if (branches.length < 2) return [];
  const texts = branches.filter((branch) => (intendedTypes(branch) & STRING) !== 0);
  const own = texts.length < 2 ? [] : texts.flatMap((branch) => conjuncts([branch]));
  const required = branches.flatMap((branch) => {
    const parts = conjuncts([branch]);
    const names = new Set(parts.flatMap((part) => part.required ?? []));
    return parts.flatMap((part) => [...(part.properties ?? [])].filter(([name]) => names.has(name)).map(([, property]) => property));
  });
  return [...own, ...conjuncts(required)];
}

/** The types and known texts of an opened enum. */
export function opened({ enum: values = [], type }: Schema): { readonly type: readonly JsonType[]; readonly known: readonly string[] } {
  const isNullable = values.includes(null) && type?.includes('null') !== false;
  return { type: isNullable ? ['string', 'null'] : ['string'], known: values.filter((value) => typeof value === 'string') };
}
