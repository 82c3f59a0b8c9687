// Decides whether the model supports a JSON Schema dialect.
import type { Json } from '../../load/description.ts';

const SUPPORTED = /^https?:\/\/(?:json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.[12]\/dialect\/[\w.-]+)#?$/;

/** The fault of a schema's own `$schema`, if any. The loader checks the document's `jsonSchemaDialect`. */
export function dialectFault(dialect: Json | undefined): string | undefined {
  if (typeof dialect !== 'string' || SUPPORTED.test(dialect)) return undefined;
  return `its schema is of the dialect ${dialect}; only JSON Schema 2020-12 is carried.`;
}
