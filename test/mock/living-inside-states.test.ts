// Tests that objects inside of answers have the members of their state alone, as those of things have.
import path from 'node:path';
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { living } from './living.ts';

const DOCUMENT = `
openapi: 3.1.0
info: { title: Lending, version: '1' }
security: []
paths:
  /desk:
    get: { operationId: readDesk, responses: { '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Desk' } } } } } }
  /reviews:
    get: { operationId: listReviews, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Review' } } } } } } }
  /reviews/{id}:
    get:
      operationId: getReview
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Review' } } } }, '404': { description: None. } }
components:
  schemas:
    Desk: { type: object, required: [loans], properties: { loans: { type: array, minItems: 1, items: { $ref: '#/components/schemas/Loan' } } } }
    Review:
      type: object
      required: [id, text, loan]
      properties: { id: { type: string }, text: { type: string }, loan: { $ref: '#/components/schemas/Loan' } }
    Loan:
      type: object
      required: [status, title, returnedAt]
      properties:
        status: { type: string, enum: [open, returned] }
        title: { type: string }
        dueOn: { type: string, format: date, description: Only present when the loan is open. }
        returnedAt: { type: [string, 'null'], format: date-time, description: Only present when the loan is returned. }
      example: { status: open, title: Night Ferry, dueOn: '2026-01-02', returnedAt: '2026-01-01T10:00:00Z' }
`;

const root = path.resolve(import.meta.dirname, '../..');
const described = (text: string) => load('lending.yaml', { root, allowRemote: [], text }, new Problems());

async function mockOf(text: string) {
  const found = await described(text);
  if (found === undefined) throw new Error('The document is at fault.');
  return living(found, 12);
}

interface Loan {
  readonly status: string;
  readonly returnedAt: unknown;
}

test('an answer without state has no member of another state', async () => {
  const ask = await mockOf(DOCUMENT);
  const { status, isLiving, body } = await ask('GET', '/desk');
  expect([status, isLiving]).toEqual([200, false]);
  expect(body.loans[0]).toEqual({ status: 'open', title: 'Night Ferry', dueOn: '2026-01-02', returnedAt: null });
});

test('things of the seed have none in the objects inside of them', async () => {
  const ask = await mockOf(DOCUMENT);
  const loans: Loan[] = (await ask('GET', '/reviews')).body.map(({ loan }: { loan: Loan }) => loan);
  expect(new Set(loans.map(({ status }) => status))).toEqual(new Set(['open', 'returned']));
  for (const { status, returnedAt } of loans) expect([status, returnedAt !== null]).toEqual([status, status === 'returned']);
});

test('where no text says so, each has them', async () => {
  const ask = await mockOf(DOCUMENT.replaceAll(/, description: Only present[^}]*/g, ''));
  expect((await ask('GET', '/desk')).body.loans[0].returnedAt).toBe('2026-01-01T10:00:00Z');
});
