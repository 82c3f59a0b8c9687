// Items that lack the member by which a list is sorted come where its texts say, whichever way the list is sorted.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { absentValuesOf } from '../../generator/inference/lists/absent-values.ts';
import { lookingFor, serviceFrom } from './support.ts';

const DUE = ['2031-04-01', null, '2031-02-11', null, '2031-09-30', '2031-06-05'] as const;
const DOCUMENT = `openapi: 3.1.0
info: { title: Tasks, version: '1' }
paths:
  /tasks:
    get:
      operationId: listTasks
      parameters:
        - { name: sort, in: query, description: 'A minus turns the order round. Tasks without a due date come last in either direction.', schema: { type: string, enum: [id, -id, dueOn, -dueOn], default: id } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 50 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0, default: 0 } }
      responses: { '200': { description: All tasks., content: { application/json: { schema: { type: array, items: { type: object, required: [id, dueOn], properties: { id: { type: integer }, dueOn: { type: [string, 'null'], format: date } } } } } } } }
`;

/** @param isTurned whether tasks without a day come first in descending order */
async function found(isTurned: boolean): Promise<readonly string[]> {
  const service = await serviceFrom(DOCUMENT);
  const tasks = DUE.map((dueOn, index) => ({ id: index + 1, dueOn }));
  const target = (request: Request): Response => {
    const { searchParams: query } = new URL(request.url);
    const [sort, limit, offset] = [query.get('sort') ?? 'id', Number(query.get('limit') ?? 50), Number(query.get('offset') ?? 0)];
    const page = (all: readonly object[]): Response => Response.json(all.slice(offset, offset + limit));
    const sign = sort.startsWith('-') ? -1 : 1;
    if (sort.endsWith('id')) return page(tasks.toSorted((one, other) => sign * (one.id - other.id)));
    const last = isTurned ? sign : 1;
    return page(
      tasks.toSorted((one, other) => {
        if (one.dueOn === null || other.dueOn === null) return last * (Number(one.dueOn === null) - Number(other.dueOn === null));
        return sign * (one.dueOn < other.dueOn ? -1 : 1);
      }),
    );
  };
  const { findings } = await conformService(service, { target, random: 2, most: 40, sequences: true, ...lookingFor('list-sorting') });
  return findings.map(({ message }) => message);
}

test('nothing is found where they come last both ways', async () => expect(await found(false)).toEqual([]));

test('they come first in descending order', async () =>
  expect(await found(true)).toEqual(['Sorted by `-dueOn`, an item without `dueOn` does not come last.']));

test.each<readonly [says: string, place: string | undefined, isEitherWay: boolean]>([
  ['Unpaid bills come first, in either direction.', undefined, false],
  ['By day, undated letters are always last.', undefined, false],
  ['Those whose `shippedAt` is null are listed last in both directions.', 'last', true],
  ['Parcels that have no time of shipping stand at the beginning.', 'first', false],
  ['Unshipped parcels come first.', 'first', false],
])('%s', (says, place, isEitherWay) => {
  const facts = { operation: { description: says }, roles: {} } as unknown as Parameters<typeof absentValuesOf>[0];
  expect(absentValuesOf(facts, 'shippedAt')).toEqual(place === undefined ? undefined : { place, isEitherWay, says });
});
