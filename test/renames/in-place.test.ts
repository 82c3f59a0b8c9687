// `octavo rename` reaches what has no schema of its own in the document: objects and enumerations that are written in place.
import { expect, test } from 'vitest';
import { oneFileProject } from './one-file.ts';

const renamed = oneFileProject('renames-in-place');

interface Names {
  readonly age: string;
  readonly town: string;
  readonly color: string;
  readonly red: string;
}

function documentOf({ age, town, color, red }: Names): string {
  const content = (schema: object) => ({ content: { 'application/json': { schema } } });
  const text = { type: 'string' };
  const home = { type: 'object', properties: { [town]: text } };
  const data = { type: 'array', items: { type: 'object', properties: { [color]: text, mark: { type: 'string', enum: [red, 'blue'] } } } };
  const body = { type: 'object', required: [age], properties: { [age]: { type: 'integer' }, home } };
  const post = {
    operationId: 'putPet',
    requestBody: { required: true, ...content(body) },
    responses: { 200: { description: 'The pets.', ...content({ type: 'object', required: ['data'], properties: { data } }) } },
  };
  return JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: 'https://pets.example.com' }],
    paths: { '/pets': { post } },
  });
}

test('properties of bodies, of objects in them, and of items, and their values', async () => {
  const old = documentOf({ age: 'age', town: 'town', color: 'color', red: 'red' });
  const now = documentOf({ age: 'years', town: 'city', color: 'colour', red: 'ruby' });
  const code = (body: string, taken: string, mark: string) => `import { unwrap } from '@octavo/runtime';
import type { PetsClient } from './api/pets/index.ts';

export const here = import.meta.url;

export async function colors(client: PetsClient): Promise<unknown[]> {
  const { data } = unwrap(await client.putPet({ body: ${body} }), 200);
  return data.map(({ ${taken}, ...more }) => (more.mark === '${mark}' ? undefined : color));
}
`;
  const { code: after, stderr } = await renamed(old, now, code("{ age: 3, home: { town: 'Bern' } }", 'color', 'red'));
  expect(after).toBe(code("{ years: 3, home: { city: 'Bern' } }", 'colour: color', 'ruby'));
  expect(stderr).toContain('property of PutPetBody.home: town → city, the same place and schema (1 place)');
  expect(stderr).toContain('property of PutPetResponse200.data: color → colour, the same place and schema (1 place)');
  expect(stderr).not.toContain('left:');
});
