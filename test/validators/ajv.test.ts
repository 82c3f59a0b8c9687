// The same verdict as Ajv, on generated valid values and on mutations of them, for every schema of every document.
import { readdirSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Issue } from '../../runtime/issue.ts';
import { exampleSchemas, mutationsOf, valuesOf } from '../support/arbitrary.ts';
import { emitDocument } from './pipeline.ts';

const documents = readdirSync('specs')
  .filter((name) => /^[a-h]-.*\.yaml$/.test(name))
  .map((name) => `specs/${name}`);

const RUNS = 200;

describe.each([...documents, 'bench/validators/order.json'])('%s', async (file) => {
  const { service, bundle, validator } = await emitDocument(file, `ajv-${file.replaceAll(/\W/g, '-')}`);
  const ajv = new Ajv2020({ strict: false, logger: false });
  // ajv-formats is CommonJS: its default export arrives as a namespace.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  // There, any integer will do; ours has 64 bits.
  ajv.addFormat('int64', {
    type: 'number',
    validate: (value: number) => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63,
  });
  const schemas = exampleSchemas(service);
  ajv.addSchema({ ...bundle, $id: 'document' });

  test.each(service.schemas.map((schema) => [schema.name ?? '', schema] as const))('%s', (name, schema) => {
    const judge = ajv.getSchema(`document#${encodeURI(schema.location.pointer)}`);
    if (judge === undefined) throw new Error(`Ajv has no schema at ${schema.location.pointer}`);
    const validate = validator(`validate${name}`);
    const verdicts = { valid: 0, invalid: 0 };
    const same = (value: unknown): void => {
      const issues: Issue[] = [];
      const verdict = validate(value, issues);
      expect({ verdict, issues: issues.length > 0 }).toEqual({ verdict: judge(value), issues: judge(value) !== true });
      verdicts[verdict ? 'valid' : 'invalid']++;
    };
    const values = valuesOf(schemas, name);
    fc.assert(fc.property(values, same), { numRuns: RUNS });
    expect(verdicts).toEqual({ valid: RUNS, invalid: 0 });
    fc.assert(fc.property(mutationsOf(values), same), { numRuns: RUNS });
    if (schema.boolean !== true) expect(verdicts.invalid, 'values that are not').toBeGreaterThan(0);
  });
});
