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

test.each<readonly [members: string, format: string, member: string | undefined]>([
  ['readOn: { type: string, format: date }, recordedAt: { type: string, format: date-time }', 'date', '/readOn'],
  ['seenAt: { type: string, format: date-time }, bornOn: { type: string, format: date }', 'date-time', '/seenAt'],
  ['startsOn: { type: string, format: date }, endsOn: { type: string, format: date }', 'date', undefined],
  ['bornOn: { type: string, format: date }', 'date-time', undefined],
])('the only member of the kind of a time named from alone: %s', async (members, format, member) => {
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Sightings, version: '1' }
paths:
  /sightings:
    get:
      operationId: listSightings
      parameters: [{ name: from, in: query, description: Those of this day or later., schema: { type: string, format: ${format} } }]
      responses:
        '200':
          description: The sightings.
          content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: string }, ${members} } } } } }
`);
  const [operation] = service.operations;
  const facts = operation && listFactsOf(service, operation);
  expect(facts && filtersOf(facts)[0]?.member).toBe(member);
});

test.each<readonly [name: string, description: string, isIn: boolean | undefined]>([
  ['dueBefore', 'Only bills that are due on an earlier day.', false],
  ['dueAfter', 'Bills with a due date at a later date.', false],
  ['dueBefore', 'Bills that are due strictly before it.', false],
  ['dueBefore', 'Bills that are due on this day or on an earlier day.', undefined],
  ['dueBefore', 'Bills that are due on this day or earlier.', true],
  ['dueTo', 'The last due day to be found. Bills that are due on this very day are included.', true],
  ['dueTo', 'The last due day. What is due on that day is also included.', true],
  ['dueTo', 'The last due day. Bills that are due on this very day are not included.', undefined],
  ['dueBefore', 'Bills by the day on which they are due.', undefined],
])('%s: %s', async (name, description, isIn) => expect(await inclusiveBy(name, description)).toBe(isIn));
