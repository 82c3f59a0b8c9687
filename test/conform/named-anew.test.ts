// Tests that a rule of what a PUT makes is tried under a new name, where what is there already refuses the change.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const BAYS = `openapi: 3.1.0
info: { title: Bays, version: '1' }
paths:
  /bays/{code}:
    parameters: [{ name: code, in: path, required: true, schema: { type: string, pattern: '^[A-Z]{2}[0-9]{3}$' } }]
    put:
      operationId: putBay
      description: A frozen bay has to have a \`gauge\` (422). A bay keeps its kind (409).
      requestBody: { required: true, content: { application/json: { schema: { type: object, additionalProperties: false, required: [kind], properties: { kind: { type: string, enum: [dry, frozen] }, gauge: { type: string, enum: [north, south] } } }, example: { kind: dry, gauge: north } } } }
      responses: { '200': { description: Changed. }, '201': { description: Made. }, '409': { description: It has another kind. }, '422': { description: Wrong. } }
`;

async function found(hasFault: boolean): Promise<readonly string[]> {
  const kinds = new Map<string, string>();
  const target = async (request: Request): Promise<Response> => {
    const code = new URL(request.url).pathname.slice('/bays/'.length);
    const body = await request.json().catch(() => null);
    const isWrong =
      !/^[A-Z]{2}\d{3}$/.test(code) || !['dry', 'frozen'].includes(body?.kind) || !['north', 'south', undefined].includes(body.gauge);
    if (isWrong || (body.kind === 'frozen' && body.gauge === undefined && !hasFault)) return new Response(null, { status: 422 });
    const before = kinds.get(code);
    if (before !== undefined && before !== body.kind) return new Response(null, { status: 409 });
    kinds.set(code, body.kind);
    return new Response(null, { status: before === undefined ? 201 : 200 });
  };
  const { findings } = await conformService(await serviceFrom(BAYS), { target, random: 1, ...lookingFor('stated-rules') });
  return findings.map(({ message }) => message);
}

test('a bay of another kind is one with another name', async () => {
  expect(await found(false)).toEqual([]);
  expect(await found(true)).toEqual([expect.stringMatching(/`kind` frozen and without `gauge`/)]);
});
