// Living mocks of documents with other designs: envelopes in requests and answers, links of HAL, errors that are declared in other ways or not at
// all.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { startLivingMock } from '../../generator/mock/living/index.ts';
import { living } from './living.ts';

const root = path.resolve(import.meta.dirname, '../..');

async function mock(text: string, things = 0) {
  const description = await load('designs.yaml', { root, allowRemote: [], text }, new Problems());
  if (description === undefined) throw new Error('The document is at fault.');
  return living(description, things);
}

/** Posts in two envelopes, with errors in `default`; a client chooses the `slug`, which only one may have. */
const POSTS = `
openapi: 3.1.0
info: { title: Posts, version: '1' }
security: []
paths:
  /posts:
    get:
      operationId: listPosts
      parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, default: 2 } }, { name: offset, in: query, schema: { type: integer } }]
      responses:
        '200':
          description: Posts.
          content:
            application/json:
              schema:
                type: object
                required: [_links, data]
                properties:
                  _links: { type: object, properties: { self: { $ref: '#/components/schemas/Link' }, next: { $ref: '#/components/schemas/Link' } } }
                  data: { type: object, required: [posts], properties: { posts: { type: array, items: { $ref: '#/components/schemas/Post' } } } }
                  errors: { type: array, items: { type: object, properties: { text: { type: string } } } }
    post:
      operationId: addPost
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [post]
              properties:
                post: { $ref: '#/components/schemas/NewPost' }
                notify: { type: boolean }
            example: { post: { slug: night-ferry, title: Night Ferry } }
      responses:
        '201': { $ref: '#/components/responses/Post' }
        default: { $ref: '#/components/responses/Error' }
  /posts/{post_gid}:
    parameters: [{ name: post_gid, in: path, required: true, schema: { type: string } }]
    get: { operationId: getPost, responses: { '200': { $ref: '#/components/responses/Post' }, default: { $ref: '#/components/responses/Error' } } }
    patch:
      operationId: changePost
      requestBody:
        content:
          application/merge-patch+json:
            schema: { type: object, properties: { post: { type: object, properties: { title: { type: string } } } } }
      responses: { '200': { $ref: '#/components/responses/Post' } }
    delete: { operationId: deletePost, responses: { '204': { description: Gone. }, '400': { $ref: '#/components/responses/Error' } } }
  /posts/{post_gid}/notes:
    parameters: [{ name: post_gid, in: path, required: true, schema: { type: string } }]
    post:
      operationId: addNote
      requestBody: { content: { application/json: { schema: { type: object, properties: { title: { type: string } } } } } }
      responses:
        '201': { description: Noted., content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
components:
  responses:
    Post:
      description: A post.
      content:
        application/json:
          schema:
            type: object
            required: [data]
            properties:
              data: { type: object, required: [post], properties: { post: { $ref: '#/components/schemas/Post' } } }
    Error:
      description: Refused.
      content:
        application/json: { schema: { type: object, required: [error], properties: { error: { type: object, required: [message], properties: { message: { type: string } } } } } }
  schemas:
    Link: { type: object, required: [href], properties: { href: { type: string } } }
    NewPost:
      type: object
      required: [slug, title]
      properties: { slug: { type: string, description: Unique among the posts. }, title: { type: string } }
    Post:
      type: object
      required: [gid, slug, title]
      properties:
        gid: { type: string, examples: ['12007'] }
        slug: { type: string, description: Unique among the posts., examples: [night-ferry] }
        title: { type: string, examples: [Night Ferry] }
    Note:
      type: object
      required: [gid, colour, width]
      properties: { gid: { type: string }, colour: { type: string }, width: { type: integer } }
`;

describe('envelopes', () => {
  test('hold what is created, read, listed, changed and deleted', async () => {
    const ask = await mock(POSTS);
    const made = await ask('POST', '/posts', { post: { slug: 'fog', title: 'Fog' }, notify: true });
    expect(made).toMatchObject({ status: 201, isLiving: true, body: { data: { post: { slug: 'fog', title: 'Fog' } } } });
    const { gid } = made.body.data.post;
    expect((await ask('GET', `/posts/${gid}`)).body).toEqual(made.body);
    expect((await ask('GET', '/posts')).body.data.posts).toEqual([made.body.data.post]);
    expect((await ask('PATCH', `/posts/${gid}`, { post: { title: 'Mist' } })).body.data.post).toEqual({ gid, slug: 'fog', title: 'Mist' });
    expect((await ask('DELETE', `/posts/${gid}`)).status).toBe(204);
    expect((await ask('GET', '/posts')).body.data.posts).toEqual([]);
  });

  test('have a link to the next page as an object, and none on the last one', async () => {
    const ask = await mock(POSTS);
    for (const slug of ['one', 'two', 'three']) await ask('POST', '/posts', { post: { slug, title: slug } });
    const first = (await ask('GET', '/posts')).body;
    expect(first._links).toEqual({ self: { href: 'http://mock/posts' }, next: { href: 'http://mock/posts?offset=2' } });
    const last = (await ask('GET', '/posts?offset=2')).body;
    expect(last.data.posts).toHaveLength(1);
    expect(last._links).not.toHaveProperty('next');
  });
});

test('a response to HEAD names the length of the response to GET, and none where there is no GET', async () => {
  const description = await load(
    'designs.yaml',
    {
      root,
      allowRemote: [],
      text: POSTS.replace(
        '/posts:\n    get:',
        '/pings:\n    head: { operationId: ping, responses: { "200": { description: It is there. } } }\n  /posts:\n    head: { operationId: seePosts, responses: { "200": { description: There are posts. } } }\n    get:',
      ),
    },
    new Problems(),
  );
  if (description === undefined) throw new Error('The document is at fault.');
  const running = await startLivingMock([description]);
  try {
    const url = running.urlOf(description.id);
    const response = await fetch(`${url}/posts`, { method: 'HEAD' });
    const { byteLength } = await (await fetch(`${url}/posts`)).arrayBuffer();
    expect([response.status, response.headers.get('content-length')]).toEqual([200, String(byteLength)]);
    const ping = await fetch(`${url}/pings`, { method: 'HEAD' });
    expect([ping.status, ping.headers.get('content-length')]).toEqual([200, null]);
  } finally {
    await running.stop();
  }
});

test('an identifier that is a number is not given again after the thing is deleted', async () => {
  const ask = await mock(
    POSTS.replace("gid: { type: string, examples: ['12007'] }", 'gid: { type: integer }').replaceAll(
      'name: post_gid, in: path, required: true, schema: { type: string }',
      'name: post_gid, in: path, required: true, schema: { type: integer }',
    ),
  );
  const add = async (slug: string): Promise<number> => (await ask('POST', '/posts', { post: { slug, title: slug } })).body.data.post.gid;
  const first = await add('one');
  await ask('DELETE', `/posts/${first}`);
  expect(await add('two')).toBe(first + 1);
});

describe('refusals', () => {
  test('are those of `default`, or have the form that the document gives its errors, or are problems', async () => {
    const ask = await mock(POSTS);
    const detail = 'There is no post `1`.';
    expect(await ask('GET', '/posts/1')).toMatchObject({ status: 404, body: { error: { message: detail } } });
    expect(await ask('DELETE', '/posts/1')).toMatchObject({ status: 404, body: { error: { message: detail } } });
    expect(await ask('PATCH', '/posts/1', { post: { title: 'Mist' } })).toMatchObject({
      status: 404,
      body: { error: { message: detail } },
    });
    const plain = await mock(POSTS.replaceAll(/,? *default: { .ref: '#.components.responses.Error' }/g, ''));
    expect(await plain('GET', '/posts/1')).toMatchObject({ status: 404, body: { status: 404, detail } });
  });
});

test('the example of a request can be sent first, although the example of the answer has its unique value', async () => {
  const ask = await mock(POSTS, 3);
  const sent = { post: { slug: 'night-ferry', title: 'Night Ferry' } };
  expect((await ask('POST', '/posts', sent)).status).toBe(201);
  expect((await ask('POST', '/posts', sent)).status).toBe(409);
});

test('a POST below a thing that answers with something else changes the thing in no way', async () => {
  const ask = await mock(POSTS);
  const { gid } = (await ask('POST', '/posts', { post: { slug: 'fog', title: 'Fog' } })).body.data.post;
  expect((await ask('POST', `/posts/${gid}/notes`, { title: 'Another title' })).isLiving).toBe(false);
  expect((await ask('GET', `/posts/${gid}`)).body.data.post.title).toBe('Fog');
});

/** Books whose creation does not declare the identifier, and whose list declares no refusal. */
const BOOKS = `
openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    get:
      operationId: listBooks
      parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1 } }, { name: after, in: query, schema: { type: string } }]
      responses: { '200': { description: Books., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } } } } } }
    post:
      operationId: addBook
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewBook' } } } }
      responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } }
  /books/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
    get: { operationId: getBook, responses: { '200': { description: A book., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } } }
components:
  schemas:
    NewBook: { type: object, required: [title], properties: { title: { type: string } } }
    Book:
      allOf:
        - { $ref: '#/components/schemas/NewBook' }
        - { type: object, required: [id], properties: { id: { type: string, format: uuid, readOnly: true } } }
`;

test('a read-only member that a body does not declare is set by the service alone', async () => {
  const ask = await mock(BOOKS);
  const sent = '0b9c4c1e-3f54-4f0c-9f0c-1f2e3d4c5b6a';
  const { status, body } = await ask('POST', '/books', { title: 'Fog', id: sent });
  expect(status).toBe(201);
  expect(body.id).not.toBe(sent);
});

test('a page that is not there is the first one, where the document declares no refusal', async () => {
  const ask = await mock(BOOKS);
  await ask('POST', '/books', { title: 'Fog' });
  expect(await ask('GET', '/books?after=nowhere')).toMatchObject({ status: 200, isLiving: true, body: [{ title: 'Fog' }] });
});
