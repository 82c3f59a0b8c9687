// Parameters that several operations have alike: `operations.ts` declares the object of each place once, for itself.
import path from 'node:path';
import { expect, test } from 'vitest';
import { writtenOut } from '../../generator/callers/written-out.ts';
import { emitOperations } from '../../generator/emit/operations/operations.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';
import { OPTIONS, serviceOf } from './service.ts';

const root = path.resolve(import.meta.dirname, '../..');
type Parameters = readonly Readonly<Record<string, unknown>>[];

const pathParameter = (name: string, description?: string) => ({
  in: 'path',
  name,
  required: true,
  description,
  schema: { type: 'string' },
});
const query = (name: string, description?: string) => ({ in: 'query', name, description, schema: { type: 'integer' } });
const OWNER = pathParameter('owner', 'Whose it is.');
const REPO = pathParameter('repo', 'Its name.');
const PAGE = [query('page', 'Which page.'), query('per_page', 'How many.')];

function service(given: Readonly<Record<string, Parameters>>, more: Readonly<Record<string, unknown>> = {}) {
  const paths = Object.entries(given).map(([id, parameters]) => {
    const below = parameters.flatMap(({ in: place, name }) => (place === 'path' ? [`/{${String(name)}}`] : [])).join('');
    return [`/${id}${below}`, { get: { operationId: id, parameters, responses: { 204: { description: 'Done.' } }, ...more } }];
  });
  return serviceOf({ paths: Object.fromEntries(paths) });
}

async function operations(given: Readonly<Record<string, Parameters>>, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return emitOperations(await service(given, more), OPTIONS);
}

const OWNER_AND_REPO = '{\n  /** Whose it is. */\n  owner: string;\n  /** Its name. */\n  repo: string;\n}';

test('the path that two operations have stands once', async () => {
  const text = await operations({ readPet: [OWNER, REPO], readToy: [OWNER, REPO, ...PAGE] });
  expect(text).toContain(`\ntype OwnerAndRepoPath = ${OWNER_AND_REPO};\n`);
  expect(text).toContain('export interface ReadPetInput {\n  path: OwnerAndRepoPath;\n}\n');
  expect(text).toContain(
    'export interface ReadToyInput {\n  path: OwnerAndRepoPath;\n  query?: {\n    /** Which page. */\n    page?: number;',
  );
});

test('a query that may be absent is named too, and a long name is cut', async () => {
  const many = [...PAGE, query('created_after_this_date'), query('created_before_that_date')];
  const text = await operations({ listPets: many, listToys: many });
  expect(text).toContain('export interface ListPetsInput {\n  query?: PageAndPerPageAndMoreQuery;\n}\n');
});

test.each([
  ['another comment', [OWNER, pathParameter('repo', 'Another name.')]],
  ['another order', [REPO, OWNER]],
  ['another schema', [OWNER, { ...REPO, schema: { type: 'integer' } }]],
  ['a parameter more', [OWNER, REPO, pathParameter('toy')]],
  ['a parameter that is deprecated', [OWNER, { ...REPO, deprecated: true }]],
])('%s keeps a path apart', async (_, other) => {
  expect(await operations({ readPet: [OWNER, REPO], readToy: other })).not.toMatch(/^type /m);
});

test('parts with the same words are named after the first operation that has each', async () => {
  const other = [OWNER, pathParameter('repo', 'Another name.')];
  const text = await operations({ readPet: [OWNER, REPO], listPets: [OWNER, REPO], readToy: other, listToys: other });
  expect(text.match(/^type \S+/gm)).toEqual(['type ReadPetPath', 'type ReadToyPath']);
  expect(text).toContain('export interface ListToysInput {\n  path: ReadToyPath;\n}\n');
});

test('parts whose names are cut to the same words are too', async () => {
  const long = [...PAGE, query('created_after_this_date'), query('created_before_that_date')];
  const other = [...long, query('updated_after_this_date')];
  const text = await operations({ listPets: long, findPets: long, listToys: other, findToys: other });
  expect(text.match(/^type \S+/gm)).toEqual(['type ListPetsQuery', 'type ListToysQuery']);
});

test('few lines are written out', async () => {
  const short = [pathParameter('owner'), pathParameter('repo')];
  const text = await operations({ readPet: short, readToy: short });
  expect(text).toContain('export interface ReadPetInput {\n  path: { owner: string; repo: string };\n}\n');
  const one = await operations({ readPet: [OWNER], readToy: [OWNER] });
  expect(one).not.toMatch(/^type /m);
});

test('a query of which one of several is needed is a shared one with a condition', async () => {
  const choice = { 'x-any-of-parameters': [['page'], ['per_page']] };
  const text = await operations({ listPets: PAGE, listToys: PAGE }, choice);
  expect(text).toContain('query: PageAndPerPageQuery & ({ page: number } | { per_page: number });');
});

test('names that the document has are not given again, and all of it compiles', async () => {
  const all = { readPet: [OWNER, REPO, ...PAGE], readToy: [OWNER, REPO, ...PAGE], OwnerAndRepoPath: [pathParameter('é'), OWNER, REPO] };
  const made = await service({ ...all, another: all.OwnerAndRepoPath });
  const files = emit(made, OPTIONS);
  expect(files.get('operations.ts')?.match(/^type \S+/gm)).toEqual([
    'type OwnerAndRepoPath',
    'type PageAndPerPageQuery',
    'type ÉAndOwnerAndRepoPath',
  ]);
  expect(typeCheck(path.join(root, '.octavo/tmp/emit-shared-parts'), files)).toBe('');
});

test('written out again, each input is that of an operation alone', async () => {
  const named = [pathParameter('é', 'A letter.'), OWNER, REPO];
  const written = writtenOut(await operations({ readPet: named, readToy: named }));
  const alone = await operations({ readPet: named });
  const input = (text: string) => /export interface ReadPetInput \{[\s\S]*?\n\}\n/.exec(text)?.[0].replaceAll(/^ +/gm, '');
  expect(input(written)).toBe(input(alone));
  expect(written).not.toMatch(/^type /m);
});
