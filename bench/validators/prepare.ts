// Documents into modules to compare: our validators, and Ajv's standalone code for the same schemas with the same formats.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import fc from 'fast-check';
import { rounded } from '../../generator/base/exact.ts';
import { Problems } from '../../generator/base/problem.ts';
import { emitValidators } from '../../generator/emit/validators/index.ts';
import { bundle } from '../../generator/load/bundle.ts';
import { load } from '../../generator/load/index.ts';
import { buildService } from '../../generator/model/index.ts';
import type { JsonValue, Schema } from '../../generator/model/schema/schema.ts';
import type { Service } from '../../generator/model/service.ts';
import { exampleSchemas, valuesOf } from '../../test/support/arbitrary.ts';

export const root = path.resolve(import.meta.dirname, '../..');
const peers = path.join(root, 'bench/node_modules');
const require = createRequire(path.join(root, 'bench/package.json'));

export interface Prepared {
  readonly folder: string;
  readonly service: Service;
}

export interface Formats {
  readonly formats: 'assert' | 'annotate';
}

/** Writes `validators.ts`, `ajv-first.cjs` (stops at the first error) and `ajv-all.cjs` for a document, and gives its service. */
export async function prepare(file: string, name: string, { formats }: Formats): Promise<Prepared> {
  const problems = new Problems();
  const description = await load(path.join(root, file), { root }, problems);
  const service = description === undefined ? undefined : buildService(description, {}, problems);
  if (description === undefined || service === undefined) throw new Error(problems.list.map((problem) => problem.message).join('\n'));
  const folder = path.join(root, '.octavo/bench/validators', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, 'validators.ts'),
    emitValidators(service, { importExtension: '.ts', formats, runtime: '@octavo/runtime' }),
  );
  for (const all of [false, true])
    writeFileSync(path.join(folder, `ajv-${all ? 'all' : 'first'}.cjs`), ajvCode(rounded(bundle(description)), service, all, formats));
  return { folder, service };
}

function ajvCode(document: object, service: Service, allErrors: boolean, formats: Formats['formats']): string {
  const { default: Ajv } = require('ajv/dist/2020');
  const { default: standalone } = require('ajv/dist/standalone');
  const { default: addFormats } = require('ajv-formats');
  const ajv = new Ajv({ strict: false, logger: false, allErrors, validateFormats: formats === 'assert', code: { source: true } });
  addFormats(ajv);
  ajv.addSchema({ ...document, $id: 'document' });
  const exported = Object.fromEntries(service.schemas.map(({ name, location }) => [name, `document#${encodeURI(location.pointer)}`]));
  // From the folder of the code, `require` would find the copies of the workspace.
  return standalone(ajv, exported).replaceAll('require("ajv', `require("${peers}/ajv`);
}

/** Values for each named schema: parts of the document's examples, or generated where it has none. Valid by `validate`. */
export function examplesOf(service: Service, validate: (name: string, value: unknown) => boolean): Map<string, JsonValue[]> {
  const found = new Map<string, JsonValue[]>();
  const visit = (schema: Schema, value: JsonValue): void => {
    if (schema.name !== undefined && !keep(schema.name, value)) return;
    for (const part of [schema.ref, ...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
      if (part !== undefined) visit(part, value);
    if (Array.isArray(value)) {
      if (schema.items !== undefined) for (const item of value) visit(schema.items, item as JsonValue);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        const part = schema.properties?.get(key) ?? schema.additionalProperties;
        if (part !== undefined) visit(part, member);
      }
    }
  };
  const keep = (name: string, value: JsonValue): boolean => {
    if (!validate(name, value)) return false;
    const values = found.get(name) ?? [];
    if (values.length < 8) found.set(name, [...values, value]);
    return true;
  };
  for (const operation of [...service.operations, ...service.webhooks]) {
    for (const { contents } of [{ contents: operation.body?.contents ?? [] }, ...operation.responses]) {
      for (const { schema, examples } of contents)
        for (const { value } of examples) if (schema !== undefined) visit(schema, rounded(value as JsonValue));
    }
  }
  const schemas = exampleSchemas(service);
  for (const schema of service.schemas) {
    const name = schema.name ?? '';
    for (const value of schema.examples ?? []) visit(schema, rounded(value));
    if (found.has(name)) continue;
    for (const value of fc.sample(valuesOf(schemas, name), { seed: 1, numRuns: 200 })) keep(name, value);
  }
  return found;
}

/** The sample order, and one with five faults in it. */
export function orders(): { valid: JsonValue; invalid: JsonValue } {
  const text = readFileSync(path.join(import.meta.dirname, 'sample.json'), 'utf8');
  const invalid = JSON.parse(text);
  invalid.status = 'lost';
  invalid.customer.email = 'nobody';
  invalid.lines[1].quantity = 0;
  invalid.lines[2].sku = 'x';
  delete invalid.total;
  return { valid: JSON.parse(text), invalid };
}
