// One value of a schema for a sample: the document's own example where it matches, or else a small value that does.
import { createRandom, type ExampleSchema, type ExampleSchemas, matches, sampleValue, Unsatisfied } from '@octavo/runtime/facts';
import { formsOf } from '../../emit/examples/schema.ts';
import { shortForms } from '../../emit/held/forms.ts';
import { type HeldSchemas, heldSchemas } from '../../emit/held/held.ts';
import { wireValue } from '../../emit/held/held-value.ts';
import { plainSchema, type SampleForms } from '../../model/schema/plain.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import type { Parameter, Service } from '../../model/service.ts';

/** The example of a parameter, or else of its schema. */
export function parameterExample(service: Service, { schema, examples = [] }: Parameter): JsonValue {
  return schemaExample(service, schema, examples[0]?.value as JsonValue | undefined);
}

/** `given`: what the document gives where the schema is used. It also stands where no value matches. */
export function schemaExample(service: Service, schema: Schema, given?: JsonValue): JsonValue {
  // Schemas as plain data hold doubles where the wire does. The example itself is shown with every digit.
  if (given !== undefined && matchesSchema(service, schema, wireValue(given, schema, plainOf(service).held))) return given;
  const sample = sampleOf(service, schema, 'first');
  if (sample !== undefined) return sample;
  return given === undefined ? sampled(service, schema, 'first', true) : given;
}

export function matchesSchema(service: Service, schema: Schema, value: JsonValue): boolean {
  const { forms, schemas } = plainOf(service);
  return matches(schemas, plainSchema(schema, forms, true) as ExampleSchema, value);
}

/** A small value that matches the schema, and whether examples of the document come before others; `undefined` where none is found. */
export function sampleOf(service: Service, schema: Schema, examples: 'first' | 'none'): JsonValue | undefined {
  try {
    return sampled(service, schema, examples, false);
  } catch (error) {
    if (error instanceof Unsatisfied) return undefined;
    throw error;
  }
}

function sampled(service: Service, schema: Schema, examples: 'first' | 'none', loose: boolean): JsonValue {
  const { forms, schemas } = plainOf(service);
  const options = { random: createRandom(1), examples, tagged: true, optional: 'none', plain: 1, loose } as const;
  return withoutFiles(sampleValue(schemas, plainSchema(schema, forms) as ExampleSchema, options));
}

interface Plain {
  readonly forms: SampleForms;
  readonly schemas: ExampleSchemas;
  readonly held: HeldSchemas;
}

/** Kept by service, since all of its samples need them. */
const known = new WeakMap<Service, Plain>();

function plainOf(service: Service): Plain {
  const before = known.get(service);
  if (before !== undefined) return before;
  const held = heldSchemas(service, shortForms({ int64: 'bigint' }));
  const forms: SampleForms = { ...formsOf(held), heirs: true, hints: true };
  const named = service.schemas.map((schema) => [schema.name ?? '', plainSchema(schema, forms, true) as ExampleSchema]);
  const plain = { forms, schemas: Object.fromEntries(named), held };
  known.set(service, plain);
  return plain;
}

/** Samples have a text for a file. */
function withoutFiles(value: unknown): JsonValue {
  if (value instanceof Blob) return 'text';
  if (Array.isArray(value)) return value.map(withoutFiles);
  if (typeof value !== 'object' || value === null) return value as JsonValue;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutFiles(member)]));
}
