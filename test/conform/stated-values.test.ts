// Tests that made-up inputs are as sentences of the document want them: forms, sizes, members that go together, and one of several.
import { expect, test } from 'vitest';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { type Input, randomFor, sampleInput } from '../../generator/conform/plan/index.ts';
import { isObject, valueAt } from '../../generator/inference/pointers.ts';
import { sampleOf } from '../support/effort.ts';
import { serviceFrom } from './support.ts';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Offers, version: '1' }
paths:
  /offers:
    post:
      operationId: offer
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [currency, country, zone, minutes, level, kind, data]
              properties:
                currency: { type: string, description: An ISO 4217 code. }
                country: { type: string, description: The two-letter ISO 3166 code. }
                zone: { type: string, description: An IANA time zone name. }
                minutes: { type: integer, minimum: 1, maximum: 600, description: Must be a multiple of 15. }
                level: { type: string, description: 'Must be one of: low, high.' }
                code: { type: string, minLength: 3, maxLength: 3, description: Must be in upper case. }
                pin: { type: string, description: Exactly 4 digits. }
                title: { type: string, description: 'Max length: 12 characters.' }
                kind: { type: string, enum: [single, group, guest] }
                people: { type: integer, minimum: 1, maximum: 9, description: Required if \`kind\` is \`group\`. }
                host: { type: string, enum: [ann, bob], description: Only allowed if \`kind\` is \`guest\`. }
                mail: { type: string, enum: [a@mail.example] }
                phone: { type: string, enum: ['123'], description: Cannot be used together with \`mail\`. }
                price: { type: integer, minimum: 1, maximum: 9, description: Can only be used together with \`currency2\`. }
                currency2: { type: string, enum: [EUR, CHF] }
                data: { type: object, required: [least, most, opens], properties: { least: { type: integer, minimum: 0, maximum: 50 }, most: { type: integer, minimum: 0, maximum: 90, description: Must be greater than \`least\`. }, opens: { type: string, format: date, description: Must be in the future. } } }
      responses: { '204': { description: Done. } }
`);
const judge = await createJudge(service);

function inputs(optional: 'all' | 'some'): readonly Input[] {
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('The document has one operation.');
  return Array.from({ length: 30 }, (_, seed) => {
    const input = sampleInput(judge, operation, randomFor(seed, 'sample'), {
      examples: 'none',
      ...(optional === 'all' ? { optional } : {}),
    });
    if (input === undefined || !isObject(input.body)) throw new Error('There is an input.');
    return input;
  });
}

const today = new Date().toISOString().slice(0, 10);
const one = (at: string, of: Input): unknown => valueAt(of.body, at);
const WANTED: Readonly<Record<string, (input: Input) => boolean>> = {
  currency: (input) =>
    new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' }).of(String(one('/currency', input))) !== undefined,
  country: (input) => /^[A-Z]{2}$/.test(String(one('/country', input))),
  zone: (input) => Intl.supportedValuesOf('timeZone').includes(String(one('/zone', input))),
  minutes: (input) => Number(one('/minutes', input)) % 15 === 0,
  level: (input) => ['low', 'high'].includes(String(one('/level', input))),
  code: (input) => !/[a-z]/.test(String(one('/code', input) ?? '')),
  pin: (input) => /^\d{4}$/.test(String(one('/pin', input) ?? '1234')),
  title: (input) => [...String(one('/title', input) ?? '')].length <= 12,
  'a needed member': (input) => one('/kind', input) !== 'group' || one('/people', input) !== undefined,
  'a member of one value': (input) => one('/kind', input) === 'guest' || one('/host', input) === undefined,
  'one of two': (input) => one('/mail', input) === undefined || one('/phone', input) === undefined,
  companion: (input) => one('/price', input) === undefined || one('/currency2', input) !== undefined,
  'an order': (input) => Number(one('/data/most', input)) > Number(one('/data/least', input)),
  'a time in the future': (input) => String(one('/data/opens', input)) > today,
};

test.each(sampleOf(Object.keys(WANTED), 6))('made-up inputs have %s as the text wants it', (name) => {
  const wrong = [...inputs('all'), ...inputs('some')].filter((input) => WANTED[name]?.(input) !== true);
  expect(wrong.map(({ body }) => body)).toEqual([]);
});

test('of members that are not both there, each is sent', () => {
  const sent = [...inputs('all'), ...inputs('some')];
  expect(sent.some((input) => one('/mail', input) !== undefined)).toBe(true);
  expect(sent.some((input) => one('/phone', input) !== undefined)).toBe(true);
});
