// Tests that octavo conform brings articles into states by what a PUT makes below them, and by each branch of the body of an action.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: string, pattern: "^a[0-9]{1,9}$" } }';
const article = `'200': { description: The article., ${json('Article')} }, '404': { description: None. }`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Articles, version: '1' }
paths:
  /articles:
    post: { operationId: addArticle, requestBody: { required: true, ${json('Article')} }, responses: { '201': { description: Made., ${json('Article')} } } }
  /articles/{id}:
    parameters: [${id}]
    get: { operationId: readArticle, responses: { ${article} } }
  /articles/{id}/opinions/{reader}:
    parameters: [${id}, { name: reader, in: path, required: true, schema: { type: string, pattern: '^[a-z]{3,9}$' } }]
    put:
      operationId: giveOpinion
      description: The first opinion puts the article in review.
      requestBody: { required: true, ${json('Opinion')} }
      responses: { '200': { description: Given., ${json('Opinion')} }, '201': { description: New., ${json('Opinion')} }, '404': { description: None. }, '409': { description: 'The article is published or declined, or the reader is its author.' } }
  /articles/{id}/verdict:
    parameters: [${id}]
    post:
      operationId: giveVerdict
      requestBody: { required: true, ${json('Verdict')} }
      responses: { ${article}, '409': { description: 'The article is not in review, or there is no page for it in the issue.' }, '422': { description: There is no such page. } }
  /articles/{id}/withdrawal:
    parameters: [${id}]
    post: { operationId: withdraw, responses: { ${article}, '409': { description: 'The article is published or declined.' } } }
components:
  schemas:
    Article:
      type: object
      required: [id, title, state]
      properties:
        id: { type: string, readOnly: true }
        title: { type: string, minLength: 1, maxLength: 20 }
        state: { type: string, enum: [draft, in-review, published, declined, withdrawn], readOnly: true }
    Opinion: { type: object, required: [stars], properties: { stars: { type: integer, minimum: 1, maximum: 5 } } }
    Verdict:
      oneOf: [{ $ref: '#/components/schemas/Print' }, { $ref: '#/components/schemas/Refuse' }]
      discriminator: { propertyName: answer, mapping: { print: '#/components/schemas/Print', refuse: '#/components/schemas/Refuse' } }
    Print: { type: object, required: [answer, page], properties: { answer: { type: string, const: print }, page: { type: integer, minimum: 1, maximum: 400 } } }
    Refuse: { type: object, required: [answer, why], properties: { answer: { type: string, const: refuse }, why: { type: string, minLength: 1, maxLength: 20 } } }
`);

type Fault = 'none' | 'judged without an opinion' | 'withdrawn when declined';

/** No page is free, so that an article can only be refused. */
function articles(fault: Fault): (request: Request) => Promise<Response> {
  const all = new Map<string, { id: string; title: string; state: string }>();
  const opinions = new Set<string>();
  const refused = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const [, , key = '', action, reader] = new URL(request.url).pathname.split('/');
    const text = await request.text();
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, string>);
    if (key === '') {
      const made = { id: `a${all.size + 1}`, title: String(body.title), state: 'draft' };
      all.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    const found = all.get(key);
    if (found === undefined) return refused(404);
    const isOver = found.state === 'published' || found.state === 'declined';
    if (action === 'opinions') {
      if (isOver) return refused(409);
      const isNew = !opinions.has(`${key} ${reader}`);
      opinions.add(`${key} ${reader}`);
      found.state = 'in-review';
      return Response.json(body, { status: isNew ? 201 : 200 });
    }
    if (action === 'verdict') {
      const isEarly = found.state === 'draft' && fault === 'judged without an opinion';
      if (found.state !== 'in-review' && !isEarly) return refused(409);
      if (body.answer === 'print') return refused(409);
      found.state = 'declined';
    }
    if (action === 'withdrawal') {
      if (isOver && fault !== 'withdrawn when declined') return refused(409);
      found.state = 'withdrawn';
    }
    return Response.json(found);
  };
}

test.each(
  sampleOf<readonly [fault: Fault, found: readonly RegExp[]]>(
    [
      ['none', []],
      ['judged without an opinion', [/^giveVerdict is answered with 200 where `state` is `draft`/]],
      ['withdrawn when declined', [/^withdraw is answered with 200 where `state` is `declined`/]],
    ],
    2,
  ),
)('%s', async (fault, found) => {
  const { findings } = await conformService(service, { target: articles(fault), random: 1, most: 20, ...lookingFor('state-rules') });
  expect(findings.map(({ message }) => message)).toEqual(found.map((one) => expect.stringMatching(one)));
});
