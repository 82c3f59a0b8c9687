// The schemas of a document as the console shows them.
import { possibleConjuncts } from '../../model/schema/conjuncts.ts';
import { plainSchema } from '../../model/schema/plain.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import { INTEGER, NULL, NUMBER, possibleTypes, STRING } from '../../model/schema/types.ts';
import { isPlainRef } from '../../model/schema/walk.ts';
import type { Service } from '../../model/service.ts';
import { matchesSchema, sampleOf } from '../samples/example.ts';
import type { JsonSchema } from './data.ts';

/** A named schema as a reference, unless `declared` asks for its declaration. */
export function schemaData(service: Service, schema: Schema, declared = false): JsonSchema {
  return plainSchema(schema, { start: (one) => startOf(service, one) }, declared) as JsonSchema;
}

/** A text or number that fits, where the document has none to begin with, and neither an empty text nor zero or the minimum fits. */
function startOf(service: Service, schema: Schema): JsonValue | undefined {
  const types = possibleTypes(schema) & ~NULL;
  const isText = types === STRING;
  if ((!isText && types !== NUMBER && types !== INTEGER) || isPlainRef(schema)) return undefined;
  const parts = possibleConjuncts([schema]);
  if (parts.some((part) => (part.examples ?? part.default ?? part.enum ?? part.known ?? part.const) !== undefined)) return undefined;
  const least = parts.find(({ minimum }) => minimum !== undefined)?.minimum ?? 0;
  return matchesSchema(service, schema, isText ? '' : least) ? undefined : sampleOf(service, schema, 'none');
}
