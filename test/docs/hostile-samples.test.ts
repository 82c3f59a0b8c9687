// Samples of schemas that ask for too much: each is made in bounded time, and is small.
import { expect, test } from 'vitest';
import { schemaExample } from '../../generator/docs/samples/example.ts';
import { serviceOf } from '../emit/service.ts';
import { processorTime } from '../support/processor-time.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Each object needs the next one twice: 2^40 values. */
const nest = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [
    `Nest${index}`,
    index === 39
      ? { type: 'string' }
      : { type: 'object', required: ['a', 'b'], properties: { a: ref(`Nest${index + 1}`), b: ref(`Nest${index + 1}`) } },
  ]),
);
const chain = Object.fromEntries(
  Array.from({ length: 3000 }, (_, index) => [`Chain${index}`, index === 2999 ? { type: 'string' } : ref(`Chain${index + 1}`)]),
);

const SCHEMAS = {
  Text: { type: 'string', minLength: 1e9 },
  List: { type: 'array', minItems: 1e9, items: { type: 'integer' } },
  Step: { type: 'number', multipleOf: 1e-300 },
  Choice: { enum: Array.from({ length: 100_000 }, (_, index) => `v${index}`) },
  Proto: {
    type: 'object',
    allOf: [
      {
        type: 'object',
        required: ['__proto__'],
        properties: { ['__proto__']: { type: 'object', required: ['x'], properties: { x: { type: 'boolean' } } } },
      },
    ],
  },
  ...nest,
  ...chain,
};

test('samples of hostile schemas are small', async () => {
  const service = await serviceOf({ components: { schemas: SCHEMAS } });
  const time = processorTime();
  const example = (name: string) => {
    const schema = service.schemas.find((one) => one.name === name);
    if (schema === undefined) throw new Error(`There is no ${name}.`);
    return schemaExample(service, schema);
  };
  expect(example('Text')).toBeNull();
  expect(example('List')).toBeNull();
  expect(example('Step')).toBe(1);
  expect(example('Choice')).toBe('v0');
  const proto = example('Proto');
  expect(Object.keys(proto ?? {})).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(proto)).toBe(Object.prototype);
  expect(JSON.stringify(example('Nest0')).length).toBeLessThan(100_000);
  expect(example('Chain0')).toBe('text');
  expect(time()).toBeLessThan(2);
});
