// Tests that octavo conform finds counts and sums that are not brought up to date, and actions in wrong states, in a small service of carts.
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { stateRulesOf } from '../../generator/inference/prose/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';
const cart = `'200': { description: The cart., ${json('Cart')} }`;
const refused = "'404': { description: None. }, '409': { description: Refused. }";

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Carts, version: '1' }
paths:
  /carts:
    post:
      operationId: addCart
      description: A new cart is open.
      requestBody: { required: true, ${json('NewCart')} }
      responses: { '201': { description: Made., ${json('Cart')} }, '400': { description: Invalid. } }
  /carts/{id}:
    parameters: [${id}]
    get: { operationId: readCart, responses: { ${cart}, '404': { description: None. } } }
  /carts/{id}/order:
    parameters: [${id}]
    post: { operationId: orderCart, summary: Orders an open cart, description: 'A 409 if the cart is not open.', responses: { ${cart}, ${refused} } }
  /carts/{id}/cancel:
    parameters: [${id}]
    post: { operationId: cancelCart, summary: Cancels a cart, description: 'A 409 if the cart is cancelled.', responses: { ${cart}, ${refused} } }
  /carts/{id}/reopen:
    parameters: [${id}]
    post:
      operationId: reopenCart
      description: A \`cancelled\` cart becomes \`open\`; \`reopened\` is one more. Any other is a 409.
      responses: { ${cart}, ${refused} }
  /carts/{id}/parcels:
    parameters: [${id}]
    post: { operationId: packCart, responses: { '201': { description: A parcel., ${json('Parcel')} }, '404': { description: None. } } }
  /carts/{id}/lines:
    parameters: [${id}]
    post:
      operationId: addLine
      description: A cancelled cart is a 409.
      requestBody: { required: true, ${json('NewLine')} }
      responses: { '201': { description: The cart., ${json('Cart')} }, '400': { description: Invalid. }, ${refused} }
  /carts/{id}/lines/{line}:
    parameters: [${id}, { name: line, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }]
    delete: { operationId: removeLine, responses: { '204': { description: Gone. }, '404': { description: None. } } }
components:
  schemas:
    NewLine:
      type: object
      required: [price, quantity]
      properties: { price: { type: number, multipleOf: 0.01, minimum: 0.01, maximum: 99 }, quantity: { type: integer, minimum: 1, maximum: 99 } }
    Parcel: { type: object, required: [id, status], properties: { id: { type: integer }, status: { type: string, enum: [ordered, sent] } } }
    NewCart:
      type: object
      required: [lines]
      properties: { lines: { type: array, minItems: 1, maxItems: 4, items: { $ref: '#/components/schemas/NewLine' } } }
    Line: { type: object, properties: { line: { type: integer }, price: { type: number }, quantity: { type: integer } } }
    Cart:
      type: object
      required: [id, lines, total, lineCount, pieceCount, status]
      properties:
        id: { type: integer }
        lines: { type: array, items: { $ref: '#/components/schemas/Line' } }
        total: { type: number }
        lineCount: { type: integer }
        pieceCount: { type: integer, description: How many pieces there were when the cart was made. }
        status: { type: string, enum: [open, ordered, cancelled] }
        reopened: { type: integer }
`);

interface Line {
  readonly line: number;
  readonly price: number;
  readonly quantity: number;
}

interface Cart {
  readonly id: number;
  readonly pieces: number;
  lines: Line[];
  count: number;
  total: number;
  status: string;
  reopened: number;
}

interface Faults {
  readonly keepsCount?: boolean;
  readonly keepsTotal?: boolean;
  readonly countsRemoved?: boolean;
  readonly orders?: (status: string) => boolean;
  readonly cancels?: (status: string) => boolean;
  readonly showsOrdered?: boolean;
  readonly cancelsRefused?: boolean;
  readonly counts?: number;
  readonly reopensAs?: string;
  readonly addsAlways?: boolean;
  readonly countsRefused?: boolean;
  readonly makes?: string;
}

const totalOf = (lines: readonly Line[]): number =>
  Math.round(lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0) * 100) / 100;

function carts(faults: Faults): (request: Request) => Promise<Response> {
  const made = new Map<number, Cart>();
  let last = 0;
  const shown = ({ pieces, count, ...rest }: Cart): object => ({ ...rest, lineCount: count, pieceCount: pieces });
  const isLine = (one: unknown): one is Line =>
    typeof one === 'object' && one !== null && Number.isInteger((one as Line).quantity) && typeof (one as Line).price === 'number';
  const setLines = (one: Cart, lines: Line[]): void => {
    one.lines = lines;
    if (faults.keepsCount !== true) one.count = lines.length;
    if (faults.keepsTotal !== true) one.total = totalOf(lines);
  };
  return async (request) => {
    const [, , key, sub, line] = new URL(request.url).pathname.split('/');
    const none = (status: number): Response => new Response(null, { status });
    const body = request.method === 'POST' ? await request.json().catch(() => undefined) : undefined;
    if (request.method === 'POST' && key === undefined) {
      if (!Array.isArray(body?.lines) || body.lines.length === 0 || !body.lines.every(isLine)) return none(400);
      const lines: Line[] = body.lines.map(({ price, quantity }: Line) => ({ line: ++last, price, quantity }));
      const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      const one: Cart = {
        id: ++last,
        pieces,
        lines,
        count: lines.length,
        total: totalOf(lines),
        status: faults.makes ?? 'open',
        reopened: 0,
      };
      made.set(one.id, one);
      return Response.json(shown(one), { status: 201 });
    }
    const one = made.get(Number(key));
    if (one === undefined) return none(404);
    if (sub === undefined) return Response.json(shown(one));
    if (sub === 'lines' && request.method === 'POST') {
      if (!isLine(body)) return none(400);
      if (one.status === 'cancelled' && faults.addsAlways !== true) return none(409);
      setLines(one, [...one.lines, { line: ++last, price: body.price, quantity: body.quantity }]);
      return Response.json(shown(one), { status: 201 });
    }
    if (sub === 'lines') {
      const left = one.lines.filter((other) => other.line !== Number(line));
      if (left.length === one.lines.length) return none(404);
      const { count } = one;
      setLines(one, left);
      if (faults.countsRemoved === true) one.count = count;
      return none(204);
    }
    // A parcel has a state of its own.
    if (sub === 'parcels') return Response.json({ id: one.id, status: 'ordered' }, { status: 201 });
    if (sub === 'reopen') {
      if (faults.countsRefused === true) one.reopened++;
      if (one.status !== 'cancelled') return none(409);
      one.status = faults.reopensAs ?? 'open';
      one.reopened += faults.counts ?? 1;
      return Response.json(shown(one));
    }
    const isOrder = sub === 'order';
    const isAllowed = isOrder
      ? (faults.orders ?? ((status) => status === 'open'))
      : (faults.cancels ?? ((status) => status !== 'cancelled'));
    if (!isAllowed(one.status)) {
      if (faults.cancelsRefused === true && one.status === 'ordered') one.status = 'cancelled';
      return none(409);
    }
    if (!isOrder || faults.showsOrdered !== true) one.status = isOrder ? 'ordered' : 'cancelled';
    return Response.json({ ...shown(one), status: isOrder ? 'ordered' : 'cancelled' });
  };
}

const CHECKS = ['derived-members', 'count-below', 'state-rules'];

test.each(
  sampleOf<readonly [says: string, faults: Faults, found: readonly RegExp[]]>(
    [
      ['a service without a fault', {}, []],
      [
        'a count that stays',
        { keepsCount: true },
        [/^derived-members: `lineCount` is \d after addLine, and the number of `lines` is \d\.$/],
      ],
      [
        'a total that stays',
        { keepsTotal: true },
        [/^derived-members: `total` is [\d.]+ after addLine, and the sum of `price` × `quantity` in `lines` is [\d.]+\.$/],
      ],
      [
        'a count that a delete leaves',
        { countsRemoved: true },
        [
          /^derived-members: `lineCount` is \d after removeLine, and the number of `lines` is \d\.$/,
          /^count-below: `lineCount` rose by one with each of three creates, and is 4 after removeLine, not 3\.$/,
        ],
      ],
      [
        'an action in a state in which it is refused',
        { orders: () => true },
        [/^state-rules: orderCart is answered with 200 where `status` is `ordered`, in which the document says that it is refused\.$/],
      ],
      [
        'an action that is refused in the state that it is for',
        { orders: () => false },
        [/^state-rules: orderCart is refused with 409 where `status` is `open`, for which the document has it\.$/],
      ],
      [
        'an answer with another state',
        { showsOrdered: true },
        [/^state-rules: orderCart answers with the state `ordered`, and `open` is read after it\.$/],
      ],
      [
        'a refused action that changes the state',
        { cancelsRefused: true },
        [/^state-rules: orderCart is refused with 409, and has changed `status` from `ordered` to `cancelled`\.$/],
      ],
      [
        'an action after which a count is not what the document says',
        { counts: 2 },
        [/^state-rules: `reopened` is 2 after reopenCart, and was 0 before it\.$/],
      ],
      [
        'an action that leads to another state than the document says',
        { reopensAs: 'ordered' },
        [/^state-rules: `status` is `ordered` after reopenCart in the state `cancelled`, and the document says that it becomes `open`\.$/],
      ],
      [
        'a line for a cart in a state in which the document refuses it',
        { addsAlways: true },
        [/^state-rules: addLine is answered with 201 where `status` is `cancelled`, in which the document says that it is refused\.$/],
      ],
      [
        'a new thing in another state than the document says',
        { makes: 'ordered' },
        [/^state-rules: `status` is `ordered` after addCart, and the document says: “A new cart is open\.”$/],
      ],
      [
        'a refused action that changes a count',
        { countsRefused: true },
        [/^state-rules: reopenCart is refused with 409, and has changed `reopened`\.$/],
      ],
    ],
    5,
  ),
)('%s', async (_, faults, found) => {
  const settings = { most: 1, random: 0, ...lookingFor(...CHECKS) };
  const { findings, operations } = await conformService(service, { target: carts(faults), ...settings });
  const shown = findings.flatMap(({ check, message }) => (CHECKS.includes(check) ? [`${check}: ${message}`] : []));
  expect(shown).toEqual(found.map((one) => expect.stringMatching(one)));
  const looked = operations.flatMap(({ cells }) => [...cells.keys()]);
  expect(looked).toContain('derived-members');
  expect(looked.includes('state-rules') || shown.length > 0).toBe(true);
});

describe('states in which texts refuse an action', () => {
  const STATES = ['draft', 'in_review', 'sent', 'closed'];
  test.each<readonly [text: string, allowed: readonly string[] | undefined, refused: readonly string[]]>([
    ['A 409 if the letter is not a draft.', ['draft'], []],
    ['A 409 if it is no draft or the box is full.', ['draft'], []],
    ['Only drafts can be sent.', ['draft'], []],
    ['A draft becomes sent. Any other is a 409.', ['draft'], []],
    ['A `draft` or an `in_review` letter becomes `sent`, a `sent` one stays so. Any other is a 409.', ['draft', 'in_review', 'sent'], []],
    ['A draft becomes sent if it has a stamp. Any other is a 409.', undefined, []],
    ['A closed letter is a 409.', undefined, ['closed']],
    ['A page of a closed letter is a 409.', undefined, ['closed']],
    ['A closed box is a 409.', undefined, []],
    ['A letter that is not sent is a 409.', ['sent'], []],
    ['Only a `draft` or `in_review` letter may be sent.', ['draft', 'in_review'], []],
    ['The letter must be in review.', ['in_review'], []],
    ['The sender and the box must be of the office, and the letter must be in review.', ['in_review'], []],
    ['The letter must be in review and have a sender.', ['in_review'], []],
    ['Fails with 409 when the letter is already sent or closed.', undefined, ['sent', 'closed']],
    ['A sent letter is fine.', undefined, []],
    ['Only a sent letter gets stamps: a draft is a 409, a closed letter a 410.', ['sent'], ['draft', 'closed']],
    ['Only a sent letter gets stamps; a draft is a 409.', ['sent'], ['draft']],
    ['Only a sent letter gets stamps.', undefined, []],
    ['Unknown boxes are a 422, a draft is a 409, and a closed letter a 410.', undefined, ['draft', 'closed']],
    ['It needs a stamp; without one, and for a letter that is closed already, it is a 409.', undefined, ['closed']],
    ['A letter is opened once, and only if it is sent; any other is a 409.', ['sent'], []],
    ['Letters that are not in review become closed. Any other is a 409.', undefined, []],
    ['A 409 if the letter is sent and the caller is no manager.', undefined, []],
    ['A 409 if the letter has closed parts.', undefined, []],
    ['A letter that is not sent, or that has no stamp, is a 409, and so is one for a full box.', ['sent'], []],
    ['A 409 if the letter is sent without a stamp.', undefined, []],
    ['Only a letter that is `in_review` can be sent.', ['in_review'], []],
    ['Only a letter that is a draft can be sent.', ['draft'], []],
    ['Only letters that are still drafts may be changed. They can be sent again, which changes nothing.', ['draft'], []],
    ['Only a letter that is sent or closed can be opened.', ['sent', 'closed'], []],
    ['A letter that is sent or closed can be opened; otherwise the answer is 409.', ['sent', 'closed'], []],
    ['A closed letter takes no stamps (409).', undefined, ['closed']],
    ['A letter that is sent cannot be moved to another box.', undefined, []],
    ['A letter that is closed and a box that is full are refused.', undefined, ['closed']],
    ['Refused with 409 are: a letter that is not sent, a letter without a stamp, and a full box.', ['sent'], []],
    ['The answer is 409 for a letter that is closed, a letter that is a draft, and a box that is full.', undefined, ['closed', 'draft']],
    ['The letter must be `sent`, its box open and its sender known.', ['sent'], []],
  ])('%s', (description, allowed, refused) => {
    const rules = stateRulesOf({ description, responses: [] }, STATES, ['letter', 'letters']);
    expect(rules.allowed && [...rules.allowed]).toEqual(allowed);
    expect([...rules.refused]).toEqual(refused);
  });

  test.each<readonly [text: string, allowed: readonly string[] | undefined, refused: readonly string[]]>([
    ['The letter is not in review, or its box has less room than it needs.', ['in_review'], []],
    ['The letter is closed, or the sender is unknown.', undefined, ['closed']],
    ['The letter is a draft, sent, or closed.', undefined, ['draft', 'sent', 'closed']],
    ['The box has no room, or the letter is neither a draft nor sent.', ['draft', 'sent'], []],
    ['The letter is closed and the box has room, or the box is full.', undefined, []],
  ])('each reason of a refusal: %s', (description, allowed, refused) => {
    const rules = stateRulesOf({ responses: [{ status: '409', description }] }, STATES, ['letter', 'letters']);
    expect(rules.allowed && [...rules.allowed]).toEqual(allowed);
    expect([...rules.refused]).toEqual(refused);
  });
});
