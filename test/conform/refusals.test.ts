// `x-refusals`: how it is read, and that `octavo conform` accepts refusals that a document declares, and no others.
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { operation, pathDocument, read, service } from '../model/support.ts';
import { serviceFrom } from './support.ts';

const CODES = 'x-refusals: { at: /error/code, codes: { sold_out: No seat is left., 7: The show has begun. } }';

describe('in a document', () => {
  const withResponse = (fields: string, status = '400'): string =>
    pathDocument(`/it:\n  put: { operationId: it, responses: { '${status}': { description: Refused., ${fields} } } }`);
  const JSON_BODY = 'content: { application/json: {} }';

  const reasons = new Map([
    ['7', 'The show has begun.'],
    ['sold_out', 'No seat is left.'],
  ]);
  test.each([
    [`${CODES}, ${JSON_BODY}`, '400', { codes: { at: '/error/code', reasons } }],
    [`${CODES}, ${JSON_BODY}`, '4XX', { codes: { at: '/error/code', reasons } }],
    ['x-refusals: true', '422', {}],
    [`x-refusals: false, ${JSON_BODY}`, '400', undefined],
    [JSON_BODY, '400', undefined],
  ])('%s', async (fields, status, want) => {
    const { problems } = await read(withResponse(fields, status));
    expect([problems, operation(await service(withResponse(fields, status)), 'it').responses[0]?.refusals]).toEqual([[], want]);
  });

  const shape = 'Write where the code stands and which there are, such as `{ at: /code, codes: { sold_out: No seat is left. } }`.';
  test.each([
    [
      `${CODES}, ${JSON_BODY}`,
      '200',
      '`x-refusals` is on a response with the status 200, which refuses nothing.',
      '',
      'Move it to a response with a status from 400 to 499.',
    ],
    [CODES, '400', '`x-refusals` is on a response that has no body.', '', 'Write `x-refusals: true`.'],
    [`x-refusals: { codes: { a: A. } }, ${JSON_BODY}`, '400', '`x-refusals` does not say where the code stands.', '', shape],
    [`x-refusals: { at: code, codes: { a: A. } }, ${JSON_BODY}`, '400', '`x-refusals` does not say where the code stands.', '/at', shape],
    [`x-refusals: { at: /code }, ${JSON_BODY}`, '400', '`x-refusals` does not give a reason for each code.', '', shape],
    [`x-refusals: { at: /code, codes: [a] }, ${JSON_BODY}`, '400', '`x-refusals` does not give a reason for each code.', '/codes', shape],
    [
      `x-refusals: { at: /code, code: { a: A. } }, ${JSON_BODY}`,
      '400',
      '`x-refusals` has no field `code`.',
      '/code',
      'Write `at` and `codes`.',
    ],
  ])('%s with %s', async (fields, status, message, at, fix) => {
    const { problems } = await read(withResponse(fields, status));
    const pointer = `/paths/~1it/put/responses/${status}/x-refusals${at}`;
    expect(problems).toMatchObject([{ code: 'refusals-invalid', severity: 'error', message, fix, location: { pointer } }]);
  });
});

describe('octavo conform', () => {
  const seats = (refusals: string) => `openapi: 3.1.0
info: { title: Seats, version: '1' }
paths:
  /seats:
    put:
      operationId: book
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [seat], properties: { seat: { type: integer, minimum: 1, maximum: 90 } } } } }
      responses:
        '204': { description: Booked. }
        '400':
          description: Refused.
          ${refusals}
          content: { application/json: { schema: { type: object } } }
`;
  /** @param refusal what is answered for some seats, as JSON */
  async function findings(refusals: string, refusal: unknown, isRefused: (seat: number) => boolean): Promise<string[]> {
    const refuse = (body: unknown) => Response.json(body, { status: 400 });
    const target = async (request: Request): Promise<Response> => {
      const allow = { allow: 'PUT, OPTIONS' };
      if (new URL(request.url).pathname !== '/seats') return new Response(null, { status: 404 });
      if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: allow });
      if (request.method !== 'PUT') return new Response(null, { status: 405, headers: allow });
      if (!/^application\/json *(?:;|$)/i.test(request.headers.get('content-type') ?? '')) return new Response(null, { status: 415 });
      const body: unknown = await request.json().catch(() => undefined);
      const seat = typeof body === 'object' && body !== null && 'seat' in body ? body.seat : undefined;
      if (typeof seat !== 'number' || !Number.isInteger(seat) || seat < 1 || seat > 90) return refuse({ error: { code: 'invalid' } });
      return isRefused(seat) ? refuse(refusal) : new Response(null, { status: 204 });
    };
    const { findings: found } = await conformService(await serviceFrom(seats(refusals)), { target, random: 5, most: 60 });
    const messages = found.filter(({ check }) => check === 'accepts-valid').map(({ message }) => message.replace(/\(.*\)|\d+ valid/, '…'));
    return [...new Set(messages)];
  }
  /** A refusal that stops just inside the limit is no rule of prose. */
  const isHigh = (seat: number): boolean => seat === 90;
  const SOLD_OUT = { error: { code: 'sold_out' } };
  const REFUSED = ['A valid request is refused with 400 …, and its neighbour inside the limit is accepted.'];

  test('accepts a refusal with a code that the document declares, as text or as a number', async () => {
    expect(await findings(CODES, SOLD_OUT, isHigh)).toEqual([]);
    expect(await findings(CODES, { error: { code: 7 } }, isHigh)).toEqual([]);
    expect(await findings('x-refusals: true', {}, isHigh)).toEqual([]);
  });

  test('finds a refusal without a declaration, with another code, or without a code', async () => {
    expect(await findings('', SOLD_OUT, isHigh)).toEqual(REFUSED);
    for (const body of [{ error: { code: 'closed' } }, { error: { code: ['sold_out'] } }, { error: null }, {}])
      expect(await findings(CODES, body, isHigh)).toEqual(REFUSED);
  });

  test('finds an operation that refuses every valid request', async () => {
    expect(await findings(CODES, SOLD_OUT, () => true)).toEqual(['All … requests are refused, each as `x-refusals` allows.']);
  });
});
