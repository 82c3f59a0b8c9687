// Tests that values whose last digit checks the others are made with the right one, and that a wrong one is tried.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { checkDigitsOf, withCheckDigit, withWrongDigit } from '../../generator/inference/stated/check-digits.ts';
import { lookingFor, serviceFrom } from './support.ts';

const card = (description: string): string => `openapi: 3.1.0
info: { title: Meters, version: '1' }
paths:
  /meters/{serial}:
    parameters: [{ name: serial, in: path, required: true, schema: { $ref: '#/components/schemas/Serial' } }]
    put:
      operationId: putMeter
      description: ${JSON.stringify(description)}
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Meter' } } } }
      responses:
        '200': { description: Replaced., content: { application/json: { schema: { $ref: '#/components/schemas/Meter' } } } }
        '201': { description: Put., content: { application/json: { schema: { $ref: '#/components/schemas/Meter' } } } }
        '400': { description: Wrong form. }
        '422': { description: The check digit is wrong. }
    get:
      operationId: getMeter
      responses: { '200': { description: The meter., content: { application/json: { schema: { $ref: '#/components/schemas/Meter' } } } }, '404': { description: None. } }
components:
  schemas:
    Serial: { type: string, pattern: '^M[0-9]{7}$' }
    Meter: { type: object, required: [serial, place], properties: { serial: { readOnly: true, allOf: [{ $ref: '#/components/schemas/Serial' }] }, place: { type: string, minLength: 1, maxLength: 20 } } }
`;

/** The rule of the text, written on its own: the digits count 7, 3 and 1 in turn, and the sum is divisible by 10. */
const isRight = (serial: string): boolean =>
  [...serial.slice(1)].reduce((sum, one, at) => sum + Number(one) * ([7, 3, 1][at % 3] ?? 0), 0) % 10 === 0;

const TEXT = 'The last digit of a serial is a check digit: multiply the digits by 7, 3 and 1 in turn; the sum must be divisible by 10.';
const service = await serviceFrom(card(TEXT));

/** `isLax`: it takes serials with any last digit. */
function meters(isLax: boolean) {
  const kept = new Map<string, unknown>();
  return async (request: Request): Promise<Response> => {
    const serial = new URL(request.url).pathname.split('/').at(-1) ?? '';
    if (request.method === 'GET') return kept.has(serial) ? Response.json(kept.get(serial)) : new Response(null, { status: 404 });
    const body: unknown = await request.json().catch(() => undefined);
    const place = typeof body === 'object' && body !== null && 'place' in body ? body.place : undefined;
    if (!/^M[0-9]{7}$/.test(serial) || typeof place !== 'string' || place.length < 1 || [...place].length > 20)
      return new Response(null, { status: 400 });
    if (!isLax && !isRight(serial)) return new Response(null, { status: 422 });
    const status = kept.has(serial) ? 200 : 201;
    const meter = { serial, place };
    kept.set(serial, meter);
    return Response.json(meter, { status });
  };
}

const conform = (isLax: boolean) =>
  conformService(service, { target: meters(isLax), random: 4, most: 60, sequences: false, ...lookingFor('stated-rules') });

test('meters are put although serials have a check digit', async () => {
  const { findings, reached } = await conform(false);
  expect([findings.map(({ message }) => message), reached]).toMatchObject([[], { succeeded: 2, of: 2 }]);
});

test('a service that takes a wrong check digit is found', async () => {
  const { findings } = await conform(true);
  expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining('with a wrong check digit of `serial` is accepted')]);
});

test.each([
  ['The check digit of the serial is made by the Luhn algorithm.', 'M1234567', 'M1234566'],
  [
    'The last digit of a serial is a check digit. The digits have the weights 8, 7, 6, 5, 4, 3 and 1; the sum is a multiple of 11.',
    'M2000000',
    'M2000006',
  ],
  [TEXT, 'M1000000', 'M1000009'],
])('%s', async (text, given, right) => {
  const [operation] = (await serviceFrom(card(text))).operations;
  const [rule] = operation === undefined ? [] : checkDigitsOf(operation);
  expect(rule?.at).toBe('/path/serial');
  expect(rule && withCheckDigit(given, rule)).toBe(right);
  expect(rule && withWrongDigit(right, rule)).not.toBe(right);
});

test.each(['A serial is printed on the lid. Check the digits of it.', 'The last digit of a barcode is a check digit.'])(
  '%s',
  async (text) => {
    const [operation] = (await serviceFrom(card(text))).operations;
    expect(operation && checkDigitsOf(operation)).toEqual([]);
  },
);
