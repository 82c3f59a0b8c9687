// The schemas of a document as the console shows them.
import { createRandom, type ExampleSchema, matches, sampleValue, Unsatisfied } from '@octavo/runtime/facts';
import { AS_JSON, plainSchema } from '../../model/schema/plain.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import type { JsonSchema } from './data.ts';

/** A named schema as a reference, unless `declared` asks for its declaration. */
export function schemaData(schema: Schema, declared = false): JsonSchema {
  return plainSchema(schema, { start }, declared) as JsonSchema;
}

/** A text or number that fits, where the document has none to begin with, and neither an empty text nor zero or the minimum fits. */
function start(schema: Schema): JsonValue | undefined {
  const { type, examples, default: initial, enum: values, known, const: constant, minimum = 0 } = schema;
  if ((examples ?? initial ?? values ?? known ?? constant) !== undefined) return undefined;
  const [only = '', ...others] = type?.filter((name) => name !== 'null') ?? [];
  if (others.length > 0 || !['string', 'integer', 'number'].includes(only)) return undefined;
  const plain = plainSchema(schema, AS_JSON, true) as ExampleSchema;
  if (matches({}, plain, only === 'string' ? '' : minimum)) return undefined;
  try {
    return sampleValue({}, plain, { random: createRandom(1), examples: 'none', tagged: true, plain: 1 }) as JsonValue;
  } catch (error) {
    if (error instanceof Unsatisfied) return undefined;
    throw error;
  }
}
