// Tests that octavo conform has sequences for things that only all that a run has learnt can make: two vaults of one metal, which the run has to
// find.
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const none = "'404': { description: None. }, '422': { description: Invalid. }";
const id = '{ name: id, in: path, required: true, schema: { type: string, minLength: 2, maxLength: 12 } }';
const metals = ['copper', 'gold', 'iron', 'lead', 'nickel', 'silver', 'tin', 'zinc'];

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Vaults, version: '1' }
paths:
  /vaults:
    post:
      operationId: addVault
      requestBody: { required: true, ${json('NewVault')} }
      responses: { '201': { description: Made., ${json('Vault')} }, ${none} }
  /vaults/{id}:
    parameters: [${id}]
    get: { operationId: readVault, responses: { '200': { description: Found., ${json('Vault')} }, ${none} } }
  /transports:
    post:
      operationId: addTransport
      description: Both vaults must have the same metal, and must be different.
      requestBody: { required: true, ${json('NewTransport')} }
      responses: { '201': { description: Made., ${json('Transport')} }, ${none} }
  /transports/{id}:
    parameters: [${id}]
    get: { operationId: readTransport, responses: { '200': { description: Found., ${json('Transport')} }, ${none} } }
components:
  schemas:
    NewVault: { type: object, additionalProperties: false, required: [metal], properties: { metal: { type: string, enum: [${metals.join(', ')}] } } }
    Vault: { type: object, required: [id, metal], properties: { id: { type: string }, metal: { type: string } } }
    NewTransport:
      type: object
      additionalProperties: false
      required: [fromVault, toVault, bars]
      properties: { fromVault: { type: string, minLength: 2, maxLength: 12 }, toVault: { type: string, minLength: 2, maxLength: 12 }, bars: { type: integer, minimum: 1, maximum: 9 } }
    Transport:
      type: object
      required: [id, fromVault, toVault, bars]
      properties: { id: { type: string }, fromVault: { type: string }, toVault: { type: string }, bars: { type: integer } }
`);

interface Transport {
  readonly fromVault: string;
  readonly toVault: string;
  readonly bars: number;
}

function vaults(forgetsBars: boolean): (request: Request) => Promise<Response> {
  const metalOf = new Map<string, string>();
  const transports = new Map<string, Transport>();
  let last = 10;
  const refused = (status: number, title: string): Response => Response.json({ title }, { status });
  const transport = ({ fromVault, toVault, bars, ...rest }: Record<string, unknown>): Response => {
    const [from, to] = [fromVault, toVault].map(String);
    const isWhole = Number.isInteger(bars) && Number(bars) >= 1 && Number(bars) <= 9;
    if (typeof fromVault !== 'string' || typeof toVault !== 'string' || !isWhole || Object.keys(rest).length > 0)
      return refused(422, 'The body is invalid.');
    if (from === undefined || to === undefined || !metalOf.has(from) || !metalOf.has(to)) return refused(422, 'There is no such vault.');
    if (from === to) return refused(422, 'The vaults are the same.');
    if (metalOf.get(from) !== metalOf.get(to)) return refused(422, 'The vaults have different metals.');
    const made: Transport = { fromVault, toVault, bars: Number(bars) };
    transports.set(`t${++last}`, made);
    return Response.json({ id: `t${last}`, ...made }, { status: 201 });
  };
  return async (request) => {
    const [, kind, key] = new URL(request.url).pathname.split('/');
    if (request.method === 'GET') {
      const metal = metalOf.get(key ?? '');
      const one = transports.get(key ?? '');
      if (kind === 'vaults' && metal !== undefined) return Response.json({ id: key, metal });
      if (kind === 'transports' && one !== undefined) return Response.json({ id: key, ...one, ...(forgetsBars ? { bars: 1 } : {}) });
      return refused(404, 'There is no such thing.');
    }
    const read: unknown = await request.json().catch(() => undefined);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return refused(422, 'The body is invalid.');
    const sent: Record<string, unknown> = { ...read };
    if (kind === 'transports') return transport(sent);
    const { metal, ...rest } = sent;
    if (typeof metal !== 'string' || !metals.includes(metal) || Object.keys(rest).length > 0) return refused(422, 'The body is invalid.');
    metalOf.set(`v${++last}`, metal);
    return Response.json({ id: `v${last}`, metal }, { status: 201 });
  };
}

async function findings(forgetsBars: boolean): Promise<readonly string[]> {
  const target = vaults(forgetsBars);
  const report = await conformService(service, { target, random: 2, most: 40, allowWrites: true, ...lookingFor('read-after-create') });
  return report.findings.map(({ check, operation }) => `${check} ${operation.id}`);
}

describe('things that the run has to find the makings of', () => {
  test('have no finding where they are kept', async () => {
    expect(await findings(false)).toEqual([]);
  });

  test('have sequences of their own', async () => {
    expect(await findings(true)).toEqual(['read-after-create readTransport']);
  });
});
