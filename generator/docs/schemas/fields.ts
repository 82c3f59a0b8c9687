// Lists the fields of a schema: its own, those of the schemas that it is composed of, and those of objects written in place.
import { conjuncts, directConjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { declared } from '../../model/schema/walk.ts';

export interface FieldRow {
  /** The path from the schema: `meta.next_token`, `items[].id`. Unique in the schema; the anchor of the field on its page. */
  readonly path: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** Levels of objects in objects whose fields are listed. */
const DEEPEST = 4;

/** A field that several parts have is listed once, as the first part has it. */
export function fieldsOf(schema: Schema): readonly FieldRow[] {
  const rows = new Map<string, FieldRow>();
  addFields(schema, '', rows, new Set(), 0);
  return [...rows.values()];
}

function addFields(schema: Schema, before: string, rows: Map<string, FieldRow>, met: ReadonlySet<Schema>, depth: number): void {
  if (met.has(schema)) return;
  const seen = new Set([...met, schema]);
  const required = new Set(conjuncts([schema]).flatMap((part) => part.required ?? []));
  for (const [name, property] of schema.properties ?? []) {
    const path = `${before}${name}`;
    if (rows.has(path)) continue;
    rows.set(path, { path, required: required.has(name), schema: property });
    if (depth < DEEPEST) addInside(property, path, rows, seen, depth + 1);
  }
  for (const part of directConjuncts(schema)) addFields(part, before, rows, seen, depth);
  for (const branch of schema.oneOf ?? schema.anyOf ?? []) {
    // A named branch has its own page.
    if (declared(branch) === undefined) addFields(branch, before, rows, seen, depth);
  }
  if (before === '' && schema.items !== undefined) addInside(schema, '', rows, met, depth);
}

/** The fields of an object, or of the items of a list, that has no name and so no page of its own. */
function addInside(schema: Schema, path: string, rows: Map<string, FieldRow>, met: ReadonlySet<Schema>, depth: number): void {
  if (declared(schema) !== undefined && path !== '') return;
  if (schema.items !== undefined && declared(schema.items) === undefined) addFields(schema.items, `${path}[].`, rows, met, depth);
  else if (path !== '') addFields(schema, `${path}.`, rows, met, depth);
}
