// Tests which member a filter of a list is compared with, by its name and by what its text says.
import { expect, test } from 'vitest';
import { listFactsOf } from '../../generator/inference/lists/facts.ts';
import { filtersOf } from '../../generator/inference/lists/filter-facts.ts';
import { serviceFrom } from './support.ts';

const parameter = ([name, description, schema]: readonly [string, string, string]): string =>
  `{ name: ${name}, in: query, description: ${JSON.stringify(description)}, schema: ${schema} }`;

const DAY = '{ type: string, format: date }';
const FLAG = '{ type: boolean }';
const AMOUNT = '{ type: integer, minimum: 0 }';

async function filterOf(name: string, description: string, schema: string): Promise<string | undefined> {
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Fairs, version: '1' }
paths:
  /fairs:
    get:
      operationId: listFairs
      parameters: [${parameter([name, description, schema])}]
      responses:
        '200':
          description: All.
          content:
            application/json:
              schema:
                type: object
                properties:
                  fairs:
                    type: array
                    items:
                      type: object
                      properties:
                        id: { type: integer }
                        opensAt: { type: string, format: date-time }
                        endsOn: { type: string, format: date }
                        createdAt: { type: string, format: date-time }
                        price: { type: object, properties: { low: { type: integer }, high: { type: integer } } }
                        places: { type: integer }
                        free: { type: boolean }
`);
  const [operation] = service.operations;
  const facts = operation && listFactsOf(service, operation);
  const [filter] = facts === undefined ? [] : filtersOf(facts);
  return filter && `${filter.member} ${filter.how} ${filter.inclusive}`;
}

test.each([
  ['opens_until', 'Only fairs with this opening-up date or an earlier one.', DAY, '/opensAt below true'],
  ['from', 'Only fairs that open on this day (UTC) or later.', DAY, '/opensAt above true'],
  ['until', 'Only fairs that end before this day.', DAY, '/endsOn below false'],
  ['until', 'Fairs that end up to this date; the date itself is included.', DAY, '/endsOn below true'],
  ['until', 'Fairs that end up to this date, which itself is not included.', DAY, '/endsOn below false'],
  ['since', 'Only fairs created at this time or later.', '{ type: string, format: date-time }', '/createdAt above true'],
  ['priceFrom', 'Only fairs whose low price is this amount or more.', AMOUNT, '/price/low above true'],
  ['placesFrom', 'At least this number of places.', AMOUNT, '/places above true'],
  ['until', 'Fairs that have begun by this day.', DAY, undefined],
  ['priceTo', 'Only fairs whose high price is this amount or less.', AMOUNT, '/price/high below true'],
  ['free', 'Fairs that are free, or fairs that are not.', FLAG, '/free equal undefined'],
  ['free', 'Fairs with free places, or those without.', FLAG, '/free equal undefined'],
  ['free', 'Those which cost nothing, or only those which are not free.', FLAG, '/free equal undefined'],
  ['free', 'Fairs that are not free.', FLAG, undefined],
  ['free', 'Also lists fairs that are free or that are not.', FLAG, undefined],
  // Neither the one word nor the text says which time, and a number needs a word of its own.
  ['from', 'Where the list begins.', DAY, undefined],
  ['from', 'Only fairs that open and end on this day or later.', DAY, undefined],
  ['to', 'Only fairs whose places are this number or less.', AMOUNT, undefined],
  ['placesFrom', 'The first place.', AMOUNT, undefined],
])('%s: %s', async (name, description, schema, expected) => {
  expect(await filterOf(name, description, schema)).toBe(expected);
});
