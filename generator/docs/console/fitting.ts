// Values that a form of the console begins with: what the document gives where it matches its schema, or else a sample that does.
import { ExampleError, Examples } from '@octavo/runtime/testing';
import { jsonText } from '../../base/exact.ts';
import { plainSchema } from '../../emit/examples/schema.ts';
import { heldSchemas } from '../../emit/held/held.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import type { Service } from '../../model/service.ts';

/** A value, and the schema that it should match. */
export interface Wanted {
  readonly schema: Schema;
  readonly value: JsonValue;
}

/**
 * The values, each replaced where it does not match its schema and one that does is found: examples in published documents often contradict
 * their schemas. All values of a service come in one call, since what all samples need is computed once.
 */
export function fittingValues(service: Service, wanted: readonly Wanted[]): readonly JsonValue[] {
  const held = heldSchemas(service);
  const schemas: Record<string, unknown> = {};
  for (const schema of service.schemas) schemas[schema.name ?? ''] = plainSchema(schema, held, true);
  // A name that no schema has.
  for (const [index, { schema, value }] of wanted.entries()) {
    schemas[`#${index}`] = { allOf: [plainSchema(schema, held)], examples: [value] };
  }
  const examples = new Examples(jsonText({ schemas }));
  return wanted.map(({ value }, index) => {
    try {
      return examples.schema<JsonValue>(`#${index}`, isAny);
    } catch (error) {
      if (error instanceof ExampleError) return value;
      throw error;
    }
  });
}

/** Sampling itself looks at what it makes, and the console checks it by the generated validators. */
function isAny(_value: unknown): _value is unknown {
  return true;
}
