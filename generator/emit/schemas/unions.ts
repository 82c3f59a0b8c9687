// Builds the part of a node that `anyOf` or `oneOf` makes: a union, told apart by a property or by types where that is the verdict.
import type { Schema } from '../../model/schema/schema.ts';
import { tagsOfBranches } from '../../model/schema/tags.ts';
import { stringLiteral } from '../text/escape.ts';
import { saysOnly } from '../types/kinds.ts';
import { tagTypes } from '../types/tag-type.ts';
import { disjoint, requiredStrings, typesOf } from '../validators/plan/facts.ts';
import { code, NEVER, type Node, plain, UNKNOWN } from './node.ts';
import { type Building, isInherited, type Part } from './parts.ts';

/** `anyOf` or `oneOf`; `undefined` where it constrains nothing. */
export function unionPart(schema: Schema, keyword: 'anyOf' | 'oneOf', building: Building): Part | undefined {
  const all = schema[keyword];
  if (all === undefined || (keyword === 'anyOf' && all.some(({ boolean }) => boolean === true))) return undefined;
  const parts = all.filter(({ boolean }) => boolean !== false);
  const [first] = parts;
  if (first === undefined) return { node: NEVER, isNative: true };
  const { discriminator } = schema;
  const isNamed = parts.every((part) => part.name !== undefined || (schema.type === undefined && !saysOnly(part, 'required')));
  const isNative = isNamed && tagTypes(schema, all, building.scope.types).every((types) => types.length === 0);
  if (parts.length === 1) return { node: building.node(first), isNative: isNative && first.name !== undefined };
  if (keyword === 'oneOf' && discriminator?.decides === true) {
    const tags = tagsOfBranches(schema, parts);
    const rows = parts.map((part, index) => ({
      list: [{ list: (tags[index] ?? []).map((tag) => code(stringLiteral(tag))) }, { node: building.node(part) }],
    }));
    return {
      node: { ...UNKNOWN, checks: [{ call: 'tagged', with: [code(stringLiteral(discriminator.propertyName)), { list: rows }] }] },
      isNative: false,
    };
  }
  const apart = tellApart(parts, discriminator?.propertyName);
  const exclusive = keyword === 'oneOf' && apart === undefined;
  const branches = exclusive ? building.asked(() => parts.map((part) => building.node(part))) : parts.map((part) => building.node(part));
  const tag = typeof apart === 'string' && branches.every((node) => isTagged(node, apart)) ? { tag: apart } : {};
  return { node: plain({ kind: 'union', branches, exclusive, ...tag }), isNative };
}

/** Whether the libraries can select the branch by the property. */
function isTagged({ form, type }: Node, tag: string): boolean {
  if (form.kind !== 'object' || type !== undefined) return false;
  return form.entries.some(
    ({ name, node, optional }) => name === tag && !optional && node.form.kind === 'literal' && node.type === undefined,
  );
}

/** How values of one branch differ from those of the others: by a property, or by their types; `undefined` where they may not differ. */
function tellApart(parts: readonly Schema[], declared: string | undefined): string | 'types' | undefined {
  const types = parts.map(typesOf);
  const areDisjoint = types.every(
    (one, index) => one !== undefined && types.slice(0, index).every((other) => other !== undefined && disjoint(one, other)),
  );
  if (areDisjoint) return 'types';
  const strings = parts.map(requiredStrings);
  const names = [...(strings[0]?.keys() ?? [])].sort((a, b) => Number(b === declared) - Number(a === declared));
  return names.find((name) => {
    const values = strings.map((one) => [...(one.get(name) ?? [])]);
    const flat = values.flat();
    return !isInherited(name) && values.every((one) => one.length > 0) && new Set(flat).size === flat.length;
  });
}
