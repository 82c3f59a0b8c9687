// Turns one schema into one TypeScript type expression: as narrow as TypeScript can express it, and no narrower than what the validator checks, but
// for tags.
import type { JsonType, Schema } from '../../model/schema/schema.ts';
import type { TypeScope } from '../files/type-names.ts';
import { AS_SENT, type Held, type HeldOptions, isAsSent } from '../held/forms.ts';
import { heldAs } from '../held/held.ts';
import { stringLiteral } from '../text/escape.ts';
import { arrayOf, atom, inline, intersection, NEVER, type Type, UNKNOWN, union } from '../text/type-text.ts';
import { arrayType, saysMoreOfArrays } from './array-type.ts';
import { ANY_KIND, ARRAY, BOOLEAN, type Kinds, kindOfType, kindOfValue, kindsOf, NULL, NUMBER, OBJECT, STRING, saysOnly } from './kinds.ts';
import { valueType } from './literal-type.ts';
import { objectType, oneRequired, saysMoreOfObjects } from './object-type.ts';
import { tagTypes } from './tag-type.ts';
import { allOf, type Pieces, piecesOf, type TypeContext, type Types } from './type-scope.ts';

/** The types of schemas as one file prints them. */
export function createTypes(
  scope: TypeScope,
  options: HeldOptions = AS_SENT,
  names: 'code' | 'wire' = 'code',
  { shared = () => undefined, noteWords = () => undefined }: Partial<Pick<Types, 'shared' | 'noteWords'>> = {},
): Types {
  const types: Types = {
    ...scope,
    held: (schema) => heldAs(schema, options),
    shared,
    noteWords,
    memberName: (name, schemas) => (names === 'wire' ? name : codeName(name, schemas)),
    asSent: isAsSent(options),
    forms: Object.values(options),
    of(schema) {
      if (schema.name !== undefined) return atom(scope.named(schema.name));
      return simpleType(schema, types) ?? structureOf(schema, types);
    },
  };
  return types;
}

/** The schemas of one value agree on it. */
function codeName(name: string, schemas: readonly Schema[]): string {
  for (const { codeNames } of schemas) {
    const code = codeNames?.get(name);
    if (code !== undefined) return code;
  }
  return name;
}

const SIMPLE: Readonly<Partial<Record<JsonType, Type>>> = {
  boolean: atom('boolean'),
  integer: atom('number'),
  number: atom('number'),
  string: atom('string'),
};

/** The type of a schema with one primitive type and no other keyword that affects types; most schemas are like this. */
function simpleType(schema: Schema, types: Types): Type | undefined {
  if (schema.type?.length !== 1 || schema.enum !== undefined || schema.const !== undefined || schema.known !== undefined) return undefined;
  if (schema.ref !== undefined || schema.allOf !== undefined || schema.anyOf !== undefined || schema.oneOf !== undefined) return undefined;
  const [type] = schema.type;
  if (type === undefined || schema.not !== undefined) return undefined;
  const held = types.held(schema);
  return held === undefined ? SIMPLE[type] : atom(heldType(held, types));
}

function heldType(held: Held, types: Types): string {
  switch (held.kind) {
    case 'integer':
      return held.as;
    case 'date':
      return types.global('Date');
    case 'temporal':
      return `${held.from === 'global' ? types.global('Temporal') : types.foreign(held.from, 'Temporal')}.${held.type}`;
    case 'brand':
      return types.brand(held.brand);
    case 'own':
      return types.foreign(held.from, held.type);
  }
}

/** Whether values of this kind are held in the form: an own type may stand for texts and for numbers. */
function isOfKind(held: Held, kind: Kinds): boolean {
  return held.kind === 'own' || (held.kind === 'integer') === (kind === NUMBER);
}

const ANYWHERE: TypeContext = { kinds: ANY_KIND, around: [] };

/** The type written out, even if the schema has a name. */
export function structureOf(schema: Schema, types: Types, context: TypeContext = ANYWHERE): Type {
  const kinds = context.kinds & kindsOf(schema);
  if (kinds === 0) return NEVER;
  if (schema.file === true) return atom(types.global('Blob'));
  if (schema.const !== undefined || schema.enum !== undefined) return valuesType([schema], types, kinds);
  if (schema.known !== undefined) return openType(schema.known, kinds, schema, types);
  const pieces = piecesOf(schema);
  // Keywords of objects restrict objects only, so other kinds that are allowed become members of a union; the same holds for arrays.
  for (const kind of [OBJECT, ARRAY]) {
    const saysMore = kind === OBJECT ? saysMoreOfObjects : saysMoreOfArrays;
    if ((kinds & kind) === 0 || kinds === kind || !pieces.inline.some(saysMore)) continue;
    return union([kind, kinds & ~kind].map((part) => structureOf(schema, types, { ...context, kinds: part })));
  }
  const parts = partsOf(schema, pieces, types, { kinds, around: context.around });
  if (parts.length === 0) return typeOfKinds(kinds, schema, types);
  // Named parts may allow kinds that another keyword excludes.
  const passed = parts.reduce((all, part) => all & part.kinds, ANY_KIND);
  const restriction = (passed & ~kinds) === 0 ? [] : [restrictionTo(kinds, types)];
  return intersection([...parts.map((part) => part.type), ...restriction]);
}

/** A part of an intersection, and the kinds of value that it allows. */
interface Constituent {
  readonly type: Type;
  readonly kinds: Kinds;
}

/** The parts that keywords add to the type; empty where the kinds alone are the type. */
function partsOf(schema: Schema, pieces: Pieces, types: Types, context: TypeContext): Constituent[] {
  const { kinds } = context;
  const shared = kinds === OBJECT && context.around.length === 0 ? types.shared(schema) : undefined;
  if (shared !== undefined) return [{ type: atom(shared), kinds }];
  const parts: Constituent[] = pieces.named.map((piece) => ({ type: types.of(piece), kinds: kindsOf(piece) }));
  const add = (type: Type): number => parts.push({ type, kinds });
  if (kinds === OBJECT) for (const type of objectType(schema, pieces, types, context)) add(type);
  if (kinds === ARRAY) for (const type of arrayTypes(pieces.inline.filter(saysMoreOfArrays), types)) add(type);
  const values = pieces.inline.filter((piece) => piece.const !== undefined || piece.enum !== undefined);
  if (values.length > 0) add(valuesType(values, types, kinds));
  for (const piece of pieces.inline) {
    const inner: TypeContext = { kinds, around: [...context.around, schema] };
    for (const branches of [piece.anyOf, piece.oneOf]) {
      if (branches === undefined) continue;
      const exclusive = kinds === OBJECT && branches === piece.oneOf ? oneRequired(branches, inner.around, types) : undefined;
      const part = exclusive === undefined ? alternatives(piece, branches, types, inner) : { type: exclusive, kinds };
      if (part !== undefined) parts.push(part);
    }
  }
  return parts;
}

/** `anyOf` or `oneOf`; `undefined` if one of the branches allows every value of these kinds. */
function alternatives(schema: Schema, branches: readonly Schema[], types: Types, context: TypeContext): Constituent | undefined {
  const members: Type[] = [];
  const tags = tagTypes(schema, branches, types);
  // A branch that allows every text does not stand for those that users hold in another form.
  const isHeld = branches.some((branch) => types.held(branch) !== undefined);
  let passed = 0;
  for (const [index, branch] of branches.entries()) {
    const kinds = kindsOf(branch) & context.kinds;
    if (kinds === 0) continue;
    const tag = tags[index] ?? [];
    if (branch.name !== undefined) {
      members.push(intersection([types.of(branch), ...tag]));
      passed |= kindsOf(branch);
      continue;
    }
    const type = intersection([structureOf(branch, types, context), ...tag]);
    if (kinds === context.kinds && !isHeld && inline(type) === inline(typeOfKinds(kinds, branch, types))) return undefined;
    members.push(type);
    passed |= kinds;
  }
  return { type: union(members), kinds: passed };
}

/** Pieces that only type the items become one array: the methods of intersected arrays know only the items of the first. */
function arrayTypes(pieces: readonly Schema[], types: Types): Type[] {
  const items = pieces.map((piece) => (saysOnly(piece, 'type', 'items', 'maxItems', 'uniqueItems') ? piece.items : undefined));
  if (pieces.length < 2 || items.includes(undefined)) return pieces.map((piece) => arrayType(piece, types));
  return [arrayOf(types.of(allOf(items.filter((item) => item !== undefined))))];
}

/** `const` and `enum`: the values that are in every list and are of an allowed kind. */
function valuesType(schemas: readonly Schema[], types: Types, kinds: Kinds): Type {
  const lists = schemas.map((schema) => (schema.const === undefined ? (schema.enum ?? []) : [schema.const.value]));
  const held = schemas.map(types.held).find((one) => one !== undefined);
  const [first = [], ...rest] = lists.map((list) => new Map(list.map((value) => [inline(valueType(value, types, held)), value])));
  const shared = [...first].filter(([text, value]) => (kindOfValue(value) & kinds) !== 0 && rest.every((list) => list.has(text)));
  return union(shared.map(([text]) => atom(text)));
}

/** Any string, with the known ones listed so that an editor proposes them. */
function openType(known: readonly string[], kinds: Kinds, schema: Schema, types: Types): Type {
  const rest = kinds & ~STRING;
  const others = rest === 0 ? [] : [typeOfKinds(rest, schema, types)];
  if (rest === kinds) return union(others);
  return union([...known.map((text) => atom(stringLiteral(text))), intersection([atom('string'), atom('{}')]), ...others]);
}

const KIND_ORDER = [OBJECT, ARRAY, STRING, NUMBER, BOOLEAN, NULL];
const WIDEST: Readonly<Record<Kinds, string>> = {
  [OBJECT]: 'object',
  [ARRAY]: 'unknown[]',
  [STRING]: 'string',
  [NUMBER]: 'number',
  [BOOLEAN]: 'boolean',
  [NULL]: 'null',
};

/** Every value of these kinds, in the order of the schema's `type`. */
function typeOfKinds(kinds: Kinds, schema: Schema, types: Types): Type {
  if (kinds === ANY_KIND) return UNKNOWN;
  const order = new Set([...(schema.type ?? []).map(kindOfType), ...KIND_ORDER]);
  return union(
    [...order]
      .filter((kind) => (kind & kinds) !== 0)
      .map((kind) => atom(kind === OBJECT ? `${types.global('Record')}<string, unknown>` : widest(kind, schema, types))),
  );
}

/** Every value of one kind, in the form in which users hold the schema's values of that kind. */
function widest(kind: Kinds, schema: Schema, types: Types): string {
  const held = kind === NUMBER || kind === STRING ? types.held(schema) : undefined;
  if (held !== undefined && isOfKind(held, kind)) return heldType(held, types);
  return WIDEST[kind] ?? 'unknown';
}

/** The widest type of these kinds, to narrow a named type; it has every form in which users may hold them. */
function restrictionTo(kinds: Kinds, types: Types): Type {
  const forms = (kind: Kinds): string[] => {
    const plain = WIDEST[kind] ?? 'unknown';
    if (types.asSent || (kind !== NUMBER && kind !== STRING)) return [plain];
    const short = kind === NUMBER ? ['bigint', 'string'] : [types.global('Date')];
    const others = types.forms.filter((form) => (form.kind === 'own' || form.kind === 'temporal') && isOfKind(form, kind));
    return [plain, ...short, ...others.map((form) => heldType(form, types))];
  };
  return union(
    KIND_ORDER.filter((kind) => (kind & kinds) !== 0)
      .flatMap(forms)
      .map((form) => atom(form)),
  );
}
