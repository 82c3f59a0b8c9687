// Tests whether a range of a list has its own value in it, as the words of documents say.
import { expect, test } from 'vitest';
import { listFactsOf } from '../../generator/inference/lists/facts.ts';
import { filtersOf } from '../../generator/inference/lists/filter-facts.ts';
import { serviceFrom } from './support.ts';

async function inclusiveBy(name: string, description: string): Promise<boolean | undefined> {
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Bills, version: '1' }
paths:
  /bills:
    get:
      operationId: listBills
      parameters: [{ name: ${name}, in: query, description: '${description}', schema: { type: string, format: date } }]
      responses:
        '200':
          description: The bills.
          content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: string }, dueOn: { type: string, format: date } } } } } }
`);
  const [operation] = service.operations;
  const facts = operation && listFactsOf(service, operation);
  return facts && filtersOf(facts)[0]?.inclusive;
}

test.each<readonly [name: string, description: string, isIn: boolean | undefined]>([
  ['dueBefore', 'Only bills that are due on an earlier day.', false],
  ['dueAfter', 'Bills with a due date at a later date.', false],
  ['dueBefore', 'Bills that are due strictly before it.', false],
  ['dueBefore', 'Bills that are due on this day or on an earlier day.', undefined],
  ['dueBefore', 'Bills that are due on this day or earlier.', true],
  ['dueBefore', 'Bills by the day on which they are due.', undefined],
])('%s: %s', async (name, description, isIn) => expect(await inclusiveBy(name, description)).toBe(isIn));
