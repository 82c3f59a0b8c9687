// Tests that octavo conform finds lists that lose items: a list with its most items, each another one, and an item that may be there twice.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createKeepingProse } from '../../generator/conform/kept/statements.ts';
import { lookingFor, serviceFrom } from './support.ts';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Kitchen, version: '1' }
paths:
  /recipes:
    post:
      operationId: addRecipe
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Recipe' }
            example: { title: Soup, steps: [{ text: Cut, minutes: 4 }], dips: [ABCDE], tags: [warm], aims: [warm] }
      responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Recipe' } } } }, '400': { description: Invalid. } }
components:
  schemas:
    Recipe:
      type: object
      required: [title, steps, dips, tags, aims]
      properties:
        title: { type: string, minLength: 1, maxLength: 40 }
        steps: { type: array, maxItems: 6, items: { type: object, required: [text, minutes], properties: { text: { type: string, maxLength: 40 }, minutes: { type: integer, minimum: 0, maximum: 99 } } } }
        dips: { type: array, maxItems: 8, description: The sauces in their order; a sauce may be there more than once., items: { type: string, pattern: '^[A-Z]{5}$' } }
        tags: { type: array, maxItems: 8, items: { type: string, pattern: '^[a-z]{2,9}$' } }
        aims: { type: array, maxItems: 8, description: Unique words., items: { type: string, pattern: '^[a-z]{2,9}$' } }
`);

interface Recipe {
  readonly title: string;
  readonly steps: readonly unknown[];
  readonly dips: readonly string[];
  readonly tags: readonly string[];
  readonly aims: readonly string[];
}

const all = service.schemas.length;
const unique = <T>(items: readonly T[]): readonly T[] => [...new Set(items)];

async function found(change: (recipe: Recipe) => Partial<Recipe>): Promise<readonly string[]> {
  const target = async (request: Request): Promise<Response> => {
    const recipe = (await request.json().catch(() => undefined)) as Recipe | undefined;
    const isRight = typeof recipe === 'object' && recipe !== null && Array.isArray(recipe.steps) && Array.isArray(recipe.dips);
    return isRight ? Response.json({ ...recipe, ...change(recipe) }, { status: 201 }) : new Response(null, { status: 400 });
  };
  const { findings } = await conformService(service, { target, random: 1, ...lookingFor('keeps-values') });
  return findings.flatMap(({ check, message }) => (check === 'keeps-values' ? [message] : []));
}

test('a service that keeps its lists, and sets of which it says nothing more, has no finding', async () => {
  expect(all).toBe(1);
  expect(await found(({ tags, aims }) => ({ tags: unique(tags), aims: unique(aims) }))).toEqual([]);
});

test('a list that has at most one item less than the document allows is found', async () => {
  expect(await found(({ steps }) => ({ steps: steps.slice(0, 5) }))).toEqual([
    expect.stringMatching(/^`steps` was sent as .* and is shown as /),
  ]);
});

test('an item that is kept once is found where the document says that it may be there twice', async () => {
  expect(await found(({ dips }) => ({ dips: unique(dips) }))).toEqual([
    expect.stringMatching(/^`dips` was sent as .* and is shown as .*, although the document says: “.*more than once/),
  ]);
});

test.each<readonly [text: string, isRepeated: boolean]>([
  ['The same stop may occur several times.', true],
  ['Duplicates are kept.', true],
  ['Each chord of the song, including repeats.', true],
  ['A reader can borrow the same book twice.', true],
  ['A product may not be listed more than once.', false],
  ['Repeated values are removed.', false],
  ['The list may be empty.', false],
])('%s', async (text, isRepeated) => {
  const { operations } = service;
  const [operation] = operations;
  if (operation === undefined) throw new Error('The document has one operation.');
  const list = service.schemas[0]?.properties?.get('steps');
  if (list === undefined) throw new Error('A recipe has steps.');
  const prose = createKeepingProse(service);
  expect(prose.repeats(operation, [{ ...list, description: text }], '/body/steps')).toBe(isRepeated ? text : undefined);
});

test.each<readonly [text: string, mayBeMissing: boolean]>([
  ['A recipe that is archived has no picture: `tags` are taken away.', true],
  ['The `tags` of a draft are removed when it is discarded.', true],
  ['`tags` is null for a recipe of the day.', true],
  ['The `tags` are kept as they are sent.', false],
  ['The steps of a draft are removed when it is discarded.', false],
])('what the document takes away may be missing: “%s”', async (description, mayBeMissing) => {
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('The document has one operation.');
  const prose = createKeepingProse({ ...service, operations: [{ ...operation, description }] });
  expect(prose.forms({ ...operation, description }, [], '/body/tags', 'missing')).toBe(mayBeMissing);
});
