// Tests that an operation whose sentence asks for a right refuses a credential that another operation with the same right refuses.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const operation = (id: string, description: string, forbidden = `${id} is not for you.`): string => `
    get:
      operationId: ${id}
      description: ${description}
      responses: { '200': { description: It. }, '401': { description: Unknown. }, '403': { description: '${forbidden}' } }`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Desk, version: '1' }
security: [{ key: [] }]
paths:
  /audit:${operation('readAudit', 'Only administrators can read it.')}
  /bills:${operation('readBills', 'Requires the `admin` role.')}
  /plans:${operation('readPlans', 'Managers only.')}
  /news:${operation('readNews', 'Administrators see all of them.')}
components: { securitySchemes: { key: { type: apiKey, in: header, name: x-key } } }
`);

/** A service that lets a clerk through at these paths. */
async function foundWhereOpen(...open: readonly string[]): Promise<readonly string[]> {
  return foundIn(service, open);
}

async function foundIn(of: typeof service, open: readonly string[]): Promise<readonly string[]> {
  const target = (request: Request): Response => {
    const key = request.headers.get('x-key');
    if (key !== 'boss-1' && key !== 'clerk-1') return new Response(null, { status: 401 });
    const isOpen = key === 'boss-1' || open.includes(new URL(request.url).pathname);
    return new Response(null, { status: isOpen ? 200 : 403 });
  };
  const credentials = { given: { key: 'boss-1' }, limited: { key: 'clerk-1' } };
  const report = await conformService(of, { target, credentials, random: 1, ...lookingFor('refuses-fewer-rights') });
  return report.findings.map(({ check, operation, message }) => `${check} ${operation.id}: ${message}`);
}

test('an operation of the same right that lets the credential through is found', async () =>
  expect(await foundWhereOpen('/bills', '/news')).toEqual([
    'refuses-fewer-rights readBills: The credential with fewer rights is let through with 200; readAudit, which needs the same, refuses it with 403. The document says: “Requires the `admin` role.”',
  ]));

test('another right says nothing, and nor does one that nothing is refused for', async () => {
  expect(await foundWhereOpen('/plans', '/news')).toEqual([]);
  expect(await foundWhereOpen('/audit', '/bills', '/news')).toEqual([]);
});

test.each([
  ['Counts the seeds.', ['refuses-fewer-rights readSeeds']],
  ['Counts the seeds, or what a curator has set aside.', []],
])('where all have the same 403, one that speaks of whom it names may be open to others: %s', async (description, findings) => {
  const garden = await serviceFrom(`openapi: 3.1.0
info: { title: Garden, version: '1' }
security: [{ key: [] }]
paths:${['beds', 'maps', 'tools', 'keys'].map((one) => `\n  /${one}:${operation(`read${one}`, 'Shows them.', 'This is for curators.')}`).join('')}
  /seeds:${operation('readSeeds', description, 'This is for curators.')}
components: { securitySchemes: { key: { type: apiKey, in: header, name: x-key } } }
`);
  expect((await foundIn(garden, ['/seeds'])).map((one) => one.split(':')[0])).toEqual(findings);
});
