// Operations with HEAD: a refusal has no body, and is judged all the same.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { serviceFrom } from './support.ts';

const PAGES = `openapi: 3.1.0
info: { title: Pages, version: '1' }
paths:
  /page:
    head:
      parameters: [{ name: number, in: query, required: true, schema: { type: integer, minimum: 1 } }]
      responses: { '204': { description: There. }, '400': { description: Not a number. } }
`;

test.each([
  ['refuses a request without the parameter', (number: string | null) => number !== null, false],
  ['accepts a request without the parameter', () => true, true],
])('a service that %s', async (_, isFine, want) => {
  const report = await conformService(await serviceFrom(PAGES), {
    target: async (request: Request) => new Response(null, { status: isFine(new URL(request.url).searchParams.get('number')) ? 204 : 400 }),
  });
  const said = report.findings.flatMap(({ check, exchanges }) => (check === 'refuses-invalid' ? (exchanges.at(-1)?.case.says ?? '') : []));
  expect(said.some((words) => words.includes('without the parameter number'))).toBe(want);
});
