// Tests that a finding shows what a reader needs: the requests that made its things and brought them into their state, in the order of sending.
import { expect, test } from 'vitest';
import type { Finding } from '../../generator/conform/contract/check.ts';
import type { Exchange } from '../../generator/conform/contract/exchange.ts';
import { conformService } from '../../generator/conform/index.ts';
import { curlOf } from '../../generator/conform/report/curl.ts';
import { stepsOf } from '../../generator/conform/report/steps.ts';
import { findingLines } from '../../generator/conform/report/terminal.ts';
import { refusalOf } from '../../generator/conform/sequences/machines/machine.ts';
import { lookingFor, serviceFrom } from './support.ts';

const box = "content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } }";

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Boxes, version: '1' }
paths:
  /boxes:
    post:
      operationId: addBox
      requestBody:
        { required: true, content: { application/json: { schema: { type: object, properties: { label: { type: string } } } } } }
      responses: { '201': { description: Made., ${box} } }
  /boxes/{id}/seal:
    post:
      operationId: sealBox
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: Sealed., ${box} }, '404': { description: None. }, '422': { description: It is sealed. } }
  /boxes/{id}/seals:
    get:
      operationId: readSeal
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: Found., content: { application/json: { schema: { type: object, required: [at], properties: { at: { type: string } } } } } }
        '404': { description: None. }
components:
  schemas: { Box: { type: object, required: [id], properties: { id: { type: string }, label: { type: string } } } }
`);

/** A seal is read without its time, once there is one. */
function boxes(): (request: Request) => Promise<Response> {
  const sealed = new Map<string, boolean>();
  return async ({ method, url }) => {
    const [, , id = '', what] = new URL(url).pathname.split('/');
    if (method === 'POST' && what === undefined) {
      const made = `box-${sealed.size + 1}`;
      sealed.set(made, false);
      return Response.json({ id: made }, { status: 201 });
    }
    if (!sealed.has(id) || (method === 'GET' && sealed.get(id) !== true)) return new Response(null, { status: 404 });
    if (method === 'GET') return Response.json({});
    if (sealed.get(id) === true) return new Response(null, { status: 422 });
    sealed.set(id, true);
    return Response.json({ id });
  };
}

test('a finding has the create of its thing, and the action that has brought it into its state', async () => {
  const { findings } = await conformService(service, { target: boxes(), random: 0, ...lookingFor('response-body') });
  const finding = findings.find(({ operation }) => operation.id === 'readSeal');
  expect(finding?.exchanges.map(({ case: { operation } }) => operation.id)).toEqual(['addBox', 'sealBox', 'readSeal']);
  const lines = findingLines(finding as Finding, { origin: 'http://127.0.0.1' });
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^ {2}> const a = unwrap\(await client\.addBox\(/),
      '  > await client.sealBox({ path: { id: a.id } });',
      '  > await client.readSeal({ path: { id: a.id } });',
    ]),
  );
});

const [addBox, sealBox] = service.operations;
if (addBox === undefined || sealBox === undefined) throw new Error('The document has these operations.');

function exchangeOf(began: number, status: number, target: string, credential: 'given' | 'other' = 'given'): Exchange {
  const request = { method: 'POST', target, headers: {} };
  const one = { id: `${began}`, operation: addBox, intent: { kind: 'valid', by: 'all' }, request, credential };
  const sent = { ...request, headers: { authorization: 'secret' }, secrets: ['secret'] };
  return {
    case: one,
    sent,
    began,
    milliseconds: 1,
    response: { status, headers: new Headers(), body: new Uint8Array() },
  } as unknown as Exchange;
}

test('steps stand in the order of sending, without refusals that other values have put right', () => {
  const [refused, made, wrong, after] = [
    exchangeOf(1, 422, '/boxes'),
    exchangeOf(2, 201, '/boxes'),
    exchangeOf(3, 422, '/boxes/1/seal'),
    exchangeOf(4, 200, '/boxes/1'),
  ] as const;
  expect(stepsOf({ exchanges: [refused, made, after, wrong] })).toEqual([made, wrong, after]);
});

test('the credential of each caller is a variable of its own', () => {
  const shown = (credential: 'given' | 'other'): string => curlOf(exchangeOf(1, 200, '/boxes', credential), 'http://127.0.0.1');
  expect(shown('given')).toContain('"authorization: $CREDENTIAL"');
  expect(shown('other')).toContain('"authorization: $OTHER_CREDENTIAL"');
});

test('a state is refused with the status that the sentence names, that has the sentence, or that is declared for states', () => {
  expect(refusalOf(sealBox, [])).toBe('the status 422');
  expect(refusalOf(sealBox, ['A box that is sealed is a 423'])).toMatch(/^the status 423, as/);
  expect(
    refusalOf({ ...sealBox, responses: [{ status: '409' }, ...sealBox.responses] as typeof sealBox.responses }, ['It is sealed.']),
  ).toMatch(/^the status 422, as/);
  expect(refusalOf(addBox, [])).toBe('a status from 400 to 499');
});
