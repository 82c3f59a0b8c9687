// The schemas of a service as values are sampled from them and headers are judged by them.
import { type ExampleSchema, type ExampleSchemas, matches } from '@octavo/runtime/conformance';
import { exampleSchema, inputExample, parameterExample, responseExample, responseHeaders } from '../../emit/examples/schema.ts';
import { heldSchemas } from '../../emit/held/held.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import type { Operation, ResponseHeader, Service } from '../../model/service.ts';

/** Whether the value of a header is one that its schema allows. */
export type HeaderMatch = (header: ResponseHeader, value: unknown) => boolean;

export interface SampleSchemas {
  /** By name. */
  readonly named: ExampleSchemas;
  inputOf(operation: Operation): ExampleSchema;
  /** A schema of the model; for a named one, a reference. */
  of(schema: Schema): ExampleSchema;
  readonly matchesHeader: HeaderMatch;
  /** Whether a schema of the model allows a value. */
  matches(schema: Schema, value: unknown): boolean;
  /** Whether a value is one that a document has. */
  isSame(constant: JsonValue, value: unknown): boolean;
}

export function sampleSchemas(service: Service): SampleSchemas {
  const held = heldSchemas(service);
  // The data of the emitter is JSON Schema; its type says only that it is JSON.
  const typed = (data: unknown): ExampleSchema => data as ExampleSchema;
  const named = Object.fromEntries(service.schemas.map((schema) => [schema.name ?? '', typed(exampleSchema(schema, held, true))]));
  const parts: Parameters<typeof inputExample>[2] = {
    headers: (response) => responseHeaders(response, held),
    parameter: (parameter) => parameterExample(parameter, held),
    response: (response) => responseExample(response, held, parts),
  };
  const inputs = new Map<Operation, ExampleSchema>();
  const tested = new Map<Schema, ExampleSchema>();
  const headers = new Map<ResponseHeader, ExampleSchema>();
  return {
    named,
    of: (schema) => typed(exampleSchema(schema, held)),
    inputOf(operation) {
      const known = inputs.get(operation) ?? typed(inputExample(operation, held, parts));
      inputs.set(operation, known);
      return known;
    },
    matchesHeader(header, value) {
      const known = headers.get(header) ?? typed(exampleSchema(header.schema, held));
      headers.set(header, known);
      return matches(named, known, value);
    },
    matches(schema, value) {
      const known = tested.get(schema) ?? typed(exampleSchema(schema, held));
      tested.set(schema, known);
      return matches(named, known, value);
    },
    isSame: (constant, value) => matches(named, typed({ const: constant }), value),
  };
}
