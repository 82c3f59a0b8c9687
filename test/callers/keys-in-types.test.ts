// `octavo diff --callers` lists the keys that types of a project name, each place once, with what the compiler says of it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { octavo } from '../cli/run.ts';
import { scratch } from '../generate/project.ts';
import { writeSettings } from './copy.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, '.octavo/tmp/callers-keys');
const api = scratch();
afterAll(() => {
  api.remove();
  rmSync(folder, { recursive: true, force: true });
});

const documentWith = (properties: object): string =>
  JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: 'https://pets.example.com' }],
    paths: {
      '/pet': {
        get: {
          operationId: 'getPet',
          responses: {
            200: { description: 'The pet.', content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
          },
        },
      },
    },
    components: { schemas: { Pet: { type: 'object', properties } } },
  });

const CODE = `import type { Pet } from './api/pets/index.ts';

export function latest(pet: Pet): Pick<Pet, 'age' | 'state'> {
  const { age, state } = pet;
  return state === undefined || age === undefined ? {} : { age, state };
}
export type Rest = Omit<Pet, 'age'>;
export type Age = Pet['age'];
export interface Other {
  readonly age: Extract<'age' | 'state', 'age'>;
}
`;

test('keys of types are places of a property that goes away', async () => {
  const state = { type: 'string' };
  const [old, now] = [
    api.put('old/pets.json', documentWith({ age: { type: 'integer' }, state })),
    api.put('new/pets.json', documentWith({ state })),
  ];
  mkdirSync(folder, { recursive: true });
  writeSettings(folder, ['.']);
  const generated = await octavo(['generate', old, '--out', path.join(folder, 'api'), '--no-schema'], { cwd: root });
  expect(generated.code, generated.stderr).toBe(0);
  writeFileSync(path.join(folder, 'pets.ts'), CODE);
  const { stdout } = await octavo(['diff', old, now, '--callers', folder, '--json'], { cwd: root });
  const { changes, otherPlaces }: { changes: { places: Place[] }[]; otherPlaces: Place[] } = JSON.parse(stdout);
  const places = [...changes.flatMap((change) => change.places), ...otherPlaces];
  expect(places.map(({ line, column }) => `${line}:${column}`)).toEqual(['3:45', '4:11', '5:60', '7:30', '8:23', '5:53']);
  expect(places.filter(({ fault }) => fault !== undefined).map(({ line }) => line)).toEqual(expect.arrayContaining([3, 4, 8]));
});

interface Place {
  readonly line: number;
  readonly column: number;
  readonly fault?: string;
}
