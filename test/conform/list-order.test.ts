// The check `list-order`: a list in another order than `x-order` states is a finding; one in this order, or without what could be compared, is none.
import { expect, test } from 'vitest';
import type { ConformReport } from '../../generator/conform/contract/report.ts';
import { conformService } from '../../generator/conform/index.ts';
import { terminalReport } from '../../generator/conform/report/terminal.ts';
import { serviceFrom } from './support.ts';

async function findings(order: string, items: readonly unknown[]): Promise<readonly string[]> {
  const report = await reportOf(order, items);
  return report.findings.filter(({ check }) => check === 'list-order').map(({ message }) => message);
}

async function reportOf(order: string, items: readonly unknown[]): Promise<ConformReport> {
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      operationId: listNotes
      x-order: ${order}
      parameters: [{ name: sort, in: query, schema: { enum: [title] } }]
      responses:
        '200':
          description: The notes.
          content: { application/json: { schema: { type: object, properties: { data: { type: array, items: { properties: { at: {} } } } } } } }
`);
  const target = ({ url }: Request): Response => {
    const { pathname, searchParams } = new URL(url);
    // A caller's own order is not judged.
    const data = searchParams.has('sort') ? [...items].reverse() : items;
    return pathname === '/notes' ? Response.json({ data }) : new Response(null, { status: 404 });
  };
  return conformService(service, { target, random: 1, most: 20 });
}

const at = (...values: readonly unknown[]): readonly unknown[] => values.map((value) => ({ at: value }));
const wrong = ['/data/2 should come before /data/1, by `at`.'];

test.each<[direction: string, right: readonly unknown[], wrong: readonly unknown[]]>([
  ['newest-first', at(9, 9, 2), at(9, 2, 9)],
  [
    'oldest-first',
    at('2026-11-18T12:00:00Z', '2026-11-18T14:00:00+01:00', '2026-12-01T00:00:00Z'),
    at('2026-11-01', '2026-11-03', '2026-11-02'),
  ],
  ['highest-first', at(97, 12, 3), at(97, 3, 12)],
  ['lowest-first', at(-1, 0, 10), at(-1, 10, 0)],
  ['alphabetical', at('Ant', 'bee', 'Cat'), at('ant', 'Cat', 'bee')],
])('%s', async (direction, right, other) => {
  expect(await findings(`{ direction: ${direction}, by: at, at: /data }`, right)).toEqual([]);
  expect(await findings(`{ direction: ${direction}, by: at, at: /data }`, other)).toEqual(wrong);
});

const UNCOMPARED = 'Not judged: list-order of listNotes, since no list had two items whose `at` could be compared.';

test.each<[direction: string, items: readonly unknown[], said: string | undefined]>([
  ['newest-first, by: at', [...at(1, null, 2), {}, 3], UNCOMPARED],
  ['newest-first, by: at', at('Board 3', 'Board 12'), UNCOMPARED],
  ['newest-first, by: at', at(1), UNCOMPARED],
  ['newest-first, by: at', [], UNCOMPARED],
  ['alphabetical, by: at', at('é', 'z'), UNCOMPARED],
  ['nearest-first, by: at', at(1, 2, 1), 'Not judged: list-order of listNotes, since no field shows the order nearest first.'],
  ['newest-first', at(1, 2), undefined],
  // Two equal values can be compared, and so can neighbours elsewhere in the list.
  ['newest-first, by: at', at('Board 3', 'Board 3'), undefined],
  ['newest-first, by: at', at(null, 2, 1), undefined],
])('what cannot be compared is not judged, and the report says so: %s %j', async (direction, items, said) => {
  const report = await reportOf(`{ direction: ${direction}, at: /data }`, items);
  const judged = report.operations.map(({ cells }) => cells.get('list-order')?.looked ?? 0);
  expect(report.findings.filter(({ check }) => check === 'list-order')).toEqual([]);
  expect(judged[0] === 0).toBe(said !== undefined || direction === 'newest-first');
  const lines = terminalReport(report, { origin: 'http://x', most: 1 }).split('\n');
  expect(lines.filter((line) => line.startsWith('Not judged'))).toEqual(said === undefined ? [] : [said]);
});

test('texts of digits are compared as numbers, and texts in alphabetical order never as dates', async () => {
  expect(await findings('{ direction: newest-first, by: at, at: /data }', at('10', '9'))).toEqual([]);
  expect(await findings('{ direction: newest-first, by: at, at: /data }', at('11', '9', '10'))).toEqual(wrong);
  expect(await findings('{ direction: alphabetical, by: at, at: /data }', at('Board 12', 'Card 3'))).toEqual([]);
});
