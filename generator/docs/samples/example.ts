// One value of a schema for a sample: the document's own example where it matches, or else a small value that does.
import { createRandom, type ExampleSchema, type ExampleSchemas, matches, sampleValue, Unsatisfied } from '@octavo/runtime/facts';
import { formsOf } from '../../emit/examples/schema.ts';
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
  const { forms, schemas, held } = plainOf(service);
  const plain = plainSchema(schema, forms) as ExampleSchema;
  // Schemas as plain data hold doubles where the wire does. The example itself is shown with every digit.
  if (given !== undefined && matches(schemas, plain, wireValue(given, schema, held))) return given;
  const sample = (loose: boolean): JsonValue => {
    const random = createRandom(1);
    return withoutFiles(sampleValue(schemas, plain, { random, examples: 'first', tagged: true, optional: 'none', plain: 1, loose }));
  };
  try {
    return sample(false);
  } catch (error) {
    if (error instanceof Unsatisfied) return given ?? sample(true);
    throw error;
  }
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
  const held = heldSchemas(service, { int64: 'bigint', dates: 'string' });
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
