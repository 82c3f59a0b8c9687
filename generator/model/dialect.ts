// Names of JSON Schema dialects → whether the model can carry them.
import type { Json } from '../load/description.ts';

const SUPPORTED =
  /^https?:\/\/(?:json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.[12]\/dialect\/(?:base|\d{4}-\d{2}-\d{2}))#?$/;

/** What is wrong with a schema's dialect: its own `$schema`, else the document's `jsonSchemaDialect` (OpenAPI 3.1, 4.8.24.7). */
export function dialectFault(own: Json | undefined, inherited: Json | undefined): string | undefined {
  const dialect = typeof own === 'string' ? own : inherited;
  if (typeof dialect !== 'string' || SUPPORTED.test(dialect)) return undefined;
  return `The schema's dialect is ${dialect}; only JSON Schema 2020-12 is carried.`;
}
