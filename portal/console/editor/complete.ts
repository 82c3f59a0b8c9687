// Completes a JSON text by its schema: names of members, and values.
import type { JsonSchema } from '../../../generator/docs/console/data.ts';
import { writeJson } from '../../../runtime/json/write.ts';
import { branchOf, isRecord } from '../form/choose.ts';
import type { Place } from '../form/edit.ts';
import { fieldOf } from '../form/field.ts';
import { merge, type Schemas } from '../form/merge.ts';

export interface Suggestion {
  /** Shown in the list. */
  readonly label: string;
  /** JSON text. */
  readonly text: string;
  /** The type, or nothing. */
  readonly detail: string;
  /** Markdown. */
  readonly about?: string;
}

/** The schema of the value at a place, where choices are decided by the value that is there; `undefined` where none is known. */
export function schemaAt(schema: JsonSchema, place: Place, value: unknown, schemas: Schemas): JsonSchema | undefined {
  const own = decided(schema, value, schemas);
  const [key, ...rest] = place;
  if (key === undefined) return own;
  const merged = merge(own, schemas);
  if (typeof key === 'number') {
    const items = merged.prefixItems?.[key] ?? merged.items;
    return items === undefined ? undefined : schemaAt(items, rest, Array.isArray(value) ? value[key] : undefined, schemas);
  }
  const { properties = {}, additionalProperties } = merged;
  const member = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
  return member === undefined
    ? undefined
    : schemaAt(member, rest, isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined, schemas);
}

/** The branch that a value is of, and the schemas around it. */
function decided(schema: JsonSchema, value: unknown, schemas: Schemas): JsonSchema {
  const field = fieldOf(schema, schemas);
  if (field.kind !== 'choice') return schema;
  const branch = field.branches[branchOf(field.branches, field.tag, value, schemas)];
  return branch === undefined ? schema : decided(branch.schema, value, schemas);
}

/** The members of the object at a place that are not there yet; those that are required come first. */
export function nameSuggestions(schema: JsonSchema, value: unknown, schemas: Schemas): readonly Suggestion[] {
  const field = fieldOf(decided(schema, value, schemas), schemas);
  if (field.kind !== 'object') return [];
  const taken = isRecord(value) ? value : {};
  return field.members
    .filter(({ name }) => !Object.hasOwn(taken, name))
    .map(({ name, required, schema: member }) => {
      const { type, description } = fieldOf(member, schemas);
      return {
        label: name,
        text: JSON.stringify(name),
        detail: required ? `${type}, required` : type,
        ...(description === undefined ? {} : { about: description }),
      };
    });
}

/** The values that a schema lists, or its examples and default. */
export function valueSuggestions(schema: JsonSchema, schemas: Schemas): readonly Suggestion[] {
  const merged = merge(schema, schemas);
  const field = fieldOf(schema, schemas);
  const listed = valuesOf(field);
  const others = [...(merged.known ?? []), ...(merged.default === undefined ? [] : [merged.default]), ...(merged.examples ?? [])];
  const values = [...(listed ?? others), ...(field.nullable ? [null] : [])];
  const texts = new Set(values.map((value) => writeJson(value) ?? 'null'));
  if (field.kind === 'object') texts.add('{}');
  if (field.kind === 'array') texts.add('[]');
  return [...texts].map((text) => ({ label: text.length > 60 ? `${text.slice(0, 60)}…` : text, text, detail: field.type }));
}

function valuesOf(field: ReturnType<typeof fieldOf>): readonly unknown[] | undefined {
  if (field.kind === 'enum') return field.values;
  if (field.kind === 'const') return [field.value];
  return field.kind === 'boolean' ? [true, false] : undefined;
}
