// Tests which values a request gets anew where it is refused for what others have: names, and no times of day, of which one may have to be later than
// another.
import { expect, test } from 'vitest';
import type { Exchange } from '../../generator/conform/contract/exchange.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { createUniqueness } from '../../generator/conform/reach/unique/index.ts';
import { serviceFrom } from './support.ts';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Shops, version: '1' }
paths:
  /shops:
    post:
      operationId: open
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Shop' } } } }
      responses: { '201': { description: Open. }, '409': { description: Taken. } }
components:
  schemas:
    Time: { type: string, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }
    Shop: { type: object, required: [name, opensAt, closesAt], properties: { name: { type: string, minLength: 1 }, opensAt: { $ref: '#/components/schemas/Time' }, closesAt: { $ref: '#/components/schemas/Time' } } }
`);
const [operation] = service.operations;
if (operation === undefined) throw new Error('The document has one operation.');
const judge = await createJudge(service);

test('a name is renewed, and times of day stay, also where no other name has helped', () => {
  const uniqueness = createUniqueness(judge, [], (_, input) => input);
  const input = { body: { name: 'Corner', opensAt: '06:30', closesAt: '23:00' } };
  const refused = {
    case: { operation, input, intent: { kind: 'valid', by: 'example' } },
    response: { status: 409, headers: new Headers(), body: new Uint8Array() },
  } as unknown as Exchange;
  const renewed = uniqueness.renewed(refused)?.body;
  expect(renewed).toMatchObject({ opensAt: '06:30', closesAt: '23:00' });
  expect(renewed).not.toMatchObject({ name: 'Corner' });
  uniqueness.helped(operation, false);
  expect(uniqueness.renewed(refused)).toBeUndefined();
  expect(uniqueness.unique({ operation }, input)).toEqual(input);
});
