// Tests what octavo conform makes of a list that comes back in another order: a fault, unless the document says how it is sorted, or it goes by
// a time of its items.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createKeepingProse } from '../../generator/conform/kept/statements.ts';
import { lookingFor, serviceFrom } from './support.ts';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Ferries, version: '1' }
paths:
  /routes:
    post:
      operationId: addRoute
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Route' }
            example: { sailings: [{ leaves: '07:30', boat: Heron }, { leaves: '18:10', boat: Gull }], piers: [{ name: West, metres: 40 }, { name: North, metres: 25 }] }
      responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Route' } } } }, '400': { description: Invalid. } }
components:
  schemas:
    Route:
      type: object
      required: [sailings, piers]
      properties:
        sailings: { type: array, maxItems: 4, items: { type: object, required: [leaves, boat], properties: { leaves: { type: string, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }, boat: { type: string, maxLength: 40 } } } }
        piers: { type: array, maxItems: 4, items: { type: object, required: [name, metres], properties: { name: { type: string, maxLength: 40 }, metres: { type: integer, minimum: 1, maximum: 99 } } } }
`);

interface Route {
  readonly sailings: readonly { readonly leaves: string }[];
  readonly piers: readonly { readonly name: string }[];
}

async function found(change: (route: Route) => Partial<Route>): Promise<readonly string[]> {
  const target = async (request: Request): Promise<Response> => {
    const route = (await request.json().catch(() => undefined)) as Route | undefined;
    const isRight = Array.isArray(route?.sailings) && Array.isArray(route.piers);
    return isRight ? Response.json({ ...route, ...change(route) }, { status: 201 }) : new Response(null, { status: 400 });
  };
  const { findings } = await conformService(service, { target, random: 1, ...lookingFor('keeps-values') });
  return findings.flatMap(({ check, message }) => (check === 'keeps-values' ? [message] : []));
}

test('a list that goes by a time of its items is no fault', async () => {
  expect(await found(({ sailings }) => ({ sailings: sailings.toSorted((a, b) => a.leaves.localeCompare(b.leaves)) }))).toEqual([]);
});

test.each<readonly [what: string, change: (route: Route) => Partial<Route>, list: string]>([
  ['the other way round', ({ sailings }) => ({ sailings: sailings.toReversed() }), 'sailings'],
  ['by a name', ({ piers }) => ({ piers: piers.toSorted((a, b) => a.name.localeCompare(b.name)) }), 'piers'],
])('a list %s is one', async (_, change, list) => {
  expect(await found(change)).toEqual([expect.stringMatching(new RegExp(`^\`${list}\` was sent as .* and is shown as `))]);
});

test.each<readonly [text: string, isSorted: boolean]>([
  ['Replaces all piers. We sort them by their length.', true],
  ['Piers do not overlap, and are sorted from west to east.', true],
  ['Sets the piers of the route. They come back ordered by name.', true],
  ['Sets the piers of the route. They are kept for good.', false],
  ['Sorts the sailings. The piers stay as they are.', false],
])('“%s”', (description, isSorted) => {
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('The document has one operation.');
  const prose = createKeepingProse(service);
  expect(prose.forms({ ...operation, description }, [], '/body/piers', 'reordered')).toBe(isSorted);
});
