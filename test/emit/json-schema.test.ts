// The files of JSON Schema are valid under the meta-schema, and Ajv judges values by them as Octavo's validators do.
import { FORMATS, INTEGER_RANGES } from '@octavo/runtime/facts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { emitJsonSchemas } from '../../generator/emit/data/json-schema.ts';
import { reachable } from '../../generator/model/schema/walk.ts';
import type { Service } from '../../generator/model/service.ts';
import { isInFormat } from '../../runtime/testing/formats.ts';
import { exampleSchemas, mutationsOf, valuesOf } from '../support/arbitrary.ts';
import { documents, generatedModule, serviceOf as serviceOfDocument } from '../support/documents.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import fc from '../support/fast-check.ts';
import type { Validate } from '../validators/pipeline.ts';
import { serviceOf } from './service.ts';

const RUNS = byEffort({ quick: 3, deep: 30 });

function filesOf(service: Service, jsonSchema: true | 'bundled' = true): Readonly<Record<string, Record<string, unknown>>> {
  const files = [...emitJsonSchemas(service, { jsonSchema })];
  return Object.fromEntries(files.map(([path, text]) => [path.replace('json-schema/', ''), JSON.parse(text) as Record<string, unknown>]));
}

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, logger: false });
  for (const format of FORMATS.keys()) ajv.addFormat(format, (text: string) => isInFormat(format, text));
  for (const [format, [least, most]] of INTEGER_RANGES) {
    // Ajv has read 2^63 − 1 as 2^63.
    const validate = (value: number) =>
      Number.isInteger(value) && value >= Number(least) && value < Number(most) + (most < 2 ** 53 ? 1 : 0);
    ajv.addFormat(format, { type: 'number', validate });
  }
  return ajv;
}

describe.each(sampleOf(documents, 2).map((document) => [document.id, document] as const))('%s', async (_, document) => {
  const { service } = await serviceOfDocument(document);
  const validators = await generatedModule(document, 'validators.ts');
  const samples = exampleSchemas(service);
  const judged = service.schemas.filter((schema) => ![...reachable([schema])].some(({ file }) => file === true));

  test.each([true, 'bundled'] as const)('Ajv and the validators agree: %s', (option) => {
    const files = filesOf(service, option);
    expect(Object.keys(files)).toHaveLength(service.schemas.length);
    const ajv = createAjv();
    for (const schema of Object.values(files)) {
      expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).toBe(true);
      if (option === true) ajv.addSchema(schema);
    }
    let invalid = 0;
    // Each file that stands alone is compiled with all that it holds.
    for (const { name = '' } of option === true ? judged : sampleOf(judged, 3)) {
      const judge = option === true ? ajv.getSchema(`${name}.json`) : ajv.compile(files[`${name}.json`] ?? false);
      const values = valuesOf(samples, name);
      const same = (value: unknown): void => {
        const ours = (validators[`validate${name}`] as Validate)(value, []);
        if (!ours) invalid++;
        if (judge?.(value) !== ours)
          throw new Error(`${name}: we say ${ours}, Ajv does not, of ${JSON.stringify(value)}: ${ajv.errorsText(judge?.errors)}`);
      };
      fc.assert(fc.property(fc.oneof(values, mutationsOf(values)), same), { numRuns: RUNS });
    }
    expect(invalid).toBeGreaterThan(0);
  });
});

test('the forms of OpenAPI 3.0 become those of JSON Schema, and its own keywords are left out', async () => {
  const service = await serviceOf({
    openapi: '3.0.3',
    components: {
      schemas: {
        Pet: {
          type: 'object',
          description: 'An animal.',
          discriminator: { propertyName: 'kind' },
          properties: {
            kind: { type: 'string', example: 'cat', xml: { attribute: true } },
            weight: { type: 'number', minimum: 0, exclusiveMinimum: true, nullable: true, default: 1 },
            owner: { nullable: true, allOf: [{ $ref: '#/components/schemas/Owner' }] },
            mother: { $ref: '#/components/schemas/Pet' },
          },
        },
        Owner: { type: 'object', additionalProperties: false, properties: { id: { type: 'integer', maximum: 9007199254740993n } } },
      },
    },
  });
  const owner = { type: 'object', properties: { id: { type: 'integer' } }, additionalProperties: false };
  const pet = (toOwner: string, toPet: string) => ({
    description: 'An animal.',
    type: 'object',
    properties: {
      kind: { examples: ['cat'], type: 'string' },
      weight: { default: 1, type: ['number', 'null'], exclusiveMinimum: 0 },
      owner: { anyOf: [{ allOf: [{ $ref: toOwner }] }, { type: 'null' }] },
      mother: { $ref: toPet },
    },
  });
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  expect(filesOf(service)).toMatchObject({
    'Pet.json': { $schema, $id: 'Pet.json', ...pet('Owner.json', 'Pet.json') },
    'Owner.json': { $schema, $id: 'Owner.json', ...owner },
  });
  expect(filesOf(service, 'bundled')['Pet.json']).toMatchObject({ ...pet('#/$defs/Owner', '#'), $defs: { Owner: owner } });
  expect(Object.keys(filesOf(service)['Pet.json'] ?? {})).not.toContain('discriminator');
  expect(emitJsonSchemas(service, { jsonSchema: true }).get('json-schema/Owner.json')).toContain('"maximum": 9007199254740993');
  expect(emitJsonSchemas(service, {}).size).toBe(0);
});

test('a discriminator that alone selects the branch is written as keywords, names are those of files, and open lists are examples', async () => {
  const animal = (more: object) => ({ type: 'object', required: ['kind'], properties: { kind: { type: 'string' }, ...more } });
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const service = await serviceOf({
    components: {
      schemas: {
        Animal: {
          oneOf: [ref('cat'), ref('CAT')],
          discriminator: { propertyName: 'kind', mapping: { a: ref('cat').$ref, b: ref('CAT').$ref } },
        },
        cat: animal({}),
        CAT: animal({ claws: { type: 'integer' } }),
        Con: false,
      },
    },
  });
  const files = filesOf(service);
  expect(Object.keys(files).map((file) => file.toLowerCase())).toEqual([...new Set(Object.keys(files).map((file) => file.toLowerCase()))]);
  const ajv = createAjv();
  for (const schema of Object.values(files)) ajv.addSchema(schema);
  const judge = (value: unknown) => ajv.validate('Animal.json', value);
  expect([judge({ kind: 'a', claws: 'x' }), judge({ kind: 'b', claws: 'x' }), judge({ kind: 'b' }), judge({ kind: 'c' })]).toEqual([
    ...[true, false, true, false],
  ]);
  expect(files).toMatchObject({ 'Con_.json': { not: {} } });
});
