// Finds the object types that the schemas of one file write out more than once. The file declares each of them once and refers to it by name.
import type { Schema } from '../../model/schema/schema.ts';
import { shapeWithout } from '../../model/schema/shape.ts';
import { eachSubschema } from '../../model/schema/walk.ts';
import { localTypes } from '../text/names.ts';
import { saysOnly } from './kinds.ts';

/** A type with fewer lines is written out wherever it stands. */
export const LEAST_LINES = 5;

export interface SharedTypes {
  /** Every name that it may give. */
  readonly names: ReadonlySet<string>;
  /** The name for the objects of a schema; `undefined` where they are written out. */
  nameOf(schema: Schema): string | undefined;
  /** The types whose names were asked for, each with a schema of it. It grows where printing one of them asks for another. */
  readonly used: ReadonlyMap<string, Schema>;
}

/** An object type that schemas have, and how often it would be printed if every repeated type were printed once. */
interface Found {
  readonly schema: Schema;
  readonly words: string;
  count: number;
}

/** @param taken names that no shared type may have */
export function createSharedTypes(schemas: readonly Schema[], taken: ReadonlySet<string>): SharedTypes {
  const shapes = shapesOf(schemas);
  const choose = localTypes(taken);
  const names = new Map<Found, string>();
  for (const found of new Set(shapes.values())) {
    if (found.count > 1 && linesOf(found.schema) >= LEAST_LINES) names.set(found, choose(found.schema.title ?? found.words, found.words));
  }
  const used = new Map<string, Schema>();
  return {
    names: new Set(names.values()),
    used,
    nameOf(schema) {
      const found = shapes.get(schema);
      const name = found && names.get(found);
      if (found !== undefined && name !== undefined) used.set(name, found.schema);
      return name;
    },
  };
}

/** What objects of each unnamed schema are, where the schema says no more than their properties. */
function shapesOf(schemas: readonly Schema[]): ReadonlyMap<Schema, Found> {
  const shapes = new Map<Schema, Found>();
  const found = new Map<string, Found>();
  const met = new Set<Schema>();
  const idOf = createTypeIds();
  const visit = (schema: Schema, words: string): void => {
    if (schema.name !== undefined || met.has(schema)) return;
    met.add(schema);
    if (isPlainObject(schema)) {
      const shape = shapeWithout(schema, (field) => NOT_IN_BODY.has(field), idOf);
      const known = found.get(shape) ?? { schema, words, count: 0 };
      known.count++;
      found.set(shape, known);
      shapes.set(schema, known);
      // The parts of the first one are printed, and no others.
      if (known.count > 1) return;
    }
    eachPart(schema, words, visit);
  };
  for (const schema of schemas) eachPart(schema, schema.name ?? '', visit);
  return shapes;
}

function eachPart(schema: Schema, words: string, visit: (part: Schema, words: string) => void): void {
  for (const [name, part] of schema.properties ?? []) visit(part, name);
  if (schema.items !== undefined) visit(schema.items, `${words} item`);
  eachSubschema(schema, (part) => visit(part, words));
}

/** Fields that no type shows. */
const NOT_SHOWN = ['key', 'location', 'name', 'examples', 'xml', 'givenName'] as const;
/** Fields that the object type itself does not show: its place has the comment, and says whether the value may be null. */
const NOT_IN_BODY: ReadonlySet<string> = new Set<keyof Schema>([...NOT_SHOWN, 'type', 'title', 'description', 'default', 'deprecated']);
const NOT_IN_PART: ReadonlySet<string> = new Set<keyof Schema>(NOT_SHOWN);

function isPlainObject(schema: Schema): boolean {
  const { type = [], properties, discriminator } = schema;
  if (properties === undefined || properties.size === 0 || discriminator !== undefined) return false;
  return type.includes('object') && saysOnly(schema, 'type', 'properties', 'required', 'additionalProperties');
}

/** Texts that are equal for parts with the same type and comments. */
export function createTypeIds(noteWords: (part: Schema) => void = () => undefined): (part: Schema) => string {
  const ids = new Map<Schema, string>();
  const byShape = new Map<string, string>();
  const idOf = (part: Schema): string => {
    if (part.name !== undefined) return part.name;
    const known = ids.get(part);
    if (known !== undefined) return known;
    // A schema that contains itself, or whose type depends on its branches' tags, is equal to no other.
    const own = `#${ids.size}`;
    ids.set(part, own);
    noteWords(part);
    if (part.discriminator !== undefined) return own;
    const shape = shapeWithout(part, (field) => NOT_IN_PART.has(field), idOf);
    const id = byShape.get(shape) ?? own;
    byShape.set(shape, id);
    ids.set(part, id);
    return id;
  };
  return idOf;
}

/** Most members without comments that share a line. */
const MOST_ON_A_LINE = 5;

/** About how many lines the type and its comments take. */
function linesOf(schema: Schema): number {
  if (schema.name !== undefined) return 1;
  if (schema.items !== undefined) return linesOf(schema.items);
  return memberLinesOf([...(schema.properties?.values() ?? [])].map((part) => ({ schema: part, hasComment: false })));
}

/** About how many lines an object with these members takes. `hasComment`: whether a member has a comment besides that of its schema. */
export function memberLinesOf(members: readonly { readonly schema: Schema; readonly hasComment: boolean }[]): number {
  const commented = members.filter(({ schema, hasComment }) => hasComment || isCommented(schema)).length;
  const lines = members.reduce((sum, { schema }) => sum + linesOf(schema), commented);
  return lines <= MOST_ON_A_LINE && commented === 0 ? 1 : lines + 2;
}

function isCommented({ name, title, description }: Schema): boolean {
  return name === undefined && (title ?? description) !== undefined;
}
