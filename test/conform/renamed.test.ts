// Tests what octavo conform says of the identifiers of deleted things: by the sentences of documents, and on a service whose callers choose them.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { type Renaming, renamingIn, withRefusal } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

test.each<readonly [text: string, says: Renaming | undefined]>([
  ['The id of a fair that exists, or that was deleted, is a 409.', 'taken'],
  ['A fairId is never given again.', 'taken'],
  ['Ids are not reused.', 'taken'],
  ['An id may not be used again.', 'taken'],
  ['The id of a deleted fair is free again.', 'free'],
  ['A deleted fair frees its id.', 'free'],
  ['The id of a deleted fair can be used again.', 'free'],
  ['The id of a deleted fair can be used again after 30 days.', undefined],
  ['The id of a deleted fair is a 409, unless it was empty.', undefined],
  ['The id of a deleted customer is a 422.', undefined],
  ['A deleted fair is a 409.', undefined],
  ['The id of a deleted fair is a 404.', undefined],
  ['Deleted fairs are left out.', undefined],
])('%s', (text, says) => {
  expect(renamingIn(withRefusal(text), { kind: 'fairs', place: 'fairId' })).toBe(says);
});

const json =
  'content: { application/json: { schema: { type: object, required: [fairId, title], properties: { fairId: { type: string }, title: { type: string } } } } }';
const document = (text: string): string => `openapi: 3.1.0
info: { title: Fairs, version: '1' }
paths:
  /fairs:
    post:
      operationId: addFair
      description: ${text}
      parameters: [{ name: fairId, in: query, required: true, schema: { type: string, pattern: '^[a-z]{3,30}$' } }]
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string, minLength: 1, maxLength: 40 } } } } } }
      responses: { '201': { description: Made., ${json} }, '400': { description: Wrong. }, '409': { description: Known. } }
  /fairs/{fairId}:
    parameters: [{ name: fairId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getFair, responses: { '200': { description: It., ${json} }, '404': { description: None. } } }
    delete: { operationId: removeFair, responses: { '204': { description: Gone. }, '404': { description: None. } } }
`;

/** Fairs whose ids the callers choose. `isFree`: those of deleted ones may be chosen again. */
function fairs(isFree: boolean): Handler {
  const titles = new Map<string, string | undefined>();
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const id = pathname.split('/')[2] ?? searchParams.get('fairId') ?? '';
    const there = titles.get(id);
    if (request.method === 'POST') {
      const body: unknown = await request.json().catch(() => undefined);
      const title = typeof body === 'object' && body !== null && 'title' in body ? body.title : undefined;
      const isRight = typeof title === 'string' && title !== '' && title.length <= 40 && /^[a-z]{3,30}$/.test(id);
      if (!isRight) return new Response(null, { status: 400 });
      if (there !== undefined || (titles.has(id) && !isFree)) return new Response(null, { status: 409 });
      titles.set(id, title);
      return Response.json({ fairId: id, title }, { status: 201 });
    }
    if (there === undefined) return new Response(null, { status: 404 });
    if (request.method !== 'DELETE') return Response.json({ fairId: id, title: there });
    titles.set(id, undefined);
    return new Response(null, { status: 204 });
  };
}

const TAKEN = 'The caller chooses the id. That of a fair that exists, or that was deleted, is a 409.';
const TAKEN_ID = 'The id of a fair that exists, or that was deleted, is a 409.';
const FREE_ID = 'The id of a deleted fair is free again.';

test.each([
  [TAKEN_ID, false, []],
  [TAKEN_ID, true, ['deleted-names addFair']],
  [FREE_ID, true, []],
  [FREE_ID, false, ['deleted-names addFair']],
  // Without the word, the sentence may speak of something else.
  [TAKEN, true, []],
])('%s free: %s', async (text, isFree, findings) => {
  const report = await conformService(await serviceFrom(document(text)), {
    target: fairs(isFree),
    random: 0,
    most: 1,
    sequences: true,
    ...lookingFor('deleted-names'),
  });
  expect(report.findings.map(({ check, operation }) => `${check} ${operation.id}`)).toEqual(findings);
});
