// Path parameters side by side in one segment, generated, compiled and called: what a client writes, its server reads, or the generator warns.
import { inMemoryFetch } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { document, read } from '../model/support.ts';
import { type Keeping, keeping, loadUser } from '../support/user.ts';

const string = { type: 'string' };
const integer = { type: 'integer' };
const strings = { type: 'array', items: string };
const open = { type: 'object', properties: { x: integer } };
const label = { style: 'label', schema: string };
const labels = { style: 'label', explode: true, schema: strings };
const matrix = { style: 'matrix', schema: integer };
const simple = { schema: string };

/** Each template, with its parameters by name. */
const TEMPLATES: Record<string, Record<string, object>> = {
  '/labels{a}{b}{c}': { a: label, b: { style: 'label', schema: { type: 'number' } }, c: { style: 'label', schema: strings } },
  '/first{a}{b}{c}': { a: labels, b: label, c: label },
  '/middle{a}{b}{c}': { a: label, b: { ...labels, schema: open }, c: label },
  '/last{a}{b}': { a: { ...label, explode: true }, b: labels },
  '/file/{name}{ext}': { name: simple, ext: label },
  '/tail/{name}{ext}{lat}{long}': { name: simple, ext: label, lat: matrix, long: matrix },
  '/dot/{a}.{b}': { a: simple, b: simple },
  '/dots/{a}..{b}-{c}': { a: simple, b: simple, c: { schema: integer } },
  '/simple/{a}{b}': { a: simple, b: simple },
};

const DOCUMENT = {
  paths: Object.fromEntries(
    Object.entries(TEMPLATES).map(([template, parameters]) => [
      template,
      {
        get: {
          operationId: /\w+/.exec(template)?.[0],
          parameters: Object.entries(parameters).map(([name, rest]) => ({ name, in: 'path', required: true, ...rest })),
          responses: { 204: { description: 'Done.' } },
        },
      },
    ]),
  ),
};

const NAMES = Object.keys(TEMPLATES).map((template) => /\w+/.exec(template)?.[0]);

const user = await loadUser<Keeping>('wire-side-by-side', DOCUMENT, keeping(NAMES));

/** The target of the request, and the path parameters that the handler gets; the status where it gets none. */
async function call(name: string, parameters: object): Promise<unknown[]> {
  let target = '';
  const send = inMemoryFetch(async (request) => {
    target = request.url.slice('https://pets.example.com'.length);
    return user.server(request);
  });
  const result = await user.client(send)[name]?.({ path: parameters });
  return [target, result?.status === 204 ? (user.seen.at(-1) as { readonly path: unknown }).path : result?.status];
}

/** What the handler gets of the path that another client wrote; the status where it gets none. */
async function ask(target: string): Promise<unknown> {
  const { status } = await user.server(new Request(`https://pets.example.com${target}`));
  return status === 204 ? (user.seen.at(-1) as { readonly path: unknown }).path : status;
}

test.each([
  ['labels', { a: 'x.y;z', b: -1.5, c: ['p.q', 'r'] }, '/labels.x%2Ey%3Bz.-1%2E5.p%2Eq,r'],
  ['first', { a: ['1', '2', '3.4'], b: 'b', c: 'c' }, '/first.1.2.3%2E4.b.c'],
  ['middle', { a: 'a', b: { x: 5, y: 'd.e' }, c: 'c' }, '/middle.a.x=5.y=d%2Ee.c'],
  ['last', { a: 'a', b: ['1', '2'] }, '/last.a.1.2'],
  ['file', { name: 'a.tar', ext: 'gz' }, '/file/a.tar.gz'],
  ['file', { name: 'a;b', ext: 'tar.gz' }, '/file/a%3Bb.tar%2Egz'],
  ['tail', { name: 'a.b;c', ext: 'd', lat: 1, long: -2 }, '/tail/a.b%3Bc.d;lat=1;long=-2'],
  ['dot', { a: 'a.b', b: 'c.d' }, '/dot/a%2Eb.c.d'],
  ['dots', { a: 'a..', b: '-b', c: -3 }, '/dots/a%2E%2E..%2Db--3'],
])('%s: the server reads what the client writes', async (name, parameters, target) => {
  expect(await call(name, parameters)).toEqual([target, parameters]);
});

describe('paths of other clients', () => {
  test.each([
    ['/last.a.b', { a: 'a', b: ['b'] }],
    ['/labels.a.1.2', { a: 'a', b: 1, c: ['2'] }],
    // The last label takes a dot that is not escaped.
    ['/labels.a.1.p.q', { a: 'a', b: 1, c: ['p.q'] }],
    ['/labels.a.1', 400],
    ['/labelsx.a.1.2', 400],
    ['/tail/a.b;long=2;lat=1', { name: 'a', ext: 'b', lat: 1, long: 2 }],
    ['/tail/a.b;lat=1', 400],
    ['/tail/a.b.c', 400],
  ])('%s', async (target, want) => {
    expect(await ask(target)).toEqual(want);
  });
});

test('two simple parameters: the first is one character', async () => {
  expect(await call('simple', { a: 'a', b: 'bc' })).toEqual(['/simple/abc', { a: 'a', b: 'bc' }]);
  expect(await call('simple', { a: 'ab', b: 'c' })).toEqual(['/simple/abc', { a: 'a', b: 'bc' }]);
});

describe('warnings', () => {
  const warnings = async (paths: object) =>
    (await read(document(`paths: ${JSON.stringify(paths)}`))).problems.filter(({ code }) => code === 'path-parameters-adjacent');

  test('say how the server reads, once for each path', async () => {
    const get = DOCUMENT.paths['/simple/{a}{b}']?.get;
    const found = await warnings({ ...DOCUMENT.paths, '/simple/{a}{b}': { get, put: { ...get, operationId: 'put' } } });
    expect(found).toMatchObject([
      {
        severity: 'warning',
        message:
          "Nothing in /simple/{a}{b} says where one parameter of {a}{b} ends and the next begins: a server reads one character for each, and the rest for 'b'.",
        fix: 'Write text between them that their values cannot contain, as in {a}:{b}, or use the style `matrix`.',
        location: { pointer: '/paths/~1simple~1{a}{b}' },
      },
    ]);
  });

  test.each<[string, object[], number]>([
    ['two exploded labels', [labels, labels], 1],
    ['a simple one before an exploded label', [simple, labels], 1],
    ['a simple one after a label', [label, simple], 1],
    ['a label after a matrix', [matrix, label], 1],
    ['JSON before a simple one', [{ content: { 'application/json': {} } }, simple], 1],
    ['an exploded label of a single value', [simple, { ...label, explode: true }], 0],
    ['an undeclared one', [simple], 1],
  ])('%s', async (_, [a, b], count) => {
    const parameters = Object.entries({ a, b }).flatMap(([name, rest]) =>
      rest === undefined ? [] : [{ name, in: 'path', required: true, ...rest }],
    );
    const found = await warnings({ '/x/{a}{b}': { get: { parameters, responses: { 204: { description: 'Done.' } } } } });
    expect(found).toHaveLength(count);
  });
});
