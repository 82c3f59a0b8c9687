// The name of a JSON Schema dialect → whether the model supports it.
import type { Json } from '../../load/description.ts';

const SUPPORTED = /^https?:\/\/(?:json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.[12]\/dialect\/[\w.-]+)#?$/;

/** What is wrong with a schema's own `$schema`, if anything. The document's `jsonSchemaDialect` is the loader's to judge. */
export function dialectFault(dialect: Json | undefined): string | undefined {
  if (typeof dialect !== 'string' || SUPPORTED.test(dialect)) return undefined;
  return `its schema is of the dialect ${dialect}; only JSON Schema 2020-12 is carried.`;
}
