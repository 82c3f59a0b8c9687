// Tests two readings that are easily wrong: a state that is called as a refusal is none, and what says which spellings are one compares no members.
import { expect, test } from 'vitest';
import { sidedOf } from '../../generator/conform/values/sides/index.ts';
import { withRefusal } from '../../generator/inference/prose/index.ts';
import { serviceFrom } from './support.ts';

test.each<readonly [text: string, refusal: string | undefined]>([
  ['An offer that is older than its request becomes `rejected` at once if it is not signed yet.', undefined],
  ['Once the second vote is in, the proposal goes to rejected.', undefined],
  ['A transfer without money turns into `failed` while the account is open.', undefined],
  ['A draft that is `invalid` stays where it is.', undefined],
  ['An offer that is signed is rejected.', '4XX'],
  ['A signed offer cannot become `rejected`.', '4XX'],
  ['A transfer of more than there is fails with `invalid`.', '4XX'],
  ['A `failed` transfer is refused with 409.', '409'],
])('%s', (text, refusal) => expect(withRefusal(text).refusal).toBe(refusal));

const sidesOf = async (says: string): Promise<readonly string[]> => {
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Names, version: '1' }
paths:
  /things:
    post:
      operationId: addThing
      description: ${JSON.stringify(says)}
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { name: { type: string }, alias: { type: string } } } } } }
      responses: { '201': { description: Made. }, '409': { description: There already. }, '422': { description: Wrong. } }
`);
  const [operation] = service.operations;
  return operation === undefined ? [] : sidedOf(service, operation).flatMap(({ key }) => (key.startsWith('same ') ? [key] : []));
};

test.each([
  ['Names that differ in upper and lower case only count as the same.', []],
  ['A name that differs from another in its spaces only must not be used (422).', []],
  ['No two names differ in capitals alone.', []],
  ['Names with other accents are spelled differently, and are treated as equal; none is there twice.', []],
  ['The `alias` must differ from the `name` (422).', ['same alias name']],
])('%s', async (says, keys) => expect(await sidesOf(says)).toEqual(keys));
