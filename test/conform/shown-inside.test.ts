// Things that only what they stand below shows, and that have actions at a path of their own: the bids of a tender.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { succeededIn } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }`;
const path = (name: string): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Tenders, version: '1' }
paths:
  /tenders:
    post:
      operationId: addTender
      requestBody: { required: true, ${json('NewTender')} }
      responses: { '201': { description: Made., ${json('Tender')} }, '400': { description: Wrong. } }
  /tenders/{id}:
    ${path('id')}
    get: { operationId: readTender, responses: { '200': { description: 'The tender, with its bids.', ${json('Tender')} }, '404': { description: None. } } }
  /tenders/{id}/bids:
    ${path('id')}
    post:
      operationId: addBid
      description: A tender never has more than one valid bid, so a new one takes the place of the valid one, which becomes replaced and can no longer be awarded.
      requestBody: { required: true, ${json('NewBid')} }
      responses: { '201': { description: 'The bid, which is valid.', ${json('Bid')} }, '400': { description: Wrong. }, '404': { description: None. } }
  /bids/{bid}/award:
    ${path('bid')}
    post:
      operationId: awardBid
      description: Only valid bids can be awarded (409 otherwise).
      responses: { '200': { description: Awarded., ${json('Bid')} }, '404': { description: None. }, '409': { description: It is not valid. } }
components:
  schemas:
    NewTender: { type: object, additionalProperties: false, required: [title], properties: { title: { type: string, minLength: 1, maxLength: 40 } } }
    Tender: { type: object, required: [id, title, bids], properties: { id: { type: integer }, title: { type: string }, bids: { type: array, description: 'All bids, the oldest one first.', items: { $ref: '#/components/schemas/Bid' } } } }
    NewBid: { type: object, additionalProperties: false, required: [price], properties: { price: { type: integer, minimum: 1, maximum: 900000 } } }
    Bid: { type: object, required: [id, price, state], properties: { id: { type: integer }, price: { type: integer }, state: { type: string, enum: [valid, replaced, awarded] } } }
`);

type Fault = 'first-stays-valid' | 'awards-any';
interface Bid {
  readonly id: number;
  readonly price: unknown;
  state: 'valid' | 'replaced' | 'awarded';
}

async function messagesOf(fault?: Fault): Promise<readonly string[]> {
  const judge = await createJudge(service);
  const tenders: { readonly id: number; readonly title: unknown; readonly bids: Bid[] }[] = [];
  const bids: Bid[] = [];
  const target: Handler = async (request) => {
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return new Response(null, { status: 400 });
    const [, kind, id, below] = new URL(request.url).pathname.split('/');
    const body = text === '' ? {} : JSON.parse(text);
    if (id === undefined) {
      tenders.push({ id: tenders.length + 1, title: body.title, bids: [] });
      return Response.json(tenders.at(-1), { status: 201 });
    }
    if (kind === 'bids') {
      const bid = bids[Number(id) - 1];
      if (bid === undefined) return new Response(null, { status: 404 });
      if (bid.state !== 'valid' && fault !== 'awards-any') return new Response(null, { status: 409 });
      bid.state = 'awarded';
      return Response.json(bid);
    }
    const tender = tenders[Number(id) - 1];
    if (tender === undefined) return new Response(null, { status: 404 });
    if (below === undefined) return Response.json(tender);
    if (fault !== 'first-stays-valid') for (const one of tender.bids) if (one.state === 'valid') one.state = 'replaced';
    const bid: Bid = { id: bids.length + 1, price: body.price, state: 'valid' };
    bids.push(bid);
    tender.bids.push(bid);
    return Response.json(bid, { status: 201 });
  };
  const { findings } = await conformService(service, {
    target,
    random: 2,
    sequences: true,
    ...lookingFor('effects-elsewhere', 'state-rules', 'list-after-create'),
  });
  return findings.map(({ check, operation, message }) => `${check} ${operation.id}: ${message}`);
}

describe('bids that only their tender shows', () => {
  test('have no finding where each rule holds', async () => expect(await messagesOf()).toEqual([]));

  test('are replaced by the next one', async () => {
    expect(await messagesOf('first-stays-valid')).toEqual([
      'effects-elsewhere readTender: `state` of the first of bids is `valid` after addBid has made another one, as before it.',
    ]);
  });

  test('are driven through their states', async () => {
    expect(await messagesOf('awards-any')).toEqual([expect.stringMatching(/^state-rules awardBid: /)]);
  });
});

describe('what becomes of the one before', () => {
  const states = ['valid', 'replaced', 'awarded'];
  test.each([
    ['All earlier bids become replaced.', { to: 'replaced' }],
    ['The previous bid, if there is one, is marked as replaced.', { to: 'replaced' }],
    ['Any other valid bid becomes `replaced`.', { from: 'valid', to: 'replaced' }],
    ['If the price is lower, the earlier bid becomes replaced.', undefined],
    ['The previous bid may become replaced.', undefined],
    ['The bid becomes valid.', undefined],
  ])('is read: %s', (text, said) => {
    const found = succeededIn(text, 'bids', states);
    expect(found && { ...(found.from === undefined ? {} : { from: found.from }), to: found.to }).toEqual(said);
  });
});
