// `octavo rename` reaches members that the project's own code declares again: in constants without a type, in intersections, and in what extends a
// type; and the keys that its types name.
import { expect, test } from 'vitest';
import { oneFileProject } from './one-file.ts';

const renamed = oneFileProject('renames-own-types');

interface Names {
  readonly limit: string;
  readonly age: string;
  readonly sold: string;
  readonly findPets: string;
}

const OLD: Names = { limit: 'limit', age: 'age', sold: 'sold', findPets: 'findPets' };
const NEW: Names = { limit: 'most', age: 'years', sold: 'taken', findPets: 'searchPets' };

function documentOf({ limit, age, sold, findPets }: Names): string {
  const state = { $ref: '#/components/schemas/State' };
  const pets = { type: 'array', items: { $ref: '#/components/schemas/Pet' } };
  const get = {
    operationId: findPets,
    parameters: [
      { name: limit, in: 'query', schema: { type: 'integer' } },
      { name: 'state', in: 'query', schema: state },
    ],
    responses: { 200: { description: 'The pets.', content: { 'application/json': { schema: pets } } } },
  };
  return JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: 'https://pets.example.com' }],
    paths: { '/pets': { get } },
    components: {
      schemas: {
        State: { type: 'string', enum: ['free', sold] },
        Pet: { type: 'object', properties: { [age]: { type: 'integer' }, state } },
      },
    },
  });
}

/** `key` is the name of a shorthand or a member that is taken apart. */
function codeOf({ limit, age, sold, findPets }: Names): string {
  const key = (name: string, own: string): string => (name === own ? own : `${name}: ${own}`);
  const type = findPets === 'findPets' ? 'FindPets' : 'SearchPets';
  return `import type { ${type}Input, Pet, PetsClient, PetsHandlers, State } from './api/pets/index.ts';

type Query = NonNullable<${type}Input['query']> & { readonly ${limit}: number };
export interface Adult extends Pet {
  readonly ${age}: number;
}
type Only<Of, Key extends keyof Of> = { readonly [Name in Key]: Of[Name] };
export type Kept = readonly [Pick<Pet, 'state' | ('${age}')>, Omit<Pet, '${age}'>, Only<Pet, '${age}'>, Pet['${age}'], { readonly age: 'age' }];
const gone = { state: '${sold}' } as const;
const query = { ${limit}: 3, ...gone };
const limit = query.${limit};
const more = { ${key(limit, 'limit')} };
const input = { query: { ${limit}: 5 } };
const { ${key(limit, 'limit')}: taken } = query;
const ends: readonly { readonly from: State; readonly to: State }[] = [{ from: 'free', ...{ to: '${sold}' } }];
const END = { to: '${sold}' } as const;
export const steps: readonly { readonly from: State; readonly to: State }[] = [...ends, { from: 'free', ...END }];
/** It is never passed on, so its names are the project's own. */
export const apart = { limit: 1, age: 2, state: 'sold', taken };

export class Handlers implements PetsHandlers {
  ${findPets}() {
    return { status: 200 as const, body: [] };
  }
}

export async function all(client: PetsClient, asked: Query) {
  return [
    await client.${findPets}({ query }),
    await client.${findPets}(input),
    await client.${findPets}({ query: { ...more, ...asked, ${limit}: asked.${limit} + 1 } }),
  ];
}
`.replace(`${key(limit, 'limit')}: taken`, `${limit}: taken`);
}

test('constants, intersections, interfaces and classes', async () => {
  const { code, stderr } = await renamed(documentOf(OLD), documentOf(NEW), codeOf(OLD));
  expect(code).toBe(codeOf(NEW));
  expect(stderr).not.toContain('left:');
});

test('reads by a name that is made at run time are listed, and stay', async () => {
  const code = (age: string): string => `import type { Pet } from './api/pets/index.ts';
export const shown = (pet: Pet, names: readonly (keyof Pet)[]) => [pet.${age}, ...names.map((name) => pet[name])];
export const states = (pet: Pet, name: 'state', list: readonly Pet[], at: number) => [pet[name], list[at]];
`;
  const { code: now, stderr } = await renamed(documentOf(OLD), documentOf({ ...OLD, age: 'years' }), code('age'));
  expect(now).toBe(code('years'));
  expect(stderr.match(/^look at: .*$/gm)).toEqual([
    expect.stringMatching(/^look at: .*pets\.ts:2:102 may read `age` of Pet, which is `years` now: `pet\[name\]`$/),
  ]);
});
