// Things whose identifier the caller chooses in the body: a second create with the same one is refused, where the document says so.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = "content: { application/json: { schema: { $ref: '#/components/schemas/Word' } } }";

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Words, version: '1' }
paths:
  /words:
    post:
      operationId: addWord
      description: A slug that another word has is refused with 409.
      requestBody: { required: true, ${json} }
      responses: { '200': { description: It., ${json} }, '201': { description: Made., ${json} }, '409': { description: Taken. }, '422': { description: Wrong. } }
  /words/{slug}:
    parameters: [{ name: slug, in: path, required: true, schema: { type: string, pattern: '^[a-z]{3,20}$' } }]
    get: { operationId: readWord, responses: { '200': { description: It., ${json} }, '404': { description: None. } } }
components:
  schemas:
    Word:
      type: object
      required: [slug, sense]
      properties: { slug: { type: string, pattern: '^[a-z]{3,20}$' }, sense: { type: string } }
`);

/** `again`: the status of a create with a slug that another word has. */
async function findings(again: number): Promise<readonly string[]> {
  const words = new Map<string, unknown>();
  const target = async (request: Request): Promise<Response> => {
    const [, , slug] = new URL(request.url).pathname.split('/');
    if (slug !== undefined) return words.has(slug) ? Response.json(words.get(slug)) : new Response(null, { status: 404 });
    const body = await request.json().catch(() => undefined);
    if (!/^[a-z]{3,20}$/.test(body?.slug ?? '') || typeof body.sense !== 'string') return new Response(null, { status: 422 });
    if (words.has(body.slug) && again === 409) return new Response(null, { status: 409 });
    const status = words.has(body.slug) ? again : 201;
    words.set(body.slug, body);
    return Response.json(body, { status });
  };
  const report = await conformService(service, { target, most: 1, random: 0, ...lookingFor('unique-values') });
  return report.findings.flatMap(({ check, operation }) => (check === 'unique-values' ? [operation.id] : []));
}

test.each([
  ['is refused', 409, []],
  ['makes another one', 201, ['addWord']],
  ['gives the one that is there', 200, []],
] as const)('a slug that another word has %s', async (_, again, found) => {
  expect(await findings(again)).toEqual(found);
});
