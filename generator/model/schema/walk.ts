// Walks the schema graph: the schemas that a schema refers to, all that are reachable, and cycles.
import { leadersIn, stronglyConnected } from '../../base/connected.ts';
import { type Applicator, annotations, applicators } from '../../base/vocabulary.ts';
import type { Schema } from './schema.ts';

type Visit = (schema: Schema) => void;

/** Keywords that hold schemas, and the bit of each. */
interface Edges {
  readonly rows: readonly (typeof applicators)[number][];
  readonly bits: ReadonlyMap<string, number>;
}

function edgesOf(rows: Edges['rows']): Edges {
  return { rows, bits: new Map(rows.map(({ keyword }, index) => [keyword, 1 << index])) };
}

/** Without `contentSchema`, since the content of a string is not part of the value. */
const EDGES = edgesOf(applicators.filter((row) => row.of !== 'content'));
const IN_PLACE = edgesOf(EDGES.rows.filter((row) => row.of === 'same'));
/** The keywords whose schemas a value, or a part of it, is meant to match. */
const MEANT = edgesOf(EDGES.rows.filter(({ when }) => when !== 'asked'));

/**
 * Every schema that this one names directly. With `inPlace`, only those that apply to the same value: references and combinations, not
 * properties and items.
 */
export function eachSubschema(schema: Schema, visit: Visit, inPlace = false): void {
  eachHeld(schema, inPlace ? IN_PLACE : EDGES, visit);
}

/** Every schema that a value of this one, or a part of it, is meant to match. */
export function meant(schema: Schema): Schema[] {
  const found: Schema[] = [];
  eachHeld(schema, MEANT, (item) => found.push(item));
  return found;
}

function eachHeld(schema: Schema, { rows, bits: bitOf }: Edges, visit: Visit): void {
  if (schema.ref !== undefined) visit(schema.ref);
  // One look at the keywords that are there, instead of one for each that could be: most schemas lead nowhere.
  let bits = 0;
  for (const keyword in schema) bits |= bitOf.get(keyword) ?? 0;
  for (let index = 0; bits !== 0; index++, bits >>>= 1) {
    const edge = (bits & 1) === 0 ? undefined : rows[index];
    if (edge === undefined) continue;
    const held = schema[edge.keyword];
    if (held === undefined || (edge.beside !== undefined && schema[edge.beside] === undefined)) continue;
    if ('location' in held) visit(held);
    else if (held instanceof Map) eachIn(held, visit);
    else for (const one of held as readonly Schema[]) visit(one);
  }
}

/** An iterator would make objects for each schema, and a closure in the function that walks one for each of its calls. */
function eachIn(held: ReadonlyMap<string, Schema>, visit: Visit): void {
  held.forEach((one) => {
    visit(one);
  });
}

/** Every schema that this one names directly, and those that its type leads to: the heirs of a base with a discriminator. */
export function eachUsed(schema: Schema, visit: Visit): void {
  eachSubschema(schema, visit);
  if (schema.discriminator?.inherited === true) for (const heir of schema.discriminator.mapping.values()) visit(heir);
}

/** The schemas that a keyword holds: one, a list or a map. */
export function schemasIn(held: Schema[Applicator['keyword']]): Iterable<Schema> {
  if (held === undefined) return [];
  return 'location' in held ? [held] : held.values();
}

/** The value of a keyword (a schema, a list or a map) with each schema changed. */
export function eachChanged(held: NonNullable<Schema[Applicator['keyword']]>, change: (schema: Schema) => Schema): typeof held {
  if ('location' in held) return change(held);
  return held instanceof Map ? new Map([...held].map(([name, schema]) => [name, change(schema)])) : [...held.values()].map(change);
}

export function subschemas(schema: Schema, inPlace = false): Schema[] {
  const found: Schema[] = [];
  eachSubschema(schema, (item) => found.push(item), inPlace);
  return found;
}

/**
 * These schemas and all that are reachable from them, each once, depth first in the order of the document. What `goesInto` refuses is left out, with
 * what is reachable over it alone.
 */
export function reachable(roots: Iterable<Schema>, goesInto?: (schema: Schema) => boolean): Set<Schema> {
  const met = new Set<Schema>();
  const stack = [...roots].reverse();
  for (let schema = stack.pop(); schema !== undefined; schema = stack.pop()) {
    if (met.has(schema) || goesInto?.(schema) === false) continue;
    met.add(schema);
    const before = stack.length;
    eachUsed(schema, (item) => {
      if (!met.has(item)) stack.push(item);
    });
    // The stack returns its last item first, so the new items are reversed to come out in the order of the document.
    for (let low = before, high = stack.length - 1; low < high; low++, high--) {
      const kept = stack[low] as Schema;
      stack[low] = stack[high] as Schema;
      stack[high] = kept;
    }
  }
  return met;
}

/** The `schemas` from which one of `goals` can be reached over what `each` visits, each with a nearest goal; a goal reaches itself. */
export function leadingTo(schemas: Iterable<Schema>, goals: readonly Schema[], each = eachUsed): Map<Schema, Schema> {
  return leadersIn(schemas, each)(goals);
}

/**
 * The schemas reachable from the roots in groups that can reach each other. The group of a schema comes after the groups of the schemas to which it
 * leads.
 */
export function components(roots: Iterable<Schema>, inPlace = false): Schema[][] {
  return stronglyConnected(roots, (schema) => subschemas(schema, inPlace));
}

/** Fields that let every value through: location and names, annotations, and what decides how a text is read or which branch is tried first. */
const SILENT: ReadonlySet<string> = new Set<keyof Schema>([
  ...(['key', 'location', 'name', 'discriminator', 'known', 'booleanWords', 'xml', 'dropped', 'givenName', 'codeNames'] as const),
  ...annotations.map(({ keyword }) => keyword),
  ...applicators.filter(({ of }) => of === 'content').map(({ keyword }) => keyword),
]);

/** Whether a field of a schema has no effect on which values are valid. */
export function isSilent(field: string): boolean {
  return SILENT.has(field);
}

/** Whether the schema is a `$ref` and nothing else that constrains: it is its target then, under another comment. */
export function isPlainRef(schema: Schema): schema is Schema & { readonly ref: Schema } {
  if (schema.ref === undefined) return false;
  return Object.keys(schema).every((field) => field === 'ref' || isSilent(field));
}

/** The target of a chain of plain references. */
export function targetOf(schema: Schema): Schema {
  let target = schema;
  for (let hops = 0; isPlainRef(target) && hops < MOST_HOPS; hops++) target = target.ref;
  return target;
}

/** Chains of references longer than this lead nowhere. */
const MOST_HOPS = 100;

/** The schema with a name of its own that this one is: itself, or the target of plain references. `undefined`: it is written out in place. */
export function declared(schema: Schema): (Schema & { name: string }) | undefined {
  const met = new Set<Schema>();
  for (let current = schema; !met.has(current); current = current.ref) {
    if (current.name !== undefined) return current as Schema & { name: string };
    met.add(current);
    if (!isPlainRef(current)) return undefined;
  }
  return undefined;
}
