// The generated mock answers where Prism has no response that the document allows; a refusal of Prism stands only where the request is not valid.
import path from 'node:path';
import type { FetchHandler } from '@octavo/runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { exported, loadGenerated } from '../../generator/conform/judge/compile.ts';
import { mockName } from '../../generator/emit/text/names.ts';
import type { Description, JsonObject } from '../../generator/load/description.ts';
import { load } from '../../generator/load/index.ts';
import type { OctavoAnswer } from '../../generator/mock/answering.ts';
import { type Mocks, type RunningMock, startMock } from '../../generator/mock/index.ts';
import { buildService } from '../../generator/model/index.ts';
import { OPTIONS } from '../emit/service.ts';
import { IS_DEEP } from '../support/effort.ts';
import { emit } from '../support/emit.ts';

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
    '/packed': {
      get: {
        responses: {
          200: {
            description: 'ok',
            headers: { 'Content-Encoding': { schema: { type: 'string' }, example: 'gzip' } },
            content: { 'application/json': { schema: count, example: { n: 7 } } },
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

async function descriptionOf(id: string, document = given): Promise<Description> {
  const problems = new Problems();
  const description = await load(`${id}.json`, { id, text: JSON.stringify(document), root, allowRemote: [] }, problems);
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

  test('a body has no coding, also where the document gives an example of one', async () => {
    expect((await ask('/packed')).headers.get('content-encoding')).toBeNull();
    const service = buildService(await descriptionOf('packed', given), {}, new Problems());
    if (service === undefined) throw new Error('There is no service.');
    // The generated mock makes its responses from this file.
    const examples = emit(service, OPTIONS).get('examples.ts');
    expect(examples).toContain('X-Tags');
    expect(examples).not.toContain('Content-Encoding');
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

describe('paths that match the same requests', () => {
  const named = (name: string) => ({ responses: { 200: { description: 'ok', content: { 'text/plain': { example: name } } } } });
  const paths: JsonObject = {
    '/x/{a}': { get: named('get a'), put: named('put a') },
    '/x/{b}': { post: named('post b'), put: named('put b') },
    '/f/me': { get: named('get me') },
    '/f/{id}': { get: named('get one'), delete: named('delete one') },
    '/e/{name}.{ending}': { get: named('get file') },
    '/e/{folder}': { get: named('get folder'), delete: named('delete folder') },
    '/d/{day.name}': { get: named('get day') },
  };
  const withParameters = Object.fromEntries(
    Object.entries(paths).map(([at, item]) => {
      const names = [...at.matchAll(/\{([\w.]+)\}/g)].map(([, name = '']) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      }));
      return [at, { ...(item as JsonObject), parameters: names }];
    }),
  );
  let own: RunningMock;
  let server: FetchHandler;

  beforeAll(async () => {
    const description = await descriptionOf('shapes', { openapi: '3.1.0', info: { title: 'Shapes', version: '1' }, paths: withParameters });
    own = await startMock([description], { root });
    const service = buildService(description, {}, new Problems());
    if (service === undefined) throw new Error('There is no service.');
    const generated = await loadGenerated(service, {}, ['server.ts', 'examples.ts']);
    server = exported<(handlers: object, options: object) => FetchHandler>(generated['examples.ts'], mockName(service))(
      {},
      { basePath: '' },
    );
  });
  afterAll(() => own.stop());

  test.each([
    ['GET /x/1', 200, 'get a'],
    ['PUT /x/1', 200, 'put a'],
    ['POST /x/1', 200, 'post b'],
    ['DELETE /f/1', 200, 'delete one'],
    ['GET /f/me', 200, 'get me'],
    ['DELETE /f/me', 405, undefined],
    ['GET /e/a.txt', 200, 'get file'],
    ['GET /e/a', 200, 'get folder'],
    ['DELETE /e/a.txt', 405, undefined],
    ['GET /d/monday', 200, 'get day'],
    ['DELETE /d/monday', 405, undefined],
    ['GET /d/monday/noon', 404, undefined],
  ])('%s, as at a generated server', async (request, status, text) => {
    const [method = '', target = ''] = request.split(' ');
    for (const response of [
      await fetch(own.urlOf('shapes') + target, { method }),
      await server(new Request(`http://localhost${target}`, { method })),
    ]) {
      const body = await response.text();
      expect([response.status, response.status === 200 ? body : undefined]).toEqual([status, text]);
    }
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

describe('a document that Prism takes long to load', () => {
  const answerOf = async (url: string) => {
    const response = await fetch(url);
    return [response.status, response.headers.get('x-octavo-mock'), await response.json()];
  };

  test('is served by the generated mock until Prism has loaded it', async () => {
    const told: string[] = [];
    const own = await startMock([await descriptionOf('late')], {
      root,
      // Each document takes longer.
      patience: 0,
      onSlow: (id) => told.push(`slow: ${id}`),
      onLoaded: (id) => told.push(`loaded: ${id}`),
      onOctavo: ({ path: at }) => told.push(at),
    });
    try {
      expect(own.mocks.documents.get('late')?.isLoading).toBe(true);
      expect(await answerOf(`${own.urlOf('late')}/plain`)).toEqual([200, expect.stringMatching(/^(?:octavo|prism)$/), { n: 7 }]);
      await expect.poll(() => own.mocks.documents.get('late')?.isLoading, { timeout: 60_000 }).toBeUndefined();
      expect(await answerOf(`${own.urlOf('late')}/plain`)).toEqual([200, 'prism', { n: 7 }]);
      expect(told).toEqual(['slow: late', 'loaded: late']);
    } finally {
      await own.stop();
    }
  });

  test.runIf(IS_DEEP)('keeps neither the others nor the start waiting', async () => {
    const reference = (index: number) => ({ $ref: `#/components/schemas/A${index}` });
    // Prism follows each of 2^40 ways through these schemas.
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `A${index}`,
        index === 39 ? { type: 'string' } : { anyOf: [reference(index + 1), { allOf: [reference(index + 1), { minLength: 1 }] }] },
      ]),
    );
    const endless: JsonObject = {
      openapi: '3.1.0',
      info: { title: 'Endless', version: '1' },
      components: { schemas },
      paths: {
        '/way': {
          post: {
            requestBody: { content: { 'application/json': { schema: reference(0) } } },
            responses: { 200: { description: 'ok', content: { 'application/json': { schema: count, example: { n: 9 } } } } },
          },
        },
      },
    };
    const told: string[] = [];
    const sources = [await descriptionOf('before'), await descriptionOf('endless', endless), await descriptionOf('after')];
    const own = await startMock(sources, {
      root,
      patience: 1000,
      onSlow: (id) => told.push(`slow: ${id}`),
      onWithoutPrism: (id, message) => told.push(`without Prism: ${id}: ${message}`),
    });
    try {
      expect(own.mocks.documents.get('endless')).toMatchObject({ isLoading: true });
      const way = await fetch(`${own.urlOf('endless')}/way`, { method: 'POST', ...post('application/json', '"a"') });
      expect([way.status, way.headers.get('x-octavo-mock'), await way.json()]).toEqual([200, 'octavo', { n: 9 }]);
      // Prism has loaded the first one, and cannot answer while it loads another.
      expect(await answerOf(`${own.urlOf('before')}/plain`)).toEqual([200, 'octavo', { n: 7 }]);
      expect(await answerOf(`${own.urlOf('after')}/plain`)).toEqual([200, 'octavo', { n: 7 }]);
      expect(told).toEqual(['slow: endless']);
      process.kill(own.mocks.supervisor.pid ?? 0, 'SIGKILL');
      await expect.poll(() => own.mocks.documents.get('endless')?.withoutPrism, { timeout: 60_000 }).toBe('SIGKILL');
      await expect.poll(async () => (await answerOf(`${own.urlOf('after')}/plain`))[1], { timeout: 60_000 }).toBe('prism');
      expect(told).toEqual(['slow: endless', 'without Prism: endless: SIGKILL']);
    } finally {
      await own.stop();
    }
  });
});

describe('a document that Prism loads with the first request', () => {
  const loadsOf = (mocks: Mocks): string[] => {
    const loads: string[] = [];
    const load = mocks.supervisor.load.bind(mocks.supervisor);
    mocks.supervisor.load = (prepared) => {
      loads.push(prepared.id);
      return load(prepared);
    };
    return loads;
  };

  test('is loaded once, and again at once when it is set after that', async () => {
    const own = await startMock([], { root, isLazy: true });
    try {
      const loads = loadsOf(own.mocks);
      const [asked, idle] = await Promise.all([descriptionOf('asked'), descriptionOf('idle')]);
      expect([(await own.mocks.set(asked)).kind, (await own.mocks.set(idle)).kind]).toEqual(['waiting', 'waiting']);
      expect(own.urlOf('asked')).toMatch(/\/mock\/asked$/);
      expect(loads).toEqual([]);
      const answers = await Promise.all([1, 2, 3].map(() => fetch(`${own.urlOf('asked')}/plain`)));
      expect(answers.map((answer) => [answer.status, answer.headers.get('x-octavo-mock')])).toEqual(Array(3).fill([200, 'prism']));
      expect(loads).toEqual(['asked']);
      expect([(await own.mocks.set(asked)).kind, (await own.mocks.set(idle)).kind]).toEqual(['loaded', 'waiting']);
      own.mocks.remove('idle');
      expect([(await fetch(`${own.url}/mock/idle/plain`)).status, loads]).toEqual([404, ['asked', 'asked']]);
    } finally {
      await own.stop();
    }
  });

  test('is served by the generated mock where Prism rejects it then', async () => {
    const told: string[] = [];
    const own = await startMock([], { root, isLazy: true, onWithoutPrism: (id, message) => told.push(`${id}: ${message}`) });
    try {
      await own.mocks.set(await descriptionOf('late'));
      own.mocks.supervisor.load = async () => ({ kind: 'refused', message: 'it has no words' });
      for (const time of [1, 2]) {
        const response = await fetch(`${own.urlOf('late')}/plain`);
        expect([time, response.status, response.headers.get('x-octavo-mock')]).toEqual([time, 200, 'octavo']);
      }
      expect(told).toEqual(['late: it has no words']);
    } finally {
      await own.stop();
    }
  });
});

describe('the generated code judges as the configuration of the document says', () => {
  const settings: JsonObject = {
    openapi: '3.1.0',
    info: { title: 'Settings', version: '1' },
    paths: {
      '/lamps': {
        get: {
          parameters: [{ name: 'owner', in: 'query', schema: { type: 'string', format: 'email' } }],
          responses: {
            200: {
              description: 'ok',
              content: {
                'application/json': {
                  schema: { type: 'object', required: ['colour'], properties: { colour: { type: 'string', enum: ['red', 'green'] } } },
                  example: { colour: 'amber' },
                },
              },
            },
          },
        },
      },
    },
  };

  test('values of enums, and formats', async () => {
    const [closed, open] = await Promise.all([descriptionOf('closed', settings), descriptionOf('open', settings)]);
    const own = await startMock([closed, { description: open, code: { enums: 'open', formats: 'annotate' } }], { root });
    const answerOf = async (id: string, query: string) => {
      const response = await fetch(`${own.urlOf(id)}/lamps${query}`);
      return [response.status, response.headers.get('x-octavo-mock'), ((await response.json()) as { colour?: string }).colour];
    };
    try {
      expect(await answerOf('closed', '')).toEqual([200, 'octavo', expect.stringMatching(/^(?:red|green)$/)]);
      expect(await answerOf('open', '')).toEqual([200, 'prism', 'amber']);
      expect(await answerOf('closed', '?owner=me')).toEqual([422, 'prism', undefined]);
      // Prism refuses it, and the generated server does not.
      expect((await answerOf('open', '?owner=me')).slice(0, 2)).toEqual([200, 'octavo']);
    } finally {
      await own.stop();
    }
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
