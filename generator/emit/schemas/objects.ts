// Builds the parts of nodes that are objects: of a schema's own keywords, or of it and the schemas of its `allOf` together.
import type { Schema } from '../../model/schema/schema.ts';
import { isSilent } from '../../model/schema/walk.ts';
import { kindsOf, OBJECT, saysOnly } from '../types/kinds.ts';
import { having, objectChecks, otherChecks, propertyChecks } from './checks.ts';
import { type Entry, type Form, type Node, type ObjectForm, takesUndefined, UNKNOWN } from './node.ts';
import { type Building, isInherited, type Part } from './parts.ts';

export function objectPart(schema: Schema, building: Building): Part {
  const { properties, additionalProperties: rest, patternProperties, propertyNames } = schema;
  const required = new Set(schema.required);
  const all = [...(properties ?? [])];
  const aside = all.filter(([name, part]) => isInherited(name) || part.boolean === false);
  const plainOnes = all.filter((entry) => !aside.includes(entry));
  const undeclared = [...required].filter((name) => properties?.has(name) !== true);
  const entries = [
    ...plainOnes.map(([name, part]): Entry => ({ name, node: building.node(part), optional: !required.has(name) })),
    ...undeclared.filter((name) => !isInherited(name)).map((name): Entry => ({ name, node: UNKNOWN, optional: false })),
  ];
  const isOpen = rest === undefined || isAnything(rest);
  const hasPatterns = patternProperties !== undefined;
  const checks = [
    ...propertyChecks(aside, building.checks),
    ...having([
      ...missable(entries),
      ...[...required].filter(isInherited),
      ...aside.map(([name]) => name).filter((name) => required.has(name) && !isInherited(name)),
    ]),
    ...objectChecks(schema, building.checks),
  ];
  const isPlain =
    aside.length === 0 && !hasPatterns && propertyNames === undefined && schema.maxProperties !== 0 && ![...required].some(isInherited);
  if (isOpen && entries.length === 0) return { node: { form: { kind: 'record', value: UNKNOWN }, checks }, isNative: isPlain };
  if (isOpen) {
    const form: ObjectForm = { kind: 'object', bases: [], entries, rest: rest === undefined ? 'open' : 'loose' };
    return { node: { form, checks }, isNative: isPlain };
  }
  if (rest.boolean === false && !hasPatterns && aside.length === 0 && undeclared.length === 0) {
    return { node: { form: { kind: 'object', bases: [], entries, rest: 'closed' }, checks }, isNative: isPlain && entries.length > 0 };
  }
  const closed = rest.boolean === false || hasPatterns || entries.length > 0 || aside.length > 0;
  if (!closed) return { node: { form: { kind: 'record', value: building.node(rest) }, checks }, isNative: isPlain };
  const form: Form = entries.length === 0 ? { kind: 'record', value: UNKNOWN } : { kind: 'object', bases: [], entries, rest: 'open' };
  return { node: { form, checks: [...checks, ...otherChecks(schema, building.checks)] }, isNative: false };
}

/** One object of the properties that an object and the schemas of its `allOf` have, where none of them has another keyword. */
export function flattened(schema: Schema, building: Building): Part | undefined {
  const all = [...(schema.ref === undefined ? [] : [schema.ref]), ...(schema.allOf ?? [])];
  if (all.length === 0 || kindsOf(schema) !== OBJECT) return undefined;
  const pieces = [schema, ...all.filter(({ name }) => name === undefined)];
  const bases = all.filter(({ name }) => name !== undefined).map((base) => ({ base, node: building.scope.declared(base) }));
  const rest = bases.map(({ node }) => (node === undefined ? undefined : baseNames(node)));
  if (!pieces.every((piece) => isPlainObject(piece, piece === schema)) || rest.includes(undefined)) return undefined;
  const inherited = rest.flatMap((names) => names ?? []);
  const own = pieces.flatMap(({ properties }) => [...(properties ?? [])]);
  const names = [...inherited.map(({ name }) => name), ...own.map(([name]) => name)];
  const required = new Set(pieces.flatMap((piece) => piece.required ?? []));
  const isOptional = new Map(inherited.map(({ name, optional }) => [name, optional]));
  if (new Set(names).size !== names.length || own.some(([name, part]) => isInherited(name) || part.boolean === false)) return undefined;
  for (const name of required) if (isOptional.get(name) === true || (!names.includes(name) && isInherited(name))) return undefined;
  const undeclared = [...required].filter((name) => !names.includes(name));
  const entries = [
    ...own.map(([name, part]): Entry => ({ name, node: building.node(part), optional: !required.has(name) })),
    ...undeclared.map((name): Entry => ({ name, node: UNKNOWN, optional: false })),
  ];
  const constants = bases.flatMap(({ base }) => constantOf(building.node(base)));
  return {
    node: { form: { kind: 'object', bases: constants, entries, rest: 'open' }, checks: having(missable(entries)) },
    isNative: true,
  };
}

/** Whether the schema accepts every value. */
function isAnything(schema: Schema): boolean {
  return schema.boolean === true || Object.keys(schema).every(isSilent);
}

/** The names of required properties whose schema would accept their absence. */
function missable(entries: readonly Entry[]): string[] {
  return entries.filter(({ node, optional }) => !optional && takesUndefined(node)).map(({ name }) => name);
}

/** Whether the object has properties and nothing else that other schemas of the same value would have to know. */
function isPlainObject(schema: Schema, isOuter: boolean): boolean {
  const outer = isOuter ? (['ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'] as const) : [];
  return saysOnly(schema, 'type', 'properties', 'required', ...outer);
}

/** The properties of an object whose constant another object may begin with; `undefined` where there is more to it. */
function baseNames({ form, type, checks }: Node): readonly Pick<Entry, 'name' | 'optional'>[] | undefined {
  if (form.kind !== 'object' || form.rest !== 'open' || form.bases.length > 0 || type !== undefined || checks.length > 0) return undefined;
  return form.entries;
}

function constantOf({ form }: Node): string[] {
  return form.kind === 'reference' ? [form.constant] : [];
}
