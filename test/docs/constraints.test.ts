// What pages say of the constraints of a schema: the sentences of the runtime, without their verbs.
import { expect, test } from 'vitest';
import { constraintTexts } from '../../generator/docs/schemas/type-text.ts';
import { serviceOfSchemas } from '../emit/service.ts';

test.each<[schema: object, want: readonly string[]]>([
  [{ type: 'integer', minimum: 1, maximum: 100 }, ['at least `1`', 'at most `100`']],
  [{ type: 'number', exclusiveMinimum: 0, multipleOf: 5 }, ['greater than `0`', 'a multiple of `5`']],
  [{ type: 'string', minLength: 3, maxLength: 3, pattern: '^[a-z]+$' }, ['3 characters', 'pattern `^[a-z]+$`']],
  [{ type: 'string', maxLength: 1 }, ['at most 1 character']],
  [{ type: 'array', minItems: 2, maxItems: 5 }, ['2 to 5 items']],
  [{ type: 'array', contains: {}, minContains: 1, maxContains: 3 }, ['contain 1 to 3 matching items']],
  [{ type: 'object', minProperties: 1 }, ['at least 1 property']],
  [{ type: 'object', minProperties: 0, maxProperties: 2 }, ['at most 2 properties']],
])('%j', async (schema, want) => {
  const { schemas } = await serviceOfSchemas({ It: schema });
  expect(schemas.map(constraintTexts)).toEqual([want]);
});
