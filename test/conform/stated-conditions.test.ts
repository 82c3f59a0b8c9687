// Tests that octavo conform finds states and flags that do not go by the members that their descriptions name.
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { conditionsIn } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const CHECK = 'stated-conditions';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /overview:
    get:
      operationId: getOverview
      responses:
        '200':
          description: What there is.
          content:
            application/json:
              schema:
                type: object
                properties:
                  invoice: { $ref: '#/components/schemas/Invoice' }
                  shelf: { $ref: '#/components/schemas/Shelf' }
                  course: { $ref: '#/components/schemas/Course' }
components:
  schemas:
    Invoice:
      type: object
      properties:
        state: { type: string, enum: [open, partly_paid, paid, cancelled], description: 'Open before the first payment, and paid once the balance is 0.' }
        total: { type: integer }
        balance: { type: integer }
        paidBy: { type: [string, 'null'], description: Null unless the invoice is paid. }
    Shelf:
      type: object
      properties:
        stock: { type: integer }
        reorderLevel: { type: integer }
        isLow: { type: boolean, description: Whether the stock is below the reorder level. }
    Course:
      type: object
      properties:
        seats: { type: integer }
        freePlaces: { type: integer }
        full: { type: boolean, description: True if the free places are 0. }
        endedAt: { type: [string, 'null'], format: date-time }
        status: { type: string, enum: [running, ended], description: 'Ended as soon as \`endedAt\` is set.' }
`);

const RIGHT = {
  invoice: { state: 'partly_paid', total: 90, balance: 30 },
  shelf: { stock: 4, reorderLevel: 4, isLow: false },
  course: { seats: 20, freePlaces: 0, full: true, endedAt: null, status: 'running' },
};

async function findings(shown: object): Promise<readonly string[]> {
  const target = (request: Request): Response =>
    new URL(request.url).pathname === '/overview' ? Response.json(shown) : new Response(null, { status: 404 });
  const report = await conformService(service, { target, random: 1, ...lookingFor(CHECK), most: 10 });
  return report.findings.map(({ message }) => /`(\w+)`/.exec(message)?.[1] ?? message);
}

describe('stated-conditions', () => {
  test.each([
    RIGHT,
    { invoice: { state: 'paid', total: 90, balance: 0, paidBy: 'Ada' } },
    { invoice: { state: 'open', total: 90, balance: 90, paidBy: null } },
    // What was cancelled, and what costs nothing, need not be paid.
    { invoice: { state: 'cancelled', total: 90, balance: 0 } },
    { invoice: { state: 'open', total: 0, balance: 0 } },
    { shelf: { stock: 3, isLow: false } },
    { course: { endedAt: '2030-01-01T00:00:00Z', status: 'ended' } },
  ])('has no finding in %j', async (shown) => {
    expect(await findings(shown)).toEqual([]);
  });

  test.each([
    [{ ...RIGHT, invoice: { state: 'partly_paid', total: 90, balance: 0 } }, 'state'],
    [{ ...RIGHT, invoice: { ...RIGHT.invoice, paidBy: 'Ada' } }, 'paidBy'],
    [{ ...RIGHT, shelf: { stock: 3, reorderLevel: 4, isLow: false } }, 'isLow'],
    [{ ...RIGHT, shelf: { stock: 4, reorderLevel: 4, isLow: true } }, 'isLow'],
    [{ ...RIGHT, course: { ...RIGHT.course, seats: 20, full: false } }, 'full'],
    [{ ...RIGHT, course: { ...RIGHT.course, freePlaces: 2 } }, 'full'],
    [{ ...RIGHT, course: { ...RIGHT.course, endedAt: '2030-01-01T00:00:00Z' } }, 'status'],
  ])('finds what is wrong in %j', async (shown, name) => {
    expect(await findings(shown)).toEqual([name]);
  });

  test.each([
    'Paid once the balance was 0 for a day.',
    'Paid once the balance is 0 and the goods were sent.',
    'Usually paid once the balance is 0.',
    'Paid once the balance is small.',
    'Paid or cancelled once the balance is 0.',
  ])('reads nothing in “%s”', (text) => {
    const named = { numbers: ['balance'], booleans: [], lists: [], nullable: [] };
    expect(conditionsIn(text, { name: 'state', values: ['paid', 'cancelled'] }, named)).toEqual([]);
  });
});
