// Types never promise more than validators check: for random schemas, every value that Ajv accepts has the emitted type.
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { inline } from '../../generator/emit/text/type-text.ts';
import { valueType } from '../../generator/emit/types/literal-type.ts';
import { createTypes } from '../../generator/emit/types/type-of.ts';
import { emitTypes } from '../../generator/emit/types/types.ts';
import type { JsonValue } from '../../generator/model/schema/schema.ts';
import { byEffort } from '../support/effort.ts';
import fc from '../support/fast-check.ts';
import { typeCheck } from '../support/type-check.ts';
import { OPTIONS, serviceOfSchemas } from './service.ts';

const folder = resolve(import.meta.dirname, '../../.octavo/tmp/emit-sound');
const SCHEMAS = byEffort({ quick: 12, deep: 200 });
const VALUES_EACH = 12;
const SEED = 20_261_121;

const NAMES = ['a', 'b', 'x-c'];
const name = fc.constantFrom(...NAMES);
const scalar = fc.constantFrom<JsonValue>('a', 'b', '', 0, 1, 2.5, true, false, null);

/**
 * Objects all may have `k`, since TypeScript takes an object that shares no property with a type of optional ones for a mistake, whatever
 * the standard says.
 */
const value: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }).map((object) => ({ k: 0, ...object })),
  ),
})).value;

type Json = Readonly<Record<string, unknown>> | boolean;

/**
 * The kinds that TypeScript can tell apart, and the keywords that shape a type. `R` is a component that refers to itself through `P`, `Strict` binds
 * a dynamic reference.
 */
const schema: fc.Arbitrary<Json> = fc.letrec<{ schema: Json }>((tie) => {
  const list = fc.array(tie('schema'), { minLength: 1, maxLength: 3 });
  const required = fc.uniqueArray(name, { minLength: 1, maxLength: 2 });
  const optional = { requiredKeys: [] };
  const type = fc.oneof(
    fc.constantFrom('string', 'number', 'boolean', 'null', 'array', 'object'),
    fc.uniqueArray(fc.constantFrom('string', 'number', 'null', 'array', 'object'), { minLength: 1, maxLength: 3 }),
  );
  const properties = fc.dictionary(name, tie('schema'), { maxKeys: 3 }).map((object) => ({ ...object, k: { const: 0 } }));
  const patterns = fc.dictionary(fc.constantFrom('^x-', '^[ab]$', '^b'), tie('schema'), { maxKeys: 2 });
  const object = fc.record({ properties, required, additionalProperties: tie('schema'), patternProperties: patterns }, optional);
  const array = fc.record({ items: tie('schema'), prefixItems: list, minItems: fc.nat(3), maxItems: fc.nat(3) }, optional);
  const reference = fc.constantFrom(...['R', 'B', 'Tree', 'Strict'].map((to) => ({ $ref: `#/components/schemas/${to}` })));
  const combination = fc.record({ allOf: list, anyOf: list, oneOf: list }, optional);
  const choice = fc.oneof(
    list,
    fc.uniqueArray(name, { minLength: 2, maxLength: 3 }).map((names) => names.map((each) => ({ required: [each] }))),
  );
  const whole = fc.tuple(fc.record({ type }, optional), object, array, fc.record({ oneOf: choice, allOf: list }, optional));
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.oneof(fc.boolean(), fc.record({ type }), fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }) }), reference),
      fc.tuple(fc.record({ type: fc.constant('object') }), object).map(([kind, rest]) => ({ ...kind, ...rest })),
      fc.tuple(fc.record({ type: fc.constant('array') }), array).map(([kind, rest]) => ({ ...kind, ...rest })),
      combination,
      fc.tuple(reference, object).map(([target, rest]) => ({ ...target, ...rest })),
      whole.map((parts) => Object.assign({}, ...parts)),
    ),
  };
}).schema;

const R = { type: 'object', properties: { k: { const: 0 }, a: { $ref: '#/components/schemas/P' } } };
const B = { type: ['object', 'string'], properties: { k: { const: 0 }, b: { type: 'string' } }, required: ['b'] };

/** A tree, and one that says more of its branches too. Ajv knows no anchors in definitions that it does not come through. */
const DYNAMIC = {
  Tree: { $id: 'https://sound.example/tree', $dynamicAnchor: 'node', properties: { k: { const: 0 }, a: { $dynamicRef: '#node' } } },
  Strict: { $id: 'https://sound.example/strict', $dynamicAnchor: 'node', $ref: 'tree', type: ['object', 'null'], required: ['a'] },
};

test(`${SCHEMAS} schemas`, async () => {
  const same = (text: string): string => text;
  const types = createTypes({ named: same, global: same, brand: same, foreign: (_, name) => name });
  const values = fc.sample(value, { numRuns: 600, seed: SEED });
  const files = new Map<string, string>();
  const told = new Map<string, string>();
  let checked = 0;
  for (const [index, P] of fc.sample(schema, { numRuns: SCHEMAS, seed: SEED }).entries()) {
    const schemas = { P, R, B, ...DYNAMIC };
    const validate = new Ajv2020({ strict: false, logger: false }).compile({ $ref: '#/components/schemas/P', components: { schemas } });
    const valid = values.filter((each) => validate(each)).slice(0, VALUES_EACH);
    files.set(`types${index}.ts`, emitTypes(await serviceOfSchemas(schemas), OPTIONS));
    if (valid.length === 0) continue;
    const lines = valid.map((each, at) => `export const v${at}: ${inline(valueType(each, types))} extends P ? true : false = true;`);
    files.set(`values${index}.ts`, ["import type { P } from './types%.ts';".replace('%', String(index)), ...lines, ''].join('\n'));
    told.set(String(index), JSON.stringify(P));
    checked += valid.length;
  }
  const faults = typeCheck(folder, files)
    .split('\n')
    .filter((line) => line.includes('error'))
    .map((line) => {
      const [, index = '', row = '0'] = /values(\d+)\.ts\((\d+)/.exec(line) ?? [];
      return index === '' ? line : `${told.get(index)}: ${files.get(`values${index}.ts`)?.split('\n')[Number(row) - 1]}`;
    });
  expect(faults).toEqual([]);
  expect(checked).toBeGreaterThan(SCHEMAS);
});
