// Validates reports by the schemas that their formats publish.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

const require = createRequire(import.meta.url);

/** What is wrong with a value; empty where nothing is. */
export function faultsOf(validate: ValidateFunction, value: unknown): readonly string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

export function newAjv(): Ajv {
  // The published schemas have keywords of their own, such as `optional`, and a pattern that is invalid with the flag `u`.
  const ajv = new Ajv({ strict: false, logger: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  return ajv;
}

/** SARIF 2.1.0. The schema says draft 4, and uses nothing that draft 7 has in another way but `id`. */
export const sarif = ((): ValidateFunction => {
  const file = require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
  const { id: _id, $schema: _schema, ...schema } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  return newAjv().compile(schema);
})();
