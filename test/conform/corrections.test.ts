// Tests when a correction of a refused value is kept: only a success that has the value says that it has helped.
import { expect, test } from 'vitest';
import type { Case } from '../../generator/conform/contract/case.ts';
import type { Exchange } from '../../generator/conform/contract/exchange.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import type { Existing } from '../../generator/conform/reach/existing.ts';
import { createMending, type Mending } from '../../generator/conform/reach/mending.ts';
import { serviceFrom } from './support.ts';

const MEMBERS = `openapi: 3.1.0
info: { title: Members, version: '1' }
paths:
  /members:
    post:
      operationId: join
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [born], properties: { born: { type: string, format: date } } }
      responses: { '204': { description: Joined. }, '422': { description: Too young. } }
`;

const service = await serviceFrom(MEMBERS);
const judge = await createJudge(service);
const [operation] = service.operations;
if (operation === undefined) throw new Error('The document has one operation.');

const bornOn = (born: string): Case => ({ operation, input: { body: { born } }, intent: { kind: 'valid' } }) as unknown as Case;

/** A mending to which a young member was refused, and what it tries instead. */
function corrected(): { readonly mending: Mending; readonly next: Case['input'] } {
  const mending = createMending(judge, { named: () => [] } as unknown as Existing, []);
  const body = new TextEncoder().encode(JSON.stringify({ field: 'born', text: 'is too young' }));
  const refused = { case: bornOn('2019-07-22'), response: { status: 422, headers: new Headers(), body }, reading: { headers: {} } };
  return { mending, next: mending.mended(refused as unknown as Exchange) };
}

test('a correction that the success has is kept', () => {
  const { mending, next } = corrected();
  expect(next).not.toEqual(bornOn('2019-07-22').input);
  mending.helped({ ...bornOn(''), input: next ?? {} });
  expect(mending.suited(operation, { body: { born: '2019-07-22' } })).toEqual(next);
});

test('a correction in whose place something else has succeeded is not kept', () => {
  const { mending } = corrected();
  const other = { body: { born: '1984-02-29' } };
  expect(mending.bound(operation, other)).toEqual(other);
  mending.helped(bornOn('1984-02-29'));
  expect(mending.suited(operation, other)).toEqual(other);
  expect(mending.suited(operation, { body: { born: '2019-07-22' } })).toEqual({ body: { born: '2019-07-22' } });
});

test('a correction of a time that has been accepted before is not kept, since it was refused for what there was at the moment', () => {
  const { mending, next } = corrected();
  const accepted = { case: bornOn('2019-07-22'), response: { status: 204, headers: new Headers(), body: new Uint8Array() } };
  mending.see(accepted as unknown as Exchange);
  mending.helped({ ...bornOn(''), input: next ?? {} });
  expect(mending.suited(operation, { body: { born: '2019-07-22' } })).toEqual(bornOn('2019-07-22').input);
});
