// The schemas of a document as the console shows them.
import { possibleConjuncts } from '../../model/schema/conjuncts.ts';
import { plainSchema } from '../../model/schema/plain.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import { ARRAY, INTEGER, NULL, NUMBER, OBJECT, possibleTypes, STRING } from '../../model/schema/types.ts';
import { isPlainRef } from '../../model/schema/walk.ts';
import type { Service } from '../../model/service.ts';
import { matchesSchema, sampleOf } from '../samples/example.ts';
import type { JsonSchema } from './data.ts';

/** A named schema as a reference, unless `declared` asks for its declaration. */
export function schemaData(service: Service, schema: Schema, declared = false): JsonSchema {
  return plainSchema(schema, { start: (one) => startOf(service, one) }, declared) as JsonSchema;
}

/** Keywords of lists and objects that a form does not see to when it asks for what is required. */
const BEYOND_FORMS = ['contains', 'minProperties', 'dependentRequired', 'dependentSchemas', 'if', 'not'] as const;

/** A value that fits, where the document has none to begin with, and neither the empty one fits nor what a form makes. */
function startOf(service: Service, schema: Schema): JsonValue | undefined {
  if (isPlainRef(schema)) return undefined;
  const parts = possibleConjuncts([schema]);
  if (parts.some((part) => (part.examples ?? part.default ?? part.enum ?? part.known ?? part.const) !== undefined)) return undefined;
  const empty = emptyOf(possibleTypes(schema) & ~NULL, parts);
  return empty === undefined || matchesSchema(service, schema, empty) ? undefined : sampleOf(service, schema, 'none');
}

/** The value that a form has in the beginning, if it is the same for all schemas of these types. */
function emptyOf(types: number, parts: readonly Schema[]): JsonValue | undefined {
  const isBeyond = parts.some((part) => (part.minItems ?? 0) > 1 || BEYOND_FORMS.some((keyword) => part[keyword] !== undefined));
  switch (types) {
    case STRING:
      return '';
    case NUMBER:
    case INTEGER:
      return parts.find(({ minimum }) => minimum !== undefined)?.minimum ?? 0;
    case ARRAY:
      return isBeyond ? [] : undefined;
    case OBJECT:
      return isBeyond ? {} : undefined;
    default:
      return undefined;
  }
}
