// `x-any-of-parameters` of an operation: the resulting sets and input schema, or the problem and its pointer.
import { describe, expect, test } from 'vitest';
import { operation, pathDocument, read, service } from './support.ts';

const document = (choices: string, parameters = "[{ $ref: '#/components/parameters/B' }]"): string =>
  pathDocument(
    `/it:
  parameters: [{ name: a, in: query, schema: { type: string } }]
  get:
    operationId: it
    x-any-of-parameters: ${choices}
    parameters: ${parameters}
    responses: { '200': { description: Good. } }`,
    '3.1.0',
    `components:
  parameters:
    B: { name: b, in: query, schema: { type: integer } }
`,
  );
const THREE = '[{ name: b, in: query, schema: {} }, { name: c, in: query, schema: {} }, { name: d, in: header, schema: {} }]';

test.each<[choices: string, parameters: string | undefined, want: string[][]]>([
  ['[[a], [b]]', undefined, [['a'], ['b']]],
  ['[[a], [b, c]]', THREE, [['a'], ['b', 'c']]],
  ['[[a, a, b], [c]]', THREE, [['a', 'b'], ['c']]],
])('%s', async (choices, parameters, want) => {
  const { choices: found, input } = operation(await service(document(choices, parameters)), 'it');
  expect(found).toEqual(want);
  expect(input.required).toEqual(['query']);
  expect(input.properties?.get('query')?.anyOf?.map(({ required }) => required)).toEqual(want);
});

describe('errors', () => {
  const AT = '/paths/~1it/get/x-any-of-parameters';
  const LIST = '`x-any-of-parameters` must be a list of two or more sets.';
  const SETS = 'Write sets of names, such as `[[id], [name, owner]]`.';
  test.each<[choices: string, pointer: string, message: string, fix: string]>([
    ['[]', AT, LIST, SETS],
    ['[[a]]', AT, LIST, SETS],
    ['[[a], []]', `${AT}/1`, 'Each set of `x-any-of-parameters` must be a list of names.', 'Write it in brackets, such as `[id]`.'],
    ['[[a], [e]]', `${AT}/1/0`, "The operation has no query parameter 'e'.", 'Declare it, or name one of: a, b, c, r.'],
    ['[[a], [d]]', `${AT}/1/0`, "The operation has no query parameter 'd'.", 'Declare it, or name one of: a, b, c, r.'],
    ['[[a], [1]]', `${AT}/1/0`, "The operation has no query parameter '1'.", 'Declare it, or name one of: a, b, c, r.'],
    ['[[a], [b, r]]', `${AT}/1/1`, "'r' is required in any case.", 'Leave it out here, or make it optional.'],
    ['[[a], [a, b]]', `${AT}/1`, 'One set has all of another, so it says nothing more.', 'Leave out the longer one.'],
    ['[[a, b], [b]]', `${AT}/1`, 'One set has all of another, so it says nothing more.', 'Leave out the longer one.'],
  ])('%s', async (choices, pointer, message, fix) => {
    const parameters = THREE.replace(']', ', { name: r, in: query, required: true, schema: {} }]');
    const { service: built, problems } = await read(document(choices, parameters));
    expect(built).toBeUndefined();
    expect(problems.map(({ code, severity, location, ...said }) => [code, severity, location.pointer, said.message, said.fix])).toEqual([
      ['choice-invalid', 'error', pointer, message, fix],
    ]);
  });
});
