// The values that a form begins with: small valid ones for a schema, and files in the places of an example where the document has them.
import type { JsonSchema } from '../../../generator/docs/console/data.ts';
import { branchOf, fits, isRecord } from './choose.ts';
import { type Field, fieldOf } from './field.ts';
import { merge, type Schemas } from './merge.ts';

/** Levels of nested schemas that get values, so that a schema that holds itself comes to an end. */
const DEPTH = 8;

/** A value with what is required, from the examples of the document where it has some. */
export function initialValue(schema: JsonSchema, schemas: Schemas, depth = DEPTH): unknown {
  const merged = merge(schema, schemas);
  const [example] = merged.examples ?? [];
  if (example !== undefined && merged.file !== true) return withFiles(example, schema, schemas);
  if (merged.default !== undefined) return merged.default;
  const field = fieldOf(schema, schemas);
  if (typeof merged.start === 'object') return withFiles(merged.start, schema, schemas);
  if (depth <= 0) return field.nullable || field.kind === 'null' ? null : undefined;
  return initialOf(field, merged, schemas, depth);
}

function initialOf(field: Field, { prefixItems, items, known, start }: ReturnType<typeof merge>, schemas: Schemas, depth: number): unknown {
  switch (field.kind) {
    case 'object':
      return Object.fromEntries(
        field.members
          .filter(({ required }) => required)
          .map(({ name, schema }) => [name, initialValue(schema, schemas, depth - 1)])
          .filter(([, value]) => value !== undefined),
      );
    case 'array': {
      const count = Math.min(field.minItems, 10);
      return Array.from({ length: count }, (_, index) => initialValue(prefixItems?.[index] ?? items ?? true, schemas, depth - 1));
    }
    case 'choice': {
      const [branch] = field.branches;
      const value = branch === undefined ? null : initialValue(branch.schema, schemas, depth - 1);
      return withTag(value, field.tag, branch?.tags[0]);
    }
    case 'enum':
      return field.values[0];
    case 'const':
      return field.value;
    case 'boolean':
      return false;
    case 'number':
      return start ?? field.minimum ?? 0;
    case 'text':
      return known?.[0] ?? nowOf(field.format) ?? start ?? '';
    case 'file':
      return sampleFile();
    case 'null':
      return null;
    case 'json':
      return {};
  }
}

/** The value for another branch of a choice: what the branches have in common stays. */
export function switched(value: unknown, schema: JsonSchema, schemas: Schemas): unknown {
  const initial = initialValue(schema, schemas);
  if (!isRecord(value) || !isRecord(initial)) return initial;
  const field = fieldOf(schema, schemas);
  if (field.kind !== 'object') return initial;
  const common = field.members.filter(({ name, schema: member }) => Object.hasOwn(value, name) && fits(value[name], member, schemas));
  return { ...initial, ...Object.fromEntries(common.map(({ name }) => [name, value[name]])) };
}

/** A value of a branch says its tag. */
export function withTag(value: unknown, property: string | undefined, tag: string | undefined): unknown {
  return property === undefined || tag === undefined || !isRecord(value) ? value : { ...value, [property]: tag };
}

/** Dates and times begin with those of today. */
function nowOf(format: string | undefined): string | undefined {
  const now = new Date().toISOString();
  return format === 'date' ? now.slice(0, 10) : format === 'date-time' ? `${now.slice(0, 19)}Z` : undefined;
}

/** A small file, so that a request with one can be sent at once. */
function sampleFile(): File {
  return new File(['A small file of the console.\n'], 'sample.txt', { type: 'text/plain' });
}

/** The example with a small file wherever the schema has one: examples of documents have texts there. */
export function withFiles(value: unknown, schema: JsonSchema, schemas: Schemas, depth = DEPTH): unknown {
  if (depth <= 0 || value instanceof Blob) return value;
  const merged = merge(schema, schemas);
  if (merged.file === true) return sampleFile();
  const field = fieldOf(schema, schemas);
  if (field.kind === 'choice') {
    const branch = field.branches[branchOf(field.branches, field.tag, value, schemas)];
    return branch === undefined ? value : withFiles(value, branch.schema, schemas, depth - 1);
  }
  if (Array.isArray(value)) {
    const { prefixItems, items } = merged;
    return value.map((item: unknown, index) => withFiles(item, prefixItems?.[index] ?? items ?? true, schemas, depth - 1));
  }
  if (!isRecord(value) || merged.properties === undefined) return value;
  const { properties } = merged;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      Object.hasOwn(properties, name) ? withFiles(member, properties[name] ?? true, schemas, depth - 1) : member,
    ]),
  );
}
