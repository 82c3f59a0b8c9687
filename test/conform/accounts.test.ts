// Tests what octavo conform tries with keys that a service makes, and with what accounts and rights hide: each with one fault, and without.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ConformSettings } from '../../generator/conform/contract/settings.ts';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { type ConformReport, conformService } from '../../generator/conform/index.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import { OFFICE, office, type Slip } from './office.ts';
import { lookingFor, serviceFrom } from './support.ts';

const service = await serviceFrom(OFFICE);

const CHECKS: readonly string[] = [
  'other-account',
  'refuses-foreign-credential',
  'refuses-fewer-rights',
  'made-credential',
  'keeps-secrets',
  'rate-limit',
];

function conform(target: Handler, more: Pick<ConformSettings, 'checks' | 'maxTime' | 'most'> = {}): Promise<ConformReport> {
  return conformService(service, {
    target,
    credentials: { given: { key: 'mira-0001' }, other: { key: 'jonas-0001' }, limited: { key: 'clerk-0001' } },
    random: 0,
    most: 1,
    sequences: true,
    ...more,
  });
}

async function found(slip: Slip): Promise<readonly string[]> {
  const { findings } = await conform(office(slip), lookingFor(...CHECKS));
  return findings.filter(({ check }) => CHECKS.includes(check)).map(({ check, operation }) => `${check} ${operation.id}`);
}

test('an office that keeps its accounts and rights has no finding, and each check looks at it', async () => {
  const { findings, operations } = await conform(office(), byEffort({ quick: { ...lookingFor(...CHECKS), most: 1 }, deep: {} }));
  expect(findings.filter(({ check }) => CHECKS.includes(check)).map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  const looked = new Set(operations.flatMap(({ cells }) => [...cells].flatMap(([check, cell]) => (cell.looked > 0 ? [check] : []))));
  for (const check of CHECKS) expect(looked).toContain(check);
});

// The limit of the bell is waited for in each run, so the runs wait together.
describe.concurrent.each(
  sampleOf<readonly [slip: Slip, finding: string]>(
    [
      ['search of all', 'other-account search'],
      ['marks of all', 'other-account markFiles'],
      ['references of all', 'other-account addTask'],
      ['optional references of all', 'other-account putShelf'],
      ['scans of all', 'refuses-foreign-credential getScan'],
      ['notes of jonas', 'other-account listNotes'],
      ['export of all', 'other-account exportShelves'],
      ['secret in list', 'refuses-fewer-rights listFiles'],
      ['secret in read', 'refuses-fewer-rights getFile'],
      ['deleted keys', 'made-credential listFiles'],
      ['expired keys', 'made-credential listFiles'],
      ['roles of keys', 'made-credential addFile'],
      ['keys in list', 'keeps-secrets listKeys'],
      ['passwords in answers', 'keeps-secrets addKey'],
      ['passwords in errors', 'keeps-secrets addKey'],
      ['old key', 'keeps-secrets rotateKey'],
    ],
    4,
  ),
)('an office with the fault: %s', (slip, finding) => {
  test(`has the finding ${finding}`, async () => {
    expect(await found(slip)).toEqual([finding]);
  });
});

// The requests to the bell must be sent within the time of its limit, so nothing runs beside them.
test('an office with the fault: five more bells, has the finding rate-limit ringBell', async () => {
  expect(await found('five more bells')).toEqual(['rate-limit ringBell']);
});

test('a key is not judged before its end, where the time of the run ends first', async () => {
  const service = office();
  // Its time may not be over, so a key is made that lasts for some seconds.
  const strict: Handler = async (request) =>
    request.method === 'POST' && (await request.clone().text()).includes('2001-01-01')
      ? Response.json({ code: 'over' }, { status: 422 })
      : service(request);
  const { findings } = await conform(strict, { ...lookingFor('made-credential'), maxTime: 10_000 });
  expect(findings.filter(({ check }) => check === 'made-credential')).toEqual([]);
});

test('a limit that is not reached in time is not judged', async () => {
  const service = office('five more bells');
  const slow: Handler = async (request) => {
    if (request.url.endsWith('/bell')) await sleep(200);
    return service(request);
  };
  const { operations } = await conform(slow, lookingFor('rate-limit'));
  expect(operations.flatMap(({ cells }) => cells.get('rate-limit') ?? [])).toEqual([]);
});

test('things that name each other are made for the second account, and the run ends', async () => {
  const things = (name: string): string => `
  /${name}s:
    post:
      operationId: add-${name}
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/New-${name}' } } } }
      responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } } }
  /${name}s/{${name}Id}:
    get:
      operationId: get-${name}
      parameters: [{ name: ${name}Id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } }, '404': { description: None. } }
`;
  const schemas = (name: string, other: string): string => `
    New-${name}: { type: object, required: [${other}Id], properties: { ${other}Id: { type: integer, minimum: 1, maximum: 999 } } }
    ${name}: { type: object, required: [${name}Id], properties: { ${name}Id: { type: integer }, ${other}Id: { type: integer } } }`;
  const mutual = await serviceFrom(`openapi: 3.1.0
info: { title: Club, version: '1' }
security: [{ key: [] }]
paths:${things('team')}${things('player')}
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:${schemas('team', 'player')}${schemas('player', 'team')}
`);
  const kept = new Map<string, object>();
  const report = await conformService(mutual, {
    target: async (request: Request) => {
      const path = new URL(request.url).pathname;
      const owner = request.headers.get('x-key') ?? '';
      if (request.method === 'GET') {
        const thing = kept.get(`${owner} ${path}`);
        return thing === undefined ? new Response(null, { status: 404 }) : Response.json(thing);
      }
      const id = kept.size + 1;
      const thing = { ...((await request.json()) as object), [`${path.slice(1, -1)}Id`]: id };
      kept.set(`${owner} ${path}/${id}`, thing);
      return Response.json(thing, { status: 201 });
    },
    credentials: { given: { key: 'mira' }, other: { key: 'jonas' } },
    checks: { 'refuses-invalid': false },
    random: 0,
    most: 1,
    sequences: true,
  });
  expect(report.exchanges).toBeGreaterThan(10);
  expect([...kept.keys()].some((key) => key.startsWith('jonas'))).toBe(true);
});
