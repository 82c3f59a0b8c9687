// Tests that octavo conform finds what one answer alone shows, as a sentence says, in a later read: the code of a locker.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { isShownOnce } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const locker = `content: { application/json: { schema: { $ref: '#/components/schemas/Locker' } } }`;
const documentOf = (says: string): string => `openapi: 3.1.0
info: { title: Lockers, version: '1' }
security: [{ key: [] }]
paths:
  /lockers:
    post:
      operationId: addLocker
      description: ${says}
      requestBody: { required: true, ${locker} }
      responses: { '201': { description: Made., ${locker} } }
  /lockers/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999 } }]
    get: { operationId: getLocker, responses: { '200': { description: It., ${locker} }, '404': { description: None. } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Locker:
      type: object
      required: [id, name]
      properties: { id: { type: integer, readOnly: true }, name: { type: string, maxLength: 40 }, doorCode: { type: string, readOnly: true } }
`;

/** Lockers whose reads show the code too, or do not. */
function lockers(isShown: boolean): (request: Request) => Promise<Response> {
  const kept: object[] = [];
  return async (request) => {
    const key = new URL(request.url).pathname.split('/')[2];
    if (request.headers.get('x-key') !== 'mira') return new Response(null, { status: 401 });
    if (request.method === 'POST') {
      const made = { ...((await request.json()) as object), id: kept.length + 1, doorCode: String(4000 + kept.length) };
      kept.push(made);
      return Response.json(made, { status: 201 });
    }
    const found = kept[Number(key) - 1];
    return found === undefined ? new Response(null, { status: 404 }) : Response.json(isShown ? found : { ...found, doorCode: undefined });
  };
}

const SAYS = 'This is the only answer that shows `doorCode`.';

test.each<readonly [says: string, isShown: boolean, operations: readonly string[]]>([
  [SAYS, true, ['getLocker']],
  [SAYS, false, []],
  ['Its `doorCode` opens it.', true, []],
])('%s %s', async (says, isShown, operations) => {
  const { findings } = await conformService(await serviceFrom(documentOf(says)), {
    ...{ target: lockers(isShown), credentials: { given: { key: 'mira' } }, random: 0, most: 1, sequences: true },
    ...lookingFor('keeps-secrets'),
  });
  expect(findings.map(({ operation }) => operation.id)).toEqual(operations);
});

test.each<readonly [said: string, want: boolean]>([
  ['This is the only response that returns the door code.', true],
  ['The `doorCode` is only returned on creation.', true],
  ['You will not be able to retrieve it: the door code cannot be shown again.', true],
  ['The doorCode is shown once.', true],
  ['No other answer has the `doorCode`.', true],
  ['The `doorCode` is returned only once it is set, unless hidden.', false],
  ['The `doorCode` is shown only when the locker is free.', false],
  ['The only answer that shows the name.', false],
  ['The `doorCode` opens the locker once.', false],
])('%s', (said, want) => expect(isShownOnce(said, 'doorCode', false)).toBe(want));
