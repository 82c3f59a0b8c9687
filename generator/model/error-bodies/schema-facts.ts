// Finds facts about schemas for error bodies: whether a value is valid, and the least value of a member that no fault fills.
import { createRandom, type ExampleSchema, type ExampleSchemas, matches, sampleValue, Unsatisfied } from '@octavo/runtime/facts';
import { AS_JSON, plainSchema } from '../schema/plain.ts';
import type { JsonValue, Schema } from '../schema/schema.ts';
import type { KnownTypes } from '../schema/types.ts';

/** The most values that are built to find one. */
const MOST_VALUES = 100;

export interface SchemaFacts {
  readonly types: KnownTypes;
  accepts(schema: Schema, value: JsonValue): boolean;
  /** The least value that all of the schemas allow, what the document says first; none where none was found. */
  leastOf(schemas: readonly Schema[]): JsonValue[];
}

/** `named`: all schemas with a name. */
export function schemaFacts(named: readonly Schema[]): SchemaFacts {
  const table: ExampleSchemas = {};
  const plain = kept((schema) => plainSchema(schema, AS_JSON) as ExampleSchema);
  const declared = kept((schema) => plainSchema(schema, AS_JSON, true) as ExampleSchema);
  // Few schemas are those of errors, so each is made when it is needed.
  for (const schema of named) Object.defineProperty(table, schema.name ?? '', { get: () => declared(schema) });
  return {
    types: new Map(),
    accepts: (schema, value) => matches(table, plain(schema), value),
    leastOf(schemas) {
      const options = { random: createRandom(1), examples: 'first', tagged: true, optional: 'none', plain: 0, most: MOST_VALUES } as const;
      try {
        return [sampleValue(table, { allOf: schemas.map(plain) }, options) as JsonValue];
      } catch (error) {
        if (error instanceof Unsatisfied) return [];
        throw error;
      }
    },
  };
}

function kept<T>(make: (schema: Schema) => T): (schema: Schema) => T {
  const made = new Map<Schema, T>();
  return (schema) => {
    const value = made.get(schema) ?? make(schema);
    made.set(schema, value);
    return value;
  };
}
