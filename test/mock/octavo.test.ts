// The generated mock answers where Prism has no response that the document allows; a refusal of Prism stands only where the request is not valid.
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import type { Description, JsonObject } from '../../generator/load/description.ts';
import { load } from '../../generator/load/index.ts';
import type { OctavoAnswer } from '../../generator/mock/front.ts';
import { type RunningMock, startMock } from '../../generator/mock/index.ts';

const root = path.resolve(import.meta.dirname, '../..');

const count = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } };
const json = { 'application/json': { schema: count } };
const xml = { schema: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } } };

const given: JsonObject = {
  openapi: '3.2.0',
  info: { title: 'Beyond', version: '1' },
  paths: {
    '/plain': { get: { responses: { 200: { description: 'ok', content: { 'application/json': { schema: count, example: { n: 7 } } } } } } },
    '/listed': {
      get: {
        responses: {
          200: {
            description: 'ok',
            headers: { 'X-Tags': { schema: { type: 'array', items: { type: 'string' }, minItems: 1 } } },
            content: json,
          },
        },
      },
    },
    '/wrong': {
      get: {
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: count, examples: { a: { value: { n: 'seven' } }, b: { value: { n: 8 } } } } },
          },
          404: { description: 'none', content: json },
        },
      },
    },
    '/xml': { post: { requestBody: { required: true, content: { 'application/xml': xml } }, responses: { 204: { description: 'ok' } } } },
    '/form': {
      post: {
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: { type: 'object', required: ['ids'], properties: { ids: { type: 'array', items: { type: 'integer' } } } },
            },
          },
        },
        responses: { 204: { description: 'ok' } },
      },
    },
    '/search': { query: { requestBody: { required: true, content: json }, responses: { 200: { description: 'ok', content: json } } } },
    '/events': {
      get: {
        responses: {
          200: {
            description: 'ok',
            content: {
              'text/event-stream': {
                itemSchema: {
                  type: 'object',
                  required: ['data'],
                  properties: {
                    data: { type: 'string', contentMediaType: 'application/json', contentSchema: { $ref: '#/components/schemas/Tick' } },
                  },
                },
              },
            },
          },
        },
      },
    },
    '/named': {
      get: {
        parameters: [
          { name: 'name', in: 'query', schema: { type: 'string', minLength: 1 } },
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 9 } },
        ],
        responses: { 200: { description: 'ok', content: json } },
      },
    },
    '/secret': { get: { security: [{ key: [] }], responses: { 200: { description: 'ok', content: json } } } },
  },
  components: {
    schemas: { Tick: count },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  },
};

async function descriptionOf(id: string): Promise<Description> {
  const problems = new Problems();
  const description = await load(`${id}.json`, { id, text: JSON.stringify(given), root, allowRemote: [] }, problems);
  if (description === undefined) throw new Error(JSON.stringify(problems.list));
  return description;
}

const answered: OctavoAnswer[] = [];
let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock([await descriptionOf('beyond')], { root, onOctavo: (one) => answered.push(one) });
});
afterAll(() => mock.stop());

async function ask(target: string, init: RequestInit = {}): Promise<{ status: number; by: string | null; body: string; headers: Headers }> {
  const response = await fetch(mock.urlOf('beyond') + target, init);
  return { status: response.status, by: response.headers.get('x-octavo-mock'), body: await response.text(), headers: response.headers };
}

const post = (type: string | undefined, body: BodyInit, method = 'POST'): RequestInit => {
  return { method, body, ...(type === undefined ? {} : { headers: { 'content-type': type } }) };
};
const form = (ids: string): FormData => {
  const data = new FormData();
  data.set('ids', ids);
  return data;
};

describe('valid requests get valid responses', () => {
  test.each<[string, RequestInit, number, string]>([
    ['/plain', {}, 200, 'prism'],
    ['/listed', {}, 200, 'octavo'],
    ['/wrong', {}, 200, 'octavo'],
    ['/xml', post('application/xml', '<x><n>7</n></x>'), 204, 'octavo'],
    ['/search', post('application/json', '{"n":1}', 'QUERY'), 200, 'octavo'],
    ['/named?name=a', {}, 200, 'prism'],
    ['/secret', { headers: { 'x-key': 'k' } }, 200, 'prism'],
  ])('%s', async (target, init, status, by) => {
    const answer = await ask(target, init);
    expect([answer.status, answer.by], answer.body).toEqual([status, by]);
    if (status === 200) expect(Number.isInteger(JSON.parse(answer.body).n)).toBe(true);
  });

  test('a list in a header', async () => {
    expect((await ask('/listed')).headers.get('x-tags')).toMatch(/./);
  });

  test('JSON in events', async () => {
    const { body, status } = await ask('/events');
    expect(status).toBe(200);
    expect(Number.isInteger(JSON.parse(/^data: ?(.*)$/m.exec(body)?.[1] ?? '').n)).toBe(true);
  });

  test('HEAD is GET without the body', async () => {
    const { status, by, body } = await ask('/listed', { method: 'HEAD' });
    expect([status, by, body]).toEqual([200, 'octavo', '']);
  });

  test('the reason is reported', async () => {
    await ask('/wrong');
    expect(answered.find((one) => one.path === '/wrong')?.reason).toBe(
      "Prism's response is not what the document declares: The body is not valid: /n must be an integer, but is a string.",
    );
    expect(answered.find((one) => one.path === '/plain')).toBeUndefined();
  });
});

describe('requests that are not valid are refused', () => {
  test.each<[string, RequestInit, number, string]>([
    ['/xml', post('application/xml', '<x><n>seven</n></x>'), 400, 'octavo'],
    ['/form', post(undefined, form('seven')), 400, 'octavo'],
    ['/search', post('application/json', '{"n":"1"}', 'QUERY'), 400, 'octavo'],
    // Prism takes an empty parameter for an absent one.
    ['/named?name=', {}, 400, 'octavo'],
    ['/named?limit=10', {}, 422, 'prism'],
    ['/secret', {}, 401, 'prism'],
    ['/nowhere', {}, 404, 'prism'],
    ['/plain', { method: 'DELETE' }, 405, 'prism'],
    ['/%zz', {}, 400, 'front'],
    ['/search', post('application/json', '{"n":', 'QUERY'), 400, 'front'],
  ])('%s %o', async (target, init, status, by) => {
    const answer = await ask(target, init);
    expect([answer.status, answer.by], answer.body).toEqual([status, by]);
  });
});

describe('the header Prefer', () => {
  const prefer = (value: string): RequestInit => ({ headers: { prefer: value } });

  test('chooses the status of the generated mock', async () => {
    const { status, by, body } = await ask('/wrong', prefer('code=404'));
    expect([status, Number.isInteger(JSON.parse(body).n)]).toEqual([404, true]);
    expect(by).toBe('prism');
    expect((await ask('/listed', prefer('code=200'))).by).toBe('octavo');
  });

  test('chooses an example, unless the schema refuses it', async () => {
    expect(await ask('/wrong', prefer('example=b'))).toMatchObject({ by: 'prism', body: '{"n":8}' });
    const { status, by, body } = await ask('/wrong', prefer('example=a'));
    expect([status, by, typeof JSON.parse(body).n]).toEqual([200, 'octavo', 'number']);
  });

  test('asks for other values each time', async () => {
    const bodies = await Promise.all([1, 2, 3, 4].map(async () => (await ask('/listed', prefer('dynamic=true'))).body));
    expect(new Set(bodies).size).toBeGreaterThan(1);
  });

  test.each(['code=418', 'example=none'])('%s is not there', async (value) => {
    const { status, by, body } = await ask('/listed', prefer(value));
    expect([status, by, JSON.parse(body).code]).toEqual([400, 'front', 'prefer-unknown']);
  });
});

test('a document that Prism rejects is served all the same', async () => {
  const own = await startMock([], { root });
  try {
    own.mocks.supervisor.load = async () => ({ kind: 'refused', message: 'no response within 30 s' });
    expect((await own.mocks.set(await descriptionOf('again'))).kind).toBe('octavo');
    expect(own.mocks.documents.get('again')?.withoutPrism).toBe('no response within 30 s');
    const response = await fetch(`${own.urlOf('again')}/plain`);
    expect([response.status, response.headers.get('x-octavo-mock'), await response.json()]).toEqual([200, 'octavo', { n: 7 }]);
  } finally {
    await own.stop();
  }
});
