// What a fee was when a visit was booked, where a fee is set in a tariff for each treatment; and what all vouchers of a visit may come to, in texts
// with decimals.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { isSnapshot } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const id = (name: string): string => `{ name: ${name}, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }`;
const ID = `parameters: [${id('id')}]`;
const closed = (required: string, members: string): string =>
  `{ type: object, additionalProperties: false, required: [${required}], properties: { ${members} } }`;
const open = (required: string, members: string): string => `{ type: object, required: [${required}], properties: { ${members} } }`;
const NAMED = open('id, name', 'id: { type: integer }, name: { type: string }');
const NAME = closed('name', 'name: { type: string, minLength: 1, maxLength: 30 }');
const NUMBER = '{ type: integer, minimum: 1, maximum: 99999 }';
const AMOUNT = "{ type: string, pattern: '^[0-9]{1,6}[.][0-9]{2}$', example: '4.00' }";
const VISIT = open(
  'id, tariff_id, treatment_id, fee, vouchers_limit',
  `id: { type: integer }, tariff_id: { type: integer }, treatment_id: { type: integer }, fee: { type: integer }, vouchers_limit: ${AMOUNT}`,
);
const things = (kind: string): string => `
  /${kind}s:
    post:
      operationId: add_${kind}
      requestBody: { required: true, ${json(NAME)} }
      responses: { '201': { description: Made., ${json(NAMED)} }, '400': { description: Wrong. } }
  /${kind}s/{id}:
    ${ID}
    get: { operationId: read_${kind}, responses: { '200': { description: It., ${json(NAMED)} }, '404': { description: None. } } }`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Visits, version: '1' }
paths:${things('tariff')}${things('treatment')}
  /tariffs/{tariff_id}/fees/{treatment_id}:
    parameters: [${id('tariff_id')}, ${id('treatment_id')}]
    put:
      operationId: set_fee
      description: Sets the fee of a treatment. Visits that exist keep the fee they have.
      requestBody: { required: true, ${json(closed('cents', 'cents: { type: integer, minimum: 100, maximum: 90000 }'))} }
      responses: { '204': { description: Set. }, '400': { description: Wrong. }, '404': { description: None. } }
  /visits:
    post:
      operationId: add_visit
      description: A visit has the fee of its treatment in its tariff, or 0 where none is set.
      requestBody: { required: true, ${json(closed('tariff_id, treatment_id', `tariff_id: ${NUMBER}, treatment_id: ${NUMBER}`))} }
      responses: { '201': { description: Booked., ${json(VISIT)} }, '400': { description: Wrong. }, '422': { description: There is no such tariff or treatment. } }
  /visits/{id}:
    ${ID}
    get: { operationId: read_visit, responses: { '200': { description: It., ${json(VISIT)} }, '404': { description: None. } } }
  /visits/{id}/vouchers:
    ${ID}
    post:
      operationId: redeem
      description: What is redeemed must not exceed the vouchers limit in total (409).
      requestBody: { required: true, ${json(closed('amount, code', `amount: ${AMOUNT}, code: { type: string, minLength: 1, maxLength: 30 }`))} }
      responses: { '201': { description: Taken., ${json(open('amount', `amount: ${AMOUNT}`))} }, '400': { description: Wrong. }, '404': { description: None. }, '409': { description: Too much. } }
`);
const judge = await createJudge(service);

function practice(fault?: 'fee-follows' | 'voucher-alone'): Handler {
  const names: Record<string, string[]> = { tariffs: [], treatments: [] };
  const fees = new Map<string, number>();
  const visits: { tariff_id: number; treatment_id: number; fee: number; vouchers: number }[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  return async (request) => {
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return status(400);
    const body = text === '' ? {} : JSON.parse(text);
    const [, kind = '', one, below, other] = new URL(request.url).pathname.split('/');
    const known = names[kind];
    const has = (name: string, key: unknown): boolean => names[name]?.[Number(key) - 1] !== undefined;
    if (known !== undefined && one === undefined) return Response.json({ id: known.push(body.name), name: body.name }, { status: 201 });
    if (known !== undefined && below !== undefined) {
      if (!has('tariffs', one) || !has('treatments', other)) return status(404);
      fees.set(`${one} ${other}`, body.cents);
      return status(204);
    }
    if (known !== undefined) return has(kind, one) ? Response.json({ id: Number(one), name: known[Number(one) - 1] }) : status(404);
    const feeOf = (tariff: number, treatment: number): number => fees.get(`${tariff} ${treatment}`) ?? 0;
    if (one === undefined) {
      if (!has('tariffs', body.tariff_id) || !has('treatments', body.treatment_id)) return status(422);
      visits.push({ ...body, fee: feeOf(body.tariff_id, body.treatment_id), vouchers: 0 });
    }
    const number = one === undefined ? visits.length : Number(one);
    const visit = visits[number - 1];
    if (visit === undefined) return status(404);
    if (below !== undefined) {
      const cents = Math.round(Number(body.amount) * 100);
      if (cents === 0 || (fault === 'voucher-alone' ? 0 : visit.vouchers) + cents > 5000) return status(409);
      visit.vouchers += cents;
      return Response.json({ amount: body.amount }, { status: 201 });
    }
    const { vouchers: _, ...shown } = visit;
    const fee = fault === 'fee-follows' ? feeOf(visit.tariff_id, visit.treatment_id) : visit.fee;
    return Response.json({ id: number, ...shown, fee, vouchers_limit: '50.00' }, { status: one === undefined ? 201 : 200 });
  };
}

async function messagesOf(fault?: Parameters<typeof practice>[0]): Promise<readonly string[]> {
  const checks = lookingFor('effects-elsewhere', 'stated-again');
  const { findings } = await conformService(service, { target: practice(fault), random: 2, sequences: true, ...checks });
  return findings.map(({ operation, message }) => `${operation.id}: ${message}`);
}

test.each([
  [undefined, []],
  ['fee-follows', ['read_visit: `fee` is another number after set_fee, which was done once the thing was made.']],
  ['voucher-alone', ['redeem: redeem has accepted `amount` 50 after 4, where `vouchers_limit` is 50.']],
] as const)('%s', async (fault, found) => expect(await messagesOf(fault)).toEqual(found));

test.each([
  ['Bills that exist keep the amounts they have.', true],
  ['Its fees are those of the tariff at this moment, and it keeps them.', true],
  ['Bills that are there already stay as they are.', true],
  ['A tariff that exists can be read.', false],
])('%s', (text, isSaid) => expect(isSnapshot(text)).toBe(isSaid));
