// A description in several files: locations, names and keys of objects outside the entry file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { buildService } from '../../generator/model/index.ts';
import type { Service } from '../../generator/model/service.ts';
import { document, nameOf } from './support.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-model-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function build(files: Readonly<Record<string, string>>): Promise<Service> {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const problems = new Problems();
  const description = await load(path.join(folder, 'pets.yaml'), { root: folder }, problems);
  const built = description === undefined ? undefined : buildService(description, {}, problems);
  if (built === undefined) throw new Error(problems.list.map((problem) => problem.message).join('\n'));
  return built;
}

test('schemas, path items, parameters and responses in other files', async () => {
  const built = await build({
    'pets.yaml': document(
      [
        'paths:',
        "  /pets/{id}: { $ref: 'paths.yaml#/pet' }",
        'components:',
        '  schemas:',
        "    Error: { $ref: 'common.yaml#/$defs/Error' }",
        "    Pet: { type: object, properties: { owner: { $ref: 'owner.yaml' }, error: { $ref: 'common.yaml#/$defs/Error' } } }",
      ].join('\n'),
    ),
    'paths.yaml': [
      'pet:',
      '  get:',
      '    operationId: getPet',
      "    parameters: [{ $ref: 'common.yaml#/parameters/Id' }]",
      "    responses: { '200': { description: Yes., content: { application/json: { schema: { $ref: 'pets.yaml#/components/schemas/Pet' } } } } }",
    ].join('\n'),
    'common.yaml': [
      '$defs: { Error: { type: object, properties: { owner: { $ref: owner.yaml } } } }',
      'parameters: { Id: { name: id, in: path, required: true, schema: { type: integer } } }',
    ].join('\n'),
    'owner.yaml': "type: object\nproperties: { pet: { $ref: 'pets.yaml#/components/schemas/Pet' } }",
  });
  // `Error` is a global of JavaScript, so the component becomes `PetsError`, and its target gets a number.
  expect(built.schemas.map(nameOf)).toEqual(['PetsError', 'Pet', 'PetsError_2', 'Owner']);
  const [operation] = built.operations;
  expect(operation?.parameters).toMatchObject([{ name: 'id', in: 'path', shape: { kind: 'primitive', types: ['integer'] } }]);
  expect(operation?.location.source.path).toMatch(/paths\.yaml$/);
  const pet = built.schemas[1];
  expect(operation?.responses[0]?.contents[0]?.schema?.ref).toBe(pet);
  expect(built.schemas[3]?.properties?.get('pet')?.ref).toBe(pet);
  expect(new Set(built.schemas.map((schema) => schema.key)).size).toBe(4);
});
