// The schemas of a document as the console shows them.
import { plainSchema } from '../../emit/examples/schema.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { JsonSchema } from './data.ts';

/** A named schema as a reference, unless `declared` asks for its declaration. */
export function schemaData(schema: Schema, declared = false): JsonSchema {
  return plainSchema(schema, undefined, declared) as JsonSchema;
}
