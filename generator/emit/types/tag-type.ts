// Turns the tags of a discriminator into the literal types by which TypeScript narrows a union.
import type { Schema } from '../../model/schema/schema.ts';
import { heirsOf, ownTags, requires, tagsOfBranches, textsOf } from '../../model/schema/tags.ts';
import { stringLiteral } from '../text/escape.ts';
import { atom, intersection, type Type, union } from '../text/type-text.ts';
import { bodyType } from './object-type.ts';
import type { Types } from './type-scope.ts';

/**
 * For each branch, the type that narrows it to its tags: `{ kind: 'cat' }`, or none where the branch itself has no other texts for the property.
 * The property is optional where validators accept the branch without it.
 */
export function tagTypes(schema: Schema, branches: readonly Schema[], types: Types): readonly (readonly Type[])[] {
  const { discriminator } = schema;
  if (discriminator === undefined) return [];
  const { propertyName: name, decides } = discriminator;
  return tagsOfBranches(schema, branches).map((tags, index) => {
    const branch = branches[index];
    // A value with any other tag is of the fallback, and TypeScript cannot say "any other".
    if (branch === undefined || branch === discriminator.fallback || tags.length === 0) return [];
    const required = decides === true || requires(branch, name);
    const texts = textsOf(branch, name);
    if (texts !== undefined && texts.size <= tags.length && (!required || requires(branch, name))) return [];
    return [tagged(types.memberName(name, [schema]), tags, required, types)];
  });
}

/**
 * The type of a base whose discriminator means the schemas that include it: a union of the base itself, if values may be of it, and of each heir.
 * Where users hold other values than those that are sent, it stays the base alone: no conversion knows the heirs.
 */
export function withHeirs(schema: Schema, base: Type, types: Types): Type {
  const heirs = types.asSent ? heirsOf(schema) : [];
  if (heirs.length === 0) return base;
  const name = schema.discriminator?.propertyName ?? '';
  const own = ownTags(schema);
  const tags = tagTypes(schema, heirs, types);
  const members = heirs.map((heir, index) => intersection([types.of(heir), ...(tags[index] ?? [])]));
  if (schema.discriminator?.fallback === schema) return union([base, ...members]);
  return union([
    ...(own.length === 0 ? [] : [intersection([base, tagged(types.memberName(name, [schema]), own, requires(schema, name), types)])]),
    ...members,
  ]);
}

/** `{ kind: 'cat' | 'lion' }` */
function tagged(name: string, tags: readonly string[], required: boolean, types: Types): Type {
  const type = union(tags.map((tag) => atom(stringLiteral(tag))));
  return bodyType({ members: [{ name, type, required, doc: '' }], signatures: [] }, types);
}
