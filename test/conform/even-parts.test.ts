// Tests what texts say of the parts of an amount: which one takes the rest, and how far apart they are.
import { expect, test } from 'vitest';
import { judgedParts } from '../../generator/conform/checks/shown/even-parts.ts';
import { evenPartsIn } from '../../generator/inference/prose/index.ts';
import type { Schema } from '../../generator/model/schema/schema.ts';
import { serviceFrom } from './support.ts';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Parts, version: '1' }
paths:
  /plans:
    get:
      operationId: plan
      responses: { '200': { description: A plan., content: { application/json: { schema: { $ref: '#/components/schemas/Plan' } } } } }
components:
  schemas:
    Plan:
      type: object
      properties:
        parts:
          type: array
          items:
            type: object
            properties: { no: { type: integer }, dueOn: { type: string, format: date }, amount: { type: number }, paidAmount: { type: number } }
`);
const schema = service.schemas.find(({ name }) => name === 'Plan') as unknown as Schema;

function judged(text: string, amounts: readonly number[], days: readonly string[]): readonly string[] {
  const parts = evenPartsIn(text);
  const items = amounts.map((amount, index) => ({ no: index + 1, amount, paidAmount: 0, dueOn: days[index] }));
  const found = parts === undefined ? [] : [...judgedParts(parts, { schemas: [schema], object: { parts: items } })];
  return found.map((one) => (one === 'right' ? one : one.message));
}

const DAYS = ['2025-01-31', '2025-02-28', '2025-03-31'];

test.each([
  'Splits the fee into equal instalments. What rounding down leaves over goes on top of the first one.',
  'Divides the price evenly. The first share takes the remainder.',
  'Equal payments; odd cents are added to the first of them.',
])('%s', (text) => {
  expect(judged(text, [3.34, 3.33, 3.33], DAYS)).toEqual(['right']);
  expect(judged(text, [3.33, 3.33, 3.34], DAYS)).toEqual(['The rest of `parts` is not in the first of them.']);
});

test('the last part takes the rest', () => {
  const text = 'The sum is split into equal parts, and the last one takes the rest.';
  expect(judged(text, [3.33, 3.33, 3.34], DAYS)).toEqual(['right']);
  expect(judged(text, [3.34, 3.33, 3.33], DAYS)).toEqual(['The rest of `parts` is not in the last of them.']);
});

test.each(['Equal parts, a month apart.', 'Equal monthly parts.', 'One of several equal parts is due each month.'])(
  'months: %s',
  (text) => {
    const days = ['2025-01-15', '2025-02-15', '2025-03-15'];
    expect(judged(text, [1, 1, 1], days)).toEqual(['right']);
    expect(judged(text, [1, 1, 1], ['2025-01-15', '2025-02-14', '2025-03-16'])).toEqual(['`dueOn` of `parts` is not a month apart.']);
    // What the thirty-first is in February is open here.
    expect(judged(text, [1, 1, 1], DAYS)).toEqual([]);
    expect(judged(`${text} A day that a month lacks is the last day of the month.`, [1, 1, 1], DAYS)).toEqual(['right']);
    expect(
      judged(`${text} A day that a month lacks is the last day of the month.`, [1, 1, 1], ['2025-01-31', '2025-02-28', '2025-03-28']),
    ).toEqual(['`dueOn` of `parts` is not a month apart.']);
  },
);

test.each([
  'Equal parts, weekly or each month if the caller may choose.',
  'The rest is paid first.',
  'Parts of any size, the last one takes the rest.',
])('nothing is said by: %s', (text) => expect(judged(text, [1, 2, 3], DAYS)).toEqual([]));
