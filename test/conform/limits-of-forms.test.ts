// Tests that octavo conform finds limits that a service has in another place than the document: steps of which it looks at the decimals alone, texts
// that are shorter than a pattern allows, and numbers in a path that no pattern allows.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { ALL_CASES, lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly things: string;
  readonly name: string;
  /** The form of the name in the path, one that has fewer limits, and an example. */
  readonly forms: readonly [right: string, wider: string];
  readonly example: string;
  readonly amount: string;
  readonly steps: readonly [right: string, wider: string];
  readonly code: string;
  readonly patterns: readonly [right: string, narrower: string];
  readonly coded: string;
}

const DOMAINS: readonly Domain[] = [
  {
    ...{
      things: 'rosters',
      name: 'week',
      forms: ['^20[0-9]{2}-W(0[1-9]|[1-4][0-9]|5[0-3])$', '^20[0-9]{2}-W[0-9]{2}$'],
      example: '2031-W07',
    },
    ...{ amount: 'hours', steps: ['0.25', '0.01'], code: 'desk', patterns: ['^D[0-9]{3,9}$', '^D[0-9]{3,8}$'], coded: 'D123' },
  },
  {
    ...{ things: 'menus', name: 'day', forms: ['^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$', '^[0-9]{2}-[0-9]{2}$'], example: '04-17' },
    ...{
      amount: 'litres',
      steps: ['0.5', '0.1'],
      code: 'phone',
      patterns: ['^0[1-9][0-9]{5,11}$', '^0[1-9][0-9]{5,10}$'],
      coded: '0301234',
    },
  },
  {
    ...{ things: 'checks', name: 'time', forms: ['^([01][0-9]|2[0-3])h$', '^[0-9]{2}h$'], example: '09h' },
    ...{ amount: 'degrees', steps: ['0.2', '0.1'], code: 'probe', patterns: ['^[a-z]{2,6}$', '^[a-z]{2,5}$'], coded: 'abc' },
  },
];

const second = { right: 0, other: 1 } as const;
type Side = keyof typeof second;

interface Limits {
  readonly form?: Side;
  readonly step?: Side;
  readonly pattern?: Side;
}

function documentOf({ things, name, forms, example, amount, steps, code, patterns, coded }: Domain, limits: Limits): string {
  const of = (pair: readonly [string, string], side: Side = 'right'): string => pair[second[side]];
  const own = `${amount}: { type: number, minimum: 1, maximum: 90, multipleOf: ${of(steps, limits.step)} }, ${code}: { type: string, pattern: '${of(patterns, limits.pattern)}' }`;
  const schema = `{ type: object, additionalProperties: false, required: [${amount}, ${code}], properties: { ${own} } }`;
  const shown = `content: { application/json: { schema: ${schema} } }`;
  return `openapi: 3.1.0
info: { title: Limits, version: '1' }
paths:
  /${things}/{${name}}:
    parameters: [{ name: ${name}, in: path, required: true, schema: { type: string, pattern: '${of(forms, limits.form)}' }, example: '${example}' }]
    put:
      operationId: save
      requestBody: { required: true, content: { application/json: { schema: ${schema}, example: { ${amount}: 5, ${code}: '${coded}' } } } }
      responses: { '200': { description: Replaced., ${shown} }, '201': { description: Made., ${shown} }, '400': { description: Wrong. }, '404': { description: None. } }
    get: { operationId: read, responses: { '200': { description: It., ${shown} }, '404': { description: None. } } }
`;
}

async function foundWith(domain: Domain, limits: Limits): Promise<readonly string[]> {
  const service = await serviceFrom(documentOf(domain, {}));
  const judge = await createJudge(await serviceFrom(documentOf(domain, limits)));
  const kept = new Map<string, unknown>();
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return new Response(null, { status: request.method === 'GET' ? 404 : 400 });
    if (request.method === 'GET') return kept.has(pathname) ? Response.json(kept.get(pathname)) : new Response(null, { status: 404 });
    const status = kept.has(pathname) ? 200 : 201;
    kept.set(pathname, JSON.parse(text));
    return Response.json(kept.get(pathname), { status });
  };
  const { findings } = await conformService(service, {
    target,
    random: 4,
    ...lookingFor('accepts-valid', 'refuses-invalid'),
    ...ALL_CASES,
  });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('nothing is found where the limits are those of the document', async () => expect(await foundWith(domain, {})).toEqual([]));

  test.each<readonly [says: string, limits: Limits, finding: RegExp]>([
    ['a number with as many decimals as the steps is taken', { step: 'other' }, /^refuses-invalid: .*multipleOf/],
    ['the longest text of a pattern is refused', { pattern: 'other' }, /^accepts-valid: .*as long a text as the pattern allows.*neighbour/],
    ['a number that the pattern of a path does not allow is taken', { form: 'other' }, /^refuses-invalid: .*the number after/],
  ])('it is found that %s', async (_, limits, finding) => {
    expect(await foundWith(domain, limits)).toEqual(expect.arrayContaining([expect.stringMatching(finding)]));
  });
});
