// The fields of a schema as people read them: its own, those of the schemas that it is composed of, of objects written in place, and of each choice.
import { conjuncts, directBranches, directConjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { tagsOfBranches } from '../../model/schema/tags.ts';
import { NULL, possibleTypes } from '../../model/schema/types.ts';
import { declared } from '../../model/schema/walk.ts';

export interface FieldRow {
  /** The path from the schema: `meta.next_token`, `items[].id`. Unique in the schema; the anchor of the field on its page. */
  readonly path: string;
  readonly required: boolean;
  readonly schema: Schema;
}

export interface FieldNode extends FieldRow {
  readonly name: string;
  /** The fields of the value, where it is an object or a list of objects without a page of its own. */
  readonly inside: Fields;
}

export interface Fields {
  readonly fields: readonly FieldNode[];
  readonly choices: readonly Choice[];
}

/** A `oneOf` or `anyOf` with branches that have a name or fields. */
export interface Choice {
  /** Whether a value is of one branch only. */
  readonly isOne: boolean;
  /** The property whose value says which branch is meant. */
  readonly property?: string;
  readonly branches: readonly Branch[];
}

export interface Branch {
  readonly schema: Schema;
  /** The name of the schema, where the branch has a page of its own. */
  readonly name?: string;
  /** The values of the discriminator that select it. */
  readonly tags: readonly string[];
  readonly inside: Fields;
}

/** Whether there is a choice at any level. */
export function hasChoices({ fields, choices }: Fields): boolean {
  return choices.length > 0 || fields.some(({ inside }) => hasChoices(inside));
}

/** Levels of objects in objects whose fields are listed. */
const DEEPEST = 4;

/** What one object has so far. */
interface Found {
  readonly fields: FieldNode[];
  readonly choices: Choice[];
  /** The names of its fields: one that several parts have is listed once, as the first part has it. */
  readonly names: Set<string>;
  readonly parts: Set<Schema>;
}

/** Where the fields of an object stand. */
interface Place {
  /** The path of the object, with the sign before a field: `meta.` */
  readonly before: string;
  readonly depth: number;
  /** The schemas around it. */
  readonly around: ReadonlySet<Schema>;
  /** The paths of the page. */
  readonly taken: Set<string>;
}

export function fieldTree(schema: Schema): Fields {
  return objectFields(schema, { before: '', depth: 0, around: new Set(), taken: new Set() });
}

/** The fields in a list, without those of branches that have a page of their own. Each path is there once. */
export function fieldsOf(schema: Schema): readonly FieldRow[] {
  const rows: FieldRow[] = [];
  const add = ({ fields, choices }: Fields): void => {
    for (const field of fields) {
      rows.push(field);
      add(field.inside);
    }
    for (const { branches } of choices) for (const { name, inside } of branches) if (name === undefined) add(inside);
  };
  add(fieldTree(schema));
  return rows.filter(({ path }) => !path.includes(REPEATED));
}

function objectFields(schema: Schema, place: Place): Fields {
  const found: Found = { fields: [], choices: [], names: new Set(), parts: new Set() };
  addFields(schema, found, place);
  return found;
}

function addFields(schema: Schema, found: Found, place: Place): void {
  if (place.around.has(schema) || found.parts.has(schema)) return;
  found.parts.add(schema);
  const inner = { ...place, around: new Set([...place.around, schema]) };
  const required = new Set(conjuncts([schema]).flatMap((part) => part.required ?? []));
  for (const [name, property] of schema.properties ?? []) {
    if (found.names.has(name)) continue;
    found.names.add(name);
    const path = freePath(`${place.before}${name}`, place.taken);
    const inside = place.depth < DEEPEST ? insideOf(property, { ...inner, before: path, depth: place.depth + 1 }) : NO_FIELDS;
    found.fields.push({ path, name, required: required.has(name), schema: property, inside });
  }
  for (const part of directConjuncts(schema)) addFields(part, found, place);
  for (const branches of directBranches(schema)) addBranches(schema, branches, found, inner);
  if (place.before === '' && schema.items !== undefined) addAll(found, insideOf(schema, place));
}

/** The fields of an object, or of the items of a list, that has no name and so no page of its own. */
function insideOf(schema: Schema, place: Place): Fields {
  const path = place.before;
  if (declared(schema) !== undefined && path !== '') return NO_FIELDS;
  if (schema.items !== undefined && declared(schema.items) === undefined)
    return objectFields(schema.items, { ...place, before: `${path}[].` });
  return path === '' ? NO_FIELDS : objectFields(schema, { ...place, before: `${path}.` });
}

/** A choice with one branch beside null is no choice. */
function addBranches(schema: Schema, all: readonly Schema[], found: Found, place: Place): void {
  const branches = all.filter((branch) => possibleTypes(branch) !== NULL);
  const [only] = branches;
  if (only !== undefined && branches.length === 1) {
    if (declared(only) === undefined) addFields(only, found, place);
    return;
  }
  const tags = tagsOfBranches(schema, branches);
  const shown = branches.map((branch, index): Branch => {
    const name = declared(branch)?.name;
    // A named branch has its own page, so its fields are listed at the top alone.
    const before = name === undefined ? place.before : `${place.before}${name}:`;
    const inside = name !== undefined && place.depth > 0 ? NO_FIELDS : objectFields(branch, { ...place, before, depth: place.depth + 1 });
    return { schema: branch, ...(name === undefined ? {} : { name }), tags: tags[index] ?? [], inside };
  });
  if (shown.every(({ name, inside }) => name === undefined && isEmpty(inside))) return;
  const property = schema.discriminator?.propertyName;
  found.choices.push({ isOne: all === schema.oneOf, branches: shown, ...(property === undefined ? {} : { property }) });
}

function addAll(found: Found, { fields, choices }: Fields): void {
  found.fields.push(...fields);
  found.choices.push(...choices);
}

export function isEmpty({ fields, choices }: Fields): boolean {
  return fields.length === 0 && choices.length === 0;
}

const NO_FIELDS: Fields = { fields: [], choices: [] };

/** Between a path and the number of the branch that has it again. */
const REPEATED = '~';

/** Branches may have fields with one name, and anchors are unique. */
function freePath(path: string, taken: Set<string>): string {
  let free = path;
  for (let count = 2; taken.has(free); count++) free = `${path}${REPEATED}${count}`;
  taken.add(free);
  return free;
}
