// Tests what octavo conform finds of actions that are done twice to what nothing shows, of numbers of other things that an action takes back, and of
// sums of amounts that are written as texts.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { undoneIn } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const body = (schema: string): string => `requestBody: { required: true, ${json(schema)} }`;
const answer = (status: number, schema: string): string => `'${status}': { description: It., ${json(schema)} }`;
const path = (name: string, schema: string): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { $ref: '#/components/schemas/${schema}' } }]`;
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const NONE = "'404': { description: None. }, '422': { description: Wrong. }";

const PURSES = (says: string): string => `openapi: 3.1.0
info: { title: Purses, version: '1' }
paths:
  /purses:
    post:
      operationId: openPurse
      ${body('{ type: object, required: [label], properties: { label: { type: string, minLength: 1, maxLength: 20 } } }')}
      responses: { ${answer(201, ref('Purse'))}, ${NONE} }
  /purses/{purseNumber}:
    ${path('purseNumber', 'PurseNumber')}
    get: { operationId: readPurse, responses: { ${answer(200, ref('Purse'))}, ${NONE} } }
  /moves:
    post:
      operationId: moveMoney
      ${body(`{ type: object, required: [fromPurse, toPurse, amount], properties: { fromPurse: ${ref('PurseNumber')}, toPurse: ${ref('PurseNumber')}, amount: ${ref('Amount')} } }`)}
      responses: { ${answer(201, ref('Move'))}, ${NONE} }
  /moves/{moveNumber}/revoke:
    ${path('moveNumber', 'MoveNumber')}
    post:
      operationId: revokeMove
      description: ${says}
      responses: { ${answer(200, ref('Move'))}, '409': { description: Refused. }, ${NONE} }
components:
  schemas:
    PurseNumber: { type: string, pattern: '^[1-9][0-9]{5}$' }
    MoveNumber: { type: integer, minimum: 1 }
    Amount: { type: string, pattern: '^[1-9]\\.[0-9]{2}$', examples: ['2.50'] }
    Purse: { type: object, required: [purseNumber, label, balance], properties: { purseNumber: ${ref('PurseNumber')}, label: { type: string }, balance: { type: string } } }
    Move: { type: object, required: [moveNumber, fromPurse, toPurse, amount], properties: { moveNumber: ${ref('MoveNumber')}, fromPurse: ${ref('PurseNumber')}, toPurse: ${ref('PurseNumber')}, amount: ${ref('Amount')} } }
`;

const BACK = 'The amount is debited from the purse that has received it and credited to the one that it came from.';
const ONCE = 'No move is revoked more than once (409).';

type Slip = 'revoked twice' | 'receiver keeps it' | 'sender is without it' | 'withdrawn still counts' | 'old amount stays';

interface Move {
  readonly fromPurse: string;
  readonly toPurse: string;
  readonly amount: string;
  isRevoked: boolean;
}

const status = (code: number): Response => new Response(null, { status: code });

async function purses(document: string, slip?: Slip): Promise<Handler> {
  const judge = await createJudge(await serviceFrom(document));
  const all = new Map<string, { readonly label: string; cents: number }>();
  const moves: Move[] = [];
  const book = (purse: string, amount: string, sign: number): void => {
    const one = all.get(purse);
    if (one !== undefined) one.cents += sign * Math.round(Number(amount) * 100);
  };
  const shown = (purseNumber: string): object => {
    const { label, cents } = all.get(purseNumber) ?? { label: '', cents: 0 };
    return { purseNumber, label, balance: (cents / 100).toFixed(2) };
  };
  return async (request) => {
    const [, kind, key = '', action] = new URL(request.url).pathname.split('/');
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return status(422);
    if (kind === 'purses' && request.method === 'POST') {
      const number = String(200_000 + all.size);
      all.set(number, { label: JSON.parse(text).label, cents: 50_000 });
      return Response.json(shown(number), { status: 201 });
    }
    if (kind === 'purses') return all.has(key) ? Response.json(shown(key)) : status(404);
    if (action === undefined) {
      const { fromPurse, toPurse, amount } = JSON.parse(text);
      if (!all.has(fromPurse) || !all.has(toPurse) || fromPurse === toPurse) return status(422);
      book(fromPurse, amount, -1);
      book(toPurse, amount, 1);
      const moveNumber = moves.push({ fromPurse, toPurse, amount, isRevoked: false });
      return Response.json({ moveNumber, fromPurse, toPurse, amount }, { status: 201 });
    }
    const move = moves[Number(key) - 1];
    if (move === undefined) return status(404);
    if (move.isRevoked && slip !== 'revoked twice') return status(409);
    move.isRevoked = true;
    if (slip !== 'sender is without it') book(move.fromPurse, move.amount, 1);
    if (slip !== 'receiver keeps it') book(move.toPurse, move.amount, -1);
    const { isRevoked: _, ...rest } = move;
    return Response.json({ moveNumber: Number(key), ...rest });
  };
}

const DRIVES = (says: string): string => `openapi: 3.0.3
info: { title: Drives, version: '1' }
paths:
  /drives:
    post:
      operationId: addDrive
      ${body('{ type: object, required: [title], properties: { title: { type: string, minLength: 1, maxLength: 20 } } }')}
      responses: { ${answer(201, ref('Drive'))}, ${NONE} }
  /drives/{driveId}:
    ${path('driveId', 'Id')}
    get: { operationId: readDrive, responses: { ${answer(200, ref('Drive'))}, ${NONE} } }
  /drives/{driveId}/gifts:
    ${path('driveId', 'Id')}
    get: { operationId: listGifts, responses: { ${answer(200, `{ type: array, items: ${ref('Gift')} }`)}, ${NONE} } }
    post:
      operationId: give
      ${body(`{ type: object, required: [amount], properties: { amount: ${ref('Amount')} } }`)}
      responses: { ${answer(201, ref('Gift'))}, ${NONE} }
  /gifts/{giftId}:
    ${path('giftId', 'Id')}
    patch:
      operationId: changeGift
      ${body(`{ type: object, properties: { amount: ${ref('Amount')} } }`)}
      responses: { ${answer(200, ref('Gift'))}, '409': { description: It is withdrawn. }, ${NONE} }
  /gifts/{giftId}/withdraw:
    ${path('giftId', 'Id')}
    post:
      operationId: withdrawGift
      description: ${says}
      responses: { ${answer(200, ref('Gift'))}, '409': { description: It is withdrawn. }, ${NONE} }
components:
  schemas:
    Id: { type: integer, minimum: 1 }
    Amount: { type: string, pattern: '^[1-9][0-9]?\\.[0-9]{2}$', example: '12.50' }
    Drive: { type: object, required: [id, title, collected], properties: { id: ${ref('Id')}, title: { type: string }, collected: { type: string } } }
    Gift: { type: object, required: [id, driveId, amount, state], properties: { id: ${ref('Id')}, driveId: ${ref('Id')}, amount: ${ref('Amount')}, state: { type: string, enum: [given, withdrawn] } } }
`;

interface Gift {
  readonly id: number;
  readonly driveId: number;
  amount: string;
  state: string;
}

async function drives(document: string, slip?: Slip): Promise<Handler> {
  const judge = await createJudge(await serviceFrom(document));
  const titles: string[] = [];
  const collected = new Map<number, number>();
  const gifts: Gift[] = [];
  const add = (drive: number, amount: string, sign = 1): void => {
    collected.set(drive, (collected.get(drive) ?? 0) + sign * Math.round(Number(amount) * 100));
  };
  const shown = (id: number): object => ({ id, title: titles[id - 1], collected: ((collected.get(id) ?? 0) / 100).toFixed(2) });
  return async (request) => {
    const [, kind, key, below] = new URL(request.url).pathname.split('/');
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return status(422);
    const sent = text === '' ? {} : JSON.parse(text);
    const id = Number(key);
    if (kind === 'drives' && key === undefined) return Response.json(shown(titles.push(sent.title)), { status: 201 });
    if (kind === 'drives' && id > titles.length) return status(404);
    if (kind === 'drives' && below === undefined) return Response.json(shown(id));
    if (kind === 'drives' && request.method === 'GET') return Response.json(gifts.filter(({ driveId }) => driveId === id));
    if (kind === 'drives') {
      const gift = { id: gifts.length + 1, driveId: id, amount: sent.amount, state: 'given' };
      gifts.push(gift);
      add(id, gift.amount);
      return Response.json(gift, { status: 201 });
    }
    const gift = gifts[id - 1];
    if (gift === undefined) return status(404);
    if (gift.state === 'withdrawn') return status(409);
    if (below === 'withdraw') {
      gift.state = 'withdrawn';
      if (slip !== 'withdrawn still counts') add(gift.driveId, gift.amount, -1);
    } else if (sent.amount !== undefined) {
      if (slip !== 'old amount stays') add(gift.driveId, gift.amount, -1);
      gift.amount = sent.amount;
      add(gift.driveId, gift.amount);
    }
    return Response.json(gift);
  };
}

const CHECKS = ['state-rules', 'effects-elsewhere', 'sums-below'];

interface Case {
  readonly name: string;
  readonly document: string;
  readonly start: typeof purses;
  readonly slip?: Slip;
  readonly finds?: RegExp;
}

const CASES: readonly Case[] = [
  { name: 'moves without a slip', document: PURSES(`${BACK} ${ONCE}`), start: purses },
  {
    name: 'a move that is revoked twice',
    document: PURSES(`${BACK} ${ONCE}`),
    start: purses,
    slip: 'revoked twice',
    finds: /^state-rules: revokeMove has succeeded twice on one thing of moves\.$/,
  },
  {
    name: 'a second time that may come',
    document: PURSES('A move can be revoked again, which changes nothing.'),
    start: purses,
    slip: 'revoked twice',
  },
  {
    name: 'a purse that keeps what was revoked',
    document: PURSES(`${BACK} ${ONCE}`),
    start: purses,
    slip: 'receiver keeps it',
    finds: /^effects-elsewhere: `balance` of purses was [\d.]+ before moveMoney, and is [\d.]+ after revokeMove of what that has made\.$/,
  },
  {
    name: 'a purse that does not get back what was revoked',
    document: PURSES('Its amount is credited back to the sender and debited from the recipient.'),
    start: purses,
    slip: 'sender is without it',
    finds: /^effects-elsewhere: `balance` of purses was /,
  },
  {
    name: 'half of it back',
    document: PURSES('Half of the amount is debited from the recipient and credited to the sender.'),
    start: purses,
    slip: 'receiver keeps it',
  },
  { name: 'gifts without a slip', document: DRIVES('Its amount is taken off `collected`.'), start: drives },
  {
    name: 'a gift that still counts',
    document: DRIVES('Its amount is taken off `collected`.'),
    start: drives,
    slip: 'withdrawn still counts',
    finds: /^effects-elsewhere: `collected` of drives was [\d.]+ before give, and is [\d.]+ after withdrawGift of what that has made\.$/,
  },
  { name: 'a gift of which no text speaks', document: DRIVES('Withdraws the gift.'), start: drives, slip: 'withdrawn still counts' },
  {
    name: 'a sum with the amount from before a change',
    document: DRIVES('Withdraws the gift.'),
    start: drives,
    slip: 'old amount stays',
    finds:
      /^sums-below: `collected` rose by `amount` with each of three creates, and is [\d.]+ after changeGift has changed that from [\d.]+ to [\d.]+\.$/,
  },
];

test.each(CASES)('$name', async ({ document, start, slip, finds }) => {
  const target = await start(document, slip);
  const { findings } = await conformService(await serviceFrom(document), { target, random: 1, ...lookingFor(...CHECKS) });
  const found = findings.filter(({ check }) => CHECKS.includes(check)).map(({ check, message }) => `${check}: ${message}`);
  expect(found).toEqual(finds === undefined ? [] : [expect.stringMatching(finds)]);
});

describe('what a sentence says is undone', () => {
  test.each([
    ['Their amount is taken off `raised`, they are taken off `backers`, and their place is free again.', ['raised', 'backers']],
    ['The `spent` of the budget goes down by its amount.', ['spent']],
    ['It no longer counts in `openOrders`.', ['openOrders']],
    ['The amount is booked back from the shop to the customer.', undefined],
    ['The full amount is credited to the payer and debited from the payee.', undefined],
  ])('%s', (text, members) => {
    expect(undoneIn(text, ['raised', 'backers', 'spent', 'openOrders'])).toEqual({
      quote: text,
      ...(members === undefined ? {} : { members }),
    });
  });

  test.each([
    'If it was paid, its amount is taken off `raised`.',
    'Its amount less a fee is taken off `raised`.',
    'Its amount is not taken off `raised`.',
    'The amount is credited to the payee.',
    'Half of its amount is taken off `spent`.',
    'The `spent` of the budget goes down by the amount.',
    'The cover is taken off the book.',
  ])('%s', (text) => expect(undoneIn(text, ['raised', 'backers', 'spent', 'openOrders'])).toBeUndefined());
});
